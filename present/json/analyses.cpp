#include "present/json/analyses.hpp"

#include <ranges>

#include "present/function_name.hpp"
#include "present/json/case.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/curves.hpp"

namespace sortscope::present::json {
using namespace analyzer;

static void members_of(Writer& out, const LaunchSums& sums, std::optional<double> share,
                       std::optional<int64_t> gap_ns, uint64_t data_bytes) {
    out.put("first_launch", sums.first_launch, "launches", sums.launches);
    if (sums.time_ns)
        out.object("time", [&] { out.put("provenance", Provenance::measured, "time_ns", *sums.time_ns); });
    out.put_known("share_ratio", share, "gap_ns", gap_ns);
    members_of(out, metric_input(sums, data_bytes));
}

/// `rows` calls its parameter with each row's sums, share and gap.
static void members_of(Writer& out, const Breakdown& whole, Grouping grouping, const auto& rows) {
    out.put("by", grouping);
    if (whole.weight != Weight::none)
        out.object("share_of", [&] {
            out.put("what", whole.weight == Weight::time ? "time" : "sectors");
            out.put("provenance", whole.weight_provenance);
        });
    if (whole.gaps_ns)
        out.object("gaps",
                   [&] { out.put("provenance", Provenance::measured, "duration_ns", *whole.gaps_ns); });
    if (const auto rest_ns = whole.rest_ns())
        out.object("rest", [&] {
            out.put("provenance", Provenance::measured, "sort_median_ns", *whole.sort_ns);
            out.put("duration_ns", *rest_ns);
        });
    out.array("rows", [&] {
        rows([&](const LaunchSums& sums, std::optional<double> share, std::optional<int64_t> gap_ns) {
            out.object([&] {
                if (grouping == Grouping::kernel) {
                    out.put("kernel", sums.kernel);
                } else {
                    out.put("stage", sums.stage);
                    out.put_nonzero("substage", sums.substage);
                    out.put_known("label", sums.label);
                }
                members_of(out, sums, share, gap_ns, whole.data_bytes);
            });
        });
    });
    const auto& total = whole.total;
    if (!whole.rows.empty())
        out.object("total",
                   [&] { members_of(out, total.sums, total.share, total.gap_ns, whole.data_bytes); });
}

void members_of(Writer& out, const Breakdown& breakdown) {
    members_of(out, breakdown, breakdown.grouping, [&](const auto& add) {
        for (const auto& row : breakdown.rows) add(row.sums, row.share, row.gap_ns);
    });
}

void members_of_launches(Writer& out, const Breakdown& by_stage, const CaseSource& source, CaseId id,
                         Gaps gaps) {
    members_of(out, by_stage, Grouping::launch, [&](const auto& add) {
        GapFinder finder;
        source.launches(id, {}, [&](const LaunchRecord& launch) {
            const auto sums = sums_of(launch);
            add(sums, by_stage.share_of(sums),
                gaps == Gaps::read ? finder.add(launch.start_ns, launch.duration_ns) : std::nullopt);
            return true;
        });
    });
}

void members_of(Writer& out, const Curve& curve) {
    members_of(out, curve.condition);
    out.put_nonzero("run_id", curve.run_id);
    out.put("provenance", curve.provenance);
    const bool sweep = curve.condition.is_free("block");
    out.objects("points", curve.points, [&](const auto& point) {
        out.put(sweep ? "block_threads" : "n", uint64_t(point.x));
        members_of(out, curve_point_fields(), point);
    });
}

static void members_of(Writer& out, const MetricValue& value) {
    out.put("value", value.value, "provenance", value.provenance);
}

void members_of(Writer& out, const StageMatrix& matrix) {
    out.put("metric", matrix.metric->id, "unit", matrix.metric->unit);
    out.objects("stages", matrix.stages, [&](const auto& one) {
        out.put("stage", one.first);
        members_of(out, one.second);
    });
    out.objects("cells", matrix.cells, [&](const auto& one) {
        out.put("stage", one.first.first, "substage", one.first.second);
        members_of(out, one.second);
    });
}

void members_of(Writer& out, const LineCounts& line) {
    out.put("file", line.file, "line", line.line);
    out.put_known("function", function_name(line.function));
    if (line.provenance) {
        out.put("provenance", *line.provenance, "global_requests", line.requests, "global_loads", line.loads);
        out.put("global_stores", line.stores, "global_bytes", line.bytes, "sectors", line.sectors);
        out.put_known("sector_share_ratio", line.sector_share);
        out.put("extra_wavefronts", line.extra_wavefronts, "branch_warps", line.branch_warps);
        out.put("divergent_warps", line.divergent_warps);
    }
    if (!line.sample_share) return;
    out.put("stall_samples", line.samples, "sample_share_ratio", *line.sample_share, "most_for", line.reason);
}

/// `first`: name of the first side.
static void put_crossings(Writer& out, const Crossings& found, const std::string& first) {
    out.put("sizes_shared", found.shared, "sizes_told_apart", found.clear);
    out.put_known(first + "_wins_last", found.first_wins_last);
    out.objects("crossings", found.crossings, [&](const auto& crossing) {
        out.put("log2_n", crossing.log2_n, "faster_from_here", crossing.first_wins ? first : "other");
        out.put("told_apart_below_log2_n", crossing.clear_below);
        out.put("told_apart_above_log2_n", crossing.clear_above);
    });
}

static void members_of(Writer& out, const SideCrossings& of) {
    out.put("other", of.other, "condition", of.condition, "ratio_of", ratio_word(of.per));
    put_crossings(out, of, "base");
}

void members_of(Writer& out, const CurvePair& pair) {
    out.put("fastest", pair.first->condition, "other", pair.second->condition);
    put_crossings(out, pair, "fastest");
}

void members_of(Writer& out, const Listing& listing, std::span<const LineSpan> spans) {
    out.put("file", listing.file, "has_text", listing.has_text, "heat_of", listing.heat);
    const auto is_wanted = [&](const auto& line) {
        return spans.empty() || std::ranges::any_of(spans, [&](const auto& span) {
                   return line.number >= span.first && line.number <= span.second;
               });
    };
    out.objects("lines", listing.lines | std::views::filter(is_wanted), [&](const auto& line) {
        out.put("line", line.number);
        if (listing.has_text) out.put("text", line.text);
        if (line.counts.empty()) return;
        out.put("heat", line.heat, "counts", line.counts);
    });
}

/// `time`: the compared time.
static void members_of(Writer& out, const Compared& one, const std::optional<TimeEstimate>& time = {}) {
    out.put("case_id", one.record->id, "run_id", one.record->run);
    auto condition = condition_of(*one.record);
    if (time) condition.time_mode = time->mode;
    members_of(out, condition);
    if (time && one.record->keys() != 0)
        out.put("rate_keys_per_s", 1e9 * double(one.record->keys()) / time->ns);
    out.put_nonzero("cases_not_shown", one.older, "settings_not_shown", one.settings);
}

static void members_of(Writer& out, const MetricDifference& one) {
    out.put("metric", one.metric->id, "provenance", one.base.provenance, "base", one.base.value);
    out.put("other", one.other.value);
    out.put_known("ratio", one.ratio());
}

/// Omits the stage's number: sums over all stages have none.
static void members_of(Writer& out, const StageDifference& one) {
    out.put_known("base_time_ns", one.base.time_ns, "other_time_ns", one.other.time_ns);
    out.put_known("difference_ns", one.difference_ns, "part_ratio", one.part);
    out.put("counters", one.metrics);
}

static void members_of(Writer& out, const CaseDifference& made) {
    out.put_known("difference_ns", made.difference_ns);
    if (const auto* most = made.most()) out.put("stage_that_made_most", most->stage);
    out.objects("stages", made.stages, [&](const auto& one) {
        out.put("stage", one.stage);
        if (one.other_stage != one.stage) out.put("other_stage", one.other_stage);
        members_of(out, one);
    });
    out.put("kernels", made.total);
    out.put_known("base_rest_ns", made.base_rest_ns, "other_rest_ns", made.other_rest_ns);
}

static void members_of(Writer& out, const ComparedPair& pair) {
    out.put("condition", pair.condition);
    out.object("base", [&] { members_of(out, pair.base, pair.base_time); });
    out.object("other", [&] { members_of(out, pair.other, pair.other_time); });
    out.put_known("base_time", pair.base_time, "other_time", pair.other_time);
    out.put_known("conditions_differ_in", differing_work(pair));
    if (pair.ratio) {
        out.put("ratio_of", ratio_word(pair.per));
        members_of(out, *pair.ratio);
        out.put("host_paced_times_of_two_recordings", host_bound(pair));
        if (on_different_hosts(pair)) out.put("of_two_hosts", true);
    }
    out.put_known("verdict", pair.verdict);
}

static void members_of(Writer& out, const RecordingDifference& one) {
    out.put("recordings_differ_in", one.what, "base", one.base, "other", one.other);
}

static void members_of(Writer& out, const Side& side) {
    out.put("name", side.name, "conditions", side.cases.size());
    out.put_nonzero("cases_not_ok", side.not_ok);
}

void members_of(Writer& out, const TimeEstimate& time) {
    out.put("provenance", Provenance::measured, "time_mode", time.mode, "time_ns", time.ns);
    // A case's "median_ns" is another estimate: the median of its rounds' medians.
    out.put("time_is", time.of_rounds() ? "geometric_mean_of_the_rounds_medians" : "median");
    if (time.source != IntervalSource::none) {
        out.put("low_ns", time.interval_ns.low, "high_ns", time.interval_ns.high);
        out.put("interval_level", time.interval_ns.level);
    }
    out.put("interval_source", time.source, "rounds", time.rounds, "time_trials", time.trials);
}

void members_of(Writer& out, const RatioEstimate& ratio) {
    out.put("ratio", ratio.ratio, "ratio_low", ratio.interval.low, "ratio_high", ratio.interval.high);
    out.put("interval_level", ratio.interval.level, "of_rounds", ratio.of_rounds);
    out.put_nonzero("process_variation_ratio", ratio.variation);
    if (ratio.between_recordings()) out.put("between_recordings", true);
}

void members_of(Writer& out, const Comparison& comparison, const Side& base, const Side& other,
                std::span<const PairDifference> differences) {
    out.put("base", base, "other", other);
    out.object("verdicts", [&] {
        for (const auto verdict : all_verdicts) out.put(name_of(verdict), comparison.count(verdict));
    });
    out.put("pairs_of_host_paced_times_of_two_recordings", host_bound_pairs(comparison));
    out.put_nonzero("pairs_of_two_hosts", std::ranges::count_if(comparison.pairs, on_different_hosts));
    out.put_known("geometric_mean_ratio", comparison.mean_ratio);
    if (const auto causes = possible_causes(comparison); !causes.empty())
        out.objects("possible_causes", causes, [&](const auto& one) {
            members_of(out, one.difference);
            out.put("pairs", one.pairs);
        });
    out.objects("pairs", comparison.pairs, [&](const auto& pair) {
        members_of(out, pair);
        if (const auto* found = find_or_null(differences, &pair, &PairDifference::pair))
            out.put("difference", found->difference);
    });
    out.put("only_base", comparison.only_base, "only_other", comparison.only_other);
    if (const auto found = crossings(comparison, other.name); !found.empty()) out.put("crossings", found);
}

static void members_of(Writer& out, const SpeedupRow& row) {
    out.put("condition", row.condition, "case_id", row.from.record->id, "is_base", row.is_base);
    out.put("time", row.time, "base_ns", row.base_ns, "speedup", row.factor);
    out.put("speedup_low", row.interval.low, "speedup_high", row.interval.high);
    out.put("interval_level", row.interval.level, "verdict", row.verdict);
    out.put("best", row.best, "worst", row.worst);
}

void members_of(Writer& out, const Speedups& speedups) {
    out.objects("sizes", speedups.sizes,
                [&](const auto& size) { out.put("condition", size.condition, "variants", size.rows); });
    out.put("crossings", speedups.crossings, "left_out", speedups.left_out);
}

void members_of(Writer& out, const History& history) {
    members_of(out, history.condition);
    out.put("host_paced_times_of_two_recordings", host_bound(history.condition.time_mode));
    out.objects("points", history.points, [&](const auto& point) {
        out.put("run_id", point.run, "version", point.version, "case_id", point.case_id);
        members_of(out, point.time);
        out.put("outlier", point.outlier, "unclear", point.unclear);
    });
    out.objects("changes", history.changes, [&](const auto& change) {
        out.put("run_id", history.points[change.at].run, "verdict", change.verdict);
        members_of(out, change.ratio);
        out.put("confirmed", change.confirmed, "holds", change.holds());
        out.put("possible_causes", change.causes);
    });
}

static void members_of(Writer& out, const WaveOccupancy& fill) {
    out.put("occupancy_pct", fill.occupancy.percent(), "blocks", fill.occupancy.blocks);
    out.put("limited_by", fill.occupancy.limiters, "waves", fill.waves);
    out.put("idle_in_last_wave_ratio", fill.idle_tail);
}

static void members_of(Writer& out, const SweepReason& reason) {
    out.put("kind", reason.kind, "value", reason.value, "best", reason.best);
}

void members_of(Writer& out, const Sweep& sweep) {
    members_of(out, sweep.condition);
    out.put("axes", sweep.axes);
    if (sweep.timed())
        out.put("time_mode", sweep.mode, "outputs_differ", sweep.outputs_differ(), "items_differ",
                sweep.items_differ());
    if (sweep.best) {
        out.put("flat", sweep.flat);
        out.put("best_case_id", sweep.points[*sweep.best].from.record->id);
    }
    if (sweep.runner_up) {
        const auto& next = sweep.points[*sweep.runner_up];
        out.object("margin", [&] {
            out.put("case_id", next.from.record->id);
            members_of(out, *next.to_best);
            out.put("verdict", *next.verdict);
        });
    }
    out.objects("points", sweep.points, [&](const auto& point) {
        out.put("case_id", point.from.record->id);
        out.object("at", [&] {
            for (size_t i = 0; i < sweep.axes.size(); ++i) out.put(sweep.axes[i], point.at[i]);
        });
        out.put_known("output", output_of(*point.from.record));
        out.put_known("time", point.time, "to_best", point.to_best, "verdict", point.verdict);
        if (point.heaviest) {
            out.put("heaviest_kernel", point.heaviest->kernel);
            out.put_nonzero("registers", point.heaviest->registers);
            out.put("shared_bytes", point.heaviest->shared_bytes);
            out.put("grid_blocks", point.heaviest->grid.count());
        }
        out.put_known("theoretical_occupancy", point.fill);
        members_of(out, point.input());
        out.put("reasons", point.reasons);
        out.put_nonzero("cases_not_shown", point.from.older);
    });
}

void members_of(Writer& out, const TunedSort& sort, const TuneResult& result) {
    out.put("by", sort.by_sectors ? "sectors" : "time");
    out.put("provenance", sort.by_sectors ? Provenance::modelled : Provenance::measured);
    const auto members_of_candidate = [&](size_t i) {
        const auto& config = sort.configs[i];
        out.put_nonzero("block_threads", config.block);
        if (!config.params.empty())
            out.object("parameters", [&] {
                for (const auto& [name, value] : config.params) out.put(name, value);
            });
        const auto& value = result.latest[i];
        if (value && sort.by_sectors)
            out.put("sectors", value->ns);
        else if (value)
            members_of(out, *value);
    };
    if (result.best) out.object("best", [&] { members_of_candidate(*result.best); });
    if (result.next) out.object("next", [&] { members_of_candidate(*result.next); });
    if (result.margin) {
        members_of(out, *result.margin);
        if (!sort.by_sectors) out.put("verdict", *result.verdict);
    }
    if (!sort.by_sectors) out.put("certainty_ratio", result.certainty);
    out.put("trials", result.trials, "trials_of_full_sweep", result.all_trials);
    out.put("configurations_measured_to_the_end", result.to_the_end, "stopped", result.stopped);
    out.array("configurations", [&] {
        for (size_t i = 0; i < sort.configs.size(); ++i) out.object([&] { members_of_candidate(i); });
    });
    out.objects("rounds", result.rounds, [&](const auto& round) {
        out.put("trials", round.trials, "entered", round.entered.size(), "kept", round.kept.size());
    });
}

static void members_of(Writer& out, const PredictionError& error) {
    out.put("cases", error.cases);
    if (error.cases == 0) return;
    out.put("median_ratio", error.median, "mean_ratio", error.mean, "worst_ratio", error.worst);
    out.put("worst_case_id", error.worst_case, "bias_ratio", error.bias);
}

/// "device memory" -> "device_memory_ns".
static std::string part_key(LaunchPart part) {
    std::string key(name_of(part));
    for (auto& c : key)
        if (c == ' ' || c == '-')
            c = '_';
        else if (c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
    return key + "_ns";
}

void members_of(Writer& out, const DeviceModel& device) {
    out.put("name", device.name, "figures", device.provenance, "measured_figures", device.measured,
            "assumed_figures", device.assumed);
    out.put_known("calibrated", device.calibrated);
    out.put("multiprocessors", device.multiprocessors, "clock_mhz", device.clock_mhz);
    out.put("warp_instructions_per_cycle", device.issue_per_cycle);
    out.put("shared_bytes_per_cycle", device.shared_bytes_per_cycle, "dram_gb_per_s", device.dram_gb_per_s);
    out.put("l2_gb_per_s", device.l2_gb_per_s, "l2_kib", device.l2_kib);
    out.put("peak_dram_gb_per_s", device.peak_dram_gb_per_s, "peak_l2_gb_per_s", device.peak_l2_gb_per_s);
    out.put("memory_latency_ns", device.memory_latency_ns, "launch_ns", device.launch_ns);
    out.put("sort_ns", device.sort_ns);
    out.object("constants", [&] {
        for (const auto& field : constant_fields()) out.put(field.name, device.constants.*field.value);
    });
    out.put("source", device.source);
}

void members_of(Writer& out, const PredictedCase& one) {
    out.put("case_id", one.record->id);
    members_of(out, condition_of(*one.record));
    out.put_known("predicted_ns", one.ns, "predicted_off_by", one.factor, "bound_ns", one.bound_ns);
    out.put("provenance", "modelled");
    out.put_known("measured_ns", one.measured_ns);
    if (one.moves > 0) {
        out.put("sets_and_copies", one.moves, "sets_and_copies_ns", one.moves_ns);
    }
    out.put("instructions_estimated", one.instructions_estimated, "traffic_counted", one.complete);
}

void members_of(Writer& out, const PredictedStage& stage) {
    out.put("stage", stage.stage, "kernel", stage.kernel, "launches", stage.launches);
    if (stage.known) out.put("predicted_ns", stage.ns);
    out.put_known("bound_ns", stage.bound_ns, "measured_ns", stage.measured_ns);
    out.put("traffic_counted", stage.complete);
    if (!stage.known) return;
    out.put("limit", stage.limit());
    for (size_t i = 0; i < launch_parts; ++i) out.put(part_key(LaunchPart(i)), stage.part_ns[i]);
}

void members_of(Writer& out, const PredictionErrors& errors) {
    out.put("sorts", errors.sorts);
    if (errors.planned.cases > 0) out.put("sorts_by_plan", errors.planned);
    out.put("launches", errors.launches);
    out.object("by_variant", [&] {
        for (const auto& [variant, error] : errors.by_variant) out.put(variant, error);
    });
}

static void members_of(Writer& out, Roof roof, double per_s, Provenance provenance) {
    out.put("limit", id_of(roof));
    out.put(roof == Roof::instructions ? "instructions_per_s" : "bytes_per_s", per_s);
    out.put("provenance", provenance);
}

static void members_of(Writer& out, const Placement& placement) {
    out.put("time_ns", placement.time_ns);
    out.objects("places", placement.places, [&](const auto& place) {
        members_of(out, place.roof, place.per_s, place.provenance);
        out.put("part_ratio", place.part);
    });
}

static void members_of(Writer& out, const AdviceFinding& finding) {
    const auto& rule = rule_of(finding.fault);
    out.put("fault", rule.id, "title", rule.title);
    out.put_known("kernel", finding.kernel);
    out.put("stages", finding.stages, "launches", finding.launches, "found", finding.found);
    out.put("at_best", finding.ideal, "unit", found_words(finding));
    out.put_known("time_ns", finding.time_ns);
    if (finding.gain_ns || finding.saved_part) out.put("gain_provenance", Provenance::modelled);
    out.put_known("gain_ns", finding.gain_ns, "gain_part_ratio", finding.gain_part);
    out.put_known("saved_part_ratio", finding.saved_part, "limiters", finding.limiters);
    out.objects("evidence", finding.evidence, [&](const auto& one) {
        out.put("metric", one.metric->id, "value", one.value.value, "provenance", one.value.provenance);
    });
    out.objects("lines", finding.sites, [&](const auto& site) {
        out.put("file", site.file, "line", site.line);
        out.put_known("function", function_name(site.function));
        out.put("part_ratio", site.part, "by", site.sampled ? "stall samples" : "counts");
    });
    out.put("remedy", rule.remedy);
    if (!finding.example) return;
    out.object("example", [&] {
        const auto& one = *finding.example;
        out.put("case_id", one.id, "case", one.label, "unit", one.words, "found", one.found, "here", one.own);
        out.put("median_ns", one.ns, "median_here_ns", one.own_ns);
    });
}

void members_of(Writer& out, const Advice& advice) {
    out.objects("limits", advice.roofs,
                [&](const auto& roof) { members_of(out, roof.roof, roof.per_s, roof.provenance); });
    out.put("sort", advice.sort);
    out.objects("stages", advice.stages, [&](const auto& stage) {
        out.put("stage", stage.stage);
        out.put_known("label", stage.label);
        members_of(out, stage);
    });
    out.put_known("not_placed", not_placed_sentence(advice.status));
    out.put("least_part_ratio", advice.least_part, "findings", advice.findings);
    out.put_known("limited_by", limit_sentence(advice));
}
}
