// A chart of the rows that a user's query gave.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "present/chart.hpp"

namespace sortscope::present {

/// Rows and columns; the functions take cells within `rows` and columns.
struct ResultRows {
    std::vector<std::string> columns;
    std::size_t rows = 0;
    /// The cell as a number, if it is one.
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

/// Which columns hold numbers only, and at least one.
std::vector<bool> numeric_columns(const ResultRows& rows);

/// Default choice: texts before the first numbers name series or bars, distinct numbers are x, the numbers
/// behind them y.
ResultChoice suggested_choice(const ResultRows& rows);

/// Bars if x holds texts, else lines in ascending x; powers of two get a log2 axis. Too many series or bars
/// are cut, which the note says. Point::row is the row.
Chart result_chart(const ResultRows& rows, const ResultChoice& choice);

}  // namespace sortscope::present
