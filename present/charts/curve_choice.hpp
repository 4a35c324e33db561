// Which curves one chart of rates or times draws.
#pragma once

#include <string>
#include <vector>

#include "analyzer/curves/curve.hpp"

namespace sortscope::present {
struct CurveChoice {
    std::vector<analyzer::Curve> curves;
    /// "33 of 96 curves have u32 keys, uniform. --key and --dist choose others: f32 uniform (31), ...". Empty
    /// if none is left out.
    std::string note;
};
/// The curves of the key type and input that most curves have; of several the first.
CurveChoice most_common_curves(const std::vector<analyzer::Curve>& curves);
}
