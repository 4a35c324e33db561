// Launches of a case added up by stage and kernel, as they are stored with it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// Takes the launches of one case in order of their index.
class StageSums {
 public:
    /// Throws Error(data) where a sum passes 64 bits.
    void add(const LaunchRecord& launch);
    /// In order of the first launch.
    const std::vector<LaunchSums>& sums() const { return sums_; }
    /// Position in sums() of the launch that was added last.
    std::size_t last() const { return last_; }
    void clear();

 private:
    std::vector<LaunchSums> sums_;
    std::map<std::pair<int, std::string>, std::size_t> places_;
    std::size_t last_ = 0;
};

}  // namespace sortscope::db
