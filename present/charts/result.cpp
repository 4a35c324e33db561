#include "present/charts/result.hpp"

#include <fmt/core.h>

#include "present/charts/notes.hpp"
#include "present/palette.hpp"

namespace sortscope::present {
namespace {
constexpr size_t most_result_series = 10;  // further series would look alike
constexpr size_t most_result_bars = 5'000;
constexpr size_t most_result_names = 40;  // distinct names that may become series

using ResultKind = ResultChoice::Kind;

/// Returns whether a column has powers of two, or whole numbers over a wide range.
bool are_doubling(const ResultRows& rows, size_t column) {
    Extent extent;
    bool powers = true;
    for (size_t row = 0; row < rows.rows; ++row) {
        const auto value = rows.number(row, column);
        if (!value) continue;
        if (*value < 1 || *value != std::floor(*value)) return false;
        powers = powers && std::exp2(std::ilogb(*value)) == *value;
        extent.add(*value);
    }
    return extent.exceeds(powers ? 1 : 200);
}

struct ResultGroup {
    std::string name;
    std::vector<size_t> rows;
};

/// One group without `choice.by`.
std::vector<ResultGroup> result_groups(const ResultRows& rows, const ResultChoice& choice) {
    std::vector<ResultGroup> groups;
    std::map<std::string, size_t> places;
    for (size_t row = 0; row < rows.rows; ++row) {
        auto name = choice.by ? rows.text(row, *choice.by) : "all";
        if (name.empty()) name = "(none)";
        const auto [place, is_new] = places.emplace(name, groups.size());
        if (is_new) groups.push_back({name, {}});
        groups[place->second].rows.push_back(row);
    }
    return groups;
}

std::string result_series_name(const ResultRows& rows, const ResultChoice& choice, const ResultGroup& group,
                               size_t column) {
    if (!choice.by) return rows.columns[column];
    return choice.y.size() > 1 ? group.name + ", " + rows.columns[column] : group.name;
}
}  // namespace

std::vector<bool> numeric_columns(const ResultRows& rows) {
    std::vector<bool> numeric(rows.columns.size(), false);
    for (size_t column = 0; column < numeric.size(); ++column) {
        bool any = false, all = true;
        for (size_t row = 0; row < rows.rows && all; ++row) {
            const bool number = rows.number(row, column).has_value();
            any |= number;
            all = number || rows.text(row, column).empty();
        }
        numeric[column] = any && all;
    }
    return numeric;
}

ResultChoice suggested_choice(const ResultRows& rows) {
    const auto numeric = numeric_columns(rows);
    ResultChoice choice;
    std::vector<size_t> texts, numbers;
    for (size_t column = 0; column < numeric.size(); ++column)
        if (numeric[column])
            numbers.push_back(column);
        else if (rows.rows != 0 && !rows.text(0, column).empty())
            texts.push_back(column);
    if (numbers.empty()) return choice;
    const auto distinct = [&](size_t column) {
        std::set<std::string> values;
        for (size_t row = 0; row < rows.rows; ++row) values.insert(rows.text(row, column));
        return values.size();
    };
    choice.x = numbers.front();
    choice.y = {numbers.front()};
    // Distinct names become bars; repeated names become series.
    if (!texts.empty() && (numbers.size() == 1 || distinct(texts.front()) == rows.rows)) {
        choice.x = texts.front();
    } else if (numbers.size() > 1) {
        choice.y = {numbers[1]};
        if (!texts.empty() && distinct(texts.front()) <= most_result_names) choice.by = texts.front();
    }
    return choice;
}

Chart result_chart(const ResultRows& rows, const ResultChoice& choice) {
    if (rows.rows == 0)
        return {.empty_text = rows.columns.empty() ? "Run a query: its result is drawn here."
                                                   : "The query gave no rows: nothing to draw."};
    if (choice.y.empty() || choice.x >= rows.columns.size())
        return {.empty_text = "The result has no column of numbers to draw. The table has what it is."};
    Chart chart;
    const auto numeric = numeric_columns(rows);
    const bool names = !numeric[choice.x] || choice.kind == ResultKind::bars;
    const bool powers = !names && are_doubling(rows, choice.x);
    chart.x.title = rows.columns[choice.x];
    std::vector<std::string> drawn;
    for (const auto column : choice.y) drawn.push_back(rows.columns[column]);
    chart.y.title = join(drawn);
    chart.title = fmt::format("{} by {}", chart.y.title, chart.x.title);
    if (choice.log_y) chart.y.scale = Scale::logarithmic;
    auto groups = result_groups(rows, choice);
    if (groups.size() > most_result_series) {
        chart.note = fmt::format("{} of {} values of {}: the first.", most_result_series, groups.size(),
                                 rows.columns[*choice.by]);
        groups.resize(most_result_series);
    }
    std::map<std::string, size_t> places;
    size_t left_out = 0;
    const auto x_of = [&](size_t row) -> std::optional<double> {
        if (!names) {
            const auto value = rows.number(row, choice.x);
            return value && powers ? std::optional(std::log2(*value)) : value;
        }
        auto name = rows.text(row, choice.x);
        // Rows of one name share a position if there are series; else each row has a bar.
        const auto key = choice.by ? name : std::to_string(row);
        if (const auto known = places.find(key); known != places.end()) return double(known->second);
        if (places.size() == most_result_bars) {
            ++left_out;
            return std::nullopt;
        }
        places.emplace(key, places.size());
        chart.x.ticks.push_back(std::move(name));
        return double(places.size() - 1);
    };
    std::vector<size_t> colours;
    if (choice.by && rows.columns[*choice.by] == "variant" && choice.y.size() == 1)
        colours = line_colours(mapped(groups, [](const ResultGroup& group) {
            Condition condition;
            condition.subject = group.name;
            return condition;
        }));
    for (const auto& group : groups) {
        std::vector<std::pair<size_t, std::optional<double>>> at;
        for (const auto row : group.rows) at.emplace_back(row, x_of(row));
        for (const auto column : choice.y) {
            if (chart.series.size() == most_result_series) break;
            Series series{.kind = choice.kind == ResultKind::points          ? Series::Kind::points
                                  : names && choice.kind != ResultKind::line ? Series::Kind::bars
                                                                             : Series::Kind::line,
                          .name = result_series_name(rows, choice, group, column),
                          .marked = group.rows.size() <= 200};
            if (!colours.empty()) series.colour = colours[size_t(&group - groups.data())];
            for (const auto& [row, x] : at) {
                const auto y = rows.number(row, column);
                if (!x || !y || !std::isfinite(*y) || !std::isfinite(*x) || (choice.log_y && *y <= 0))
                    continue;
                series.points.push_back({.x = *x, .y = *y, .row = row});
            }
            series.sort_points();
            if (!series.points.empty()) chart.series.push_back(std::move(series));
        }
    }
    if (chart.series.empty()) {
        chart.x.ticks.clear();
        chart.empty_text = choice.log_y
                               ? "No value is above 0: there is nothing to draw on a logarithmic axis."
                               : "The chosen columns have no numbers to draw.";
        return chart;
    }
    if (left_out != 0)
        add_sentence(chart.note,
                     fmt::format("The first {} rows are drawn.", format_grouped(int64_t(most_result_bars))));
    chart.x.scale = names ? Scale::categories : powers ? Scale::log2 : Scale::linear;
    chart.x.powers = powers && (rows.columns[choice.x] == "n" || x_extent(chart).largest > 12);
    chart.x.names = names && !numeric[choice.x];
    chart.tooltip = [rows](const Series& series, const Point& point) {
        auto text = series.name;
        for (size_t column = 0; column < rows.columns.size(); ++column)
            text += fmt::format("\n{}: {}", rows.columns[column], rows.text(point.row, column));
        return text;
    };
    return chart;
}
}
