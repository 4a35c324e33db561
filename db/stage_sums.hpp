// Launches of a case added up by stage and kernel, as they are stored with it, or by substage, too.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/records.hpp"

namespace sortscope::db {

/// Takes the launches of one case in order of their index.
class StageSums {
 public:
    enum class By { stage, substage };
    explicit StageSums(By by = By::stage) : by_(by) {}
    /// Throws Error(data) where a sum passes 64 bits.
    void add(const LaunchRecord& launch);
    /// The same of launches that were added up already, of one stage, substage and kernel.
    void add(const LaunchSums& more);
    /// The same of a launch whose sum is known to be the one at `place` of sums().
    void add(const LaunchRecord& launch, std::size_t place);
    /// In order of the first launch.
    const std::vector<LaunchSums>& sums() const { return sums_; }
    /// Position in sums() of the launch that was added last.
    std::size_t last() const { return last_; }
    std::vector<LaunchSums> take() { return std::move(sums_); }
    void clear();

 private:
    By by_;
    std::vector<LaunchSums> sums_;
    std::map<std::tuple<int, int, std::string>, std::size_t>
        places_;  ///< by stage, substage (0: all) and kernel
    std::size_t last_ = 0;

    void find(int stage, int substage, const std::string& kernel);
};

/// Throws SumTooGreat where the sums of a case, each of them within 64 bits, are not so together: whoever
/// adds them up need not look.
void check_total(std::span<const LaunchSums> sums);

}  // namespace sortscope::db
