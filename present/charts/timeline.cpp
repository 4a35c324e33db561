#include "present/charts/timeline.hpp"

#include <ranges>

#include <fmt/core.h>

#include "analyzer/advice/advice.hpp"
#include "analyzer/launches/figures.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/times.hpp"
#include "present/charts/notes.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
std::string series_name(std::string_view metric) {
    for (const auto* known : counter_metrics())
        if (known->hardware.rule == HardwareRule::value)
            for (const auto name : known->hardware.names | std::views::split('|'))
                if (std::ranges::equal(name, metric)) return std::string(known->title);
    return metric == "gr__cycles_active.max"   ? "GPU active"
           : metric == "sm__cycles_active.avg" ? "SMs active"
                                               : std::string(metric);
}

constexpr auto no_row = size_t(-1);  // Point::row of spans that are no launches of the case shown
constexpr std::string_view transfers_name = "transfers";
constexpr size_t most_stage_lanes = 24, most_kernels = 8;

/// Times are in ns until they become points.
class Timeline {
 public:
    Timeline(const CaseRecord& details, std::span<const LaunchRecord> launches,
             std::optional<int64_t> origin_ns)
        : details_(details), launches_(launches), origin_(double(origin_ns.value_or(0))) {
        std::set<int> stages;
        for (const auto& launch : launches) {
            if (!timed(launch)) continue;
            order_.push_back(&launch);
            stages.insert(launch.stage.stage);
            streams_.insert(stream_of(launch));
        }
        // Sort by start: pictures join adjacent thin spans.
        std::ranges::stable_sort(order_, {}, [](const LaunchRecord* launch) { return *launch->start_ns; });
        by_stage_ = stages.size() <= most_stage_lanes && streams_.size() <= 1;
        if (!origin_ns && !order_.empty()) origin_ = double(*order_.front()->start_ns);
    }

    Chart build() {
        chart_.title = "Timeline";
        if (order_.empty() && details_.transfers.empty()) {
            const bool last = std::ranges::any_of(
                launches_, [](const LaunchRecord& launch) { return launch.duration_ns.has_value(); });
            chart_.empty_text = launches_.empty() ? "This case has no launches."
                                : last ? "How long the launches of this case took is known, but not when "
                                         "they began: they were imported without a start."
                                       : "The launches of this case have no times: the interpreter has none, "
                                         "and a GPU's come with activity records.";
            return std::move(chart_);
        }
        find_range();
        add_transfers();
        add_launches();
        chart_.x.title =
            fmt::format("time since the {} ({}, measured)",
                        order_.empty() ? "first record" : "start of the first launch", scale_.unit);
        chart_.x.unit = scale_.unit;
        chart_.y.scale = Scale::categories;
        chart_.y.names = true;
        return std::move(chart_);
    }
    /// Valid after build().
    const TimeScale& scale() const { return scale_; }

 private:
    /// Stream numbers are unique within a context.
    using Stream = std::tuple<uint32_t, uint32_t, uint32_t>;
    static Stream stream_of(const LaunchRecord& launch) {
        return {launch.process_id.value_or(0), launch.context_id.value_or(0), launch.stream_id.value_or(0)};
    }
    std::string stream_name(const LaunchRecord& launch) const {
        const auto [process, context, stream] = stream_of(launch);
        auto name = fmt::format("stream {}", stream);
        const auto& first = *streams_.begin();
        if (std::ranges::any_of(streams_,
                                [&](const Stream& one) { return std::get<1>(one) != std::get<1>(first); }))
            name = fmt::format("context {}, ", context) + name;
        if (std::get<0>(*streams_.rbegin()) != std::get<0>(first))
            name = fmt::format("process {}, ", process) + name;
        return name;
    }

    static double end_of(const TransferRecord& transfer) {
        return double(transfer.start_ns + transfer.duration_ns);
    }
    static bool timed(const LaunchRecord& launch) { return launch.start_ns && launch.duration_ns; }

