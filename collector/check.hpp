// What `sortscope doctor` looks at, as data.
#pragma once

#include <string>

namespace sortscope::collector {

/// One thing looked at.
struct Check {
    std::string name;  ///< "NVIDIA driver"
    bool ok = false;
    std::string detail;  ///< what was found, or what went wrong
    std::string remedy;  ///< what to do about it; empty where it is well
};

}  // namespace sortscope::collector
