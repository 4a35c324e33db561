#include "db/write/writer.hpp"

#include <sys/stat.h>

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/condition.hpp"
#include "db/schema/connection.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/write/case_writer.hpp"

namespace sortscope::db {
struct Writer::Impl {
    Impl(const std::filesystem::path& file, std::chrono::milliseconds how_long) : path(file), wait(how_long) {
        if (check_writable_target(path)) open();  // a new file appears with its first run
    }
    ~Impl() {
        cases.reset();
        if (database) merge_log(*database);
    }

    void open() {
        if (database) return;
        database.emplace(open_for_writing(path, wait));
        guarded(path, "Opening the file for writing failed", [&] { cases.emplace(*database); });
        opened = identity();
    }

    /// Device and inode of the file that `path` names now, if any.
    std::optional<std::pair<dev_t, ino_t>> identity() const {
        struct stat of = {};
        if (::stat(path.c_str(), &of) != 0) return std::nullopt;
        return std::pair(of.st_dev, of.st_ino);
    }

    /// Refuses a moved or deleted file: SQLite would still write to it.
    void check_still_there() const {
        if (identity() != opened)
            throw failure(ErrorKind::data,
                          "'{}' was {} by another program while it was being written. What was stored is in "
                          "the file that it was moved to; of a deleted one it is lost. Do not move, delete "
                          "or replace a file that is collected into; collect again.",
                          path.string(), identity() ? "replaced" : "moved or deleted");
    }

    /// Runs `work` in a transaction. An exception rolls it back.
    template <class Work>
    void transact(const std::string& doing, Work&& work) {
        open();
        check_still_there();
        try {
            guarded(path, doing, [&] {
                SQLite::Transaction transaction(*database, SQLite::TransactionBehavior::IMMEDIATE);
                work();
                transaction.commit();
            });
        } catch (const Contradiction& exception) {
            cases->forget();
            throw failure(ErrorKind::internal,
                          "{}: the record contradicts itself: {}. Nothing of it was stored in '{}'. This is "
                          "a defect: please report it.",
                          doing, exception.what(), path.string());
        } catch (...) {
            cases->forget();
            throw;
        }
    }

    template <class Write>
    CaseId write_case(const CaseRecord& record, Write&& write) {
        CaseId id{};
        transact(fmt::format("Storing the case of '{}' failed", condition_of(record).label({"device"})),
                 [&] { id = write(); });
        return id;
    }

    std::filesystem::path path;
    std::chrono::milliseconds wait;
    std::optional<Database> database;
    std::optional<std::pair<dev_t, ino_t>> opened;  // identity of the file in `database`
    std::optional<CaseWriter> cases;
};

Writer::Writer(const std::filesystem::path& path, std::chrono::milliseconds wait)
    : impl_(std::make_unique<Impl>(path, wait)) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

RunId Writer::begin_run(const RunRecord& run) {
    RunId id{};
    impl_->transact("Storing the start of the run failed", [&] { id = write_run(*impl_->database, run); });
    return id;
}

CaseId Writer::write_case(RunId run, const CaseRecord& record) {
    return impl_->write_case(record, [&] { return impl_->cases->write(run, record); });
}

CaseId Writer::write_case(RunId run, const CaseRecord& record,
                          const std::function<void(const EachLaunch&)>& launches) {
    return impl_->write_case(record, [&] {
        const auto id = impl_->cases->begin(run, record);
        auto& writer = impl_->cases->launches();
        launches([&](const LaunchRecord& launch) { writer.add(launch); });
        writer.finish(record.passes);
        return id;
    });
}

void Writer::add_round(CaseId id, std::span<const TrialRecord> trials,
                       const std::vector<TimeSummary>& summaries, std::span<const Note> notes,
                       const std::string& unverified) {
    impl_->transact(fmt::format("Storing a round of case {} failed", id),
                    [&] { impl_->cases->add_round(id, trials, summaries, notes, unverified); });
}

void Writer::write_limits(RunId run, const Device& device, std::span<const DeviceLimit> limits) {
    impl_->transact(fmt::format("Storing what '{}' reaches failed", device.name),
                    [&] { impl_->cases->write_limits(run, device, limits); });
}

void Writer::finish_run(RunId run, const RunRecord& ended) {
    impl_->transact("Storing the end of the run failed", [&] {
        auto& database = *impl_->database;
        execute(Statement(database, "UPDATE run SET ended_utc = ? WHERE id = ?"), ended.ended_utc, run);
        if (database.getChanges() == 0)
            throw failure(ErrorKind::internal, "Run {} cannot be ended: '{}' has no such run.", run,
                          impl_->path.string());
        const auto count =
            find_number(Statement(database, "SELECT count(*) FROM run_note WHERE run_id = ?"), run);
        if (const auto stored = size_t(*count); stored < ended.notes.size())
            add_run_notes(database, run, stored, std::span(ended.notes).subspan(stored));
    });
}
}