    void find_range() {
        const auto take = [&](double from, double to) { range_.add(from), range_.add(to); };
        for (const auto* launch : order_)
            take(double(*launch->start_ns), double(*launch->start_ns + *launch->duration_ns));
        for (const auto& transfer : details_.transfers)
            if (order_.empty()) take(double(transfer.start_ns), end_of(transfer));
        scale_ = time_scale((range_.largest - range_.least) / 20, range_.largest - origin_);
    }

    double lane(const std::string& name) {
        auto& lanes = chart_.y.ticks;
        const auto lane = std::ranges::find(lanes, name) - lanes.begin();
        if (lane == std::ssize(lanes)) lanes.push_back(name);
        return double(lane);
    }
    Point span(double from_ns, double length_ns, double lane, size_t row, std::string hint) const {
        return {.x = (from_ns - origin_) / scale_.ns,
                .y = lane,
                .x_end = (from_ns - origin_ + length_ns) / scale_.ns,
                .row = row,
                .hint = std::move(hint)};
    }
    static Series spans_named(std::string_view name, size_t colour) {
        return {.kind = Series::Kind::spans,
                .name = std::string(name),
                .provenance = Provenance::measured,
                .colour = colour};
    }

    /// Draws transfers from the first launch to the last. Other transfers would leave launches less room.
    void add_transfers() {
        auto series = spans_named(transfers_name, 9);
        size_t folded = 0;
        uint64_t bytes = 0;
        double time_ns = 0;
        for (const auto& transfer : details_.transfers) {
            if (end_of(transfer) <= range_.least || double(transfer.start_ns) >= range_.largest) {
                ++folded;
                bytes += transfer.bytes;
                time_ns += double(transfer.duration_ns);
                continue;
            }
            const auto name = spaced(name_of(transfer.kind));
            const auto length = double(transfer.duration_ns);
            const auto rate = transfer_rate(transfer);
            series.points.push_back(
                span(double(transfer.start_ns), length, lane(name), no_row,
                     fmt::format("{}: {} in {}{}", name, bytes_text(transfer.bytes), format_time_ns(length),
                                 rate ? ", " + format_bandwidth(*rate) : "")));
        }
        if (folded > 0)
            folded_ = fmt::format("Not drawn: {} before or after the launches ({}, {}).",
                                  plural(folded, "transfer"), bytes_text(bytes), format_time_ns(time_ns));
        if (!series.points.empty()) chart_.series.push_back(std::move(series));
    }

    void add_launches() {
        std::vector<std::string> kernels;
        const auto base = chart_.series.size();
        for (const auto* one : order_) {
            const auto& launch = *one;
            const auto kernel = size_t(std::ranges::find(kernels, launch.kernel) - kernels.begin());
            if (kernel == kernels.size()) {
                kernels.push_back(launch.kernel);
                if (kernel < most_kernels) chart_.series.push_back(spans_named(launch.kernel, kernel));
            }
            const auto start = double(*launch.start_ns), length = double(*launch.duration_ns);
            const auto name = by_stage_ ? fmt::format("stage {}", launch.stage.stage) : stream_name(launch);
            chart_.series[base + std::min(kernel, most_kernels - 1)].points.push_back(
                span(start, length, lane(name), launch.index,
                     fmt::format("launch {}: stage {}, substage {}{}\n{}\n{} at {}", launch.index,
                                 launch.stage.stage, launch.stage.substage,
                                 launch.stage.label.empty() ? "" : " (" + launch.stage.label + ")",
                                 launch.kernel, format_time_ns(length), format_time_ns(start - origin_))));
        }
        if (kernels.size() > most_kernels)
            chart_.series.back().name = fmt::format("{} other kernels", kernels.size() - most_kernels + 1);
        if (const auto span = span_of(details_, launches_); span && span->span_ns > 0)
            chart_.note = fmt::format(
                "Between launches: {}, {} of the time from the start of the first launch to the end of the "
                "last.",
                time_text(span->gaps_ns()), format_percent(span->gaps_part(), 1));
        if (!folded_.empty()) add_sentence(chart_.note, folded_);
    }

