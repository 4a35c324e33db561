// The devices of a file's cases: told apart, and named so that a reader can tell them apart too.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/condition.hpp"
#include "core/metric/sums.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

/// Cases of one device, in their order.
struct DeviceGroup {
    Device device;  ///< of its latest case (a driver may have been updated)
    std::string
        name;  ///< "NVIDIA H200 (cupti)"; with number or UUID where two devices of the file have one name
    std::vector<const CaseRecord*> cases;
};

/// A name for each key: its own (of a device that was renamed the last in `keys`), and with the beginning of
/// its id where several have one name: "NVIDIA H200 GPU-1a2b3c4d".
std::map<DeviceKey, std::string> told_apart(const std::vector<DeviceKey>& keys);

/// Lets each of `conditions` show a name of its device that tells it from the others'; those that have none
/// (the part is free) stay as they are.
void tell_devices_apart(const std::vector<Condition*>& conditions);

/// In order of first case. Devices are told apart by backend and device_key.
std::vector<DeviceGroup> by_device(const std::vector<CaseRecord>& cases);

/// The part of each group that `run` collected, in order of first case; groups without such a case are left
/// out.
std::vector<DeviceGroup> of_run(const std::vector<DeviceGroup>& groups, RunId run);

/// Names of devices by key, as by_device() gives them.
class DeviceNames {
 public:
    explicit DeviceNames(const std::vector<CaseRecord>& cases);
    /// A device that none of the cases has is called by its own name.
    std::string operator()(const Device& device) const;
    /// The same where the backend is said beside it: "NVIDIA H200".
    std::string without_backend(const Device& device) const;

 private:
    std::map<std::pair<BackendKind, DeviceKey>, std::string> names_;  ///< without backend
};

/// A case that stands for others.
struct Representative {
    CaseId case_id{};
    std::size_t older = 0;  ///< cases of the same condition that it was chosen over because it is the latest
    friend bool operator==(const Representative&, const Representative&) = default;
};

/// For each device the case that stands for each variant in its breakdown: the largest finished one; of
/// several those with uniform keys, then the fastest (where one condition was collected again, its latest
/// case alone counts), then the latest. In order of collecting. Sorts on the CPU have no launches and so no
/// case here.
std::vector<Representative> representative_cases(const std::vector<CaseRecord>& cases);

/// The sums of greatest time, the first of several; where none has a time, the first. Null of none.
const LaunchSums* heaviest_stage(std::span<const LaunchSums> stages);

/// Positions of the cases with the longest median time, the longest first and of equal ones the first; those
/// without a time last. At most `most`; 0: all.
std::vector<std::size_t> longest_cases(std::span<const CaseRecord* const> cases, std::size_t most);

/// The case that took longest (where none has a time, that of most keys) of those that ended well and have
/// launches to look at; null where there is none.
const CaseRecord* longest_case(std::span<const CaseRecord> cases);

/// The first two variants that were timed on a GPU under otherwise one condition.
std::optional<std::pair<std::string, std::string>> rivals(std::span<const CaseRecord> cases);

/// A variant that has times of several block sizes.
std::optional<std::string> swept_variant(std::span<const CaseRecord> cases);

}  // namespace sortscope::analyzer
