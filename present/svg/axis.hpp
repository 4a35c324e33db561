// An axis laid over a length: where values stand, and which ticks have room.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "present/chart.hpp"

namespace sortscope::present::svg {

struct Tick {
    double at = 0;
    std::string text;
};

/// Values of one axis with the room around them.
struct Range {
    double least = 0, largest = 1;
};

class AxisScale {
 public:
    /// `range`: of all that is drawn. Of a logarithmic axis it must be above 0.
    AxisScale(const Axis& axis, Range range) : axis_(&axis), range_(range) {}

    /// 0 at the least, 1 at the largest value; beyond them where the value is.
    double part(double value) const;
    /// Whether the axis has a place for the value: logarithmic ones have none for 0 and less.
    bool takes(double value) const;
    const Range& range() const { return range_; }
    const Axis& axis() const { return *axis_; }
    Scale scale() const { return axis_->scale; }

    /// About `count` ticks at round values, within the range.
    std::vector<Tick> ticks(std::size_t count) const;
    /// As many ticks along a horizontal `length` as do not touch with letters of `px`.
    std::vector<Tick> horizontal_ticks(double length, double px) const;
    /// As many as have room one above the other.
    std::vector<Tick> vertical_ticks(double length, double px) const;

 private:
    std::vector<Tick> number_ticks(std::size_t count) const;
    std::vector<Tick> decade_ticks(std::size_t count) const;
    std::vector<Tick> exponent_ticks(std::size_t count) const;
    std::vector<Tick> category_ticks(std::size_t count) const;

    const Axis* axis_;
    Range range_;
};

/// "1,500", "2.5 M", "10^-4": a number of ticks with `decimals`.
std::string tick_text(double value, int decimals);

}  // namespace sortscope::present::svg
