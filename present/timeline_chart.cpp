#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/core.h>

#include "analyzer/launches/figures.hpp"
#include "analyzer/launches/wave_occupancy.hpp"
#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "present/charts.hpp"

namespace sortscope::present {
namespace {

/// Series of what is no counter of the catalogue.
struct SeriesWords {
    std::string_view metric, words;
};
constexpr SeriesWords series_words[] = {{"gr__cycles_active.max", "GPU active"},
                                        {"sm__cycles_active.avg", "SMs active"}};

/// A series over time is called as the catalogue calls what the hardware counts by that name; one that it
/// does not know has its own name.
std::string series_name(std::string_view metric) {
    for (const auto* known : counter_metrics()) {
        if (known->hardware.rule != HardwareRule::value) continue;
        for (auto left = known->hardware.names; !left.empty();) {
            const auto name = left.substr(0, left.find('|'));
            if (name == metric) return std::string(known->title);
            left.remove_prefix(std::min(left.size(), name.size() + 1));
        }
    }
    const auto found = std::ranges::find(series_words, metric, &SeriesWords::metric);
    return std::string(found == std::end(series_words) ? metric : found->words);
}

constexpr auto no_row = static_cast<std::size_t>(-1);  // of spans that are no launch
constexpr std::size_t most_stage_lanes = 24, most_kernels = 8;

/// Builds one timeline; times are in ns until they are put into points.
class Timeline {
 public:
    Timeline(const CaseRecord& details, std::span<const LaunchRecord> launches,
             std::span<const SeriesRecord> series, Lanes lanes)
        : details_(details), launches_(launches), series_(series) {
        std::set<int> stages;
        for (const auto& launch : launches) {
            if (!timed(launch)) continue;
            order_.push_back(&launch);
            stages.insert(launch.stage.stage);
            streams_.insert(stream_of(launch));
        }
        // Pictures join what is too thin to be seen, one behind the other.
        std::ranges::stable_sort(order_, {}, [](const LaunchRecord* launch) { return *launch->start_ns; });
        by_stage_ = lanes == Lanes::stages ||
                    (lanes == Lanes::automatic && stages.size() <= most_stage_lanes && streams_.size() <= 1);
    }

    Chart build() {
        chart_.title = "Timeline";
        if (order_.empty() && details_.transfers.empty()) {
            const bool last = std::ranges::any_of(
                launches_, [](const LaunchRecord& launch) { return launch.duration_ns.has_value(); });
            chart_.empty_text = launches_.empty() ? "This case has no launches."
                                : last ? "How long the launches of this case took is known, but not when "
                                         "they began: they were imported without a start."
                                       : "The launches of this case have no times: modelled cases have none, "
                                         "and a GPU's come with activity records.";
            return std::move(chart_);
        }
        find_range();
        add_transfers();
        add_launches();
        add_series();
        chart_.x.title = fmt::format("time since the first record ({}, measured)", scale_.unit);
        chart_.x.unit = scale_.unit;
        chart_.x.least = first_ns_ / scale_.ns;
        chart_.x.largest = last_ns_ / scale_.ns;
        chart_.y.scale = Scale::categories;
        chart_.y.names = true;
        chart_.y.largest = static_cast<double>(chart_.y.ticks.size()) - 1;
        chart_.tooltip = [hints = std::move(hints_)](std::size_t series, std::size_t point) {
            return hints.at(series).empty() ? std::string() : hints.at(series).at(point);
        };
        return std::move(chart_);
    }

 private:
    /// Numbers of streams are a context's own.
    using Stream = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
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

    static bool timed(const LaunchRecord& launch) { return launch.start_ns && launch.duration_ns; }

    void find_range() {
        bool first = true;
        const auto take = [&](double from, double to) {
            first_ns_ = first ? from : std::min(first_ns_, from);
            last_ns_ = first ? to : std::max(last_ns_, to);
            first = false;
        };
        for (const auto* launch : order_)
            take(static_cast<double>(*launch->start_ns),
                 static_cast<double>(*launch->start_ns + *launch->duration_ns));
        for (const auto& transfer : details_.transfers)
            take(static_cast<double>(transfer.start_ns),
                 static_cast<double>(transfer.start_ns + transfer.duration_ns));
        scale_ = time_scale((last_ns_ - first_ns_) / 20, last_ns_);
    }

    double lane(const std::string& name) {
        const auto found = lanes_.find(name);
        if (found != lanes_.end()) return found->second;
        const auto place = static_cast<double>(chart_.y.ticks.size());
        chart_.y.ticks.push_back(name);
        lanes_.emplace(name, place);
        return place;
    }
    Point span(double from_ns, double length_ns, double lane) const {
        Point point;
        point.x = from_ns / scale_.ns;
        point.x_end = (from_ns + length_ns) / scale_.ns;
        point.y = lane;
        return point;
    }
    Series& add(Series::Kind kind, std::string name) {
        hints_.emplace_back();
        auto& series = chart_.series.emplace_back();
        series.kind = kind;
        series.name = std::move(name);
        series.provenance = Provenance::measured;
        return series;
    }

