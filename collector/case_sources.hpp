// The source texts that belong to what was recorded of a case.
#pragma once

#include <vector>

#include "core/records.hpp"

namespace sortscope::collector {

/// The texts of the files that the sites of `record`'s launches and its stalls name, by file, each once:
/// those that this program carries, which are the ones its kernels were built from.
std::vector<SourceText> sources_of(const CaseRecord& record);

}  // namespace sortscope::collector
