#include "core/axes.hpp"

#include <array>
#include <cctype>
#include <cmath>

#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/vocabulary.hpp"

namespace sortscope {
namespace {
template <class E>
int stored_number(std::string_view text) {
    const auto value = find_enum<E>(text.substr(0, text.find(' ')));
    return value ? int(*value) : 0;
}

const std::array<AxisInfo, 4>& well_known() {
    static const std::array<AxisInfo, 4> rows{{
        {.name = "key", .title = "Key type", .scale = AxisScale::category, .rank = stored_number<KeyType>},
        {.name = "n", .title = "Keys", .scale = AxisScale::log2, .counts = true},
        {.name = "input",
         .title = "Input",
         .scale = AxisScale::category,
         .rank = stored_number<Distribution>},
        {.name = "block", .title = "Block size", .unit = "threads", .scale = AxisScale::log2},
    }};
    return rows;
}

/// Null for parameters: AxisOrder sorts null first.
const AxisInfo* well_known_row(std::string_view name) {
    return find_or_null(well_known(), name, &AxisInfo::name);
}

/// Compares consecutive digits as numbers.
std::weak_ordering compare_naturally(std::string_view a, std::string_view b) {
    const auto is_digit = [](char c) { return std::isdigit(uint8_t(c)) != 0; };
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const auto digits = [&](std::string_view& text) {
                const auto end = std::ranges::find_if_not(text, is_digit);
                const auto run = text.substr(0, size_t(end - text.begin()));
                text.remove_prefix(run.size());
                return std::pair(run.size(), run);
            };
            if (const auto order = digits(a) <=> digits(b); order != 0) return order;
            continue;
        }
        if (a.front() != b.front()) return a.front() <=> b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() <=> b.size();
}
}  // namespace

AxisValue AxisValue::parse(std::string_view text) {
    if (const auto whole = parse_number<int64_t>(text)) return *whole;
    if (const auto real = parse_number<double>(text); real && std::isfinite(*real)) return *real;
    return text;
}

std::optional<int64_t> AxisValue::integer() const {
    const auto* whole = std::get_if<int64_t>(&value);
    return whole == nullptr ? std::nullopt : std::optional(*whole);
}

std::optional<double> AxisValue::number() const {
    if (const auto whole = integer()) return double(*whole);
    const auto* real = std::get_if<double>(&value);
    return real == nullptr ? std::nullopt : std::optional(*real);
}

std::string AxisValue::text() const {
    if (const auto whole = integer()) return std::to_string(*whole);
    if (const auto* real = std::get_if<double>(&value)) {
        std::array<char, 32> digits{};
        return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), *real).ptr};
    }
    return std::get<std::string>(value);
}

AxisInfo axis_info(std::string_view name) {
    if (const auto* row = well_known_row(name)) return *row;
    return {.name = std::string(name), .title = std::string(name)};
}

bool is_parameter(std::string_view axis) { return well_known_row(axis) == nullptr; }

std::string axis_text(std::string_view axis, const AxisValue& value) {
    const auto whole = value.integer();
    const auto* row = well_known_row(axis);
    return whole && *whole >= 0 && row != nullptr && row->counts ? format_count(uint64_t(*whole))
                                                                 : value.text();
}

std::weak_ordering compare_on(std::string_view axis, const AxisValue& a, const AxisValue& b) {
    if (a == b) return std::weak_ordering::equivalent;
    const auto x = a.number(), y = b.number();
    if (x && y) return std::weak_order(*x, *y);
    if (x || y) return x ? std::weak_ordering::less : std::weak_ordering::greater;
    if (const auto* row = well_known_row(axis); row != nullptr && row->rank != nullptr)
        if (const auto order = row->rank(a.text()) <=> row->rank(b.text()); order != 0) return order;
    return compare_naturally(a.text(), b.text());
}

bool AxisOrder::operator()(std::string_view a, std::string_view b) const {
    const auto *row_a = well_known_row(a), *row_b = well_known_row(b);
    return row_a == row_b ? a < b : std::less<>{}(row_a, row_b);
}

const AxisValue* Axes::find(std::string_view name) const { return mapped_or_null(values_, name); }

void Axes::erase(std::string_view name) {
    if (const auto place = values_.find(name); place != values_.end()) values_.erase(place);
}

std::optional<int64_t> Axes::integer(std::string_view name) const {
    const auto* value = find(name);
    return value == nullptr ? std::nullopt : value->integer();
}

std::optional<double> Axes::number(std::string_view name) const {
    const auto* value = find(name);
    return value == nullptr ? std::nullopt : value->number();
}

std::string Axes::text(std::string_view name) const {
    const auto* value = find(name);
    return value == nullptr ? std::string() : axis_text(name, *value);
}

Axes Axes::parameters() const {
    Axes own = *this;
    std::erase_if(own.values_, [](const auto& axis) { return !is_parameter(axis.first); });
    return own;
}

void Axes::erase_parameters() {
    std::erase_if(values_, [](const auto& axis) { return is_parameter(axis.first); });
}

std::weak_ordering operator<=>(const Axes& a, const Axes& b) {
    return std::lexicographical_compare_three_way(
        a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) -> std::weak_ordering {
            if (x.first != y.first)
                return AxisOrder{}(x.first, y.first) ? std::weak_ordering::less : std::weak_ordering::greater;
            return compare_on(x.first, x.second, y.second);
        });
}

std::string parameters_text(const Axes& axes) {
    std::string text;
    for (const auto& [name, value] : axes)
        if (is_parameter(name)) text += (text.empty() ? "" : ", ") + name + "=" + value.text();
    return text;
}
}
