// What a field of an imported file says.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/text.hpp"
#include "db/import_columns.hpp"

namespace sortscope::db {
namespace {

constexpr std::int64_t longest_ns = std::int64_t{1} << 55;

}  // namespace

std::string ImportValue::word(std::size_t longest) const {
    if (field_.text.size() > longest) refuse(fmt::format("the text has {} bytes, and may have {}", field_.text.size(), longest));
    return field_.text;
}

std::int64_t ImportValue::whole(std::int64_t least, std::int64_t most) const {
    std::int64_t number = 0;
    const auto& text = field_.text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        bool read = false;
        try {
            if (text.find('^') != std::string::npos) {
                const auto count = parse_count(text);
                read = count <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
                number = static_cast<std::int64_t>(count);
            }
        } catch (const Error&) {
            read = false;
        }
        if (!read) {
            const auto value = number_if_any();
            if (!value || *value != std::floor(*value) || *value > 9e15)
                refuse(fmt::format("'{}' is not a whole number{}", text, error == std::errc::result_out_of_range ? " that 64 bits hold" : ""));
            number = static_cast<std::int64_t>(*value);
        }
    }
    if (number < least || number > most) refuse(fmt::format("{} is not within {} to {}", number, least, most));
    return number;
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
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
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

void ImportValue::refuse(const std::string& what) const { reader_.refuse(field_.line, field_.column, fmt::format("column '{}': {}.", column_, what)); }

}  // namespace sortscope::db
