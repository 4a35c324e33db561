// What was made of values goes into a file: all of it or nothing, and once.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/condition.hpp"
#include "core/error.hpp"
#include "db/draft.hpp"
#include "db/file_check.hpp"
#include "db/import.hpp"
#include "db/merge.hpp"
#include "db/reader.hpp"
#include "db/source_rows.hpp"
#include "db/verify.hpp"
#include "db/writer.hpp"

namespace sortscope::db {
namespace {

/// How often a file may hold the same values; so many UUIDs are looked for.
constexpr int most_imports = 100;

/// The UUID of the run that is the `time`-th import of the same values into one file.
std::string import_uuid(const Imported& imported, int time) {
    return time == 1 ? imported.digest : text_digest(fmt::format("{} {}", imported.digest, time));
}

/// A finding of the draft in the words of the values that it is made of: its cases are numbered as they were
/// written.
std::string refusal_of(const Finding& finding, const Imported& imported) {
    const auto at = static_cast<std::size_t>(finding.in_case.value_or(0)) - 1;
    if (at >= imported.cases.size())
        return fmt::format("'{}' has values that cannot be: {} Nothing was stored.", imported.name,
                           finding.sentence);
    const auto line =
        at < imported.lines.size() ? fmt::format(", line {}", imported.lines[at]) : std::string();
    return fmt::format(
        "'{}'{}: the case that begins there, {}, has values that cannot be: {} Nothing was stored.",
        imported.name, line, condition_of(imported.cases[at]).label(), finding.sentence);
}

/// What `run`, an import of the same values, has of them.
KnownImport known_as(const RunRecord& run, const Reader& reader, const Imported& imported) {
    KnownImport known{run.id, run.uuid, run.started_utc, {}, {}};
    std::map<Condition, std::size_t> stored, of_values;
    for (const auto& record : reader.cases({.run = run.id})) ++stored[condition_of(record)];
    for (const auto& record : imported.cases) ++of_values[condition_of(record)];
    for (std::size_t i = 0; i < imported.cases.size(); ++i) {
        const auto condition = condition_of(imported.cases[i]);
        const auto found = stored.find(condition);
        if (found == stored.end())
            known.missing.push_back(i);
        else if (found->second < of_values.at(condition))
            known.unclear.push_back(i);
    }
    return known;
}

}  // namespace

std::string next_import_uuid(const std::filesystem::path& into, const Imported& imported) {
    std::error_code failed;
    if (!std::filesystem::exists(into, failed)) return imported.digest;
    const auto runs = Reader(into).runs();
    for (int time = 1; time <= most_imports; ++time)
        if (auto uuid = import_uuid(imported, time);
            std::ranges::find(runs, uuid, &RunRecord::uuid) == runs.end())
            return uuid;
    throw Error(ErrorKind::usage,
                fmt::format("The values of '{}' are in '{}' {} times already. Nothing was stored.",
                            imported.name, into.string(), most_imports));
}

std::optional<KnownImport> known_import(const std::filesystem::path& into, const Imported& imported) {
    std::error_code failed;
    if (imported.digest.empty() || !std::filesystem::exists(into, failed)) return std::nullopt;
    const Reader reader(into);
    const auto runs = reader.runs();
    std::optional<KnownImport> found;
    for (int time = 1; time <= most_imports; ++time) {
        const auto run = std::ranges::find(runs, import_uuid(imported, time), &RunRecord::uuid);
        if (run == runs.end()) continue;
        auto known = known_as(*run, reader, imported);
        if (known.missing.empty() && known.unclear.empty()) return known;
        if (!found) found = std::move(known);
    }
    return found;
}

void leave_missing(Imported& imported, const KnownImport& known, const std::filesystem::path& into) {
    const auto run = static_cast<std::int64_t>(known.run);
    if (!known.unclear.empty())
        throw Error(
            ErrorKind::usage,
            fmt::format("Run {} of '{}' is the import of '{}' of {}, and has some, but not all, of {} cases "
                        "of one condition, {}: which are missing, nothing says. Nothing was stored. "
                        "Delete the others of them, or the run ('sortscope delete'), and import once more.",
                        run, into.string(), imported.name, known.started_utc, known.unclear.size(),
                        condition_of(imported.cases[known.unclear.front()]).label()));
    if (known.missing.empty())
        throw Error(ErrorKind::usage,
                    fmt::format("The values of '{}' are in '{}' already: run {} is their import of {}. "
                                "Nothing was stored. --again imports them once more, as a run of their own.",
                                imported.name, into.string(), run, known.started_utc));
    std::vector<CaseRecord> cases;
    std::vector<std::size_t> lines;
    for (const auto at : known.missing) {
        cases.push_back(std::move(imported.cases[at]));
        if (at < imported.lines.size()) lines.push_back(imported.lines[at]);
    }
    imported.cases = std::move(cases);
    imported.lines = std::move(lines);
}

void store_import(const std::filesystem::path& into, const RunRecord& run, const Imported& imported,
                  const std::function<bool()>& stopped) {
    check_writable_target(into);
    // A file of its own first: it is merged in one transaction.
    const Draft draft(into, "import");
    {
        Writer writer(draft.path());
        const auto id = writer.begin_run(run);
        for (const auto& record : imported.cases) {
            if (stopped && stopped())
                throw Error(ErrorKind::data, "The import was stopped. Nothing was stored.");
            writer.write_case(id, record);
        }
        auto ended = run;
        ended.notes.clear();
        writer.finish_run(id, ended);
    }
    // What verify would find later is no import.
    if (const auto found = verify(draft.path()).findings; !found.empty())
        throw Error(ErrorKind::data, refusal_of(found.front(), imported));
    merge(into, std::vector{draft.path()}, default_merge_wait, stopped);
}

}  // namespace sortscope::db
