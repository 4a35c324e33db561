// A check of `sortscope doctor`.
#pragma once

#include <string>

namespace sortscope::collector {

struct Check {
    std::string name;  ///< "NVIDIA driver"
    bool ok = false;
    std::string detail;  ///< the finding
    std::string remedy;  ///< empty if ok
};

}  // namespace sortscope::collector
