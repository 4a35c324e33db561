// Choice of the curves for one chart of rates or times.
#pragma once

#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"

namespace sortscope::present {
/// Groups curves by key type and input, and by size if the axis is another. The largest group is first.
std::vector<std::vector<analyzer::Curve>> curves_by_input(const std::vector<analyzer::Curve>& curves);

struct CurveChoice {
    std::vector<analyzer::Curve> curves;
    /// "Of 96 curves, 33 are u32 uniform. --key, --input and --n choose others: f32 uniform (31), ...".
    /// Empty if no curve is left out.
    std::string note;
};
/// The largest group of curves_by_input().
CurveChoice most_common_curves(const std::vector<analyzer::Curve>& curves);
}
