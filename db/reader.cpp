#include "db/reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "db/case_reader.hpp"
#include "db/connection.hpp"
#include "db/sqlite_error.hpp"
#include "db/statement.hpp"

namespace sortscope::db {
namespace {

/// "1 to 42", or "1, 3, 4, ..." where numbers are missing in between.
std::string known_ids(SQLite::Database& database) {
    std::string listed;
    std::int64_t count = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    SQLite::Statement select(database, "SELECT id FROM sort_case ORDER BY id");
    for_each_row(select, [&](RowReader& row) {
        row.read(last);
        if (++count == 1) first = last;
        if (count <= 10) listed += fmt::format("{}{}", count == 1 ? "" : ", ", last);
    });
    if (count == 0) return "It has no cases yet.";
    if (last - first + 1 == count)
        return count == 1 ? fmt::format("Its only case is {}.", first)
                          : fmt::format("Its cases are {} to {}.", first, last);
    return count <= 10 ? fmt::format("Its cases are {}.", listed)
                       : fmt::format("Its {} cases are {}, ... {}.", count, listed, last);
}

}  // namespace

struct Reader::Impl {
    Impl(const std::filesystem::path& file, std::chrono::milliseconds wait)
        : path(file), database(open_for_reading(file, wait, migrations())) {
        guarded(path, "Opening the file for reading failed", [&] {
            version = identify(database).version;
            cases.emplace(database);
        });
    }

    std::filesystem::path path;
    SQLite::Database database;
    std::optional<CaseReader> cases;
    int version = 0;
};

Reader::Reader(const std::filesystem::path& path, std::chrono::milliseconds wait)
    : impl_(std::make_unique<Impl>(path, wait)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

std::vector<RunRecord> Reader::runs() const {
    return guarded(impl_->path, "Reading the runs failed", [&] {
        SQLite::Transaction one_state(impl_->database);
        std::vector<RunRecord> runs;
        SQLite::Statement select(
            impl_->database,
            "SELECT r.id, r.started_utc, r.ended_utc, r.command, r.program_version, r.planned_cases, "
            "h.name, h.os, h.kernel, h.cpu, h.threads, h.memory_bytes "
            "FROM run r JOIN host h ON h.id = r.host_id ORDER BY r.id");
        for_each_row(select, [&](RowReader& row) {
            auto& run = runs.emplace_back();
            auto& h = run.host;
            row.read(run.id, run.started_utc, run.ended_utc, run.command, run.program_version,
                     run.planned_cases, h.name, h.os, h.kernel, h.cpu, h.threads, h.memory_bytes);
        });
        SQLite::Statement notes(impl_->database,
                                "SELECT severity_id, text FROM run_note WHERE run_id = ? ORDER BY position");
        for (auto& run : runs) {
            bind_row(notes, run.id);
            for_each_row(notes, [&](RowReader& row) {
                auto& note = run.notes.emplace_back();
                row.read(note.severity, note.text);
            });
        }
        return runs;
    });
}

std::vector<CaseRecord> Reader::cases(const CaseFilter& filter) const {
    return guarded(impl_->path, "Listing the cases failed", [&] { return impl_->cases->list(filter); });
}

CaseRecord Reader::read_case(CaseId id, Detail detail) const {
    const auto number = static_cast<std::int64_t>(id);
    return guarded(impl_->path, fmt::format("Reading case {} failed", number), [&] {
        auto found = impl_->cases->read(id, detail);
        if (!found)
            throw Error(ErrorKind::usage, fmt::format("'{}' has no case {}. {}", impl_->path.string(), number,
                                                      known_ids(impl_->database)));
        return *std::move(found);
    });
}

int Reader::schema_version() const { return impl_->version; }

}  // namespace sortscope::db
