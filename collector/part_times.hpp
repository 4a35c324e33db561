// What the parts of a case take on the host, for benchmarks that print them.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sortscope::collector {

/// Wall time of this process by named part, summed up since it was last taken. One thread of a process collects, and it alone counts.
class PartTimes {
 public:
    /// Seconds by part, in the order in which they first came; begins anew.
    static std::vector<std::pair<std::string, double>> take();
    static void add(std::string_view part, std::chrono::steady_clock::duration time);
};

/// Counts what it lives through as `part`, which must outlive it.
class PartTimer {
 public:
    explicit PartTimer(std::string_view part) : part_(part) {}
    ~PartTimer() { PartTimes::add(part_, std::chrono::steady_clock::now() - begin_); }
    PartTimer(const PartTimer&) = delete;
    PartTimer& operator=(const PartTimer&) = delete;

 private:
    std::string_view part_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace sortscope::collector
