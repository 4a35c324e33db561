// Distinct names of a file's devices, and representative cases.
#pragma once

#include "core/condition.hpp"
#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {
/// Cases of one device, in their order.
struct DeviceGroup {
    Device device;     ///< of its latest case (a driver may have been updated)
    std::string name;  ///< "NVIDIA H200 (cupti)", as DeviceNames gives it
    std::vector<const CaseRecord*> cases;
};

/// The last name of each key, with the beginning of its id if several share it: "NVIDIA H200 GPU-1a2b3c4d".
std::map<DeviceKey, std::string> distinct_names(const std::vector<DeviceKey>& keys);

/// Gives each device a distinct name. Conditions with any device stay.
void name_devices(const std::vector<Condition*>& conditions);
/// name_devices() of the members `condition`.
template <class All>
void disambiguate_devices(All& all) {
    std::vector<Condition*> conditions;
    for (auto& one : all) conditions.push_back(&one.condition);
    name_devices(conditions);
}

/// Groups by backend and device_key, in order of first case.
std::vector<DeviceGroup> by_device(const std::vector<CaseRecord>& cases);

/// The cases of `run` in each group that has any, in order of first case.
std::vector<DeviceGroup> of_run(const std::vector<DeviceGroup>& groups, RunId run);

/// Names with number or UUID if two devices of a file share one. A device without cases has its own name.
class DeviceNames {
 public:
    explicit DeviceNames(const std::vector<CaseRecord>& cases);
    std::string operator()(const Device& device) const;       ///< "NVIDIA H200 (cupti)"
    std::string without_backend(const Device& device) const;  ///< "NVIDIA H200"

 private:
    std::map<std::pair<BackendKind, DeviceKey>, std::string> names_;
};

struct Representative {
    CaseId case_id{};
    size_t older = 0;  ///< earlier cases of the same condition
    friend bool operator==(const Representative&, const Representative&) = default;
};

/// One finished GPU case for each device and variant, in order of collecting. Preferred are most keys, then
/// uniform keys, the least time, the latest. Only the latest case of a condition counts.
std::vector<Representative> representative_cases(const std::vector<CaseRecord>& cases);

/// Nothing if it is not above 0.
std::optional<double> limit_value(std::span<const DeviceLimit> limits, std::string_view name);

/// The slowest, without times the first; null if empty.
const LaunchSums* heaviest_stage(std::span<const LaunchSums> stages);

/// Positions of the `most` (0: all) cases with the longest median times, descending.
std::vector<size_t> longest_cases(std::span<const CaseRecord* const> cases, size_t most);

/// The finished GPU case with the longest time, or without times the most keys; null if there is none.
const CaseRecord* longest_case(std::span<const CaseRecord> cases);

/// The first two variants that were timed on a GPU under otherwise one condition.
std::optional<std::pair<std::string, std::string>> rivals(std::span<const CaseRecord> cases);

/// A variant that has times of several block sizes.
std::optional<std::string> swept_variant(std::span<const CaseRecord> cases);
}
