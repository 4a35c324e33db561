// Options that choose cases, shared by the commands that read several.
#pragma once

#include <functional>
#include <optional>

#include "analyzer/timing/compare.hpp"
#include "cli/options/values.hpp"
#include "core/text.hpp"
#include "db/read/reader.hpp"

namespace sortscope::cli {

/// As typed; empty does not restrict.
struct CaseOptions {
    std::string run, variants, key, distribution, sizes, blocks, backend, device, status, tags;
    std::vector<std::string> params;
    bool params_of_those_that_have = false;  ///< --param keeps cases without it: sides may be variants

    bool restricts() const;  ///< whether any of them was given
};

void add_file(Command& command, std::string& file, const std::string& text = "Read this SortScope file");
/// "[FILE] [CASE]", which asked_case() understands.
void add_case_argument(Command& command, std::vector<std::string>& words,
                       const std::string& text = "Take this case; options below choose one, too");
/// Adds what CaseOptions holds, and checks the values before the command runs. `with_device` false: --device
/// has another meaning.
void add_case_options(Command& command, CaseOptions& options, bool with_device = true);

using CaseTest = std::function<bool(const CaseRecord&)>;
/// Whether a case fits the options, without --tag. Throws Error(usage).
CaseTest case_test(const CaseOptions& options);

/// "No case of 'a.db' fits the options. ..."
std::string no_case_fits(const std::string& file);

/// Throws Error(usage) for a run, variant, parameter, tag or device that these runs and cases lack. An empty
/// file passes.
void check_names(const std::vector<RunRecord>& runs, const std::vector<CaseRecord>& cases,
                 const CaseOptions& options);

/// The chosen cases of a file, in order of collecting. Throws as check_names().
std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options);

/// The same cases as the analyzer compares them; it reads trials from `reader`, which must live as long.
/// `checked`: check_names() was called.
analyzer::CaseFile case_file(const db::Reader& reader, const std::string& name, const CaseOptions& options,
                             bool checked = false);

/// --over: one or two axes of the file's cases. Throws Error(usage).
std::vector<std::string> sweep_axes(const analyzer::CaseFile& file, const std::string& over);

struct AskedCase {
    std::string file;
    std::optional<CaseId> number;  ///< empty: chosen by condition
};
/// "12", "sweep.db 12", or "sweep.db" with options that choose. Throws Error(usage) with an example of
/// `command`, `rest` behind the case.
AskedCase asked_case(const std::vector<std::string>& words, const CaseOptions& options,
                     const char* command = "show", const std::string& rest = "");
/// The same, where FILE alone means all of its cases.
AskedCase asked_cases(const std::vector<std::string>& words, const CaseOptions& options);

struct ChosenCase {
    CaseId id{};
    std::vector<CaseId> older;  ///< of the same condition, in order of collecting
};
/// The newest case of the condition that fits. Throws Error(usage) if none fits, or lists several with their
/// differences.
ChosenCase choose_case(const db::Reader& reader, const AskedCase& asked, const CaseOptions& options);

}  // namespace sortscope::cli
