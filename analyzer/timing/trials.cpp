#include "analyzer/timing/trials.hpp"

#include <algorithm>
#include <cmath>

#include "core/statistics.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
std::vector<double> trial_times(const CaseRecord& record) {
    std::vector<double> times;
    for (const auto* trial : accepted_times(record.trials, record.time_mode))
        times.push_back(double(*trial->duration_ns));
    return times;
}

std::vector<TrialBin> trial_histogram(std::span<const double> times_ns, size_t most) {
    if (times_ns.empty()) return {};
    std::vector<double> sorted(times_ns.begin(), times_ns.end());
    std::ranges::sort(sorted);
    const double least = sorted.front(), range = sorted.back() - least;
    const double quartiles = quantile(sorted, 0.75) - quantile(sorted, 0.25);
    size_t count = range > 0 ? most : 1;
    if (range > 0 && quartiles > 0) {
        const double width = 2 * quartiles / std::cbrt(double(sorted.size()));
        count = size_t(std::clamp(std::ceil(range / width), 1.0, double(most)));
    }
    std::vector<TrialBin> bins(count);
    for (size_t i = 0; i < count; ++i) {
        bins[i].from_ns = least + range * double(i) / double(count);
        bins[i].to_ns = least + range * double(i + 1) / double(count);
    }
    for (const double time : sorted) {
        const auto bin = range > 0 ? size_t((time - least) / range * double(count)) : 0;
        ++bins[std::min(bin, count - 1)].trials;
    }
    return bins;
}

std::vector<TrialGroup> trial_groups(const CaseRecord& record, size_t most) {
    const auto trials = accepted_times(record.trials, record.time_mode);
    const size_t size = std::max<size_t>(1, (trials.size() + most - 1) / std::max<size_t>(most, 1));
    std::vector<TrialGroup> groups;
    for (size_t begin = 0; begin < trials.size();) {
        size_t end = begin;
        std::vector<double> times;
        while (end < trials.size() && end - begin < size && trials[end]->round == trials[begin]->round)
            times.push_back(double(*trials[end++]->duration_ns));
        const auto [least, greatest] = std::ranges::minmax(times);
        groups.push_back({trials[begin]->round, trials[begin]->index, trials[end - 1]->index, median(times),
                          least, greatest});
        begin = end;
    }
    return groups;
}
}
