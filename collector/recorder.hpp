// Where finished cases go. The collector knows no store: the command line gives it one.
#pragma once

#include "core/records.hpp"

namespace sortscope::collector {

/// Takes each case when it ends. record() returns once the case is safe.
class Recorder {
 public:
    virtual ~Recorder() = default;
    virtual void record(const CaseRecord& record) = 0;
};

}  // namespace sortscope::collector
