// Named lines across a chart, such as limits. Names do not cover the marks of series.
#pragma once

#include "gui/views/chart/chart_frame.hpp"

namespace sortscope::gui {
class ReferenceLines {
 public:
    ReferenceLines(const ChartFrame& frame, const ChartDrawing& drawing) : frame_(frame), drawing_(drawing) {}

    /// Call once the plot's items are deleted.
    void clear() { names_.clear(); }
    void draw();
    /// Puts names of horizontal lines next to their lines, in the rightmost free place. Names without a free
    /// place go above the plot, with a leader.
    void place_names();

 private:
    struct Name {
        QCPItemText* text;
        QCPItemLine* leader;  ///< joins a name above the plot to its line
        double at;            ///< position on the value axis
    };
    int place_names_within(int space);

    const ChartFrame& frame_;
    const ChartDrawing& drawing_;
    std::vector<Name> names_;  ///< of horizontal lines
};
}
