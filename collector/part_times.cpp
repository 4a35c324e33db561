#include "collector/part_times.hpp"

#include <algorithm>

namespace sortscope::collector {
namespace {

std::vector<std::pair<std::string, double>>& times() {
    static std::vector<std::pair<std::string, double>> all;
    return all;
}

}  // namespace

std::vector<std::pair<std::string, double>> PartTimes::take() { return std::exchange(times(), {}); }

void PartTimes::add(std::string_view part, std::chrono::steady_clock::duration time) {
    const double seconds = std::chrono::duration<double>(time).count();
    const auto known = std::ranges::find(times(), part, &std::pair<std::string, double>::first);
    if (known == times().end()) times().emplace_back(part, seconds);
    else known->second += seconds;
}

}  // namespace sortscope::collector
