// Axes: their ranges, positions of values, and ticks.
#pragma once

#include "present/chart.hpp"
#include "present/palette.hpp"

namespace sortscope::present {
struct Tick {
    double at = 0;
    std::string text;
};

struct Range {
    double least = 0, largest = 1;
};

/// Length of a label along the axis, in px.
using LabelLength = std::function<double(std::string_view)>;

class AxisScale {
 public:
    /// Keeps a reference to `axis`. Logarithmic ranges must be above 0.
    AxisScale(const Axis& axis, Range range) : axis_(&axis), range_(range) {}

    /// Position of `value`: 0 at the least value, 1 at the largest.
    double part(double value) const;
    bool takes(double value) const;
    const Range& range() const { return range_; }
    const Axis& axis() const { return *axis_; }
    Scale scale() const { return axis_->scale; }

    /// Returns about `count` ticks at round values.
    std::vector<Tick> ticks(size_t count) const;
    /// Fits ticks into `length` px. Labels, of font size `px`, do not touch.
    std::vector<Tick> horizontal_ticks(double length, double px, const LabelLength& width) const;
    std::vector<Tick> vertical_ticks(double length, double px) const;

 private:
    std::vector<Tick> number_ticks(size_t count) const;
    std::vector<Tick> decade_ticks(size_t count) const;
    std::vector<Tick> exponent_ticks(size_t count) const;
    std::vector<Tick> category_ticks(size_t count) const;
    /// Indices of the range's categories: first, last + 1.
    std::pair<size_t, size_t> categories() const;
    using Room = std::function<bool(const Tick&, const Tick&)>;
    /// Takes ticks of Axis::foremost that fit, then `others` between them.
    std::vector<Tick> with_foremost(std::vector<Tick> others, const Room& fit) const;
    /// Drops ticks without room.
    std::vector<Tick> fitting(size_t count, const Room& fit) const;
    /// Prefers names of Axis::foremost. Replaces a single number by finer steps.
    std::vector<Tick> completed(std::vector<Tick> found, const Room& fit) const;

    const Axis* axis_;
    Range range_;
};

/// "2.5 M": with the fewest digits that distinguish ticks `step` apart.
std::string tick_text(double value, double step);

/// Adds a margin around the values; bars begin at 0.
Range x_range(const Chart& chart);
Range y_range(const Chart& chart);

/// Colour at a part (0 to 1) of Chart::colour, or at a value.
Rgb scale_colour(const Chart& chart, double part, bool dark);
Rgb colour_of(const Chart& chart, double value, bool dark);
}