    const CaseRecord& details_;
    std::span<const LaunchRecord> launches_;
    double origin_;
    std::vector<const LaunchRecord*> order_;  ///< launches with times, ordered by start
    std::set<Stream> streams_;
    bool by_stage_ = true;
    std::string folded_;  ///< sentence on transfers that are not drawn
    Chart chart_;
    TimeScale scale_;
    Extent range_;
};
}  // namespace

Chart timeline_chart(const CaseRecord& details, std::span<const LaunchRecord> launches,
                     std::optional<int64_t> origin_ns) {
    return Timeline(details, launches, origin_ns).build();
}

namespace {
constexpr double bytes_a_sector = 32, lane_height = 0.8;

struct Full {
    double per_interval = 0;
    std::string text;  ///< "the device's limit, 4,020 GB/s (published)"
};

Full full_of(const Device& device, const SeriesRecord& record, std::span<const RoofLimit> roofs) {
    const double seconds = double(record.interval_ns) / 1e9;
    const auto of_roof = [&](Roof roof, double bytes) -> std::optional<Full> {
        const auto* limit = find_or_null(roofs, roof, &RoofLimit::roof);
        if (limit == nullptr || limit->per_s <= 0) return std::nullopt;
        return Full{
            limit->per_s * seconds / bytes,
            format_bandwidth(limit->per_s) + (limit->provenance == Provenance::measured
                                                  ? ", measured limit"
                                                  : fmt::format(", limit ({})", name_of(limit->provenance)))};
    };
    std::optional<Full> full;
    if (record.unit == "bytes" && record.metric.starts_with("dram"))
        full = of_roof(Roof::dram, 1);
    else if (record.unit == "bytes" || record.unit == "sectors")
        full = of_roof(Roof::l2, record.unit == "sectors" ? bytes_a_sector : 1);
    else if (record.unit == "cycles" && device.clock_khz > 0)
        full = Full{double(device.clock_khz) * 1e3 * seconds,
                    fmt::format("{} GHz, the device's clock (published)",
                                format_fixed(double(device.clock_khz) / 1e6, 2))};
    if (full) return *full;
    const double most = *std::ranges::max_element(record.values);
    return {most, fmt::format("{} {}, its greatest value", format_figure(most), record.unit)};
}

/// Adds a lane for each series, above the lanes of launches.
void add_series(Chart& chart, const TimeScale& scale, double origin_ns, const Device& device,
                std::span<const SeriesRecord> records, std::span<const DeviceLimit> limits) {
    const auto roofs = roofs_of(device, limits);
    std::vector<std::string> lanes;
    std::vector<Series> drawn;
    for (const auto& record : records) {
        if (!series_peak(record)) continue;
        const auto full = full_of(device, record, roofs);
        const double floor = double(lanes.size()) + lane_height / 2, step = double(record.interval_ns);
        lanes.push_back(series_name(record.metric));
        auto& series = drawn.emplace_back(Series{.kind = Series::Kind::steps,
                                                 .name = lanes.back(),
                                                 .provenance = record.provenance,
                                                 .marked = false,
                                                 .floor = floor});
        for (size_t i = 0; i <= record.values.size(); ++i) {
            const double value = record.values[std::min(i, record.values.size() - 1)];
            const double part = full.per_interval > 0 ? value / full.per_interval : 0;
            series.points.push_back({.x = (double(record.start_ns) + step * double(i) - origin_ns) / scale.ns,
                                     .y = floor - lane_height * std::clamp(part, 0.0, 1.0),
                                     .row = no_row,
                                     .hint = fmt::format("{} of {}", format_percent(part, 1), full.text)});
        }
    }
    for (auto& series : chart.series)
        for (auto& point : series.points)
            if (point.y) *point.y += double(lanes.size());
    chart.y.ticks.insert(chart.y.ticks.begin(), lanes.begin(), lanes.end());
    std::ranges::move(drawn, std::back_inserter(chart.series));
}

/// "The sampled run took 543 us, 6.9 % longer than untraced."
std::string stretch_sentence(const CaseRecord& details, TimeMode mode, double span_ns) {
    auto text = fmt::format("The sampled run took {}", format_time_ns(span_ns));
    if (const auto* untraced = time_in(details, mode); untraced != nullptr && untraced->median_ns > 0) {
        const double ratio = span_ns / double(untraced->median_ns);
        text += fmt::format(", {} {} than the {} untraced", format_percent(std::abs(ratio - 1), 1),
                            ratio < 1 ? "less" : "more", time_text(untraced->median_ns));
    }
    return text + ".";
}
}  // namespace

