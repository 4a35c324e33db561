// The prediction that figures use: the time of a recorded case on a device that nobody here has.
#pragma once

#include "analyzer/reproduce/reproduction.hpp"

namespace sortscope::analyzer::reproduce {

/// By the model of analyzer/predict.hpp. It gives nothing for a device that the model does not know, for
/// launches whose memory traffic nobody counted, and for blocks that do not fit on the device.
Predictor device_predictor();

}  // namespace sortscope::analyzer::reproduce
