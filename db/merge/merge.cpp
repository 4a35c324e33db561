#include "db/merge/merge.hpp"

#include <iterator>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/ranges.h>

#include "core/condition.hpp"
#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "db/check/verify.hpp"
#include "db/read/launch_reader.hpp"
#include "db/rows/annotations.hpp"
#include "db/schema/connection.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/write/case_writer.hpp"

namespace sortscope::db {
namespace {
namespace fs = std::filesystem;
using Outcome = MergedRun::Outcome;

/// Digest of all values that an import stores for a case.
std::string content_of(Contents& file, const StoredCase& stored) {
    const auto& record = stored.record;
    auto text = fmt::format("{} {} {} {}", record.message, name_of(record.status), record.device.cc_major,
                            record.device.cc_minor);
    const auto add = [&](const auto&... values) { ((text += fmt::format(" {}", values)), ...); };
    for (const auto& trial : file.cases.trials(stored))
        add(trial.duration_ns.value_or(-1), trial.verified, name_of(trial.kind));
    file.launches.stream(stored.key, {}, [&](const LaunchRecord& launch) {
        add(launch.kernel, launch.stage.stage, launch.stage.substage, launch.stage.label,
            launch.start_ns.value_or(-1), launch.duration_ns.value_or(-1));
        for (const auto& value : launch.counters)
            add(int(value.id), name_of(value.provenance), value.value.as_double());
        for (const auto& value : launch.vendor_values) add(value.name, value.value.as_double());
        return true;
    });
    return text_digest(text);
}

/// Identifies a case within a run. Cases with equal identities are matched in order.
using CaseIdentity = std::tuple<Condition, int64_t, std::string>;

class Merge {
 public:
    Merge(Database& into, const std::function<bool()>& stopped, Damaged damaged)
        : into_(into), writer_(into), stopped_(stopped), damaged_(damaged) {}

    std::vector<MergedRun> add(Database& database, size_t file) {
        Contents from(database);
        refuse_unknown_counters(database);
        // List all runs at once: a damaged case may belong to no run.
        auto sentences = listing_of(from.cases).damage.sentences();
        if (damaged_ == Damaged::refuse && !sentences.empty())
            throw BadValue("{}. Or merge the rest: --skip-damaged", sentences.front());
        std::vector<DamagedRun> listed;
        auto runs = from.cases.runs(&listed);
        std::ranges::sort(runs, {}, &RunRecord::id);
        std::vector<MergedRun> merged;
        for (const auto& run : runs) {
            if (run.uuid.empty()) throw BadValue("column 'uuid' of table 'run' is empty");
            merged.push_back(add_run(from, run));
            merged.back().file = file;
        }
        if (merged.empty()) return merged;
        auto& left_out = merged.front().left_out;
        left_out.insert(left_out.begin(), std::make_move_iterator(sentences.begin()),
                        std::make_move_iterator(sentences.end()));
        return merged;
    }

 private:
    void check_stopped() const {
        if (stopped_ && stopped_()) throw Error(ErrorKind::data, "The merge was stopped.");
    }

    static void refuse_unknown_counters(Database& database) {
        std::vector<std::string> unknown;
        for (const auto& [table, column] : unknown_counters(database))
            unknown.push_back(table + "." + column);
        if (!unknown.empty())
            throw UnknownValue("It has counters that this program does not know: {}.",
                               fmt::join(unknown, ", "));
    }

    MergedRun add_run(Contents& from, const RunRecord& run) {
        MergedRun merged;
        merged.uuid = run.uuid;
        merged.from = run.id;
        auto ours = into_.cases.runs();
        const auto known = std::ranges::find(ours, run.uuid, &RunRecord::uuid);
        bool continued = false;
        if (known == ours.end()) {
            merged.outcome = Outcome::taken;
            merged.into = write_run(into_.database, run);
        } else {
            merged.outcome = Outcome::known;
            merged.into = known->id;
            continued = renew_run(run, *known);
        }
        continued |= add_limits(from, run.id, merged.into);
        annotate(merged.into, run.annotation);
        add_cases(from, merged);
        if (merged.outcome == Outcome::known && (continued || merged.cases + merged.renewed > 0))
            merged.outcome = Outcome::continued;
        return merged;
    }

