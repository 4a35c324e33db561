#include "analyzer/launch_sample.hpp"

#include <algorithm>

namespace sortscope::analyzer {

BreakdownRow launch_row(const LaunchRecord& launch, const Breakdown& whole) {
    BreakdownRow row;
    row.sums = sums_of(launch);
    const auto kernel = std::ranges::find(whole.kernels, launch.kernel);
    row.kernel = static_cast<std::size_t>(kernel - whole.kernels.begin());
    row.share = whole.share_of(row.sums);
    row.grid = launch.grid;
    row.block = launch.block;
    return row;
}

LaunchSample::LaunchSample(const Breakdown& by_stage, std::size_t most) : most_(most) {
    result_.grouping = Grouping::launch;
    result_.weight = by_stage.weight;
    result_.weight_provenance = by_stage.weight_provenance;
    result_.kernels = by_stage.kernels;
    result_.total = by_stage.total;
    result_.data_bytes = by_stage.data_bytes;
    result_.gaps_ns = by_stage.gaps_ns;
    result_.sort_ns = by_stage.sort_ns;
}

bool LaunchSample::has_new_counters(const LaunchRecord& launch) {
    const auto same = [](const CounterValue& value, const auto& known) {
        return value.id == known.first && value.provenance == known.second;
    };
    if (std::ranges::equal(launch.counters, last_, same)) return false;  // as nearly always
    last_.clear();
    for (const auto& value : launch.counters) last_.emplace_back(value.id, value.provenance);
    return seen_.insert(last_).second;
}

void LaunchSample::add(const LaunchRecord& launch, std::optional<std::int64_t> gap_ns) {
    const bool new_counters = has_new_counters(launch);
    auto row = launch_row(launch, result_);
    row.gap_ns = gap_ns;
    if (new_counters || most_ == 0 || result_.rows.size() < most_) {
        result_.rows.push_back(std::move(row));
        return;
    }
    const auto time = row.sums.time_ns.value_or(0);
    if (time > 0 && (!shortest_ || time < *shortest_->sums.time_ns)) shortest_ = row;
    if (time > 0 && (!longest_ || time > *longest_->sums.time_ns)) longest_ = row;
    if (!longest_label_ || row.sums.label.size() > longest_label_->sums.label.size()) longest_label_ = row;
    if (!longest_kernel_ || row.sums.kernel.size() > longest_kernel_->sums.kernel.size())
        longest_kernel_ = row;
    if (row.share && (!heaviest_ || *row.share > *heaviest_->share)) heaviest_ = std::move(row);
}

Breakdown LaunchSample::take() {
    const auto first = [](const BreakdownRow& row) { return row.sums.first_launch; };
    for (auto* extreme : {&shortest_, &longest_, &heaviest_, &longest_label_, &longest_kernel_})
        if (*extreme) result_.rows.push_back(std::move(**extreme));
    std::ranges::sort(result_.rows, {}, first);
    const auto repeated = std::ranges::unique(result_.rows, {}, first);
    result_.rows.erase(repeated.begin(), repeated.end());
    return std::move(result_);
}

Breakdown sample_by_launch(const Breakdown& by_stage, const LaunchSource& source, std::size_t most) {
    LaunchSample sample(by_stage, most);
    GapFinder gaps;
    source.launches([&](const LaunchRecord& launch) {
        sample.add(launch, source.timed ? gaps.add(launch.start_ns, launch.duration_ns) : std::nullopt);
        return true;
    });
    return sample.take();
}

}  // namespace sortscope::analyzer
