#include "db/check/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/error.hpp"
#include "db/check/findings.hpp"
#include "db/read/reader.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/errors.hpp"

namespace sortscope::db {
namespace {

/// Analyses divide by what a device reaches: it must be a number that a device could have.
void check_limits(const Reader& reader, RunId run, Findings& findings) {
    for (const auto& device : reader.limits(run))
        for (const auto& limit : device.limits)
            if (limit.unit.ends_with("/s") && limit.value < 1)
                findings.add(
                    "limit", "device_limit", std::nullopt, std::nullopt,
                    fmt::format("The {} of {} in run {} is {:g} {}, which cannot be.", limit.name,
                                device.device.name, static_cast<std::int64_t>(run), limit.value, limit.unit));
}

/// Reads everything as those who show it do.
void check_reading(const std::filesystem::path& path, Verification& result, Findings& findings) {
    const auto attempt = [&](std::optional<std::int64_t> in_case, auto&& work) {
        try {
            work();
        } catch (const Error& error) {
            findings.add("reading", "", std::nullopt, in_case, error.what());
        }
    };
    attempt(std::nullopt, [&] {
        const Reader reader(path);
        const auto runs = reader.runs();
        result.runs = runs.size();
        for (const auto& run : runs) attempt(std::nullopt, [&] { check_limits(reader, run.id, findings); });
        const auto cases = reader.cases();
        result.cases = cases.size();
        for (const auto& listed : cases) {
            result.launches += listed.launch_count;
            attempt(static_cast<std::int64_t>(listed.id), [&] { check_case(reader, listed, findings); });
        }
    });
}

}  // namespace

void Findings::add(const std::string& check, const std::string& table, std::optional<std::int64_t> row,
                   std::optional<std::int64_t> in_case, std::string sentence, const char* remedy) {
    if (remedy == nullptr)
        remedy = in_case ? "Delete the case and record it again."
                         : "Take the file from a copy, or record it again.";
    const auto count = check == "reading" ? 0 : ++counts_[{check, table}];
    if (count > most_findings + 1) return;
    if (count > most_findings) {
        row = in_case = std::nullopt;
        sentence = "There are more of these than are named here.";
    }
    findings_.push_back({check, table, row, in_case, std::move(sentence), remedy});
}

bool Findings::has(const std::string& table, CaseId id) const {
    for (const auto& finding : findings_)
        if (finding.table == table && finding.in_case == static_cast<std::int64_t>(id)) return true;
    return false;
}

Verification verify(const std::filesystem::path& path) {
    Verification result;
    result.schema = schema_version;
    Findings findings(result.findings);
    auto database = open_for_reading(path, std::chrono::seconds(2));
    guarded(path, "Checking the file failed", [&] {
        SQLite::Transaction one_state(database);
        check_rows(database, findings);
    });
    check_reading(path, result, findings);
    return result;
}

}  // namespace sortscope::db
