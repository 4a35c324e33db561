// What devices reach, as the runs of a file measured it.
#pragma once

#include <vector>

#include "db/reader.hpp"

namespace sortscope::cli {

/// The limits of the case's device: those that its own run measured, else those of the newest run that did; none where no run did.
std::vector<DeviceLimit> limits_of(const db::Reader& reader, const CaseRecord& record);

}  // namespace sortscope::cli
