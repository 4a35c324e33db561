// The bars that a chart draws: all rows while they fit, else at most one a pixel.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "present/chart.hpp"

namespace sortscope::gui {

/// The bars of a chart by row, so that a part of a million of them is found at once.
class Bars {
 public:
    Bars() = default;
    explicit Bars(const present::Chart& chart);

    std::size_t rows() const { return totals_.size(); }
    /// Length of a row's bar, in the chart's unit; 0 if absent.
    double total(std::size_t row) const { return totals_[row]; }
    double largest() const { return largest_; }
    /// Length of a series' part of a row; 0 if absent.
    double part(std::size_t series, std::size_t row) const { return parts_[series][row]; }
    /// The series at `value` and the index of its point; beyond the bar its last part. Nothing if the row has
    /// no value.
    struct Hit {
        std::size_t series = 0;
        std::size_t point = 0;
    };
    /// Ignores `hidden` series.
    std::optional<Hit> hit(std::size_t row, double value, const std::vector<bool>& hidden = {}) const;

    /// Rows to draw of [first, last), ascending: all, or the longest of each of `most` equal parts.
    std::vector<std::size_t> drawn(std::size_t first, std::size_t last, std::size_t most) const;

 private:
    std::vector<std::vector<double>> parts_;  ///< by series and row
    std::vector<std::vector<std::size_t>>
        points_;  ///< by series and row: index of the point plus one; 0: none
    std::vector<double> totals_;
    double largest_ = 0;
    bool stacked_ = false;
};

}  // namespace sortscope::gui
