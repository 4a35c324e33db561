#include "db/writer.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/text.hpp"
#include "db/case_writer.hpp"
#include "db/connection.hpp"
#include "db/sqlite_error.hpp"
#include "db/statement.hpp"
#include "db/vocabulary_rows.hpp"

namespace sortscope::db {

struct Writer::Impl {
    Impl(const std::filesystem::path& file, std::chrono::milliseconds wait)
        : path(file), database(open_for_writing(file, wait, migrations())) {
        guarded(path, "Opening the file for writing failed", [&] {
            store_vocabulary(database);
            cases.emplace(database);
        });
    }
    ~Impl() {
        cases.reset();
        merge_log(database);
    }

    void add_notes(RunId run, std::int64_t first, std::span<const Note> notes) {
        SQLite::Statement insert(database, "INSERT INTO run_note VALUES (?, ?, ?, ?)");
        for (const auto& note : notes) execute(insert, run, first++, note.severity, note.text);
    }

    /// Runs `work` in a transaction that waits for its turn; if it throws, nothing of it stays.
    template <class Work>
    auto transact(const std::string& doing, Work&& work) {
        return guarded(path, doing, [&] {
            try {
                SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
                auto result = work();
                transaction.commit();
                return result;
            } catch (...) {
                cases->forget();
                throw;
            }
        });
    }

    std::filesystem::path path;
    SQLite::Database database;
    std::optional<CaseWriter> cases;
};

Writer::Writer(const std::filesystem::path& path, std::chrono::milliseconds wait)
    : impl_(std::make_unique<Impl>(path, wait)) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

RunId Writer::begin_run(const RunRecord& run) {
    return impl_->transact("Storing the start of the run failed", [&] {
        InternedRows hosts(impl_->database, "host",
                           {"name", "os", "kernel", "cpu", "threads", "memory_bytes"});
        const auto& h = run.host;
        const auto host = hosts.id(h.name, h.os, h.kernel, h.cpu, h.threads, h.memory_bytes);
        SQLite::Statement insert(
            impl_->database,
            "INSERT INTO run (started_utc, ended_utc, command, program_version, host_id, planned_cases) "
            "VALUES (?, ?, ?, ?, ?, ?)");
        execute(insert, run.started_utc, run.ended_utc, run.command, run.program_version, host,
                run.planned_cases);
        const RunId id{impl_->database.getLastInsertRowid()};
        impl_->add_notes(id, 0, run.notes);
        return id;
    });
}

CaseId Writer::write_case(RunId run, const CaseRecord& record) {
    const auto doing =
        fmt::format("Storing the case of '{}' with {} {} keys, block {}, failed", record.variant,
                    format_count(record.workload.n), name_of(record.workload.key), record.config.block);
    return impl_->transact(doing, [&] { return impl_->cases->write(run, record); });
}

void Writer::finish_run(RunId run, const RunRecord& ended) {
    impl_->transact("Storing the end of the run failed", [&] {
        SQLite::Statement update(impl_->database, "UPDATE run SET ended_utc = ? WHERE id = ?");
        bind_row(update, ended.ended_utc, run);
        if (update.exec() == 0)
            throw Error(ErrorKind::internal,
                        fmt::format("Run {} cannot be ended: '{}' has no such run.",
                                    static_cast<std::int64_t>(run), impl_->path.string()));
        SQLite::Statement count(impl_->database, "SELECT count(*) FROM run_note WHERE run_id = ?");
        bind_row(count, run);
        count.executeStep();
        const auto stored = static_cast<std::size_t>(count.getColumn(0).getInt64());
        if (stored < ended.notes.size())
            impl_->add_notes(run, static_cast<std::int64_t>(stored), std::span(ended.notes).subspan(stored));
        return true;
    });
}

}  // namespace sortscope::db
