#include "present/tables/cards.hpp"

#include <fmt/core.h>

#include "analyzer/launches/figures.hpp"
#include "analyzer/launches/roofline.hpp"
#include "core/times.hpp"
#include "present/tables/advice.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
constexpr const char* no_figure = "-";

/// "245.6 to 246.2 us": one unit for both.
std::string range_text(const Interval& interval) {
    const auto low = format_time_ns(interval.low), high = format_time_ns(interval.high);
    const auto unit_of = [](const std::string& text) { return text.substr(text.rfind(' ') + 1); };
    return unit_of(low) == unit_of(high) ? fmt::format("{} to {}", low.substr(0, low.rfind(' ')), high)
                                         : fmt::format("{} to {}", low, high);
}

Card time_card(const CaseRecord& record, const Variance& variance) {
    Card card{.id = "time", .title = "Sort time", .figure = no_figure, .detail = "no time was measured"};
    card.sentence = "The median of the accepted trials, without a profiler, and its confidence interval.";
    if (record.backend == BackendKind::simt) card.detail = "the interpreter has no GPU clock";
    if (!record.time) return card;
    card.provenance = Provenance::measured;
    card.figure = format_time_ns(double(record.time->median_ns));
    const auto estimate = analyzer::estimate(*record.time, variance, record.trials);
    if (!estimate || estimate->source == IntervalSource::none)
        card.detail = "a single trial: no interval";
    else if (estimate->source == IntervalSource::range)
        card.detail = range_text(estimate->interval_ns) + ", all trials";
    else
        card.detail = fmt::format("{}, {} interval", range_text(estimate->interval_ns),
                                  format_percent_short(estimate->interval_ns.level));
    return card;
}

Card stage_card(const Breakdown& by_stage) {
    Card card{
        .id = "stage", .title = "Costliest stage", .figure = no_figure, .detail = "no launch was recorded"};
    const bool timed = by_stage.weight == Weight::time;
    card.sentence = timed ? "The stage whose launches take most time, and its share of all launches."
                          : "The stage whose launches move most sectors, and its share of all launches.";
    const BreakdownRow* costliest = nullptr;
    for (const auto& row : by_stage.rows)
        if (row.share && (costliest == nullptr || *row.share > *costliest->share)) costliest = &row;
    if (costliest == nullptr) {
        if (!by_stage.rows.empty()) card.detail = "no times and no sectors were recorded";
        return card;
    }
    const auto& sums = costliest->sums;
    card.stage = sums.stage;
    card.provenance = timed ? Provenance::measured : by_stage.weight_provenance;
    card.figure = fmt::format("Stage {}", sums.stage);
    card.detail =
        fmt::format("{} of {}", format_percent(*costliest->share, 1), timed ? "kernel time" : "the sectors");
    if (timed && sums.time_ns) card.detail = format_time_ns(double(*sums.time_ns)) + ", " + card.detail;
    return card;
}

Card overhead_card(const CaseRecord& record) {
    Card card{.id = "overhead", .title = "Launch overhead", .figure = no_figure, .detail = "not measured"};
    card.sentence = "The median of launches made one by one, less that of the same launches as a CUDA graph.";
    const auto overhead = launch_overhead_ns(record);
    if (!overhead) {
        if (record.time) card.detail = "times of one mode alone";
        return card;
    }
    card.provenance = Provenance::measured;
    card.figure = format_time_ns(double(*overhead));
    card.detail =
        fmt::format("one by one {}", format_time_ns(double(time_in(record, TimeMode::stream)->median_ns)));
    return card;
}

Card limit_card(const CaseRecord& record, const Breakdown& by_stage, std::span<const DeviceLimit> limits) {
    Card card{
        .id = "limit", .title = "Nearest limit", .figure = no_figure, .detail = "no counter was recorded"};
    card.sentence = "The limit of the device that the whole sort comes closest to.";
    if (!record.time || record.status != CaseStatus::ok) {
        card.detail = record.time ? "the output was not verified" : "a rate needs a measured time";
        return card;
    }
    const auto roofs = roofs_of(record.device, limits);
    const auto place = placement(by_stage.total.sums, double(record.time->median_ns), roofs);
    const auto* nearest = place.nearest();
    if (nearest == nullptr) {
        if (roofs.empty()) card.detail = "the device's limits are unknown";
        return card;
    }
    const auto limit = std::ranges::find(roofs, nearest->roof, &RoofLimit::roof);
    card.provenance =
        limit->provenance == Provenance::published ? Provenance::published : nearest->provenance;
    card.figure = format_percent(nearest->part);
    card.detail =
        fmt::format("of {}: {}", name_of(nearest->roof), roof_rate_text(nearest->roof, limit->per_s));
    return card;
}
}  // namespace

std::vector<Card> case_cards(const CaseRecord& details, const Breakdown& by_stage,
                             std::span<const DeviceLimit> limits, const Variance& variance) {
    return {time_card(details, variance), stage_card(by_stage), overhead_card(details),
            limit_card(details, by_stage, limits)};
}
}