    /// Returns whether there was a new end or note.
    bool renew_run(const RunRecord& theirs, const RunRecord& ours) {
        const bool ended = ours.ended_utc.empty() && !theirs.ended_utc.empty();
        if (ended)
            execute(Statement(into_.database, "UPDATE run SET ended_utc = ? WHERE id = ?"), theirs.ended_utc,
                    ours.id);
        if (theirs.notes.size() <= ours.notes.size()) return ended;
        add_run_notes(into_.database, ours.id, ours.notes.size(),
                      std::span(theirs.notes).subspan(ours.notes.size()));
        return true;
    }

    /// Returns whether there were new limits.
    bool add_limits(Contents& from, RunId theirs, RunId ours) {
        const auto known = into_.cases.limits(ours);
        bool added = false;
        if (from.cases.limits_fault(theirs)) return false;  // add() lists the damage
        for (auto [device, limits] : from.cases.limits(theirs)) {
            const auto same = std::ranges::find_if(known, [&](const DeviceLimits& other) {
                return device_key(other.device) == device_key(device);
            });
            if (same != known.end())
                std::erase_if(limits, [&](const DeviceLimit& limit) {
                    return contains(same->limits, limit.name, &DeviceLimit::name);
                });
            if (limits.empty()) continue;
            writer_.write_limits(ours, device, limits);
            added = true;
        }
        return added;
    }

    template <class Id>
    void annotate(Id id, const Annotation& theirs) {
        if (theirs.empty()) return;
        auto ours = stored_annotation(into_.database, id);
        if (ours.name.empty() && ours.note.empty()) {
            ours.name = theirs.name;
            ours.note = theirs.note;
        }
        store_annotation(into_.database, id, changed(std::move(ours), {.tags = theirs.tags}));
    }

    static CaseIdentity identity(Contents& file, const StoredCase& stored) {
        const auto& record = stored.record;
        return {condition_of(record), record.collect_ns,
                record.collect_ns == 0 ? content_of(file, stored) : std::string()};
    }

    void add_cases(Contents& from, MergedRun& merged) {
        std::vector<DamagedCase> listed;  // not used: add() lists damaged cases, too
        auto theirs = from.cases.list(merged.from, &listed);
        if (damaged_ == Damaged::skip)
            std::erase_if(theirs, [&](const StoredCase& stored) {
                const auto fault = fault_of(from, stored);
                if (fault) merged.left_out.push_back(fmt::format("case {}: {}", stored.record.id, *fault));
                return fault.has_value();
            });
        std::multimap<CaseIdentity, StoredCase> ours;
        for (auto& stored : into_.cases.list(merged.into)) {
            auto key = identity(into_, stored);
            ours.emplace(std::move(key), std::move(stored));  // equal keys stay in order
        }
        for (auto& stored : theirs) {
            check_stopped();
            const auto [same, last] =
                ours.empty() ? std::pair(ours.end(), ours.end()) : ours.equal_range(identity(from, stored));
            CaseId id{};
            if (same == last) {
                id = copy(from, stored, merged.into);
                ++merged.cases;
                merged.launches += stored.record.launch_count;
            } else {
                id = same->second.record.id;
                if (stored.counts.trials > same->second.counts.trials) {
                    add_round(from, stored, same->second);
                    ++merged.renewed;
                }
                ours.erase(same);
            }
            annotate(id, stored.record.annotation);
        }
    }

    /// Reads a whole case before writing begins. Returns its fault, if any.
    std::optional<std::string> fault_of(Contents& from, StoredCase stored) const {
        std::optional<std::string> contradiction;
        const auto damage = damage_in([&] {
            from.cases.read_parts(stored);
            contradiction = contradiction_in(from, stored, [](const LaunchRecord&) {});
        });
        return damage ? damage : contradiction;
    }

    /// Returns the first contradiction between figures, if any. Passes each launch to `each`.
    std::optional<std::string> contradiction_in(Contents& from, const StoredCase& stored,
                                                const std::function<void(const LaunchRecord&)>& each) const {
        const auto defects = case_defects(from, stored, [&](const LaunchRecord& launch) {
            if (launch.index % 4096 == 0) check_stopped();
            each(launch);
        });
        if (defects.empty()) return std::nullopt;
        const auto& first = defects.front();
        return fmt::format("table '{}': {}", first.table,
                           first.sentence.substr(0, first.sentence.size() - 1));
    }

