#include "present/cells.hpp"

namespace sortscope::present {
Cell text_cell(std::string_view text) { return {.text = std::string(text)}; }

Cell blank_cell() { return text_cell(" "); }

Cell count_cell(std::optional<int64_t> value, std::optional<Provenance> provenance) {
    return value ? Cell{format_grouped(*value), Number(*value), provenance} : Cell{};
}

Cell setting_cell(int64_t value) { return {std::to_string(value), Number(value)}; }

Cell fixed_cell(std::optional<double> value, int decimals, std::optional<Provenance> provenance) {
    return value ? Cell{format_fixed(*value, decimals), Number(*value), provenance} : Cell{};
}

Cell measured_cell(std::optional<double> value, int decimals) {
    return fixed_cell(value, decimals, Provenance::measured);
}

Cell scaled_time_cell(std::optional<double> ns, const TimeScale& scale,
                      std::optional<Provenance> provenance) {
    return fixed_cell(ns ? std::optional(*ns / scale.ns) : std::nullopt, scale.decimals, provenance);
}

Cell metric_cell(const Metric& metric, const std::optional<MetricValue>& value) {
    return value ? Cell{format_value(metric, value->value), value->value, value->provenance} : Cell{};
}

std::string MetricUnit::text(const MetricValue& value) const {
    return is_time() ? format_fixed(number(value), scale.decimals) : format_value(metric, value.value);
}

MetricInput input_of(const LaunchRecord& launch, uint64_t data_bytes) {
    return {.counters = launch.counters,
            .time_ns = launch.duration_ns,
            .data_bytes = data_bytes,
            .required_bytes = launch.required_bytes};
}

Cell percent_cell(std::optional<double> part, int decimals, std::optional<Provenance> provenance) {
    return fixed_cell(part ? std::optional(100 * *part) : std::nullopt, decimals, provenance);
}

Cell bar_cell(double fraction) { return {.fraction = fraction}; }

Cell mode_cell(TimeMode mode) { return mode == TimeMode::none ? Cell{} : text_cell(name_of(mode)); }

Column metric_column(const Metric& metric, int importance) {
    return make_column(std::string(metric.id), std::string(metric.title),
                       std::string(metric.head.empty() ? metric.title : metric.head),
                       std::string(metric.subhead), std::string(metric.unit), importance,
                       std::string(metric.sentence));
}

Column case_id_column(int importance) {
    return make_column("case_id", "Case", "case", importance, "Number of the case in its file.");
}

Column median_column(int importance) {
    return make_column("median_ns", "Median time", "median", "time", "ns", importance,
                       "Median of the accepted time trials; of several rounds the median of their medians.");
}

Column spread_column(int importance) {
    return make_column(
               "spread_pct", "Spread", "spread", importance,
               "Interquartile range over median of all accepted time trials; nothing of a single one.")
        .units("%");
}

TimeScale scale_of(std::span<const double> times_ns) {
    double least = 0, most = 0;
    for (const double ns : times_ns) {
        if (!(ns > 0)) continue;
        least = least == 0 ? ns : std::min(least, ns);
        most = std::max(most, ns);
    }
    return most == 0 ? TimeScale{} : time_scale(least, most);
}

std::string value_name(const Column& column) {
    const bool time = column.unit_ns > 0 || column.unit == "ns";
    return column.id + (time && !column.id.ends_with("_ns") ? "_ns" : "");
}

Number plain_number(const Column& column, const Number& number) {
    return column.unit_ns > 0 ? Number(Number(number.as_double() * column.unit_ns).rounded()) : number;
}
}
