#include "db/import/import.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/condition.hpp"
#include "core/text.hpp"
#include "db/check/verify.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/rows/columns.hpp"
#include "db/schema/connection.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/write/case_writer.hpp"

namespace sortscope::db {
namespace {
/// Describes a defect. Cases in the draft are numbered from 1 in import order.
std::string refusal_of(const Defect& defect, const Imported& imported) {
    const auto at = size_t(defect.in_case.value_or(0)) - 1;
    std::string where;
    if (at < imported.cases.size()) {
        const auto label = condition_of(imported.cases[at]).label();
        where = at < imported.lines.size()
                    ? fmt::format(", line {}: the case that begins there, {},", imported.lines[at], label)
                    : fmt::format(": the case {}", label);
    }
    return fmt::format("'{}'{} has values that cannot be: {} Nothing was stored.", imported.name, where,
                       defect.sentence);
}
}  // namespace

void TextsDigest::add(std::string_view text) {
    constexpr size_t most_bytes = 1 << 20;
    part_ += fmt::format("{}:", text.size());
    part_ += text;
    if (part_.size() < most_bytes) return;
    state_ = text_digest(state_ + part_);
    part_.clear();
}

std::string TextsDigest::text() { return text_digest(state_ + part_); }

std::string import_uuid(const std::filesystem::path& into, const Imported& imported, bool again) {
    std::error_code failed;
    if (!std::filesystem::exists(into, failed)) return imported.digest;
    const auto runs = Reader(into).runs();
    auto uuid = imported.digest;
    for (int time = 2;; ++time) {
        const auto run = std::ranges::find(runs, uuid, &RunRecord::uuid);
        if (run == runs.end()) return uuid;
        if (!again)
            throw failure(ErrorKind::usage,
                          "'{}' has the values of '{}' already: run {}, imported at {}. Nothing was stored. "
                          "Delete that run first ('sortscope delete {} --run {}'), or import the values as "
                          "another run with --again.",
                          into.string(), imported.name, run->id, run->started_utc, into.string(), run->id);
        uuid = text_digest(fmt::format("{} {}", imported.digest, time));
    }
}

void begin_case(ImportSink& sink, Imported& imported, CaseRecord record) {
    auto trials = std::exchange(record.trials, {});
    auto transfers = std::exchange(record.transfers, {});
    imported.cases.push_back(record);
    record.trials = std::move(trials);
    record.transfers = std::move(transfers);
    sink.begin(std::move(record));
}

TrialRecord& add_trial(CaseRecord& record, std::optional<int64_t> ns) {
    auto& trial = record.trials.emplace_back();
    trial.kind = ns ? TrialKind::time : TrialKind::activity;
    trial.index = uint32_t(record.trials.size() - 1);
    trial.duration_ns = ns;
    if (ns) trial.time_mode = record.time_mode;
    return trial;
}

void check_stopped(const std::function<bool()>& stopped) {
    if (stopped && stopped()) throw Error(ErrorKind::data, "The import was stopped. Nothing was stored.");
}

struct ImportDraft::Impl {
    explicit Impl(const std::filesystem::path& file) : into(file), draft(file, "import") {
        check_writable_target(into);
        guard([&] {
            database.emplace(open_for_writing(draft.path()));
            database->exec("PRAGMA synchronous = OFF");  // no other process reads the draft
            transaction.emplace(*database);
            run = write_run(*database, {});
            cases.emplace(*database);
        });
    }

    template <class Work>
    void guard(Work&& work) {
        try {
            guarded(draft.path(), "Storing the import failed", std::forward<Work>(work));
        } catch (const Contradiction& fault) {
            throw failure(ErrorKind::data, "The import has values that cannot be: {}. Nothing was stored.",
                          fault.what());
        }
    }

    void close() {
        cases.reset();
        transaction->commit();
        transaction.reset();
        merge_log(*database);
        database.reset();
    }

    std::filesystem::path into;
    TempFile draft;
    std::optional<Database> database;
    std::optional<SQLite::Transaction> transaction;
    std::optional<CaseWriter> cases;
    RunId run{};
};

ImportDraft::ImportDraft(const std::filesystem::path& into) : impl_(std::make_unique<Impl>(into)) {}
ImportDraft::~ImportDraft() = default;

void ImportDraft::begin(CaseRecord record) {
    impl_->guard([&] { impl_->cases->begin(impl_->run, record); });
}
void ImportDraft::add(LaunchRecord launch) {
    impl_->guard([&] { impl_->cases->launches().add(launch); });
}
void ImportDraft::end() {
    impl_->guard([&] { impl_->cases->launches().finish({}); });
}

void ImportDraft::store(const RunRecord& run, const Imported& imported,
                        const std::function<bool()>& stopped) {
    impl_->guard([&] {
        auto& database = *impl_->database;
        // Move the cases from the draft's first run, a placeholder, to `run`.
        const auto stored = write_run(database, run);
        execute(Statement(database, "UPDATE profiled_case SET run_id = ?"), stored);
        execute(Statement(database, "DELETE FROM run WHERE id = ?"), impl_->run);
        impl_->close();
    });
    const auto& draft = impl_->draft.path();
    if (const auto found = verify(draft).defects; !found.empty())
        throw Error(ErrorKind::data, refusal_of(found.front(), imported));
    merge(impl_->into, std::vector{draft}, stopped);
}
}
