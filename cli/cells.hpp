// Values as table cells and as phrases: one way of writing each kind of number everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/table.hpp"
#include "core/records.hpp"

namespace sortscope::cli {

/// A text of a file, made safe for a terminal.
Cell text_cell(std::string_view text);
/// A whole number, digits grouped: "12,345".
Cell count_cell(std::optional<std::int64_t> value, std::optional<Provenance> provenance = std::nullopt);
/// A number with so many decimals, digits grouped.
Cell fixed_cell(std::optional<double> value, int decimals, std::optional<Provenance> provenance = std::nullopt);
/// A time with its own unit: "1.235 ms".
Cell time_cell(std::optional<double> ns, Provenance provenance = Provenance::measured);
/// A bar of 0..1.
Cell bar_cell(std::optional<double> fraction);

/// 12345.678 with two decimals -> "12,345.68".
std::string grouped_fixed(double value, int decimals);

/// A rate in Mkey/s with about four significant digits.
std::string format_rate(double mkeys_per_s);

/// One unit of time for a whole column, so that its numbers compare at a glance.
struct TimeScale {
    const char* unit = "ns";
    double ns = 1;     ///< nanoseconds of one unit
    int decimals = 0;  ///< enough for three significant digits of the smallest time
};

/// The scale in which times from `smallest_ns` to `largest_ns` read best.
TimeScale time_scale(double smallest_ns, double largest_ns);

/// "2^20 u32 uniform keys (4.00 MiB)".
std::string workload_text(const Workload& workload);
/// "block 256, radix_bits 8"; nothing for sorts on the CPU without parameters.
std::string config_text(const CaseRecord& record);
/// "NVIDIA H200 (cupti)".
std::string device_text(const Device& device);
/// "1 case", "2 cases".
std::string plural(std::uint64_t count, std::string_view noun);

/// Keeps devices apart in lists: backend, name and number.
bool same_device(const Device& a, const Device& b);

}  // namespace sortscope::cli
