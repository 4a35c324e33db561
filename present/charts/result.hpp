// A chart of any rows and columns: what a query of a user gave, of which nothing is known but names and
// values.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "present/chart.hpp"

namespace sortscope::present {

/// Rows and columns; the functions are asked for cells below `rows` and columns.size().
struct ResultRows {
    std::vector<std::string> columns;
    std::size_t rows = 0;
    /// The cell as a number; nothing where it is none (a text, NULL).
    std::function<std::optional<double>(std::size_t row, std::size_t column)> number;
    std::function<std::string(std::size_t row, std::size_t column)> text;
};

/// What a chart shows of them.
struct ResultChoice {
    enum class Kind { automatic, bars, line, points };
    Kind kind = Kind::automatic;
    std::size_t x = 0;
    std::vector<std::size_t> y;
    std::optional<std::size_t> by;  ///< a series for each value of this column
    bool log_y = false;

    friend bool operator==(const ResultChoice&, const ResultChoice&) = default;
};

/// Whether every cell of a column that is not absent is a number, and any is.
std::vector<bool> numeric_columns(const ResultRows& rows);

/// What a chart of the rows shows where nobody has chosen: texts before the first numbers tell series apart
/// or are names of bars, numbers that no row repeats are x, the numbers behind them y. Without a column of
/// numbers y is empty.
ResultChoice suggested_choice(const ResultRows& rows);

/// Bars where x is of texts, else lines of points in ascending x; numbers of keys and blocks (powers of two,
/// or whole numbers that span hundreds) on an axis of exponents of two. Of more series than can be told
/// apart, or more bars than fit, the first are drawn, and the note says so. Point::row is the row. Where
/// nothing can be drawn, empty_text says why.
Chart result_chart(const ResultRows& rows, const ResultChoice& choice);

}  // namespace sortscope::present
