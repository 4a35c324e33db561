// What a field of an imported file says.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "db/import_columns.hpp"

namespace sortscope::db {
namespace {

constexpr std::int64_t longest_ns = std::int64_t{1} << 55;
constexpr double most_exact = 9e15;  // whole numbers that doubles tell apart

}  // namespace

std::string ImportValue::word(std::size_t longest) const {
    if (field_.text.size() > longest)
        refuse(fmt::format("the text has {} bytes, and may have {}", field_.text.size(), longest));
    if (!is_printable(field_.text))
        refuse(fmt::format("'{}' holds a line end, a tab or another character that a name cannot have",
                           printable(field_.text)));
    return field_.text;
}

std::int64_t ImportValue::whole(std::int64_t least, std::int64_t most) const {
    std::int64_t number = 0;
    const auto& text = field_.text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool digits = end == text.data() + text.size();
    const auto read = error == std::errc{} && digits                      ? std::optional(number)
                      : error == std::errc::result_out_of_range && digits ? std::nullopt
                                                                          : written_otherwise();
    if (!read || *read < least || *read > most)
        refuse(fmt::format("{} is not within {} to {}", text, least, most));
    return *read;
}

std::optional<std::int64_t> ImportValue::written_otherwise() const {
    const auto& text = field_.text;
    const auto caret = text.find('^');
    if (caret == std::string::npos) {
        const auto value = number_if_any();
        if (!value || *value != std::floor(*value)) refuse(fmt::format("'{}' is not a whole number", text));
        if (std::abs(*value) > most_exact)
            refuse(fmt::format("'{}' is too great to be written so: write its digits alone", text));
        return static_cast<std::int64_t>(*value);
    }
    const auto digits = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (!digits(std::string_view(text).substr(0, caret)) || !digits(std::string_view(text).substr(caret + 1)))
        refuse(fmt::format("'{}' is not a whole number", text));
    try {
        const auto count = parse_count(text);
        if (count <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return static_cast<std::int64_t>(count);
    } catch (const Error&) {
        return std::nullopt;  // digits alone fail by being too great
    }
    return std::nullopt;
}

std::optional<double> ImportValue::number_if_any() const {
    auto text = field_.text;
    // "1,234.5": groups of three, as ncu has them.
    if (const auto point = std::min(text.find('.'), text.size()); text.find(',') < point) {
        auto digits = text.substr(0, point);
        const auto first = digits.find(',');
        if (first == 0 || first > 3 || (digits.size() - first) % 4 != 0) return std::nullopt;
        for (auto at = first; at < digits.size(); at += 4)
            if (digits[at] != ',') return std::nullopt;
        std::erase(digits, ',');
        text = digits + text.substr(point);
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

double ImportValue::number() const {
    const auto value = number_if_any();
    if (!value) refuse(fmt::format("'{}' is not a number", field_.text));
    if (*value < 0 || *value > 1e18) refuse(fmt::format("{} is not within 0 to 1e18", field_.text));
    return *value;
}

std::int64_t ImportValue::nanoseconds(double factor, bool may_be_zero) const {
    const double value = number() * factor;
    if (value > static_cast<double>(longest_ns)) refuse(fmt::format("{} is longer than a year", field_.text));
    const auto rounded = std::llround(value);
    if (rounded == 0 && !may_be_zero) refuse(fmt::format("{} is no time at all", field_.text));
    return rounded;
}

void ImportValue::refuse(const std::string& what) const {
    // A value that was given for all rows stands in no line.
    if (field_.line == 0) throw Error(ErrorKind::usage, fmt::format("--set {}: {}.", column_, what));
    reader_.refuse(field_.line, field_.column, fmt::format("column '{}': {}.", column_, what));
}

}  // namespace sortscope::db
