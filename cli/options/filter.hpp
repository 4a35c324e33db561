// Options that choose cases.
#pragma once

#include <functional>
#include <optional>

#include "analyzer/timing/compare.hpp"
#include "cli/options/formats.hpp"
#include "cli/options/values.hpp"
#include "core/ranges.hpp"
#include "db/read/reader.hpp"

namespace sortscope::cli {
/// An empty option excludes no case.
struct CaseOptions {
    std::vector<RunId> runs;
    std::vector<std::string> variants, tags;
    std::vector<KeyType> keys;
    std::vector<Distribution> inputs;
    std::vector<uint64_t> sizes, blocks;
    Params params;
    std::vector<BackendKind> backends;
    std::string device;
    std::vector<CaseStatus> statuses;
    bool params_of_those_that_have = false;  ///< --param keeps cases without the parameter

    bool restricts() const {
        auto chosen = *this;
        chosen.params_of_those_that_have = false;
        return chosen != CaseOptions();
    }
    friend bool operator==(const CaseOptions&, const CaseOptions&) = default;
};

/// Options of a command that reads a file.
struct FileRequest {
    std::string file = default_file;
    CaseOptions cases;
    Formats formats;
};
/// Options of a command that reads a case.
struct CaseRequest {
    std::vector<std::string> file_and_case;  ///< parsed by requested_case()
    CaseOptions cases;
    Formats formats;
};
/// Adds FILE or CASE, options that choose cases, and formats. Call it after the command's own options.
void add_request(Command& command, FileRequest& request, const std::string& rows,
                 const std::string& text = "Read this SortScope file");
void add_request(Command& command, CaseRequest& request, const std::string& rows,
                 const std::string& text = "Take this case; options below choose one, too");

/// Opens a file. Prints a warning about damaged parts: commands omit them. Throws as Reader.
db::Reader open_file(const std::string& file);
/// Calls `read`. If case `id` is damaged, prints a warning and returns false.
bool readable(const std::string& file, CaseId id, const std::function<void()>& read);

void add_file(Command& command, std::string& file, const std::string& text = "Read this SortScope file");
void add_case_argument(Command& command, std::vector<std::string>& words, const std::string& text);
void add_case_options(Command& command, CaseOptions& options);

using CaseTest = std::function<bool(const CaseRecord&)>;
/// Tests all options but --tag.
CaseTest case_test(const CaseOptions& options);

/// Throws Error(usage): "No case of 'a.db' fits the options. ...".
[[noreturn]] void no_case_fits(const std::string& file);

/// Throws Error(usage) for a run, variant, parameter, tag or device that the cases lack. Accepts any name
/// if there are no cases.
void check_names(const std::vector<RunRecord>& runs, const std::vector<CaseRecord>& cases,
                 const CaseOptions& options);

/// Cases in order of collecting. Throws as check_names().
std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options);

/// Chosen cases; the analyzer reads trials from `reader`. `checked`: check_names() was called.
analyzer::CaseFile case_file(const db::Reader& reader, const std::string& name, const CaseOptions& options,
                             bool checked = false);

/// --over: one or two axes of the file's cases. Throws Error(usage).
std::vector<std::string> sweep_axes(const analyzer::CaseFile& file, const std::string& over);

struct RequestedCase {
    std::string file;
    std::optional<CaseId> number;  ///< empty: chosen by condition
};
/// Parses "12", "sweep.db 12", or "sweep.db" if options or a single condition choose the case. Throws
/// Error(usage) with an example of `command` and `rest`.
RequestedCase requested_case(const CaseRequest& request, const char* command = "show",
                             const std::string& rest = "");
/// As requested_case(), but FILE alone means all its cases.
RequestedCase requested_cases(const CaseRequest& request);

struct ChosenCase {
    CaseId id{};
    std::vector<CaseId> older;  ///< of the case's condition, in order of collecting
};
/// The newest case of the only fitting condition. Throws Error(usage) if none or several fit.
ChosenCase choose_case(const db::Reader& reader, const RequestedCase& requested, const CaseOptions& options);
}
