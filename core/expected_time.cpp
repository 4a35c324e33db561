#include "core/expected_time.hpp"

#include <cmath>

namespace sortscope {
namespace {

std::string two_digits(long value) { return (value < 10 ? "0" : "") + std::to_string(value); }

}  // namespace

std::string left_text(double seconds) {
    if (seconds < 0) return "";
    const long left = std::lround(seconds);
    if (left >= 3600)
        return std::to_string(left / 3600) + ":" + two_digits(left / 60 % 60) + ":" + two_digits(left % 60) +
               " left";
    return std::to_string(left / 60) + ":" + two_digits(left % 60) + " left";
}

}  // namespace sortscope
