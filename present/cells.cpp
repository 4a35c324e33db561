#include "present/cells.hpp"

namespace sortscope::present {

std::string join(std::span<const std::string> parts, std::string_view between) {
    std::string text;
    for (const auto& part : parts) {
        if (!text.empty()) text += between;
        text += part;
    }
    return text;
}

Cell text_cell(std::string_view text) {
    Cell cell;
    cell.text = text;
    return cell;
}

Cell blank_cell() { return text_cell(" "); }

Cell count_cell(std::optional<std::int64_t> value, std::optional<Provenance> provenance) {
    return value ? Cell{format_grouped(*value), Number(*value), provenance, 0} : Cell{};
}

Cell setting_cell(std::int64_t value) { return {std::to_string(value), Number(value), std::nullopt, 0}; }

Cell fixed_cell(std::optional<double> value, int decimals, std::optional<Provenance> provenance) {
    return value ? Cell{format_fixed(*value, decimals), Number(*value), provenance, 0} : Cell{};
}

Cell measured_cell(std::optional<double> value, int decimals) {
    return fixed_cell(value, decimals, Provenance::measured);
}

Cell time_cell(std::optional<double> ns, std::optional<Provenance> provenance) {
    return ns ? Cell{format_time_ns(*ns), Number(*ns), provenance, 0} : Cell{};
}

Cell rate_cell(std::optional<double> mkeys_per_s, std::optional<Provenance> provenance) {
    return mkeys_per_s ? Cell{format_rate(*mkeys_per_s), Number(*mkeys_per_s), provenance, 0} : Cell{};
}

Cell above_cell(Cell least) {
    if (!least.number) return least;
    least.text = "> " + least.text;
    least.number.reset();
    least.bound = true;
    return least;
}

Cell scaled_time_cell(std::optional<double> ns, const TimeScale& scale,
                      std::optional<Provenance> provenance) {
    return fixed_cell(ns ? std::optional(*ns / scale.ns) : std::nullopt, scale.decimals, provenance);
}

Cell metric_cell(const Metric& metric, const std::optional<MetricValue>& value) {
    return value ? Cell{format_value(metric, value->value), value->value, value->provenance, 0} : Cell{};
}

Cell percent_cell(std::optional<double> part, int decimals, std::optional<Provenance> provenance) {
    return fixed_cell(part ? std::optional(100 * *part) : std::nullopt, decimals, provenance);
}

Cell bar_cell(double fraction) {
    Cell cell;
    cell.fraction = fraction;
    return cell;
}

Cell mode_cell(TimeMode mode) { return mode == TimeMode::none ? Cell{} : text_cell(name_of(mode)); }

std::string value_name(const Column& column) {
    const bool time = column.unit_ns > 0 || column.unit == "ns";
    return column.id + (time && !column.id.ends_with("_ns") ? "_ns" : "");
}

Number plain_number(const Column& column, const Number& number) {
    return column.unit_ns > 0 ? Number(Number(number.as_double() * column.unit_ns).rounded()) : number;
}

}  // namespace sortscope::present
