// The destination of finished cases. The command line provides the store.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::collector {

/// Each call returns once its data is safe. Throws Error(data) or Error(internal) if a record contradicts
/// itself, and Error(environment) if nothing can be stored any more.
class Recorder {
 public:
    virtual ~Recorder() = default;
    /// Returns the case's number for add_round().
    virtual CaseId record(const CaseRecord& record) = 0;
    /// Adds a later round's time trials and notes to a case, and replaces its times. A non-empty `unverified`
    /// becomes the message of the case, which is then unverified.
    virtual void add_round(CaseId id, std::span<const TrialRecord> trials,
                           const std::vector<TimeSummary>& times, std::span<const Note> notes,
                           const std::string& unverified) = 0;
    virtual void record_limits(const Device& device, std::span<const DeviceLimit> limits) = 0;
    /// A note on the whole run.
    virtual void note(const Note& note) = 0;
};

}  // namespace sortscope::collector
