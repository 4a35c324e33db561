// Plans of sorts within a block (Bainville 2011): one launch, a key a thread, a tile of shared memory.
#pragma once

#include <algorithm>
#include <string>

#include "kernels/context/variant.hpp"
#include "kernels/variants/steps.hpp"

namespace sortscope::kernels {

/// Plans the launch of `kernel`, which sorts each block's keys in shared memory. `what` names its stage;
/// `steps` is the number of network steps, 0 without a network.
template <class Kernel>
void plan_local_sort(PlanBuilder& plan, Kernel kernel, const std::string& what, std::uint64_t steps,
                     const Workload& workload, const LaunchConfig& config) {
    using Key = typename Kernel::key;
    const std::uint64_t tile = std::min<std::uint64_t>(config.block, workload.n);
    kernel.keys = plan.buffer<Key>("keys", workload.n);
    plan.launch({.stage = {1, 1, what + " in blocks of " + std::to_string(tile)},
                 .threads = workload.n,
                 .block = config.block,
                 .shared_bytes = static_cast<std::uint32_t>(tile * sizeof(Key)),
                 .required_bytes = step_bytes<Key>(workload.n),
                 .comparators = workload.n / 2 * steps},
                kernel);
}

/// Steps of a bitonic network over a block's keys.
inline std::uint64_t local_bitonic_steps(const Workload& workload, const LaunchConfig& config) {
    const auto levels =
        static_cast<std::uint64_t>(log2_exact(std::min<std::uint64_t>(config.block, workload.n)));
    return levels * (levels + 1) / 2;
}

}  // namespace sortscope::kernels
