#include "analyzer/timing/recording.hpp"

#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {
/// Number of rounds as text; empty without a time.
std::string rounds_of(const CaseRecord& record, TimeMode mode) {
    const auto* time = time_in(record, mode);
    return time == nullptr ? std::string() : std::to_string(std::max<size_t>(1, time->rounds.size()));
}
}  // namespace

std::vector<RecordingDifference> recording_differences(const Compared& base, const Compared& other,
                                                       TimeMode base_mode, TimeMode other_mode) {
    std::vector<RecordingDifference> found;
    if (same_recording(base, other)) return found;
    const auto add = [&](std::string_view what, const std::string& of_base, const std::string& of_other) {
        if (!of_base.empty() && !of_other.empty() && of_base != of_other)
            found.push_back({what, of_base, of_other});
    };
    const auto &one = base.record->device, &two = other.record->device;
    add("program_version", base.file->run_of(*base.record).program_version,
        other.file->run_of(*other.record).program_version);
    add("cuda_version", one.cuda_version, two.cuda_version);
    add("driver_version", one.driver_version, two.driver_version);
    if (one.name == two.name) add("device_uuid", one.uuid, two.uuid);
    add("rounds", rounds_of(*base.record, base_mode), rounds_of(*other.record, other_mode));
    return found;
}

std::vector<PossibleCause> possible_causes(const Comparison& comparison) {
    std::vector<PossibleCause> causes;
    for (const auto& pair : comparison.pairs) {
        if (!pair.verdict || !is_clear(*pair.verdict)) continue;
        for (const auto& difference :
             recording_differences(pair.base, pair.other, pair.base_time->mode, pair.other_time->mode)) {
            auto same = std::ranges::find(causes, difference, &PossibleCause::difference);
            if (same == causes.end()) same = causes.insert(causes.end(), {difference, 0});
            ++same->pairs;
        }
    }
    constexpr std::array order{"program_version", "cuda_version", "driver_version", "device_uuid", "rounds"};
    std::ranges::stable_sort(causes, {}, [&](const PossibleCause& one) {
        return std::ranges::find(order, one.difference.what) - order.begin();
    });
    return causes;
}
}
