// What the builders of bitonic networks share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::sample {

/// The launches of a bitonic network: one for each (stage, substage), without any numbers yet.
std::vector<LaunchRecord> plan(std::uint64_t n, std::uint32_t block, const std::string& kernel);

/// Times one launch after the other, with a gap between them.
template <class Duration>
std::int64_t time(std::vector<LaunchRecord>& launches, std::int64_t gap_ns, Duration&& duration_ns) {
    std::int64_t clock = 0;
    for (auto& launch : launches) {
        launch.start_ns = clock;
        launch.duration_ns = duration_ns(launch);
        clock += *launch.duration_ns + gap_ns;
    }
    return clock;
}

std::uint64_t required_bytes(const std::vector<LaunchRecord>& launches);

/// A verified trial; without a duration it has no time mode either.
TrialRecord& add_trial(CaseRecord& record, TrialKind kind, std::uint32_t index,
                       std::optional<std::int64_t> duration_ns = std::nullopt);

void add_time_trials(CaseRecord& record, std::uint32_t count, std::int64_t first_offset_ns);

}  // namespace sortscope::sample
