// What the parts of a case take on the host, for benchmarks that print them.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sortscope::collector {

/// While it lives, wall time of its thread by named part, summed up; without one nothing is kept. An inner
/// one counts in place of the outer one. Lives and ends on one thread.
class PartTimes {
 public:
    PartTimes();
    ~PartTimes();
    PartTimes(const PartTimes&) = delete;
    PartTimes& operator=(const PartTimes&) = delete;

    /// Seconds by part, in the order in which they first came.
    const std::vector<std::pair<std::string, double>>& seconds() const { return seconds_; }
    /// Counts `time` as `part` where this thread has one.
    static void add(std::string_view part, std::chrono::steady_clock::duration time);

 private:
    PartTimes* outer_;
    std::vector<std::pair<std::string, double>> seconds_;
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
