// Axes: ranges, positions of values, ticks that fit.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Along the axis, in px.
using LabelLength = std::function<double(std::string_view)>;

class AxisScale {
 public:
    /// Keeps a reference to `axis`. Logarithmic ranges must be above 0.
    AxisScale(const Axis& axis, Range range) : axis_(&axis), range_(range) {}

    /// 0 at the least value, 1 at the largest.
    double part(double value) const;
    bool takes(double value) const;
    const Range& range() const { return range_; }
    const Axis& axis() const { return *axis_; }
    Scale scale() const { return axis_->scale; }

    /// About `count`, at round values.
    std::vector<Tick> ticks(size_t count) const;
    /// Labels of `px` do not touch along `length` px.
    std::vector<Tick> horizontal_ticks(double length, double px, const LabelLength& width) const;
    std::vector<Tick> vertical_ticks(double length, double px) const;

 private:
    std::vector<Tick> number_ticks(size_t count) const;
    std::vector<Tick> decade_ticks(size_t count) const;
    std::vector<Tick> exponent_ticks(size_t count) const;
    std::vector<Tick> category_ticks(size_t count) const;
    /// First in the range, and behind the last.
    std::pair<size_t, size_t> categories() const;
    /// Takes as many of Axis::foremost as fit, and others between them.
    using Room = std::function<bool(const Tick&, const Tick&)>;
    std::vector<Tick> with_foremost(std::vector<Tick> others, const Room& fit) const;

    const Axis* axis_;
    Range range_;
};

/// "2.5 M": as short as ticks `step` apart differ.
std::string tick_text(double value, double step);

/// Leaves room around; bars begin at 0.
Range x_range(const Chart& chart);
Range y_range(const Chart& chart);

/// Colour at a part (0 to 1) of Chart::colour, or at a value.
Rgb scale_colour(const Chart& chart, double part, bool dark);
Rgb colour_of(const Chart& chart, double value, bool dark);
}
