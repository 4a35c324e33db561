#include "db/stage_sums.hpp"

namespace sortscope::db {

void StageSums::add(const LaunchRecord& launch) {
    // Mostly the launch belongs where the one before it does.
    const bool elsewhere = by_ == By::substage && !sums_.empty() && sums_[last_].substage != launch.stage.substage;
    if (sums_.empty() || elsewhere || sums_[last_].stage != launch.stage.stage || sums_[last_].kernel != launch.kernel) {
        const int substage = by_ == By::substage ? launch.stage.substage : 0;
        const auto [place, is_new] = places_.try_emplace({launch.stage.stage, substage, launch.kernel}, sums_.size());
        if (is_new) sums_.emplace_back();
        last_ = place->second;
    }
    sortscope::add(sums_[last_], launch);
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

}  // namespace sortscope::db