    void refuse_contradiction(Contents& from, const StoredCase& stored,
                              const std::function<void(const LaunchRecord&)>& each) const {
        if (const auto fault = contradiction_in(from, stored, each))
            throw BadValue("case {}: {}. Or merge the rest: --skip-damaged", stored.record.id, *fault);
    }

    CaseId copy(Contents& from, StoredCase& stored, RunId run) {
        auto& record = stored.record;
        from.cases.read_parts(stored);
        const auto id = writer_.begin(run, record);
        refuse_contradiction(from, stored,
                             [&](const LaunchRecord& launch) { writer_.launches().add(launch); });
        writer_.launches().finish(record.passes);
        return id;
    }

    void add_round(Contents& from, StoredCase& stored, const StoredCase& ours) {
        const auto& record = stored.record;
        from.cases.read_parts(stored);
        refuse_contradiction(from, stored, [](const LaunchRecord&) {});
        std::vector<TimeSummary> summaries = record.other_times;
        if (record.time) summaries.push_back(*record.time);
        const auto notes = std::span(record.notes);
        writer_.add_round(ours.record.id, std::span(record.trials).subspan(ours.counts.trials), summaries,
                          notes.subspan(std::min(ours.counts.notes, notes.size())),
                          record.status == CaseStatus::unverified ? record.message : std::string());
    }

    Contents into_;
    CaseWriter writer_;
    const std::function<bool()>& stopped_;
    Damaged damaged_;
};

/// Throws Error(data) for a damaged target, because its runs must stay readable.
void refuse_damage(Database& database, const fs::path& name) {
    Contents into(database);
    const auto damage = listing_of(into.cases).damage;
    if (const auto sentences = damage.sentences(); !sentences.empty())
        throw failure(
            ErrorKind::data,
            "Nothing was merged into '{0}', which is damaged: {1}. Delete it first: 'sortscope delete {2} "
            "{3}', or merge it into a new file: 'sortscope merge NEW {2} --skip-damaged'.",
            name.string(), sentences.front(), shell_word(name.string()),
            !damage.runs.empty()     ? fmt::format("--run {}", damage.runs.front().id)
            : !damage.limits.empty() ? fmt::format("--run {}", damage.limits.front().id)
                                     : fmt::format("--case {}", damage.cases.front().id));
}

void check_files(const fs::path& into, std::span<const fs::path> files) {
    for (const auto& file : files) {
        std::error_code failed;
        check_readable_file(file);
        if (fs::equivalent(file, into, failed))
            throw failure(ErrorKind::usage, "'{}' cannot be merged into itself.", file.string());
    }
}

/// Errors call `into` by `name`.
std::vector<MergedRun> merge_all(const fs::path& into, const fs::path& name, std::span<const fs::path> files,
                                 const std::function<bool()>& stopped, Damaged damaged,
                                 std::chrono::milliseconds wait) {
    auto database = open_for_writing(into, wait);
    const MergeLogAtEnd end(&database);
    return guarded(name, "Merging into the file failed", [&] {
        database.exec("PRAGMA cache_size = -49152");
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        refuse_damage(database, name);
        Merge merge(database, stopped, damaged);
        std::vector<MergedRun> merged;
        for (size_t i = 0; i < files.size(); ++i) {
            auto source = open_for_reading(files[i], wait);
            guarded(files[i], "Merging the file failed", [&] {
                SQLite::Transaction one_state(source);
                try {
                    std::ranges::move(merge.add(source, i), std::back_inserter(merged));
                } catch (const Contradiction& contradiction) {  // the source has wrong rows
                    throw BadValue("{}", contradiction.what());
                } catch (const SQLite::Exception& exception) {  // a full disk is the target's fault
                    if (exception.getErrorCode() != SQLITE_FULL) throw;
                    rethrow(name, "Merging into the file failed");
                }
            });
        }
        transaction.commit();
        return merged;
    });
}
}  // namespace

std::vector<MergedRun> merge(const fs::path& into, std::span<const fs::path> files,
                             const std::function<bool()>& stopped, Damaged damaged,
                             std::chrono::milliseconds wait) {
    const bool exists = check_writable_target(into);
    check_files(into, files);
    if (exists) return merge_all(into, into, files, stopped, damaged, wait);
    const TempFile temp(into, "merge");
    auto merged = merge_all(temp.path(), into, files, stopped, damaged, wait);
    temp.become(into);
    return merged;
}
}
