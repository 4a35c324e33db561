
#include <fmt/core.h>

#include "present/tables/compare.hpp"
#include "present/tables/condition_columns.hpp"
#include "present/tables/metrics.hpp"

namespace sortscope::present {
using namespace analyzer;

std::string differences_text(std::span<const MetricDifference> metrics, size_t most) {
    return join(metrics.first(std::min(most, metrics.size())), ", ", [](const MetricDifference& one) {
        const auto text = [&](const MetricValue& side, bool exact) {
            return metric_value_text(*one.metric, side.value, exact) +
                   std::string(provenance_mark(side.provenance));
        };
        const bool exact =
            text(one.base, false) == text(one.other, false);  // differing values must not look equal
        auto base = text(one.base, exact);
        // "2,048 -> 0 wavefronts".
        const std::string mark(provenance_mark(one.base.provenance));
        const auto unit = fmt::format(" {}{}", one.metric->unit, mark);
        if (one.metric->unit != "%" && base.ends_with(unit))
            base.replace(base.size() - unit.size(), unit.size(), mark);
        const auto ratio = one.ratio();
        return fmt::format("{} {} -> {}{}", metric_name(*one.metric), base, text(one.other, exact),
                           ratio ? fmt::format(" ({})", format_factor(*ratio)) : "");
    });
}

std::string differing_counters(std::span<const MetricDifference> metrics) {
    return join(metrics, ", ", [](const MetricDifference& one) {
        const auto text = [&](const MetricValue& side) {
            return format_value(*one.metric, side.value) + std::string(provenance_mark(side.provenance));
        };
        return fmt::format("{} {} -> {}", one.metric->id, text(one.base), text(one.other));
    });
}

static std::string unexplained_work() {
    return fmt::format("{}, so the difference of their times is not explained.", different_work);
}

/// "2", or "2 (11 of the other)".
static std::string stage_text(const StageDifference& one) {
    return one.stage == one.other_stage ? std::to_string(one.stage)
                                        : fmt::format("{} ({} of the other)", one.stage, one.other_stage);
}

static std::string counters_clause(const StageDifference& all) {
    constexpr size_t most = 3;
    const auto& metrics = all.metrics;
    if (metrics.empty()) return ": not timed on both sides, and no counter that both have differs.";
    return fmt::format(": not timed on both sides; {} that both have {}: {}{}.",
                       plural(metrics.size(), "counter"), metrics.size() == 1 ? "differs" : "differ",
                       differences_text(metrics, most), metrics.size() > most ? ", ..." : "");
}

std::string difference_sentence(const PairDifference& one) {
    const auto& pair = *one.pair;
    const auto& difference = one.difference;
    auto text = shown_condition(pair).label({"device"});
    if (!pair.ratio) return text + counters_clause(difference.total);
    const char* sign = pair.ratio->ratio >= 1 ? "+" : "-";
    text += fmt::format(": {}, {}{}", verdict_text(pair), sign,
                        format_percent_short(std::abs(pair.ratio->ratio - 1)));
    if (pair.per != Per::nothing || !pair.verdict) return fmt::format("{}. {}", text, unexplained_work());
    text += fmt::format(" ({}{})", sign, format_time_ns(std::abs(difference.difference_ns.value_or(0))));
    if (!is_explained(pair)) return text + ". No difference is known, so there is no explanation.";
    const auto& kernels = difference.total;
    const bool in_base = kernels.base.launches > 0, in_other = kernels.other.launches > 0;
    if (!in_base || !in_other)
        return text + fmt::format(". Its place is unknown: {} no launches.", in_other  ? "the base has"
                                                                             : in_base ? "the other has"
                                                                                       : "both have");
    if (!kernels.part) return text + ". Its place is unknown: launches have no times.";
    const auto changed = [](double ns) {
        return format_time_ns(std::abs(ns)) + (ns < 0 ? " less" : " more");
    };
    if (*kernels.part <= 0)
        return text +
               fmt::format(". The kernels are not {}{}. Launch gaps and the host cause the difference.",
                           name_of(*pair.verdict),
                           *kernels.difference_ns == 0
                               ? std::string()
                               : fmt::format(" (together {})", changed(*kernels.difference_ns)));
    const auto changed_part = [&](double ns, double part) {
        return fmt::format("{} ({} of the difference)", changed(ns), format_percent(part));
    };
    text += ". Kernels: " + changed_part(*kernels.difference_ns, *kernels.part);
    const auto rest_ns = difference.rest_difference_ns();
    if (const auto rest = difference.part_of(rest_ns))
        text += "; launch gaps and host: " + changed_part(*rest_ns, *rest);
    const auto why = [](const StageDifference& of) {
        auto causes = differences_text(of.causes(), 3);
        const bool more = of.other.launches > of.base.launches;
        if (of.other.launches != of.base.launches && more == (*of.difference_ns > 0))
            return join({fmt::format("launches {} -> {}", of.base.launches, of.other.launches), causes});
        return causes.empty() ? "no common counter changed in this direction" : causes;
    };
    if (const auto* stage = difference.most()) {
        text += fmt::format(". Stage {} contributes {}", stage_text(*stage), format_percent(*stage->part));
        if (stage->base.launches == 0)
            text += "; the base lacks this stage";
        else if (stage->other.launches == 0)
            text += "; the other lacks this stage";
        else
            text += ": " + why(*stage);
    } else if (difference.stages.empty()) {
        text += ". The sorts share fewer than half of their stages. All launches: " + why(kernels);
    }
    return text + ".";
}

std::set<Provenance> provenances_of(std::span<const PairDifference> pairs) {
    std::set<Provenance> all;
    for (const auto& pair : pairs) {
        for (const auto& metric : pair.difference.total.metrics) all.insert(metric.base.provenance);
        for (const auto& stage : pair.difference.stages)
            for (const auto& metric : stage.metrics) all.insert(metric.base.provenance);
    }
    return all;
}

std::string nothing_explained(const Comparison& comparison) {
    if (comparison.timed == 0 || std::ranges::any_of(comparison.pairs, is_explained)) return {};
    const auto unjudged = [](const ComparedPair& pair) { return pair.ratio && !pair.verdict; };
    return per_of(comparison) != Per::nothing || std::ranges::all_of(comparison.pairs, unjudged)
               ? unexplained_work()
               : "No pair is explained: no verdict is faster or slower.";
}

Table stage_difference_table(const PairDifference& one, const std::string& base, const std::string& other) {
    const auto& difference = one.difference;
    Table table{.title = fmt::format("{}: stage by stage, {} against {}",
                                     shown_condition(*one.pair).label({"device"}), short_name(other),
                                     short_name(base))};
    std::vector<double> times;
    for (const auto& row : difference.stages)
        for (const auto& ns : {row.base.time_ns, row.other.time_ns})
            if (ns) times.push_back(double(*ns));
    // Use the unit of the comparison's table: us from 1 us on.
    constexpr double first_us = 1e3, in_us = 1e4;
    const double longest = times.empty() ? 0 : std::ranges::max(times);
    if (longest >= first_us && longest < in_us) times.push_back(in_us);
    const auto scale = scale_of(times);
    const auto time_column = [&](const char* id, const char* title, const char* head, int importance) {
        return make_column(id, title, head, importance, title).scaled(scale);
    };
    table.columns = {
        text_column("Stage", 1000, "Stage of the sort, from 1."),
        time_column("base_time_ns", "Time of the base", "base", 500),
        time_column("other_time_ns", "Time of the other", "other", 500),
        time_column("difference_ns", "Difference", "differ.", 700),
        make_column("part_pct", "Part of the difference", "part", 80, "Of the difference of the sort times.")
            .units("%"),
        text_column("counters", "Counters that differ", "counters that differ", 60,
                    "Base -> other, those that differ most.")
            .wrap(24)};
    const auto add = [&](Row::Kind kind, const std::string& name, std::optional<double> of_base,
                         std::optional<double> of_other, std::optional<double> made,
                         std::span<const MetricDifference> metrics = {}) {
        table.rows.push_back(
            {kind,
             {text_cell(name), scaled_time_cell(of_base, scale), scaled_time_cell(of_other, scale),
              scaled_time_cell(made, scale), percent_cell(difference.part_of(made), 0),
              text_cell(differences_text(metrics, 3))}});
    };
    for (const auto& row : difference.stages)
        add(Row::Kind::values,
            row.stage == row.other_stage ? std::to_string(row.stage)
                                         : fmt::format("{} / {}", row.stage, row.other_stage),
            row.base.time_ns, row.other.time_ns, row.difference_ns, row.metrics);
    const auto& all = difference.total;
    add(Row::Kind::total, "kernels", all.base.time_ns, all.other.time_ns, all.difference_ns, all.metrics);
    add(Row::Kind::total, "gaps, host", difference.base_rest_ns, difference.other_rest_ns,
        difference.rest_difference_ns());
    const auto& pair = *one.pair;
    if (pair.base_time && pair.other_time)
        add(Row::Kind::total, "sort", pair.base_time->ns, pair.other_time->ns, difference.difference_ns);
    return table;
}

Table counter_table(std::span<const PairDifference> pairs, const std::string& base,
                    const std::string& other) {
    if (pairs.empty()) return {};
    const auto condition = [](const PairDifference& one) { return shown_condition(*one.pair); };
    const ConditionColumns columns(mapped(pairs, condition), false);
    auto fields = columns.fields<PairDifference>(condition);
    const auto metrics = [](const PairDifference& one) { return &one.difference.total.metrics; };
    append(fields,
           {{make_column("differing", "Counters that differ", "differ", 1000,
                         "Counters that both have, with other values."),
             metrics, [](const auto& differing) { return differing.size(); }},
            {text_column("counters", "Greatest differences", "those that differ most", 500, "Base -> other.")
                 .wrap(20),
             metrics,
             [](const auto& differing) {
                 return differing.empty() ? "no shared counter differs" : differences_text(differing, 3);
             }},
            {case_column("base"), &PairDifference::pair, &ComparedPair::base, &Compared::record,
             &CaseRecord::id},
            {case_column("other"), &PairDifference::pair, &ComparedPair::other, &Compared::record,
             &CaseRecord::id}});
    auto table = table_of(
        fields, pairs,
        columns.titled(fmt::format("Counters of {} against {}, where there are no two times of one mode",
                                   short_name(other), short_name(base))));
    table.note(said_of_work(mapped(pairs, &PairDifference::pair)));
    return table;
}
}
