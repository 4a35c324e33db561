// Parses and formats numbers and words for command lines and tables.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope {
/// The whole `text` must be a number; else empty.
template <class T>
std::optional<T> parse_number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "1048576", "2^20", "64Ki", "1Mi", "4k" or "1M". Throws Error(usage).
uint64_t parse_count(std::string_view text);

/// Parses counts and ranges, "32,64..1024"; a range doubles: 64, 128, ..., 1024. Keeps the order, drops
/// repeats. Throws Error(usage).
std::vector<uint64_t> parse_count_list(std::string_view text);

/// Splits "a,b,c" at commas. Throws Error(usage) if a part is empty.
std::vector<std::string> split_list(std::string_view text);

/// 1048576 -> "2^20" (from 2^10 on); other numbers in plain digits.
std::string format_count(uint64_t count);

/// 1234567 -> "1.235 ms": four significant digits of ns, us, ms or s.
std::string format_time_ns(double ns);

/// "a second" (also for less), "40 s", "12 min", "3.5 h", "12 days".
std::string format_rough_time(double seconds);

/// "0:07 left", "12:30 left", "1:02:03 left"; empty if `seconds` is negative (unknown).
std::string left_text(double seconds);

/// 1536 -> "1.50 KiB".
std::string format_bytes(double bytes);

/// 12345678 -> "12,345,678".
std::string format_grouped(int64_t value);

/// 12345.678 with two decimals -> "12,345.68".
std::string format_fixed(double value, int decimals);

/// Mkey/s, about four significant digits: "21.66", "13,394".
std::string format_rate(double mkeys_per_s);

/// One unit of time for a whole column or axis.
struct TimeScale {
    const char* unit = "ns";
    double ns = 1;     ///< nanoseconds per unit
    int decimals = 0;  ///< enough for three significant digits of the smallest time
};
TimeScale time_scale(double smallest_ns, double largest_ns);

/// 1980000 kHz -> "1,980 MHz".
std::string format_clock(int64_t khz);

/// "host_to_device" -> "host to device".
std::string spaced(std::string_view name);

/// "1 case", "2 launches", "1,234 cases".
std::string plural(uint64_t count, std::string_view noun);

/// Ignores the case of ASCII letters. True for an empty `part`.
bool contains_ignoring_case(std::string_view text, std::string_view part);

/// Levenshtein distance.
size_t edit_distance(std::string_view a, std::string_view b);

/// " Did you mean 'abc' or 'abd'?"; empty if no name in `known` is near. Ignores capitals and separators:
/// "GLD efficiency" is near "gld_efficiency".
std::string nearest_sentence(std::string_view requested, const std::vector<std::string_view>& known);
/// `name_of` must return a view of an element's name.
template <class Range, class Projection = std::identity>
std::string nearest_sentence(std::string_view requested, const Range& known, Projection name_of = {}) {
    std::vector<std::string_view> names;
    for (const auto& each : known) names.emplace_back(std::invoke(name_of, each));
    return nearest_sentence(requested, names);
}

/// ISO 8601: "2026-11-20T21:04:56Z".
std::string utc_now();

/// 3 decimals (1.0314 -> "1.031"); below 0.1, enough for three significant digits.
int decimals_of_ratio(double ratio);
std::string format_ratio(double ratio);

/// 1.254 -> "1.25x".
std::string format_factor(double factor);

/// 0.1234 -> "12 %", or with one decimal "12.3 %".
std::string format_percent(double part, int decimals = 0);

/// One decimal, left out if 0: 0.02 -> "2 %", 0.015 -> "1.5 %".
std::string format_percent_short(double part);

/// Groups thousands: 12.3456 -> "12.35", 123456.7 -> "123,457", 30 -> "30.00". Has an exponent below 0.0001
/// and from 10^15 on: "1.235e-05".
std::string format_significant(double value, int digits = 4);

/// Like format_significant(), without decimals for whole numbers: 30 -> "30".
std::string format_figure(double value, int digits = 4);

/// Always in GB/s: "3,350 GB/s", "12.35 GB/s".
std::string format_bandwidth(double bytes_per_s);
}
