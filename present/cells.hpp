// Values as table cells.
#pragma once

#include <iterator>

#include "core/ranges.hpp"
#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope {
/// Lets fmt print the ids.
inline int64_t format_as(RunId id) { return int64_t(id); }
inline int64_t format_as(CaseId id) { return int64_t(id); }
}

namespace sortscope::present {
/// "a, b, c": joins the `text` of each part; omits empty texts.
template <class Range, class Text = std::identity>
std::string join(const Range& parts, std::string_view between = ", ", const Text& text = {}) {
    std::string joined;
    for (const auto& part : parts) {
        const std::string piece(std::invoke(text, part));
        if (!piece.empty()) (joined += joined.empty() ? "" : between) += piece;
    }
    return joined;
}
inline std::string join(std::initializer_list<std::string> parts, std::string_view between = ", ") {
    return join<std::initializer_list<std::string>>(parts, between);
}

template <class Range, class Get>
auto mapped(const Range& range, const Get& get) {
    std::vector<std::decay_t<std::invoke_result_t<Get, decltype(*std::begin(range))>>> values;
    for (const auto& each : range) values.push_back(std::invoke(get, each));
    return values;
}

inline std::string time_text(int64_t ns) { return format_time_ns(double(ns)); }
inline std::string bytes_text(uint64_t bytes) { return format_bytes(double(bytes)); }

Cell text_cell(std::string_view text);
/// A free cell, without the "-" of absent values.
Cell blank_cell();
/// "12,345".
Cell count_cell(std::optional<int64_t> value, std::optional<Provenance> provenance = std::nullopt);
/// Number as the text of an option, ungrouped: "1024".
Cell setting_cell(int64_t value);
/// "12,345.7".
Cell fixed_cell(std::optional<double> value, int decimals,
                std::optional<Provenance> provenance = std::nullopt);
Cell measured_cell(std::optional<double> value, int decimals);
/// "1.235 ms"; the number is in ns.
inline constexpr auto time_cell = [](std::optional<double> ns,
                                     std::optional<Provenance> provenance = Provenance::measured) {
    return ns ? Cell{format_time_ns(*ns), Number(*ns), provenance} : Cell{};
};
/// The number is in Mkey/s.
inline constexpr auto rate_cell = [](std::optional<double> mkeys_per_s,
                                     std::optional<Provenance> provenance = Provenance::measured) {
    return mkeys_per_s ? Cell{format_rate(*mkeys_per_s), Number(*mkeys_per_s), provenance} : Cell{};
};
/// Time in the column's unit, `scale`.
Cell scaled_time_cell(std::optional<double> ns, const TimeScale& scale,
                      std::optional<Provenance> provenance = Provenance::measured);
Cell metric_cell(const Metric& metric, const std::optional<MetricValue>& value);
/// Values of a metric in one unit; times use `scale`.
struct MetricUnit {
    const Metric& metric;
    TimeScale scale = {};

    bool is_time() const { return &metric == &time_metric(); }
    std::string name() const { return is_time() ? scale.unit : std::string(metric.unit); }
    double number(const MetricValue& value) const { return value.value.as_double() / scale.ns; }
    /// Without the unit.
    std::string text(const MetricValue& value) const;
};
/// Keeps a reference to the launch's counters.
MetricInput input_of(const LaunchRecord& launch, uint64_t data_bytes);
/// Leaves the unit out of the head.
Column metric_column(const Metric& metric, int importance);
Column case_id_column(int importance);
Column median_column(int importance);
Column spread_column(int importance);
TimeScale scale_of(std::span<const double> times_ns);
Cell bar_cell(double fraction);
/// The number is 100 times `part`.
Cell percent_cell(std::optional<double> part, int decimals,
                  std::optional<Provenance> provenance = Provenance::measured);

/// Id of the column; for times with the unit: "time_ns".
std::string value_name(const Column& column);
/// Converts times to ns; keeps other numbers.
Number plain_number(const Column& column, const Number& number);

/// Absent for TimeMode::none.
Cell mode_cell(TimeMode mode);
/// Absent if 0.
inline constexpr auto nonzero = []<class T>(T value) {
    return value == T{} ? std::nullopt : std::optional(value);
};
/// Functions for Field: make cells with fixed `decimals` or scale.
inline auto fixed_with(int decimals) {
    return [=](std::optional<double> value) { return fixed_cell(value, decimals); };
}
inline auto measured_with(int decimals) {
    return [=](std::optional<double> value) { return measured_cell(value, decimals); };
}
inline auto percent_with(int decimals) {
    return [=](std::optional<double> part) { return percent_cell(part, decimals); };
}
inline auto scaled_with(const TimeScale& scale, Provenance provenance = Provenance::measured) {
    return [=](std::optional<double> ns) { return scaled_time_cell(ns, scale, provenance); };
}

/// Cell of a text, an enumerator or a number; absent for an empty optional.
template <class T>
Cell cell_of(const T& value) {
    if constexpr (std::is_same_v<T, Cell>)
        return value;
    else if constexpr (std::is_convertible_v<const T&, std::string_view>)
        return text_cell(value);
    else if constexpr (requires { EnumTable<T>::names(); })
        return text_cell(name_of(value));
    else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
        return count_cell(int64_t(value));
    else if constexpr (std::is_floating_point_v<T>)
        return fixed_cell(value, 3);
    else
        return value ? cell_of(*value) : Cell{};
}

/// Applies `get`, then each of `more`, to `value` and makes a cell of the result. Empty optionals and null
/// pointers on the way make the cell absent.
template <class T, class Get, class... More>
Cell cell_by(const T& value, const Get& get, const More&... more) {
    if constexpr (!std::is_convertible_v<const T&, std::string_view> && requires {
                      *value;
                      bool(value);
                  })
        return value ? cell_by(*value, get, more...) : Cell{};
    else if constexpr (sizeof...(more) == 0)
        return cell_of(std::invoke(get, value));
    else
        return cell_by(std::invoke(get, value), more...);
}

/// A column and the function that makes its cell for a row.
template <class T>
struct Field {
    template <class Get, class... More>
    Field(Column head, Get get, More... more)
        : column(std::move(head)), cell([=](const T& row) { return cell_by(row, get, more...); }) {}
    template <class... Get>
    Field(const char* id, Get... get) : Field(plain_column(id), get...) {}

    Column column;
    std::function<Cell(const T&)> cell;
};
template <class T>
using Fields = std::vector<Field<T>>;

template <class T>
void append(Fields<T>& fields, Fields<T> more) {
    std::ranges::move(more, std::back_inserter(fields));
}

template <class T>
void add_columns(std::vector<Column>& columns, const Fields<T>& fields) {
    for (const auto& field : fields) columns.push_back(field.column);
}
/// Appends the cells of `row` to `cells`.
template <class T>
std::vector<Cell> cells_of(const Fields<T>& fields, const T& row, std::vector<Cell> cells = {}) {
    for (const auto& field : fields) cells.push_back(field.cell(row));
    return cells;
}

/// One row for each element of `rows` (T or T*).
template <class T, class Range>
Table table_of(const Fields<T>& fields, const Range& rows, std::string title = {}) {
    Table table;
    table.title = std::move(title);
    add_columns(table.columns, fields);
    for (const auto& row : rows)
        if constexpr (std::is_pointer_v<std::iter_value_t<decltype(std::begin(rows))>>)
            table.row(cells_of(fields, *row));
        else
            table.row(cells_of(fields, row));
    return table;
}
}
