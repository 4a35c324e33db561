#include "db/case_sums.hpp"

namespace sortscope::db {
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
