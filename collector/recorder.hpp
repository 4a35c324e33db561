// Where finished cases go. The collector knows no store: the command line gives it one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::collector {

/// Takes each case when it ends. Each call returns once what it was given is safe. They throw Error(data) or
/// Error(internal) where a record contradicts itself, and Error(environment) where nothing can be kept any
/// more.
class Recorder {
 public:
    virtual ~Recorder() = default;
    /// The number by which add_round() names the case.
    virtual CaseId record(const CaseRecord& record) = 0;
    /// Adds a later round's time trials to a case that was recorded, and renews its times. `notes` says what
    /// went wrong in that round; `unverified` that a sort did, which makes the case unverified: its message
    /// from then on, empty where none did.
    virtual void add_round(CaseId id, std::span<const TrialRecord> trials,
                           const std::vector<TimeSummary>& times, std::span<const Note> notes,
                           const std::string& unverified) = 0;
    /// What a device of this run reaches.
    virtual void record_limits(const Device& device, std::span<const DeviceLimit> limits) = 0;
    /// Something that a reader of the whole run should know.
    virtual void note(const Note& note) = 0;
};

}  // namespace sortscope::collector
