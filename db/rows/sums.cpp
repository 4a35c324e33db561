#include "db/rows/sums.hpp"

namespace sortscope::db {
namespace {
constexpr size_t most_stored_substages = 4096;
constexpr size_t fewest_launches_a_run = 16;  // on average
}  // namespace

LaunchSums& StageSums::find(int stage, int substage, const std::string& kernel, int64_t number) {
    if (by_ == By::stage) substage = 0;
    if (!sums_.empty() && sums_[last_].stage == stage && sums_[last_].kernel == kernel &&
        (by_ == By::stage || sums_[last_].substage == substage))
        return sums_[last_];
    auto place = places_.find(std::tie(stage, substage, kernel));
    if (place == places_.end()) {
        place = places_.emplace(std::tuple(stage, substage, kernel), sums_.size()).first;
        sums_.emplace_back();
        kernels_.push_back(number);
    }
    last_ = place->second;
    return sums_[last_];
}

void StageSums::add(const LaunchRecord& launch, int64_t kernel) {
    sortscope::add(find(launch.stage.stage, launch.stage.substage, launch.kernel, kernel), launch);
}

void StageSums::add(const LaunchSums& more, int64_t kernel) {
    sortscope::add(find(more.stage, more.substage, more.kernel, kernel), more);
}

void check_total(std::span<const LaunchSums> sums) {
    int64_t time_ns = 0;
    uint64_t required_bytes = 0, comparators = 0;
    std::map<std::pair<CounterId, Provenance>, int64_t> counters;
    for (const auto& sum : sums) {
        time_ns = checked_sum(time_ns, sum.time_ns.value_or(0));
        required_bytes = checked_sum(required_bytes, sum.required_bytes);
        comparators = checked_sum(comparators, sum.comparators);
        for (const auto& value : sum.counters)
            if (value.value.is_whole() && metric_of(value.id).adding != Adding::maximum) {
                auto& total = counters[{value.id, value.provenance}];
                total = checked_sum(total, value.value.rounded());
            }
    }
}

void CaseSums::add(const LaunchRecord& launch, int64_t kernel) {
    if (!by_substage_) return stages_.add(launch, kernel);
    substages_.add(launch, kernel);
    if (substages_.sums().size() <= most_stored_substages) return;
    stages();
    substages_ = StageSums(StageSums::By::substage);
}

const StageSums& CaseSums::stages() {
    for (size_t i = 0; by_substage_ && i < substages_.sums().size(); ++i)
        stages_.add(substages_.sums()[i], substages_.kernels()[i]);
    by_substage_ = false;
    return stages_;
}

void LaunchRuns::add(uint32_t index, int64_t origin, std::optional<int64_t> start_ns,
                     std::optional<int64_t> duration_ns) {
    if (is_abandoned_) return;
    if (index % launches_a_run == 0) first_of_these_ = runs_.size();
    if (!start_ns || !duration_ns || runs_.size() > launches_a_run + index / fewest_launches_a_run) {
        runs_.clear();
        is_abandoned_ = true;
        return;
    }
    if (last_ < first_of_these_ || last_ >= runs_.size() || runs_[last_].origin != origin) {
        const auto these = runs_.begin() + ptrdiff_t(first_of_these_);
        last_ = size_t(
            std::find_if(these, runs_.end(), [&](const LaunchRun& run) { return run.origin == origin; }) -
            runs_.begin());
        if (last_ == runs_.size())
            runs_.push_back({origin, index, index, 0, index, -1, *start_ns, *start_ns});
    }
    auto& run = runs_[last_];
    run.last = index;
    ++run.launches;
    run.start_ns = std::min(run.start_ns, *start_ns);
    run.end_ns = std::max(run.end_ns, *start_ns + *duration_ns);
    if (*duration_ns > run.longest_ns) {
        run.longest_ns = *duration_ns;
        run.longest = index;
    }
}
}