    void add_transfers() {
        if (details_.transfers.empty()) return;
        auto& series = add(Series::Kind::spans, "transfers");
        series.colour = 9;
        for (const auto& transfer : details_.transfers) {
            const auto name = spaced(name_of(transfer.kind));
            series.points.push_back(span(static_cast<double>(transfer.start_ns),
                                         static_cast<double>(transfer.duration_ns), lane(name)));
            series.points.back().row = no_row;
            const auto rate = analyzer::transfer_rate(transfer);
            hints_.back().push_back(fmt::format("{}: {} in {}{}", name,
                                                format_bytes(static_cast<double>(transfer.bytes)),
                                                format_time_ns(static_cast<double>(transfer.duration_ns)),
                                                rate ? ", " + format_bandwidth(*rate) : ""));
        }
    }

    void add_launches() {
        std::vector<std::string> kernels;
        for (const auto* launch : order_)
            if (std::ranges::find(kernels, launch->kernel) == kernels.end())
                kernels.push_back(launch->kernel);
        const auto base = chart_.series.size();
        const bool crowded = kernels.size() > most_kernels;
        for (std::size_t i = 0; i < std::min(kernels.size(), most_kernels); ++i) {
            auto& series = add(Series::Kind::spans, crowded && i + 1 == most_kernels
                                                        ? fmt::format("{} other kernels", kernels.size() - i)
                                                        : kernels[i]);
            series.colour = i;
        }
        for (const auto* one : order_) {
            const auto& launch = *one;
            const auto kernel = std::min(
                static_cast<std::size_t>(std::ranges::find(kernels, launch.kernel) - kernels.begin()),
                most_kernels - 1);
            const auto start = static_cast<double>(*launch.start_ns),
                       length = static_cast<double>(*launch.duration_ns);
            const auto name = by_stage_ ? fmt::format("stage {}", launch.stage.stage) : stream_name(launch);
            chart_.series[base + kernel].points.push_back(span(start, length, lane(name)));
            chart_.series[base + kernel].points.back().row = launch.index;
            hints_[base + kernel].push_back(fmt::format(
                "launch {}: stage {}, substage {}{}\n{}\n{} at {}", launch.index, launch.stage.stage,
                launch.stage.substage, launch.stage.label.empty() ? "" : " (" + launch.stage.label + ")",
                launch.kernel, format_time_ns(length), format_time_ns(start)));
        }
        if (const auto span = analyzer::span_of(details_, launches_); span && span->span_ns > 0)
            chart_.note = fmt::format(
                "Between launches: {}, {} of the time from the start of the first launch to the end of the "
                "last.",
                format_time_ns(static_cast<double>(span->gaps_ns())), format_percent(span->gaps_part(), 1));
    }

    /// A step line within its lane, as high as its value is of its greatest. It is twice as high as a lane of
    /// launches, which are marks alone.
    void add_series() {
        bool any = false;
        for (const auto& record : series_) {
            const auto peak = analyzer::series_peak(record);
            if (!peak) continue;
            const double most = *std::ranges::max_element(record.values);
            const auto words = series_name(record.metric);
            const auto name =
                fmt::format("{}: up to {}", words,
                            record.unit == "bytes" ? format_bandwidth(*peak)
                                                   : format_figure(*peak / 1e9) + " " + record.unit + "/ns");
            chart_.y.ticks.emplace_back();
            const double place = lane(name);
            chart_.y.foremost.push_back(static_cast<std::size_t>(place));
            auto& series = add(Series::Kind::steps, words);
            series.sentence = record.metric;
            series.provenance = record.provenance;
            series.marked = false;
            for (std::size_t i = 0; i <= record.values.size(); ++i) {
                const double at = static_cast<double>(record.start_ns) +
                                  static_cast<double>(record.interval_ns) * static_cast<double>(i);
                if (at < first_ns_ - static_cast<double>(record.interval_ns) ||
                    at > last_ns_ + static_cast<double>(record.interval_ns))
                    continue;
                const double value = record.values[std::min(i, record.values.size() - 1)];
                Point point;
                point.x = std::clamp(at, first_ns_, last_ns_) / scale_.ns;
                point.y = place + 0.4 - (most > 0 ? 1.8 * value / most : 0);
                series.points.push_back(std::move(point));
                hints_.back().push_back(
                    fmt::format("{}: {} {} in {} from {}", record.metric, format_fixed(value, 0), record.unit,
                                format_time_ns(static_cast<double>(record.interval_ns)), format_time_ns(at)));
            }
            any = true;
        }
        if (any)
            chart_.note += std::string(chart_.note.empty() ? "" : " ") +
                           "Series over time are of a run of their own, laid at its first launch: the gaps "
                           "between launches were others there.";
    }

    const CaseRecord& details_;
    std::span<const LaunchRecord> launches_;
    std::span<const SeriesRecord> series_;
    std::vector<const LaunchRecord*> order_;  ///< those that have times, by their start
    std::set<Stream> streams_;
    bool by_stage_ = true;
    Chart chart_;
    TimeScale scale_;
    double first_ns_ = 0, last_ns_ = 0;
    std::map<std::string, double> lanes_;
    std::vector<std::vector<std::string>> hints_;
};

}  // namespace

Chart timeline_chart(const CaseRecord& details, std::span<const LaunchRecord> launches,
                     std::span<const SeriesRecord> series, Lanes lanes) {
    return Timeline(details, launches, series, lanes).build();
}

}  // namespace sortscope::present
