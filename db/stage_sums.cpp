#include "db/stage_sums.hpp"

namespace sortscope::db {

void StageSums::find(int stage, int substage, const std::string& kernel) {
    // Mostly a launch belongs where the one before it does.
    const bool elsewhere = by_ == By::substage && !sums_.empty() && sums_[last_].substage != substage;
    if (!sums_.empty() && !elsewhere && sums_[last_].stage == stage && sums_[last_].kernel == kernel) return;
    const auto [place, is_new] =
        places_.try_emplace({stage, by_ == By::substage ? substage : 0, kernel}, sums_.size());
    if (is_new) sums_.emplace_back();
    last_ = place->second;
}

void StageSums::add(const LaunchRecord& launch) {
    find(launch.stage.stage, launch.stage.substage, launch.kernel);
    sortscope::add(sums_[last_], launch);
}

void StageSums::add(const LaunchSums& more) {
    find(more.stage, more.substage, more.kernel);
    sortscope::add(sums_[last_], more);
}

void StageSums::add(const LaunchRecord& launch, std::size_t place) {
    last_ = place;
    sortscope::add(sums_[place], launch);
}

void StageSums::clear() {
    sums_.clear();
    places_.clear();
    last_ = 0;
}

void check_total(std::span<const LaunchSums> sums) {
    std::int64_t time_ns = 0;
    std::uint64_t bound_bytes = 0, comparators = 0;
    std::map<std::pair<CounterId, Provenance>, std::int64_t> counters;
    for (const auto& sum : sums) {
        time_ns = checked_sum(time_ns, sum.time_ns.value_or(0));
        bound_bytes = checked_sum(bound_bytes, sum.bound_bytes);
        comparators = checked_sum(comparators, sum.comparators);
        for (const auto& value : sum.counters)
            if (value.value.is_whole() && metric_of(value.id).adding != Adding::maximum) {
                auto& total = counters[{value.id, value.provenance}];
                total = checked_sum(total, value.value.rounded());
            }
    }
}

}  // namespace sortscope::db
