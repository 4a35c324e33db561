// What a chart of bars draws of its rows: all of them while they fit, at most one a pixel when they do not.
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
    /// Whole length of a row's bar, in the chart's unit; 0 where absent.
    double total(std::size_t row) const { return totals_[row]; }
    double largest() const { return largest_; }
    /// Length of a series' part of a row; 0 where it has none.
    double part(std::size_t series, std::size_t row) const { return parts_[series][row]; }
    /// The series whose part of the bar lies at `value`, and the position of its point; the last that has a
    /// part where `value` lies beyond. Nothing where the row has no value at all.
    struct Hit {
        std::size_t series = 0;
        std::size_t point = 0;
    };
    /// Series that are `hidden` have no part of it.
    std::optional<Hit> hit(std::size_t row, double value, const std::vector<bool>& hidden = {}) const;

    /// Rows to draw of [first, last): all where there are at most `most`, else the longest of each of `most`
    /// equal parts, ascending.
    std::vector<std::size_t> drawn(std::size_t first, std::size_t last, std::size_t most) const;

 private:
    std::vector<std::vector<double>> parts_;  ///< of each series, by row
    std::vector<std::vector<std::size_t>>
        points_;  ///< of each series: position of the row's point, plus one; 0: none
    std::vector<double> totals_;
    double largest_ = 0;
    bool stacked_ = false;
};

}  // namespace sortscope::gui
