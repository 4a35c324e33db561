// The catalogue's rows as they are written down; everyone else asks metric.hpp.
#pragma once

#include <span>

#include "core/metric/metric.hpp"

namespace sortscope {

/// Time, then all computed metrics, in display order.
std::span<const Metric> time_and_computed_rows();
/// All counters, in display order.
std::span<const Metric> counter_rows();

}  // namespace sortscope
