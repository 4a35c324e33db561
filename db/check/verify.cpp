#include "db/check/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "core/metric/sums.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/check/finding_rows.hpp"
#include "db/check/verify_rows.hpp"
#include "db/read/reader.hpp"
#include "db/rows/lod.hpp"
#include "db/rows/sums.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/errors.hpp"

namespace sortscope::db {
namespace {

constexpr auto again = "Delete the case and record it again.";

class CaseCheck {
 public:
    CaseCheck(const CaseRecord& record, std::vector<Finding>& findings)
        : record_(record), findings_(findings) {}

    void run() {
        if (record_.status == CaseStatus::ok && record_.trials.empty() && !record_.time)
            add("trials", "trial", "The case is finished, but has not one trial.");
        if (record_.time) check_time(*record_.time, "profiled_case", record_.time_mode);
        for (const auto& time : record_.other_times) check_time(time, "other_time", time.mode);
        if (record_.message.empty() && record_.status != CaseStatus::ok)
            add("message", "profiled_case",
                fmt::format("The case ended as '{}', and does not say why.", name_of(record_.status)));
    }

 private:
    void add(const char* check, const char* table, std::string sentence) {
        findings_.push_back(
            {check, table, std::nullopt, static_cast<std::int64_t>(record_.id), std::move(sentence), again});
    }

    void check_time(const TimeSummary& time, const char* table, TimeMode mode) {
        const auto words = fmt::format("median {} ns, {} to {} ns", time.median_ns, time.min_ns, time.max_ns);
        if (time.min_ns == 0 || time.median_ns == 0)
            add("zero", table, "The case has a time of zero: " + words + ".");
        if (time.min_ns > time.median_ns || time.median_ns > time.max_ns)
            add("time", table, "Its times are out of order: " + words + ".");
        if (time.count == 0) add("time", table, "It has a time, but of no trial.");
        std::uint32_t trials = 0;
        std::int64_t least = 0;
        std::int64_t most = 0;
        for (const auto* trial : accepted_times(record_.trials, mode)) {
            least = trials == 0 ? *trial->duration_ns : std::min(least, *trial->duration_ns);
            most = std::max(most, *trial->duration_ns);
            ++trials;
        }
        if (record_.trials.empty()) return;  // summaries alone, as imports have them
        if (trials != time.count)
            add("time", table,
                fmt::format("It is said to be of {}, and {} {} there.",
                            plural(time.count, "accepted time trial"), trials, trials == 1 ? "is" : "are"));
        else if (least != time.min_ns || most != time.max_ns)
            add("time", table,
                fmt::format("Its trials took {} to {} ns, and the case says {} to {} ns.", least, most,
                            time.min_ns, time.max_ns));
        else
            check_summary(time, *summarize_times(record_.trials, mode), table);
        std::uint32_t of_rounds = 0;
        for (const auto& round : time.rounds) of_rounds += round.count;
        if (!time.rounds.empty() && of_rounds != time.count)
            add("time", "time_round",
                fmt::format("Its rounds have {} together, and the case {}.", plural(of_rounds, "trial"),
                            time.count));
    }

    /// Median, spread and rounds are made of the trials: once more they come to the same.
    void check_summary(const TimeSummary& time, const TimeSummary& made, const char* table) {
        if (time.median_ns != made.median_ns)
            add("time", table,
                fmt::format("Its trials have a median of {} ns, and the case says {} ns.", made.median_ns,
                            time.median_ns));
        if (differ(time.spread, made.spread))
            add("time", table,
                fmt::format("Its trials spread by {:.6g} of their median, and the case says {:.6g}.",
                            made.spread, time.spread));
        for (const auto& round : time.rounds) {
            const auto found = std::ranges::find(made.rounds, round.round, &RoundTime::round);
            if (found == made.rounds.end())
                add("time", "time_round", fmt::format("There is no trial of its round {}.", round.round));
            else if (found->median_ns != round.median_ns || found->count != round.count ||
                     differ(found->spread, round.spread))
                add("time", "time_round",
                    fmt::format("The trials of its round {} ({}) have a median of {} ns and spread by "
                                "{:.6g}, and the round says {}, {} ns and {:.6g}.",
                                round.round, found->count, found->median_ns, found->spread, round.count,
                                round.median_ns, round.spread));
        }
    }
    static bool differ(double a, double b) { return !(std::abs(a - b) <= 1e-9); }

