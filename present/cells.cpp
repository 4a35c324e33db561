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

Cell bar_cell(double fraction) {
    Cell cell;
    cell.fraction = fraction;
    return cell;
}

}  // namespace sortscope::present
