#include "db/stage_sums.hpp"

namespace sortscope::db {

void StageSums::add(const LaunchRecord& launch) {
    // Mostly the launch belongs where the one before it does.
    if (sums_.empty() || sums_[last_].stage != launch.stage.stage || sums_[last_].kernel != launch.kernel) {
        const auto [place, is_new] = places_.try_emplace({launch.stage.stage, launch.kernel}, sums_.size());
        if (is_new) sums_.emplace_back();
        last_ = place->second;
    }
    sortscope::add(sums_[last_], launch);
}

void StageSums::clear() {
    sums_.clear();
    places_.clear();
    last_ = 0;
}

}  // namespace sortscope::db