    const CaseRecord& record_;
    std::vector<Finding>& findings_;
};

/// What a device reaches is divided by: it must be a number that some device could have.
void check_limits(RunId run, const std::vector<DeviceLimits>& limits, std::vector<Finding>& findings) {
    for (const auto& device : limits)
        for (const auto& limit : device.limits) {
            if (!limit.unit.ends_with("/s") || limit.value >= 1) continue;
            findings.push_back(
                {"limit", "device_limit", std::nullopt, std::nullopt,
                 fmt::format("The {} of {} in run {} is {:g} {}, which cannot be.", limit.name,
                             device.device.name, static_cast<std::int64_t>(run), limit.value, limit.unit),
                 take_from_copy});
        }
}

/// Whether what was stored with very many launches, so that charts need not go through them, is what they
/// come to.
class LevelCheck {
 public:
    LevelCheck(const Reader& reader, const CaseRecord& record)
        : reader_(reader), record_(record), wanted_(record.launch_count >= least_launches_with_runs) {}

    void add(const LaunchRecord& launch) {
        if (wanted_) sums_.add(launch);
    }
    void run(std::vector<Finding>& findings) {
        if (!wanted_) return;
        const auto id = static_cast<std::int64_t>(record_.id);
        for (const auto& table : reader_.odd_level_tables(record_.id))
            // Where the rows alone told of it already, that says more.
            if (std::ranges::none_of(findings, [&](const Finding& finding) {
                    return finding.table == table && finding.in_case == id;
                }))
                findings.push_back({"levels", table, std::nullopt, id,
                                    "Its rows cannot be what the launches come to, so nobody reads them.",
                                    again});
        LaunchRuns runs;
        reader_.launch_times(record_.id, [&](const LaunchTime& time) {
            runs.add(time.index, time.origin, time.start_ns, time.duration_ns);
            return true;
        });
        if (const auto stored = reader_.launch_runs(record_.id); !stored.empty() && stored != runs.runs())
            findings.push_back({"levels", "launch_run", std::nullopt, id,
                                "Its runs of launches are not what the launches come to.", again});
        if (const auto stored = reader_.substages(record_.id); stored && *stored != sums_.sums())
            findings.push_back({"levels", "substage_sum", std::nullopt, id,
                                "Its sums by substage are not what the launches come to.", again});
    }

 private:
    const Reader& reader_;
    const CaseRecord& record_;
    bool wanted_;
    StageSums sums_{StageSums::By::substage};
};

/// Whether the stored sums by stage, which every table of stages is made of, are what the launches come to,
/// stage by stage.
class StageCheck {
 public:
    explicit StageCheck(std::vector<LaunchSums> stored) : stored_(std::move(stored)) {}

    void add(const LaunchRecord& launch) { made_.add(launch); }
    void run(CaseId in_case, std::vector<Finding>& findings) const {
        const auto id = static_cast<std::int64_t>(in_case);
        const auto& made = made_.sums();
        for (std::size_t i = 0; i < std::max(made.size(), stored_.size()); ++i) {
            const auto launches = i < made.size() ? words(made[i]) : "none";
            const auto sums = i < stored_.size() ? words(stored_[i]) : "none";
            std::string sentence;
            if (launches != sums)
                sentence = fmt::format("By its launches, sum {} is {}; stored is {}.", i + 1, launches, sums);
            else if (const auto counter = odd_counter(made[i].counters, stored_[i].counters);
                     !counter.empty())
                sentence =
                    fmt::format("Its {} of stage {} ({}) are not what the launches of the stage come to.",
                                counter, made[i].stage, made[i].kernel);
            if (sentence.empty()) continue;
            findings.push_back({"sums", "stage_sum", std::nullopt, id, std::move(sentence), again});
            return;  // one that is wrong moves all behind it
        }
    }

