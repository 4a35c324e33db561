// Host time of the parts of a case, for benchmarks.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sortscope::collector {

/// While it lives, sums the wall time of its thread by named part. An inner one replaces the outer one.
class PartTimes {
 public:
    PartTimes();
    ~PartTimes();
    PartTimes(const PartTimes&) = delete;
    PartTimes& operator=(const PartTimes&) = delete;

    /// Seconds by part, in the order of first use.
    const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }
    /// Adds `time` to `part`, if this thread has a PartTimes.
    static void add(std::string_view part, std::chrono::steady_clock::duration time);

 private:
    PartTimes* outer_;
    std::vector<std::pair<std::string, double>> seconds_;
};

/// Adds its lifetime to `part`, which must outlive it.
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
