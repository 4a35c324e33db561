#include "db/rows/sums.hpp"

namespace sortscope::db {
namespace {
constexpr size_t most_stored_substages = 4096;
constexpr size_t fewest_launches_a_group = 16;  // on average
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

void LaunchGroups::add(uint32_t index, int64_t origin, std::optional<int64_t> start_ns,
                       std::optional<int64_t> duration_ns) {
    if (is_abandoned_) return;
    if (index % launches_a_group == 0) first_of_these_ = groups_.size();
    if (!start_ns || !duration_ns || groups_.size() > launches_a_group + index / fewest_launches_a_group) {
        groups_.clear();
        is_abandoned_ = true;
        return;
    }
    if (last_ < first_of_these_ || last_ >= groups_.size() || groups_[last_].origin != origin) {
        const auto these = groups_.begin() + ptrdiff_t(first_of_these_);
        last_ = size_t(std::find_if(these, groups_.end(),
                                    [&](const LaunchGroup& group) { return group.origin == origin; }) -
                       groups_.begin());
        if (last_ == groups_.size())
            groups_.push_back({origin, index, index, 0, index, -1, *start_ns, *start_ns});
    }
    auto& group = groups_[last_];
    group.last = index;
    ++group.launches;
    group.start_ns = std::min(group.start_ns, *start_ns);
    group.end_ns = std::max(group.end_ns, *start_ns + *duration_ns);
    if (*duration_ns > group.longest_ns) {
        group.longest_ns = *duration_ns;
        group.longest = index;
    }
}
}
