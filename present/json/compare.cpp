#include "present/json/compare.hpp"

#include <algorithm>

#include "present/json/case.hpp"

namespace sortscope::present::json {
namespace {

using namespace analyzer;

/// `time`: the compared one; its mode replaces that of the headline.
void write_compared(Writer& out, const Compared& one, const TimeEstimate* time = nullptr) {
    out.object([&] {
        out.put("case_id", one.record->id);
        out.put("run_id", one.record->run);
        auto condition = condition_of(*one.record);
        if (time != nullptr) condition.time_mode = time->mode;
        members_of_condition(out, condition);
        if (time != nullptr && one.record->keys() != 0)
            out.put("rate_keys_per_s", 1e9 * static_cast<double>(one.record->keys()) / time->ns);
        out.put_nonzero("cases_not_shown", one.older);
        out.put_nonzero("settings_not_shown", one.settings);
    });
}

void write_metrics(Writer& out, const std::vector<MetricDifference>& metrics) {
    out.objects("counters", metrics, [&](const auto& one) {
        out.put("metric", one.metric->id);
        out.put("provenance", sortscope::name_of(one.base.provenance));
        out.put("base", one.base.value);
        out.put("other", one.other.value);
        out.put_known("ratio", one.ratio());
    });
}

void write_stage(Writer& out, const StageDifference& one, bool total) {
    out.object([&] {
        if (!total) out.put("stage", one.stage);
        out.put_known("base_time_ns", one.base.time_ns);
        out.put_known("other_time_ns", one.other.time_ns);
        out.put_known("difference_ns", one.difference_ns);
        out.put_known("part_ratio", one.part);
        write_metrics(out, one.metrics);
    });
}

void write_pair(Writer& out, const ComparedPair& pair, const PairDifference* difference) {
    out.object([&] {
        out.object("condition", [&] { members_of_condition(out, pair.condition); });
        out.member("base",
                   [&] { write_compared(out, pair.base, pair.base_time ? &*pair.base_time : nullptr); });
        out.member("other",
                   [&] { write_compared(out, pair.other, pair.other_time ? &*pair.other_time : nullptr); });
        if (pair.base_time) out.object("base_time", [&] { members_of_time(out, *pair.base_time); });
        if (pair.other_time) out.object("other_time", [&] { members_of_time(out, *pair.other_time); });
        if (const auto differing = differing_work(pair); !differing.empty())
            out.values("conditions_differ_in", differing);
        if (pair.ratio) {
            out.put("ratio_of", pair.per_key() ? "time_per_key" : "time");
            members_of_ratio(out, *pair.ratio);
            out.put("host_paced_times_of_two_recordings", host_bound(pair));
            if (on_different_hosts(pair)) out.put("of_two_hosts", true);
        }
        if (pair.verdict) out.put("verdict", analyzer::name_of(*pair.verdict));
        if (difference == nullptr) return;
        const auto& made = difference->difference;
        out.object("difference", [&] {
            out.put_known("difference_ns", made.difference_ns);
            if (const auto* most = made.most()) out.put("stage_that_made_most", most->stage);
            out.array("stages", [&] {
                for (const auto& one : made.stages) write_stage(out, one, false);
            });
            out.member("kernels", [&] { write_stage(out, made.total, true); });
            out.put_known("base_rest_ns", made.base_rest_ns);
            out.put_known("other_rest_ns", made.other_rest_ns);
        });
    });
}

void members_of_side(Writer& out, const Side& side) {
    out.put("name", side.name);
    out.put("conditions", side.cases.size());
    out.put_nonzero("cases_not_ok", side.not_ok);
}

}  // namespace

void members_of_time(Writer& out, const TimeEstimate& time) {
    out.put("provenance", sortscope::name_of(Provenance::measured));
    out.put("time_mode", sortscope::name_of(time.mode));
    out.put("time_ns", time.ns);
    out.put("time_is", time.of_rounds() ? "geometric_mean_of_the_rounds_medians"
                                        : "median");  // where "median_ns" of a case is the median of them
    if (time.source != IntervalSource::none) {
        out.put("low_ns", time.interval_ns.low);
        out.put("high_ns", time.interval_ns.high);
        out.put("interval_level", time.interval_ns.level);
    }
    out.put("interval_source", analyzer::name_of(time.source));
    out.put("rounds", time.rounds);
    out.put("time_trials", time.trials);
}

void members_of_ratio(Writer& out, const RatioEstimate& ratio) {
    out.put("ratio", ratio.ratio);
    out.put("ratio_low", ratio.interval.low);
    out.put("ratio_high", ratio.interval.high);
    out.put("interval_level", ratio.interval.level);
    out.put("of_rounds", ratio.of_rounds);
    out.put_nonzero("process_variation_ratio", ratio.variation);
    if (ratio.between_recordings()) out.put("between_recordings", true);
}

void members_of_comparison(Writer& out, const Comparison& comparison, const Side& base, const Side& other,
                           std::span<const PairDifference> differences) {
    out.object("base", [&] { members_of_side(out, base); });
    out.object("other", [&] { members_of_side(out, other); });
    out.object("verdicts", [&] {
        for (const auto verdict : {Verdict::faster, Verdict::slower, Verdict::same, Verdict::unclear})
            out.put(analyzer::name_of(verdict), comparison.count(verdict));
    });
    out.put("pairs_of_host_paced_times_of_two_recordings", host_bound_pairs(comparison));
    out.put_nonzero("pairs_of_two_hosts", std::ranges::count_if(comparison.pairs, on_different_hosts));
    out.put_known("geometric_mean_ratio", comparison.mean_ratio);
    out.array("pairs", [&] {
        for (const auto& pair : comparison.pairs) {
            const auto found = std::ranges::find(differences, &pair, &PairDifference::pair);
            write_pair(out, pair, found == differences.end() ? nullptr : &*found);
        }
    });
    const auto alone = [&](const char* name, const std::vector<Compared>& cases) {
        out.elements(name, cases, [](Writer& json, const Compared& one) { write_compared(json, one); });
    };
    alone("only_base", comparison.only_base);
    alone("only_other", comparison.only_other);
}

void write_history(Writer& out, const History& history) {
    out.object([&] {
        members_of_condition(out, history.condition);
        out.put("host_paced_times_of_two_recordings",
                host_bound(history.condition.time_mode));  // runs are recordings
        out.objects("points", history.points, [&](const auto& point) {
            out.put("run_id", point.run);
            out.put("case_id", point.case_id);
            members_of_time(out, point.time);
            out.put("outlier", point.outlier);
        });
        out.objects("changes", history.changes, [&](const auto& change) {
            out.put("run_id", history.points[change.at].run);
            out.put("verdict", analyzer::name_of(change.verdict));
            members_of_ratio(out, change.ratio);
            out.put("confirmed", change.confirmed);
            out.put("holds", change.holds());
        });
    });
}

void write_sweep(Writer& out, const Sweep& sweep) {
    out.object([&] {
        members_of_condition(out, sweep.condition);
        out.values("axes", sweep.axes);
        if (sweep.best) {
            out.put("time_mode", sortscope::name_of(sweep.mode));
            out.put("flat", sweep.flat);
            out.put("best_case_id", sweep.points[*sweep.best].from.record->id);
        }
        if (sweep.runner_up) {
            const auto& next = sweep.points[*sweep.runner_up];
            out.object("margin", [&] {
                out.put("case_id", next.from.record->id);
                members_of_ratio(out, *next.to_best);
                out.put("verdict", analyzer::name_of(*next.verdict));
            });
        }
        out.objects("points", sweep.points, [&](const auto& point) {
            out.put("case_id", point.from.record->id);
            out.object("at", [&] {
                for (std::size_t i = 0; i < sweep.axes.size(); ++i) out.put(sweep.axes[i], point.at[i]);
            });
            if (point.time) out.object("time", [&] { members_of_time(out, *point.time); });
            if (point.to_best) out.object("to_best", [&] { members_of_ratio(out, *point.to_best); });
            if (point.verdict) out.put("verdict", analyzer::name_of(*point.verdict));
            if (point.heaviest) {
                out.put("heaviest_kernel", point.heaviest->kernel);
                out.put_nonzero("registers", point.heaviest->registers);
                out.put("shared_bytes", point.heaviest->shared_bytes);
                out.put("grid_blocks", point.heaviest->grid.count());
            }
            if (point.fill) {
                const auto& fill = *point.fill;
                out.object("theoretical_occupancy", [&] {
                    out.put("occupancy_pct", fill.occupancy.percent());
                    out.put("blocks", fill.occupancy.blocks);
                    out.values("limited_by", fill.occupancy.limiters,
                               [&](const auto limiter) { return sortscope::name_of(limiter); });
                    out.put("waves", fill.waves);
                    out.put("idle_in_last_wave_ratio", fill.idle_tail);
                });
            }
            members_of_counters(out, {point.total.counters, point.total.time_ns, point.from.record->bytes(),
                                      point.total.required_bytes, point.total.launches});
            out.objects("reasons", point.reasons, [&](const auto& reason) {
                out.put("kind", analyzer::name_of(reason.kind));
                out.put("value", reason.value);
                out.put("best", reason.best);
            });
            out.put_nonzero("cases_not_shown", point.from.older);
        });
    });
}
namespace {

void members_of_config(Writer& out, const LaunchConfig& config) {
    out.put_nonzero("block_threads", config.block);
    if (config.params.empty()) return;
    out.object("parameters", [&] {
        for (const auto& [name, value] : config.params) out.put(name, value);
    });
}

}  // namespace

void members_of_tune(Writer& out, const TunedSort& sort, const analyzer::TuneResult& result) {
    out.put("by", sort.by_sectors ? "sectors" : "time");
    out.put("provenance", sort.by_sectors ? "modelled" : "measured");
    const auto chosen = [&](const char* key, const std::optional<std::size_t>& which) {
        if (!which) return;
        out.object(key, [&] {
            members_of_config(out, sort.configs[*which]);
            if (sort.by_sectors)
                out.put("sectors", result.latest[*which]->ns);
            else
                members_of_time(out, *result.latest[*which]);
        });
    };
    chosen("best", result.best);
    chosen("next", result.next);
    if (result.margin) {
        members_of_ratio(out, *result.margin);
        if (!sort.by_sectors) out.put("verdict", analyzer::name_of(*result.verdict));
    }
    if (!sort.by_sectors) out.put("certainty_ratio", result.certainty);
    out.put("trials", result.trials);
    out.put("trials_of_full_sweep", result.all_trials);
    out.put("configurations_measured_to_the_end", result.to_the_end);
    out.put("stopped", result.stopped);
    out.array("configurations", [&] {
        for (std::size_t i = 0; i < sort.configs.size(); ++i)
            out.object([&] {
                members_of_config(out, sort.configs[i]);
                const auto& value = result.latest[i];
                if (!value) return;
                if (sort.by_sectors)
                    out.put("sectors", value->ns);
                else
                    members_of_time(out, *value);
            });
    });
    out.objects("rounds", result.rounds, [&](const auto& round) {
        out.put("trials", round.trials);
        out.put("entered", round.entered.size());
        out.put("kept", round.kept.size());
    });
}

}  // namespace sortscope::present::json
