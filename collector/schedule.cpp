#include "collector/schedule.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/context/digest.hpp"

namespace sortscope::collector {

std::vector<std::size_t> round_order(std::size_t count, const Schedule& schedule, std::uint32_t round) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (schedule.rounds < 2) return order;
    std::uint64_t state = schedule.order_seed ^ (std::uint64_t{round} << 32);
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[kernels::mix64(state += 0x9e3779b97f4a7c15) % i]);
    return order;
}

std::size_t batch_size(std::span<const BatchItem> items, const BatchLimits& limits) {
    double seconds = 0, launches = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        seconds += items[i].seconds;
        launches += items[i].launches;
        if (i == limits.cases || (i > 0 && (seconds > limits.seconds || launches > limits.launches)))
            return i;
    }
    return items.size();
}

std::chrono::milliseconds silence_limit(double expected_seconds, const Schedule& schedule) {
    if (schedule.case_limit.count() > 0) return schedule.case_limit;
    constexpr double least_s = 30, times = 20, most_s = 1e9;
    return std::chrono::milliseconds(
        static_cast<std::int64_t>(1e3 * std::clamp(times * expected_seconds, least_s, most_s)));
}

}  // namespace sortscope::collector
