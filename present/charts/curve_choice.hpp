// Which curves one chart of rates or times draws.
#pragma once

#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"

namespace sortscope::present {
/// Curves of one key type, input and size if that is not the axis; the largest group first.
std::vector<std::vector<analyzer::Curve>> curves_by_input(const std::vector<analyzer::Curve>& curves);

struct CurveChoice {
    std::vector<analyzer::Curve> curves;
    /// "Of 96 curves, 33 are u32 uniform. --key, --dist and --size choose others: f32 uniform (31), ...".
    /// Empty if none is left out.
    std::string note;
};
/// The largest group.
CurveChoice most_common_curves(const std::vector<analyzer::Curve>& curves);
}
