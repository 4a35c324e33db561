#include "cli/cells.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "core/text.hpp"

namespace sortscope::cli {

Cell text_cell(std::string_view text) { return {printable(text), std::nullopt, 0}; }

Cell count_cell(std::optional<std::int64_t> value, std::optional<Provenance> provenance) {
    return value ? Cell{format_grouped(*value), provenance, 0} : Cell{};
}

Cell fixed_cell(std::optional<double> value, int decimals, std::optional<Provenance> provenance) {
    return value ? Cell{grouped_fixed(*value, decimals), provenance, 0} : Cell{};
}

Cell time_cell(std::optional<double> ns, Provenance provenance) {
    return ns ? Cell{format_time_ns(*ns), provenance, 0} : Cell{};
}

Cell bar_cell(std::optional<double> fraction) { return {{}, std::nullopt, fraction.value_or(0)}; }

std::string grouped_fixed(double value, int decimals) {
    auto text = fmt::format("{:.{}f}", value, decimals);
    const auto first = text.find_first_of("0123456789");
    const auto end = std::min(text.find('.'), text.size());
    if (first == std::string::npos) return text;
    for (auto at = end; at > first + 3;) text.insert(at -= 3, ",");
    return text;
}

std::string format_rate(double mkeys_per_s) {
    const int decimals = mkeys_per_s >= 999.95 ? 0 : mkeys_per_s >= 99.995 ? 1 : mkeys_per_s >= 9.9995 ? 2 : 3;
    return grouped_fixed(mkeys_per_s, decimals);
}

TimeScale time_scale(double smallest_ns, double largest_ns) {
    TimeScale scale;
    if (largest_ns >= 1e10)
        scale = {"s", 1e9, 0};
    else if (largest_ns >= 1e7)
        scale = {"ms", 1e6, 0};
    else if (largest_ns >= 1e4)
        scale = {"us", 1e3, 0};
    else
        return scale;
    if (smallest_ns > 0)
        scale.decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(smallest_ns / scale.ns))), 0, 3);
    return scale;
}

std::string workload_text(const Workload& workload) {
    auto text = fmt::format("{} {} {} keys ({})", format_count(workload.n), name_of(workload.key),
                            workload.input_name(), format_bytes(static_cast<double>(workload.bytes())));
    if (workload.distribution == Distribution::file) text += " of " + printable(workload.file);
    return text;
}

std::string config_text(const CaseRecord& record) {
    std::string text;
    if (record.backend != BackendKind::cpu && record.config.block != 0) text = fmt::format("block {}", record.config.block);
    for (const auto& [name, value] : record.config.params)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", printable(name), value);
    return text;
}

std::string device_text(const Device& device) {
    return fmt::format("{} ({})", printable(device.name), name_of(device.backend));
}

std::string plural(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", format_grouped(static_cast<std::int64_t>(count)), noun, count == 1 ? "" : "s");
}

bool same_device(const Device& a, const Device& b) {
    return a.backend == b.backend && a.name == b.name && a.ordinal == b.ordinal && a.uuid == b.uuid;
}

}  // namespace sortscope::cli