std::vector<SampledRun> sampled_runs(std::vector<SampledLaunch> launches, std::vector<SeriesRecord> series) {
    std::map<TimeMode, SampledRun> runs;
    for (const auto& launch : launches) runs[launch.time_mode].launches.push_back(launch);
    for (auto& record : series)
        if (const auto run = runs.find(record.time_mode); run != runs.end())
            run->second.series.push_back(std::move(record));
    std::vector<SampledRun> found;
    for (auto& [mode, run] : runs) {
        run.mode = mode;
        found.insert(mode == TimeMode::graph ? found.begin() : found.end(), std::move(run));
    }
    return found;
}

Chart sampled_chart(const CaseRecord& details, std::span<const LaunchRecord> launches, const SampledRun& run,
                    std::span<const DeviceLimit> limits) {
    LaunchSpanner spanner;
    int64_t origin = std::numeric_limits<int64_t>::max();
    for (const auto& sampled : run.launches) {
        spanner.add(sampled.start_ns, sampled.duration_ns);
        origin = std::min(origin, sampled.start_ns);
    }
    std::vector<LaunchRecord> moved;
    for (const auto& launch : launches) {
        const auto* at =
            find_or_null(std::ranges::equal_range(run.launches, launch.index, {}, &SampledLaunch::launch),
                         launch.index, &SampledLaunch::launch);
        if (at == nullptr) continue;
        auto& copy = moved.emplace_back(launch);
        copy.start_ns = at->start_ns;
        copy.duration_ns = at->duration_ns;
    }
    CaseRecord of;
    of.launch_span = spanner.span();
    Timeline timeline(of, moved, origin);
    auto chart = timeline.build();
    if (chart.empty()) return chart;
    add_series(chart, timeline.scale(), double(origin), details.device, run.series, limits);
    chart.title = run.mode == TimeMode::graph ? "Timeline of the sort as one graph"
                                              : "Timeline of the launches one by one";
    if (of.launch_span)
        chart.note = stretch_sentence(details, run.mode, double(of.launch_span->span_ns)) + " " + chart.note;
    add_sentence(chart.note, "Lanes of series: 0 to 100 % of the limit.");
    return chart;
}

namespace {
std::set<Provenance> launch_values(const Metric& metric, std::span<const LaunchRecord> launches,
                                   const Breakdown& whole, std::map<uint32_t, double>& values,
                                   Extent& extent) {
    std::set<Provenance> sources;
    for (const auto& launch : launches)
        if (const auto value = whole.value(metric, sums_of(launch))) {
            extent.add(values[launch.index] = value->value.as_double());
            sources.insert(value->provenance);
        }
    return sources;
}

bool has_launches(const Series& series) {
    return series.kind == Series::Kind::spans && series.name != transfers_name;
}
}  // namespace

