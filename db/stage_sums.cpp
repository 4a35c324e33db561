#include "db/stage_sums.hpp"

namespace sortscope::db {

void StageSums::add(const LaunchRecord& launch) {
    // Mostly the launch belongs where the one before it does.
    if (sums_.empty() || sums_[last_].stage != launch.stage.stage || sums_[last_].kernel != launch.kernel) {
        const auto [place, is_new] = places_.try_emplace({launch.stage.stage, launch.kernel}, sums_.size());
        if (is_new) sums_.emplace_back();
        last_ = place->second;
    }
    auto& sum = sums_[last_];
    if (sum.launches == 0) {
        sum = sums_of(launch);
        return;
    }
    // What sums_of() gives, but in memory that is there already.
    one_.stage = launch.stage.stage;
    one_.substage = launch.stage.substage;
    one_.kernel = launch.kernel;
    // A label that goes on behind the words that all have in common changes nothing.
    const auto& label = launch.stage.label;
    const bool goes_on = label.size() > sum.label.size() && label.starts_with(sum.label) && label[sum.label.size()] == ' ';
    one_.label = goes_on ? sum.label : label;
    one_.first_launch = launch.index;
    one_.launches = 1;
    one_.time_ns = launch.duration_ns;
    one_.bound_bytes = launch.bound_bytes;
    one_.comparators = launch.comparators;
    one_.counters = launch.counters;
    sortscope::add(sum, one_);
}

void StageSums::clear() {
    sums_.clear();
    places_.clear();
    last_ = 0;
}

}  // namespace sortscope::db
