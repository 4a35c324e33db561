#include "collector/part_times.hpp"

#include <algorithm>

namespace sortscope::collector {
namespace {

thread_local PartTimes* counting = nullptr;  // the innermost of this thread

}  // namespace

PartTimes::PartTimes() : outer_(std::exchange(counting, this)) {}

PartTimes::~PartTimes() { counting = outer_; }

void PartTimes::add(std::string_view part, std::chrono::steady_clock::duration time) {
    if (counting == nullptr) return;
    auto& parts = counting->seconds_;
    const double seconds = std::chrono::duration<double>(time).count();
    const auto same = std::ranges::find(parts, part, &std::pair<std::string, double>::first);
    if (same == parts.end())
        parts.emplace_back(part, seconds);
    else
        same->second += seconds;
}

}  // namespace sortscope::collector
