// Values as cells: formatted text, and the number in the column's unit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// "a, b, c".
std::string join(std::span<const std::string> parts, std::string_view between = ", ");

Cell text_cell(std::string_view text);
/// A place left free on purpose: no value is missing.
Cell blank_cell();
/// "12,345"; absent without a value.
Cell count_cell(std::optional<std::int64_t> value, std::optional<Provenance> provenance = std::nullopt);
/// A launch setting, as its option takes it: "1024".
Cell setting_cell(std::int64_t value);
/// "12,345.7".
Cell fixed_cell(std::optional<double> value, int decimals,
                std::optional<Provenance> provenance = std::nullopt);
/// "1.235 ms" in a unit of its own; the number is in ns.
Cell time_cell(std::optional<double> ns, std::optional<Provenance> provenance = Provenance::measured);
/// A rate in Mkey/s.
Cell rate_cell(std::optional<double> mkeys_per_s,
               std::optional<Provenance> provenance = Provenance::measured);
/// "> 6.104 us", without a number: only the lower bound is known.
Cell above_cell(Cell least);
/// A time in the unit of its column.
Cell scaled_time_cell(std::optional<double> ns, const TimeScale& scale,
                      std::optional<Provenance> provenance = Provenance::measured);
Cell metric_cell(const Metric& metric, const std::optional<MetricValue>& value);
/// Fill of a bar column, 0 to 1.
Cell bar_cell(double fraction);

}  // namespace sortscope::present