 private:
    static std::string words(const LaunchSums& sum) {
        return fmt::format(
            "stage {}, substage {}, '{}' of '{}', {} from launch {} on, {}, bytes {}, comparators {}",
            sum.stage, sum.substage, sum.label, sum.kernel, plural(sum.launches, "launch"), sum.first_launch,
            sum.time_ns ? std::to_string(*sum.time_ns) + " ns" : std::string("without time"), sum.bound_bytes,
            sum.comparators);
    }
    /// A counter of one of both that the other lacks, or has otherwise; empty: none.
    static std::string_view odd_counter(const std::vector<CounterValue>& made,
                                        const std::vector<CounterValue>& stored) {
        const auto find_in = [](const std::vector<CounterValue>& values, const CounterValue& value) {
            return std::ranges::find_if(values, [&](const CounterValue& one) {
                return one.id == value.id && one.provenance == value.provenance;
            });
        };
        for (const auto& value : stored)
            if (find_in(made, value) == made.end()) return metric_of(value.id).id;
        for (const auto& value : made) {
            const auto found = find_in(stored, value);
            if (found == stored.end()) return metric_of(value.id).id;
            const auto a = value.value.as_double(), b = found->value.as_double();
            if (!(std::abs(a - b) <= 1e-9 * std::max(std::abs(a), 1.0))) return metric_of(value.id).id;
        }
        return {};
    }

    StageSums made_;
    std::vector<LaunchSums> stored_;
};

/// Of launches of several streams, one stream after the other: what is not kept while all else is looked at.
std::optional<LaunchSpan> span_in_any_order(const Reader& reader, CaseId id) {
    LaunchSpanner spanner;
    reader.launch_times(id, [&](const LaunchTime& time) {
        spanner.add(time.start_ns, time.duration_ns);
        return true;
    });
    return spanner.span();
}

void check_span(const CaseRecord& record, const std::optional<LaunchSpan>& made,
                std::vector<Finding>& findings) {
    const auto& stored = record.launch_span;
    if (!made || !stored || (made->span_ns == stored->span_ns && made->busy_ns == stored->busy_ns)) return;
    findings.push_back({"launches", "profiled_case", std::nullopt, static_cast<std::int64_t>(record.id),
                        fmt::format("Its launches ran in {} ns of {} ns, and the case says {} of {} ns.",
                                    made->busy_ns, made->span_ns, stored->busy_ns, stored->span_ns),
                        again});
}

/// Reads everything as those read who show it.
void check_reading(const std::filesystem::path& path, Verification& result) {
    const auto attempt = [&](std::optional<std::int64_t> in_case, auto&& work) {
        try {
            work();
        } catch (const Error& error) {
            result.findings.push_back({"reading", "", std::nullopt, in_case, error.what(),
                                       in_case ? again : "Take the file from a copy, or record it again."});
        }
    };
    attempt(std::nullopt, [&] {
        const Reader reader(path);
        const auto runs = reader.runs();
        result.runs = runs.size();
        for (const auto& run : runs)
            attempt(std::nullopt, [&] { check_limits(run.id, reader.limits(run.id), result.findings); });
        const auto cases = reader.cases();
        result.cases = cases.size();
        for (const auto& listed : cases) {
            result.launches += listed.launch_count;
            attempt(static_cast<std::int64_t>(listed.id), [&] {
                const auto record = reader.read_case(listed.id, Detail::details);
                CaseCheck(record, result.findings).run();
                StageCheck stages(reader.stages(listed.id));
                reader.series(listed.id);
                reader.stalls(listed.id);
                LevelCheck levels(reader, listed);
                LaunchSpanner spanner(LaunchSpanner::Order::ascending);
                reader.launches(listed.id, {.sites = true}, [&](const LaunchRecord& launch) {
                    stages.add(launch);
                    levels.add(launch);
                    spanner.add(launch.start_ns, launch.duration_ns);
                    return true;
                });
                check_span(record,
                           spanner.out_of_order() ? span_in_any_order(reader, listed.id) : spanner.span(),
                           result.findings);
                stages.run(listed.id, result.findings);
                levels.run(result.findings);
            });
        }
    });
}

}  // namespace

Verification verify(const std::filesystem::path& path) {
    Verification result;
    auto database = open_for_reading(path, std::chrono::seconds(2));
    guarded(path, "Checking the file failed", [&] {
        SQLite::Transaction one_state(database);
        result.schema = identify(database).version;
        check_integrity(database, result.findings);
        check_rows(database, result.findings);
        check_cases(database, result.findings);
        check_sites_and_words(database, result.findings);
        check_views(database, result.findings);
    });
    check_reading(path, result);
    return result;
}

}  // namespace sortscope::db
