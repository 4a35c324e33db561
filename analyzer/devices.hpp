// Distinct names of a file's devices, and representative cases.
#pragma once

#include "core/condition.hpp"

namespace sortscope::analyzer {
/// Cases of one device, in order of collecting.
struct DeviceGroup {
    Device device;     ///< as in the latest case
    std::string name;  ///< "NVIDIA H200 (cupti)"
    std::vector<const CaseRecord*> cases;
};

/// Gives each device its last name in `keys`. If devices share a name, appends the start of the id: "NVIDIA
/// H200 GPU-1a2b3c4d".
std::map<DeviceKey, std::string> distinct_names(const std::vector<DeviceKey>& keys);

/// Sets DeviceKey::among_others to the device's distinct name. Skips conditions with a free device.
void name_devices(const std::vector<Condition*>& conditions);
template <class All>
void disambiguate_devices(All& all) {
    std::vector<Condition*> conditions;
    for (auto& one : all) conditions.push_back(&one.condition);
    name_devices(conditions);
}

/// Groups cases by backend and device_key(), in order of first case.
std::vector<DeviceGroup> by_device(const std::vector<CaseRecord>& cases);

/// Keeps only the cases of `run`. Omits empty groups, and sorts groups by first case.
std::vector<DeviceGroup> of_run(const std::vector<DeviceGroup>& groups, RunId run);

/// Distinct names of a file's devices. A device without cases keeps its name.
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

/// Chooses one finished GPU case per device and variant, among the latest cases of all conditions. Prefers
/// most keys, then uniform input, then the least time. Returns them in order of collecting.
std::vector<Representative> representative_cases(const std::vector<CaseRecord>& cases);

/// Value of the limit `name`; empty if absent or not above 0.
std::optional<double> limit_value(std::span<const DeviceLimit> limits, std::string_view name);

/// Longest stage of the kernel with the longest total time. Without times, the first stage. Null if empty.
const LaunchSums* heaviest_stage(std::span<const LaunchSums> stages);

/// Positions of the `most` (0: all) cases with the longest median times, the longest first.
std::vector<size_t> longest_cases(std::span<const CaseRecord* const> cases, size_t most);

/// Finished GPU case with the longest time, or with most keys if no case has a time; null if absent.
const CaseRecord* longest_case(std::span<const CaseRecord> cases);

/// First two variants timed on a GPU under otherwise equal conditions.
std::optional<std::pair<std::string, std::string>> rivals(std::span<const CaseRecord> cases);

/// Variant with times for several block sizes.
std::optional<std::string> swept_variant(std::span<const CaseRecord> cases);
}
