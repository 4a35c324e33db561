// The options that choose cases, shared by the commands that read many.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/timing/compare.hpp"
#include "cli/options/values.hpp"
#include "core/text.hpp"
#include "db/read/reader.hpp"

namespace sortscope::cli {

/// As typed; empty does not restrict.
struct CaseOptions {
    std::string run, variants, key, distribution, sizes, blocks, backend, device, status, tags;
    std::vector<std::string> params;
    bool params_of_those_that_have =
        false;  ///< --param keeps cases without the parameter: sides may be variants

    bool restricts() const;  ///< whether any of them was given
};

Option add_file(Command& command, std::string& file, const std::string& text = "Read this SortScope file");
/// "[FILE] [CASE]", which asked_case() understands.
void add_case_argument(Command& command, std::vector<std::string>& words,
                       const std::string& text = "Take this case; options below choose one, too");
/// Adds --run, --variant and all that CaseOptions holds, and checks their values before the command runs.
/// `with_device` false: --device has another meaning.
void add_case_options(Command& command, CaseOptions& options, bool with_device = true);

/// The parsed options, without --tag. Throws Error(usage).
class CaseChoice {
 public:
    explicit CaseChoice(const CaseOptions& options);
    bool takes(const CaseRecord& record) const;

 private:
    std::vector<RunId> runs_;
    std::vector<std::string> variants_;
    std::vector<KeyType> keys_;
    std::vector<Distribution> distributions_;
    std::vector<BackendKind> backends_;
    std::vector<CaseStatus> statuses_;
    std::vector<std::uint64_t> sizes_, blocks_;
    std::map<std::string, std::vector<std::uint64_t>> params_;
    std::string device_;
    bool params_of_those_that_have_ = false;
};

/// "No case of 'a.db' fits the options. ..."
std::string no_case_fits(const std::string& file);

/// Throws Error(usage) with the nearest names if `options` name a run, variant, parameter, tag or device that
/// a file of these runs and cases lacks. An empty file passes.
void check_names(const std::vector<RunRecord>& runs, const std::vector<CaseRecord>& cases,
                 const CaseOptions& options);

/// The chosen cases of a file, in order of collecting. Throws as check_names().
std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options);

/// The same cases as the analyzer compares them, with what is known of the whole file. It reads trials when
/// asked, so `reader` must live as long. `checked`: check_names() was called.
analyzer::CaseFile case_file(const db::Reader& reader, const std::string& name, const CaseOptions& options,
                             bool checked = false);

struct AskedCase {
    std::string file;
    std::optional<CaseId> number;  ///< empty: chosen by condition
};
/// "12", "sweep.db 12", or "sweep.db" with options that choose. Throws Error(usage) with an example of
/// `command`, `rest` behind the case.
AskedCase asked_case(const std::vector<std::string>& words, const CaseOptions& options,
                     const char* command = "show", const char* rest = "");

struct ChosenCase {
    CaseId id{};
    std::vector<CaseId> older;  ///< of the same condition, in order of collecting
};
/// The newest case of the condition that fits `options`. Throws Error(usage) if none fits, or several, which
/// it lists with their differences.
ChosenCase choose_case(const db::Reader& reader, const AskedCase& asked, const CaseOptions& options);

}  // namespace sortscope::cli
