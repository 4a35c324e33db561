#include "tests/sample/network_parts.hpp"

#include <bit>

namespace sortscope::sample {

std::vector<LaunchRecord> plan(std::uint64_t n, std::uint32_t block, const std::string& kernel) {
    std::vector<LaunchRecord> launches;
    const int stages = std::countr_zero(n);
    for (int stage = 1; stage <= stages; ++stage)
        for (int substage = 1; substage <= stage; ++substage) {
            auto& launch = launches.emplace_back();
            launch.index = static_cast<std::uint32_t>(launches.size() - 1);
            launch.stage = {
                stage, substage,
                "k=" + std::to_string(1 << stage) + " j=" + std::to_string(1 << (stage - substage))};
            launch.kernel = kernel;
            launch.grid.x = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, n / 2 / block));
            launch.block.x = block;
            launch.registers = 24;
            launch.required_bytes = 8 * n;
        }
    return launches;
}

std::uint64_t required_bytes(const std::vector<LaunchRecord>& launches) {
    std::uint64_t sum = 0;
    for (const auto& launch : launches) sum += launch.required_bytes;
    return sum;
}

TrialRecord& add_trial(CaseRecord& record, TrialKind kind, std::uint32_t index,
                       std::optional<std::int64_t> duration_ns) {
    auto& trial = record.trials.emplace_back();
    trial.kind = kind;
    trial.index = index;
    trial.duration_ns = duration_ns;
    trial.verified = true;
    if (duration_ns) trial.time_mode = record.time_mode;
    return trial;
}

void add_time_trials(CaseRecord& record, std::uint32_t count, std::int64_t first_offset_ns) {
    for (std::uint32_t i = 0; i < count; ++i)
        add_trial(record, TrialKind::time, i,
                  record.time->median_ns +
                      (first_offset_ns == 0 ? 0 : first_offset_ns + static_cast<std::int64_t>(i)));
}

}  // namespace sortscope::sample
