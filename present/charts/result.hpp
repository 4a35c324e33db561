// A chart of a query's result.
#pragma once

#include "present/chart.hpp"

namespace sortscope::present {
struct ResultRows {
    std::vector<std::string> columns;
    size_t rows = 0;
    std::function<std::optional<double>(size_t row, size_t column)> number;
    std::function<std::string(size_t row, size_t column)> text;
};

struct ResultChoice {
    enum class Kind { automatic, bars, line, points };
    Kind kind = Kind::automatic;
    size_t x = 0;
    std::vector<size_t> y;
    std::optional<size_t> by;  ///< a series for each value of this column
    bool log_y = false;

    friend bool operator==(const ResultChoice&, const ResultChoice&) = default;
};

std::vector<bool> numeric_columns(const ResultRows& rows);

/// Takes the first text column for bars or series, and the first numeric columns for x and y.
ResultChoice suggested_choice(const ResultRows& rows);

/// Draws bars if x holds texts, else lines. Powers of two get a log2 axis. The note reports rows and series
/// left out.
Chart result_chart(const ResultRows& rows, const ResultChoice& choice);
}
