#include "db/rows/sums.hpp"

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
    std::uint64_t required_bytes = 0, comparators = 0;
    std::map<std::pair<CounterId, Provenance>, std::int64_t> counters;
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

namespace {

constexpr std::size_t most_stored_substages = 4096;

}  // namespace

void CaseSums::begin(bool by_substage) {
    stages_.clear();
    stage_kernels_.clear();
    forget_substages();
    by_substage_ = stages_are_due_ = by_substage;
}

void CaseSums::forget_substages() {
    substages_.clear();
    substage_kernels_.clear();
    places_.clear();
}

std::size_t CaseSums::PlaceHash::operator()(const Place& place) const {
    const auto packed = (static_cast<std::uint64_t>(place.stage) << 40) ^
                        (static_cast<std::uint64_t>(place.substage) << 20) ^
                        static_cast<std::uint64_t>(place.kernel);
    return static_cast<std::size_t>(packed * 0x9e3779b97f4a7c15U >>
                                    20);  // the golden ratio's bits, which spread small numbers
}

void CaseSums::add(const LaunchRecord& launch, std::int64_t kernel) {
    if (stages_are_due_ && !adds_in_any_order(launch.counters)) make_stages();
    if (by_substage_ && !add_to_substage(launch, kernel)) {
        if (stages_are_due_) make_stages();
        by_substage_ = false;
        forget_substages();
    }
    if (stages_are_due_) return;
    stages_.add(launch);
    if (stages_.sums().size() > stage_kernels_.size()) stage_kernels_.push_back(kernel);
}

/// False where there would be too many of them.
bool CaseSums::add_to_substage(const LaunchRecord& launch, std::int64_t kernel) {
    const auto [known, is_new] = places_.try_emplace({launch.stage.stage, launch.stage.substage, kernel}, 0);
    if (!is_new) {
        substages_.add(launch, known->second);
        return true;
    }
    if (places_.size() > most_stored_substages) return false;
    substages_.add(launch);
    known->second = substages_.last();
    if (substages_.sums().size() > substage_kernels_.size()) substage_kernels_.push_back(kernel);
    return true;
}

void CaseSums::make_stages() {
    stages_are_due_ = false;
    for (std::size_t i = 0; i < substages_.sums().size(); ++i) {
        stages_.add(substages_.sums()[i]);
        if (stages_.sums().size() > stage_kernels_.size()) stage_kernels_.push_back(substage_kernels_[i]);
    }
}

CaseSums::Sums CaseSums::stages() {
    if (stages_are_due_) make_stages();
    return {stages_.sums(), stage_kernels_};
}

}  // namespace sortscope::db
