#include "core/text.hpp"

#include <array>
#include <bit>
#include <cctype>
#include <cmath>
#include <ctime>
#include <limits>
#include <numeric>

#include <fmt/chrono.h>
#include <boost/algorithm/string.hpp>

#include "core/failure.hpp"
#include "core/ranges.hpp"

namespace sortscope {
namespace {
[[noreturn]] void refuse_great(std::string_view text) {
    throw failure(ErrorKind::usage, "'{}' exceeds the greatest number, 2^64 - 1.", text);
}

uint64_t parse_digits(std::string_view digits, std::string_view whole) {
    if (const auto value = parse_number<uint64_t>(digits)) return *value;
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos)
        refuse_great(whole);
    throw failure(ErrorKind::usage, "'{}' is not a number. Write it like 1024, 2^10, 64Ki, 16Mi, 1k or 4M.",
                  whole);
}

/// Inserts commas into the digits before `end`.
void group_thousands(std::string& text, size_t end) {
    const size_t first = text.starts_with('-') ? 1 : 0;
    while (end > first + 3) text.insert(end -= 3, ",");
}

/// Decimals for four significant digits; 0 from 1,000 on.
int decimals_of_four_digits(double value) {
    const double size = std::abs(value);
    return size >= 999.95 ? 0 : size >= 99.995 ? 1 : size >= 9.9995 ? 2 : 3;
}
}  // namespace

uint64_t parse_count(std::string_view text) {
    if (const auto caret = text.find('^'); caret != std::string_view::npos) {
        const auto base = parse_digits(text.substr(0, caret), text);
        const auto power = parse_digits(text.substr(caret + 1), text);
        if (base <= 1) return power == 0 ? 1 : base;  // avoids a long loop
        uint64_t value = 1;
        for (uint64_t i = 0; i < power; ++i)
            if (__builtin_mul_overflow(value, base, &value)) refuse_great(text);
        return value;
    }
    struct Suffix {
        std::string_view text;
        uint64_t factor;
    };
    static constexpr Suffix suffixes[] = {{"Ki", 1ULL << 10}, {"Mi", 1ULL << 20}, {"Gi", 1ULL << 30},
                                          {"k", 1000},        {"M", 1000000},     {"G", 1000000000}};
    for (const auto& suffix : suffixes)
        if (text.ends_with(suffix.text)) {
            auto value = parse_digits(text.substr(0, text.size() - suffix.text.size()), text);
            if (__builtin_mul_overflow(value, suffix.factor, &value)) refuse_great(text);
            return value;
        }
    return parse_digits(text, text);
}

std::vector<std::string> split_list(std::string_view text) {
    std::vector<std::string> parts;
    for (size_t begin = 0; begin <= text.size();) {
        const auto comma = std::min(text.find(',', begin), text.size());
        parts.emplace_back(text.substr(begin, comma - begin));
        if (parts.back().empty()) throw failure(ErrorKind::usage, "The list '{}' has an empty part.", text);
        begin = comma + 1;
    }
    return parts;
}

std::vector<uint64_t> parse_count_list(std::string_view text) {
    std::vector<uint64_t> values;
    for (const auto& part : split_list(text)) {
        const auto dots = part.find("..");
        if (dots == std::string::npos) {
            add_once(values, parse_count(part));
            continue;
        }
        if (dots == 0 || dots + 2 == part.size())
            throw failure(ErrorKind::usage, "The range '{}' lacks an end. Write it like 2^10..2^20.", part);
        const auto first = parse_count(std::string_view(part).substr(0, dots));
        const auto last = parse_count(std::string_view(part).substr(dots + 2));
        if (first == 0 || first > last)
            throw failure(ErrorKind::usage,
                          "The range '{}' must start above 0 and must not end lower; it doubles.", part);
        for (auto value = first; value <= last; value *= 2) {
            add_once(values, value);
            if (value > std::numeric_limits<uint64_t>::max() / 2) break;
        }
    }
    return values;
}

std::string format_count(uint64_t count) {
    if (count >= 1024 && std::has_single_bit(count)) return "2^" + std::to_string(std::countr_zero(count));
    return std::to_string(count);
}

std::string format_time_ns(double ns) {
    struct Unit {
        double factor;
        double from;  ///< least value in ns; prevents a rounded 1000 of the smaller unit
        const char* name;
    };
    static constexpr std::array<Unit, 4> units{
        {{1e9, 999.95e6, "s"}, {1e6, 999.95e3, "ms"}, {1e3, 999.5, "us"}, {1, 0, "ns"}}};
    const auto& unit = *std::find_if(units.begin(), units.end() - 1,
                                     [&](const Unit& each) { return std::abs(ns) >= each.from; });
    const double value = ns / unit.factor;
    const int decimals = unit.factor == 1 ? 0 : std::max(decimals_of_four_digits(value), 1);
    // Adding 0.0 prints -0.3 ns as "0 ns".
    return fmt::format("{:.{}f} {}", unit.factor == 1 ? std::nearbyint(value) + 0.0 : value, decimals,
                       unit.name);
}

