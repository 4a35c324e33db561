#include "present/chart.hpp"

#include <algorithm>
#include <utility>

namespace sortscope::present {

std::function<std::string(std::size_t, std::size_t)> tooltip_of(std::vector<std::vector<std::string>> hints) {
    return [hints = std::move(hints)](std::size_t series, std::size_t point) {
        return hints.at(series).at(point);
    };
}

Axis value_colours(double least, double largest, std::string unit, std::string title) {
    Axis axis;
    axis.least = least;
    axis.largest = largest;
    if (least > 0 && largest / least > 50)
        axis.scale = Scale::logarithmic;
    else if (unit == "%" && largest <= 100)
        axis.least = std::min(0.0, least), axis.largest = 100;
    else
        axis.least = std::min(0.0, least);
    axis.unit = std::move(unit);
    axis.title = std::move(title);
    return axis;
}

Axis ratio_colours(double furthest, std::string title) {
    Axis axis;
    axis.ratio = true;
    axis.scale = Scale::logarithmic;
    axis.largest = std::max(furthest, 1.05);
    axis.least = 1 / axis.largest;
    axis.unit = "times";
    axis.title = std::move(title);
    return axis;
}

}  // namespace sortscope::present
