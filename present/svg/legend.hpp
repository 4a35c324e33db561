// The legend: in as many columns as have room below the plot, or beside it.
#pragma once

#include <cstddef>
#include <vector>

#include "present/svg/frame.hpp"

namespace sortscope::present::svg {

class Legend {
 public:
    /// Series that need a name, and the marks of `marks` (positions in Chart::marks), which found no room for
    /// their text in the plot.
    Legend(const Chart& chart, const Style& style, const std::vector<std::size_t>& marks);

    bool empty() const { return entries_.empty(); }
    /// Lays it out at most `width` wide and `height` high: names are shortened, and where there are too many
    /// the last entry says how many are not named.
    void arrange(double width, double height);
    double width() const { return width_; }
    double height() const { return height_; }
    /// Of one column, each name whole: what it takes beside a plot.
    double natural_width() const;
    std::size_t entries() const { return entries_.size(); }
    double line_height() const { return 1.45 * px_; }
    void draw(Canvas& canvas, Place corner) const;

 private:
    struct Entry {
        std::string text;
        std::size_t index = 0;
        bool mark = false;  ///< index is of Chart::marks
    };
    void draw_swatch(Canvas& canvas, const Entry& entry, Place middle) const;
    double entry_width(const Entry& entry) const;

    const Chart& chart_;
    const Style& style_;
    double px_;
    std::vector<Entry> entries_;
    std::size_t shown_ = 0, columns_ = 1;
    double column_width_ = 0, width_ = 0, height_ = 0;
};

/// "peak (published)": a mark's text with its provenance, unless measured.
std::string mark_text(const Mark& mark);

}  // namespace sortscope::present::svg