std::string format_rough_time(double seconds) {
    struct Unit {
        double seconds;
        double below;  ///< start of the next unit, in seconds
        int decimals;
        const char* name;
    };
    static constexpr std::array<Unit, 5> units{{{1, 100, 0, "s"},
                                                {60, 100 * 60, 0, "min"},
                                                {3600, 9.95 * 3600, 1, "h"},
                                                {3600, 100 * 3600, 0, "h"},
                                                {86400, 0, 0, "days"}}};
    if (seconds < 1.5) return "a second";
    const Unit* unit = units.data();
    while (unit != &units.back() && seconds >= unit->below) ++unit;
    return fmt::format("{:.{}f} {}", seconds / unit->seconds, unit->decimals, unit->name);
}

std::string left_text(double seconds) {
    if (seconds < 0) return "";
    const long left = std::lround(seconds), minutes = left / 60;
    return minutes < 60 ? fmt::format("{}:{:02} left", minutes, left % 60)
                        : fmt::format("{}:{:02}:{:02} left", minutes / 60, minutes % 60, left % 60);
}

std::string format_bytes(double bytes) {
    static constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    while (std::abs(bytes) >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 2, units[unit]);
}

std::string format_grouped(int64_t value) {
    std::string text = std::to_string(value);
    group_thousands(text, text.size());
    return text;
}

std::string format_fixed(double value, int decimals) {
    auto text = fmt::format("{:.{}f}", value, decimals);
    if (!std::isfinite(value)) return text;
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos)
        return text.substr(1);  // a rounded 0 has no sign
    group_thousands(text, std::min(text.find('.'), text.size()));
    return text;
}

std::string format_rate(double mkeys_per_s) {
    return format_fixed(mkeys_per_s, decimals_of_four_digits(mkeys_per_s));
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
        scale.decimals = std::clamp(2 - int(std::floor(std::log10(smallest_ns / scale.ns))), 0, 3);
    return scale;
}

std::string format_clock(int64_t khz) { return format_grouped((khz + 500) / 1000) + " MHz"; }

std::string spaced(std::string_view name) { return boost::replace_all_copy(std::string(name), "_", " "); }

std::string plural(uint64_t count, std::string_view noun) {
    std::string text = format_grouped(int64_t(count)) + " " + std::string(noun);
    return count == 1 ? text : text + (noun.ends_with("ch") ? "es" : "s");
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
    return boost::icontains(text, part);
}

std::string utc_now() { return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))); }

int decimals_of_ratio(double ratio) {
    return ratio > 1e-9 && ratio < 0.1 ? 2 - int(std::floor(std::log10(ratio))) : 3;
}

std::string format_ratio(double ratio) { return format_fixed(ratio, decimals_of_ratio(ratio)); }

std::string format_factor(double factor) { return format_fixed(factor, 2) + "x"; }

std::string format_percent(double part, int decimals) { return format_fixed(100 * part, decimals) + " %"; }

std::string format_percent_short(double part) {
    auto text = format_fixed(100 * part, 1);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text + " %";
}

std::string format_significant(double value, int digits) {
    if (value == 0) return "0";
    if (!std::isfinite(value)) return format_fixed(value, 0);
    auto scientific = fmt::format("{:.{}e}", value, digits - 1);
    // Reads the power after rounding: 9.9996 becomes 10.00.
    const int power = std::stoi(scientific.substr(scientific.find('e') + 1));
    if (power < -4 || power >= 15) return scientific;
    const int decimals = std::max(digits - 1 - power, 0);
    return format_fixed(decimals == 0 ? std::round(value) : value, decimals);  // rounds halves away from 0
}

std::string format_figure(double value, int digits) {
    if (std::floor(value) == value && std::abs(value) < 1e15) return format_fixed(value, 0);
    return format_significant(value, digits);
}

std::string format_bandwidth(double bytes_per_s) { return format_figure(bytes_per_s / 1e9) + " GB/s"; }

size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row[b.size()];
}

namespace {
/// Lower case with '_' between words.
std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name)
        plain += c == ' ' || c == '-' || c == '.' ? '_' : char(std::tolower(uint8_t(c)));
    return plain;
}

/// True if `name` begins with `other`, or if `other` contains all words of `name` and a word has three
/// letters or more.
bool shares_words(std::string_view name, std::string_view other) {
    if (other.size() > 2 && name.starts_with(other)) return true;
    bool any = false;
    for (size_t from = 0; from < name.size();) {
        const auto end = std::min(name.find('_', from), name.size());
        const auto word = name.substr(from, end - from);
        if (other.find(word) == std::string_view::npos) return false;
        any = any || word.size() > 2;
        from = end + 1;
    }
    return any;
}
}  // namespace

std::string nearest_sentence(std::string_view requested, const std::vector<std::string_view>& known) {
    const auto name = plain_name(requested);
    using Near = std::pair<size_t, std::string_view>;
    std::vector<Near> sorted;
    for (const auto other : known)
        if (!contains(sorted, other, &Near::second) && (name.size() < 3 || plain_name(other).size() > 2))
            sorted.emplace_back(edit_distance(name, plain_name(other)), other);
    std::ranges::stable_sort(sorted, {}, &Near::first);
    std::string text;
    const auto add = [&](std::string_view other) {
        if (text.size() <= 80)
            text += (text.empty() ? " Did you mean '" : " or '") + std::string(other) + "'";
    };
    for (const auto& [distance, other] : sorted)
        if (distance <= std::max<size_t>(2, name.size() / 3)) add(other);
    if (text.empty() && name.size() > 2)
        for (const auto& [distance, other] : sorted)
            if (shares_words(name, plain_name(other))) add(other);
    return text.empty() ? text : text + "?";
}
}
