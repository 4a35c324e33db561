#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/metric/selection.hpp"
#include "core/metric/sums.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/check/counter_bounds.hpp"
#include "db/check/findings.hpp"
#include "db/rows/lod.hpp"
#include "db/rows/sums.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {
namespace {

bool differ(double a, double b) { return !(std::abs(a - b) <= 1e-9 * std::max(std::abs(a), 1.0)); }

std::string describe(const LaunchSums& sum) {
    return fmt::format(
        "stage {}, substage {}, '{}' of '{}', {} from launch {} on, {}, bytes {}, comparators {}", sum.stage,
        sum.substage, sum.label, sum.kernel, plural(sum.launches, "launch"), sum.first_launch,
        sum.time_ns ? std::to_string(*sum.time_ns) + " ns" : std::string("without time"), sum.required_bytes,
        sum.comparators);
}

/// A counter of one of both that the other lacks, or has otherwise; empty: none.
std::string_view odd_counter(const std::vector<CounterValue>& made, const std::vector<CounterValue>& stored) {
    for (std::size_t i = 0; i < std::max(made.size(), stored.size()); ++i) {
        if (i >= made.size()) return metric_of(stored[i].id).id;
        if (i >= stored.size() || made[i].id != stored[i].id || made[i].provenance != stored[i].provenance ||
            differ(made[i].value.as_double(), stored[i].value.as_double()))
            return metric_of(i < stored.size() ? std::min(made[i].id, stored[i].id) : made[i].id).id;
    }
    return {};
}

class CaseCheck {
 public:
    CaseCheck(const Reader& reader, CaseRecord record, Findings& findings)
        : reader_(reader), record_(std::move(record)), findings_(findings) {}

    void run() {
        if (record_.status == CaseStatus::ok && record_.trials.empty() && !record_.time)
            add("trials", "trial", "The case is finished, but has no trial.");
        if (record_.message.empty() && record_.status != CaseStatus::ok)
            add("message", "profiled_case",
                fmt::format("The case ended as '{}', and does not say why.", name_of(record_.status)));
        if (record_.time) check_time(*record_.time, "profiled_case", record_.time_mode);
        for (const auto& time : record_.other_times) check_time(time, "other_time", time.mode);
        for (const auto& pass : record_.passes) check_pass(pass);
        reader_.series(record_.id);
        reader_.stalls(record_.id);
        reader_.sources(record_.id);
        check_launches();
    }

 private:
    void add(const char* check, const std::string& table, std::string sentence) {
        findings_.add(check, table, record_.id, std::move(sentence));
    }

    void check_pass(const PassRecord& pass) {
        const auto set = std::ranges::find(metric_sets(), pass.set, &MetricSet::name);
        const bool other =
            pass.set == stalls_pass || pass.set == series_pass || pass.set.starts_with("vendor");
        if (set == metric_sets().end() && !other)
            add("passes", "case_pass", fmt::format("It took a set '{}', which there is not.", pass.set));
        if (set != metric_sets().end() && set->provenance != pass.provenance)
            add("passes", "case_pass",
                fmt::format("The set '{}' is {} there, and should be {}.", pass.set, name_of(pass.provenance),
                            name_of(set->provenance)));
    }

    /// Median, spread and rounds are those of the trials.
    void check_time(const TimeSummary& time, const char* table, TimeMode mode) {
        const auto words = fmt::format("median {} ns, {} to {} ns", time.median_ns, time.min_ns, time.max_ns);
        if (time.min_ns == 0 || time.median_ns == 0)
            add("zero", table, "It has a time of zero: " + words + ".");
        if (time.min_ns > time.median_ns || time.median_ns > time.max_ns)
            add("time", table, "Its times are out of order: " + words + ".");
        if (time.count == 0) add("time", table, "It has a time of no trial.");
        if (record_.trials.empty()) return;  // summaries alone, as imports have them
        const auto made = summarize_times(record_.trials, mode);
        if (!made || made->count != time.count)
            add("time", table,
                fmt::format("Its time is of {}, and there are {}.", plural(time.count, "accepted time trial"),
                            made ? made->count : 0));
        else if (made->min_ns != time.min_ns || made->max_ns != time.max_ns ||
                 made->median_ns != time.median_ns || differ(time.spread, made->spread))
            add("time", table,
                fmt::format(
                    "Its trials have a median of {} ns, {} to {} ns and spread {:.6g}; stored are {} ns, "
                    "{} to {} ns and {:.6g}.",
                    made->median_ns, made->min_ns, made->max_ns, made->spread, time.median_ns, time.min_ns,
                    time.max_ns, time.spread));
        std::uint32_t of_rounds = 0;
        for (const auto& round : time.rounds) {
            of_rounds += round.count;
            if (!made) continue;
            const auto same = std::ranges::find(made->rounds, round.round, &RoundTime::round);
            if (same == made->rounds.end())
                add("time", "time_round", fmt::format("There is no trial of its round {}.", round.round));
            else if (same->median_ns != round.median_ns || same->count != round.count ||
                     differ(same->spread, round.spread))
                add("time", "time_round",
                    fmt::format(
                        "The {} of its round {} have a median of {} ns and spread {:.6g}; stored are {}, "
                        "{} ns and {:.6g}.",
                        plural(same->count, "trial"), round.round, same->median_ns, same->spread, round.count,
                        round.median_ns, round.spread));
        }
        if (!time.rounds.empty() && of_rounds != time.count)
            add("time", "time_round",
                fmt::format("Its rounds have {} together, and the case {}.", plural(of_rounds, "trial"),
                            time.count));
    }

