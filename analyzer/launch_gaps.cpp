#include "analyzer/launch_gaps.hpp"

#include <algorithm>

#include "core/metric/sums.hpp"

namespace sortscope::analyzer {

std::optional<std::int64_t> GapFinder::add(std::optional<std::int64_t> start_ns, std::optional<std::int64_t> duration_ns) {
    complete_ = complete_ && start_ns && duration_ns;
    if (!complete_) return std::nullopt;
    const auto gap = busy_to_ ? std::max<std::int64_t>(0, *start_ns - *busy_to_) : 0;
    busy_to_ = std::max(busy_to_.value_or(*start_ns), checked_sum(*start_ns, *duration_ns));
    return gap;
}

}  // namespace sortscope::analyzer
