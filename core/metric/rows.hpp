// Rows of the catalogue, for catalogue.cpp only. Other code uses metric.hpp.
#pragma once

#include <span>

#include "core/metric/metric.hpp"

namespace sortscope {
inline constexpr Provenances by_hardware{.measured = true};
inline constexpr Provenances by_software{.counted = true, .modelled = true};
inline constexpr Provenances by_all{.measured = true, .counted = true, .modelled = true};

/// Time, then all computed metrics, in display order.
std::span<const Metric> time_and_computed_rows();
/// All counters in display order.
std::span<const Metric> counter_rows();
}