    void check_launches() {
        const bool many = record_.launch_count >= least_launches_with_runs;
        StageSums stages;
        StageSums substages(StageSums::By::substage);
        LaunchRuns runs;
        LaunchSpanner spanner;
        reader_.launches(record_.id, {.sites = true}, [&](const LaunchRecord& launch) {
            stages.add(launch);
            if (many) substages.add(launch);
            check_bounds(launch);
            return true;
        });
        reader_.launch_times(record_.id, [&](const LaunchTime& time) {
            spanner.add(time.start_ns, time.duration_ns);
            if (many) runs.add(time.index, time.origin, time.start_ns, time.duration_ns);
            return true;
        });
        check_span(spanner.span());
        check_stages(stages.sums(), reader_.stages(record_.id));
        if (!many) return;
        for (const auto& table : reader_.odd_lod_tables(record_.id))
            if (!findings_.has(table, record_.id))
                add("levels", table, "Its rows cannot be those of the launches, so no reader uses them.");
        if (const auto stored = reader_.launch_runs(record_.id); !stored.empty() && stored != runs.runs())
            add("levels", "launch_run", "Its runs of launches are not those of the launches.");
        if (const auto stored = reader_.substages(record_.id); stored && *stored != substages.sums())
            add("levels", "substage_sum", "Its sums by substage are not those of the launches.");
    }

    void check_bounds(const LaunchRecord& launch) {
        const auto broken = broken_bound(launch.counters, record_.device.cc_major);
        if (!broken) return;
        const auto* set = set_of(broken->part.id, broken->part.provenance);
        add(broken->bound->check, set == nullptr ? "other_counter" : counter_table(*set),
            fmt::format("Launch {} {}.", launch.index, broken->sentence));
    }

    void check_span(const std::optional<LaunchSpan>& made) {
        const auto& stored = record_.launch_span;
        if (made && stored && (made->span_ns != stored->span_ns || made->busy_ns != stored->busy_ns))
            add("launches", "profiled_case",
                fmt::format("Its launches ran in {} ns of {} ns; stored are {} of {} ns.", made->busy_ns,
                            made->span_ns, stored->busy_ns, stored->span_ns));
    }

    void check_stages(const std::vector<LaunchSums>& made, const std::vector<LaunchSums>& stored) {
        for (std::size_t i = 0; i < std::max(made.size(), stored.size()); ++i) {
            const auto launches = i < made.size() ? describe(made[i]) : "none";
            const auto sums = i < stored.size() ? describe(stored[i]) : "none";
            if (launches != sums) {
                add("sums", "stage_sum",
                    fmt::format("By its launches, sum {} is {}; stored is {}.", i + 1, launches, sums));
                return;  // one that is wrong moves all behind it
            }
            if (const auto counter = odd_counter(made[i].counters, stored[i].counters); !counter.empty()) {
                add("sums", "stage_sum",
                    fmt::format("Its {} of stage {} ({}) is not that of the launches.", counter,
                                made[i].stage, made[i].kernel));
                return;
            }
        }
    }

    const Reader& reader_;
    CaseRecord record_;
    Findings& findings_;
};

}  // namespace

void check_case(const Reader& reader, const CaseRecord& listed, Findings& findings) {
    CaseCheck(reader, reader.read_case(listed.id, Detail::details), findings).run();
}

}  // namespace sortscope::db
