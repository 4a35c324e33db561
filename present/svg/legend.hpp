// The legend, below the plot or beside it.
#pragma once

#include <cstddef>
#include <vector>

#include "present/svg/frame.hpp"

namespace sortscope::present::svg {

class Legend {
 public:
    /// `marks`: positions in Chart::marks whose text found no room in the plot.
    Legend(const Chart& chart, const Style& style, const std::vector<std::size_t>& marks);

    bool empty() const { return entries_.empty(); }
    /// Fits it into `width` and `height`: shortens names, and ends with "and N more".
    void arrange(double width, double height);
    double width() const { return width_; }
    double height() const { return height_; }
    /// Width of one column with whole names.
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

/// "peak (published)": measured marks have no provenance.
std::string mark_text(const Mark& mark);

}  // namespace sortscope::present::svg