void colour_by(Chart& chart, std::span<const LaunchRecord> launches, const Breakdown& whole,
               const Metric& metric) {
    std::map<uint32_t, double> values;
    Extent extent;
    const auto sources = launch_values(metric, launches, whole, values, extent);
    if (values.empty()) return;
    for (auto& series : chart.series)
        if (has_launches(series))
            for (auto& point : series.points)
                if (const auto value = values.find(uint32_t(point.row)); value != values.end())
                    point.heat = value->second;
    chart.colour = value_colours(extent.least, extent.largest, std::string(metric.unit),
                                 titled(metric.title, metric.unit, sources));
}

Axis heat_axis(const Metric& metric, std::span<const LaunchRecord> launches, const Breakdown& whole,
               std::map<uint32_t, double>& values) {
    Extent extent;
    const auto sources = launch_values(metric, launches, whole, values, extent);
    if (values.empty()) return {};
    const auto scale =
        &metric == &time_metric() ? time_scale(std::max(1.0, extent.least), extent.largest) : TimeScale{};
    for (auto& [launch, value] : values) value /= scale.ns;
    const auto unit = MetricUnit{metric, scale}.name();
    return {.title = titled(metric.title, unit, sources),
            .unit = unit,
            .least = extent.least / scale.ns,
            .largest = extent.largest / scale.ns};
}

namespace {
/// Extends `axis` by another case's values.
void add_colours(Axis& axis, const Axis& other, const std::string& name) {
    if (axis.title.empty()) axis = other;  // no earlier case has values
    if (other.title.empty()) return;
    axis.least = std::min(axis.least, other.least);
    axis.largest = std::max(axis.largest, other.largest);
    if (other.scale != axis.scale) axis.scale = axis.least > 0 ? Scale::logarithmic : Scale::linear;
    if (other.title != axis.title) axis.title += fmt::format("; {}: {}", name, other.title);
}

double ns_of(const std::string& unit) {
    return unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 1;
}

void name_spans(Chart& chart, const std::string& name) {
    for (auto& tick : chart.y.ticks)
        if (!tick.empty()) tick = name + ": " + tick;
    for (auto& series : chart.series) name_points(series, name);
}
}  // namespace

Chart timeline_overlay_chart(std::vector<Chart> timelines, std::span<const std::string> names) {
    if (timelines.empty()) return {};
    auto chart = std::move(timelines.front());
    if (chart.empty()) return chart;
    name_spans(chart, names[0]);
    std::vector<std::string> without;
    auto kernels = size_t(std::ranges::count_if(chart.series, has_launches));
    for (size_t i = 1; i < timelines.size(); ++i) {
        auto& other = timelines[i];
        if (other.empty()) {
            without.push_back(names[i]);
            continue;
        }
        const double factor = ns_of(other.x.unit) / ns_of(chart.x.unit);
        const auto lanes = double(chart.y.ticks.size());
        name_spans(other, names[i]);
        for (auto& series : other.series) {
            const auto same = std::ranges::find(chart.series, series.name, &Series::name);
            // The legend names transfers and series only once.
            const bool launches = has_launches(series);
            if (same != chart.series.end())
                series.colour = same->colour;
            else if (launches)
                series.colour = kernels++ % 9;
            if (same == chart.series.end() || launches)
                series.name += ", " + names[i];
            else
                series.name.clear();
            if (series.floor) *series.floor += lanes;
            for (auto& point : series.points) {
                point.x *= factor;
                point.x_end *= factor;
                if (point.y) *point.y += lanes;
                point.row = no_row;
            }
            chart.series.push_back(std::move(series));
        }
        if (i % 2 == 1)
            chart.bands.push_back({lanes - 0.5, lanes + double(other.y.ticks.size()) - 0.5, true});
        for (const auto place : other.y.foremost) chart.y.foremost.push_back(chart.y.ticks.size() + place);
        chart.y.ticks.insert(chart.y.ticks.end(), other.y.ticks.begin(), other.y.ticks.end());
        add_colours(chart.colour, other.colour, names[i]);
        if (!other.note.empty()) add_sentence(chart.note, names[i] + ": " + other.note);
    }
    add_without(chart.note, "times", without);
    return chart;
}
}
