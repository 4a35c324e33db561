// Values as cells: text in the project's one way of writing numbers, and the number itself in the column's
// unit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/metric/metric.hpp"
#include "core/text.hpp"
#include "present/table.hpp"

namespace sortscope::present {

Cell text_cell(std::string_view text);
/// A place left free: no value is missing there.
Cell blank_cell();
/// A whole number with grouped digits: "12,345". Absent where there is none.
Cell count_cell(std::optional<std::int64_t> value, std::optional<Provenance> provenance = std::nullopt);
/// A number of a launch configuration, which is said as an option takes it: "1024".
Cell setting_cell(std::int64_t value);
/// "12,345.7".
Cell fixed_cell(std::optional<double> value, int decimals,
                std::optional<Provenance> provenance = std::nullopt);
/// "1.235 ms", each with a unit of its own; the number is in ns.
Cell time_cell(std::optional<double> ns, std::optional<Provenance> provenance = Provenance::measured);
/// A rate in Mkey/s.
Cell rate_cell(std::optional<double> mkeys_per_s,
               std::optional<Provenance> provenance = Provenance::measured);
/// A cell whose value is known to be greater than that of `least` alone: "> 6.104 us", without a number.
Cell above_cell(Cell least);
/// A time in the unit of its column.
Cell scaled_time_cell(std::optional<double> ns, const TimeScale& scale,
                      std::optional<Provenance> provenance = Provenance::measured);
/// A metric's value in its own digits; absent where there is none.
Cell metric_cell(const Metric& metric, const std::optional<MetricValue>& value);
/// Of a bar column: how much of it is filled, 0..1.
Cell bar_cell(double fraction);

}  // namespace sortscope::present
