#include "analyzer/launches/lod.hpp"

namespace sortscope::analyzer {
namespace {
constexpr size_t runs_a_level_holds = 4;  // runs per run of the next level
constexpr size_t fewest_runs = 64;        // most runs of the coarsest level
}  // namespace

void LaunchLod::Part::merge(const Part& more) {
    run.last = std::max(run.last, more.run.last);
    launches += more.launches;
    from_ns = std::min(from_ns, more.from_ns);
    to_ns = std::max(to_ns, more.to_ns);
    // Of several longest launches, the first represents the part.
    if (more.longest_ns > longest_ns || (more.longest_ns == longest_ns && more.run.longest < run.longest))
        longest_ns = more.longest_ns, run.longest = more.run.longest;
}

void LaunchLod::Lane::add(const Part& part, bool joined) {
    auto& parts = levels.front();
    if (joined)
        parts.back().merge(part);
    else
        parts.push_back(part);
}

void LaunchLod::Lane::finish() {
    // Makes ends and beginnings ascend for searching, since launches may overlap.
    auto& parts = levels.front();
    auto latest = std::numeric_limits<int64_t>::min();
    for (auto& part : parts) part.to_ns = latest = std::max(latest, part.to_ns);
    auto earliest = std::numeric_limits<int64_t>::max();
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        part->from_ns = earliest = std::min(earliest, part->from_ns);
    while (levels.back().size() > fewest_runs) {
        std::vector<Part> coarser;
        const auto& finer = levels.back();
        for (size_t i = 0; i < finer.size(); ++i)
            if (i % runs_a_level_holds == 0)
                coarser.push_back(finer[i]);
            else
                coarser.back().merge(finer[i]);
        levels.push_back(std::move(coarser));
    }
}

std::span<const LaunchLod::Part> LaunchLod::Stretch::parts(size_t level) const {
    level = std::min(level, lane->levels.size());
    const auto runs = size_t{1} << 2 * (level - 1);  // finest runs per run: a power of runs_a_level_holds
    return std::span(lane->levels[level - 1]).subspan(first / runs, last / runs - first / runs + 1);
}

std::vector<LaunchLod::Stretch> LaunchLod::at_time(int64_t from_ns, int64_t to_ns) const {
    std::vector<Stretch> found;
    for (const auto& [origin, lane] : origins_) {
        const auto& parts = lane.levels.front();
        const auto first = std::ranges::lower_bound(parts, from_ns, {}, &Part::to_ns);
        const auto end = std::ranges::upper_bound(first, parts.end(), to_ns, {}, &Part::from_ns);
        const auto at = size_t(first - parts.begin());
        if (first != end) found.push_back({&lane, at, at + size_t(end - first) - 1});
    }
    return found;
}

void LaunchLod::add(int64_t origin, std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns) {
    const auto index = first_ + uint32_t(count_++);
    const auto add_to = [&](Lane& lane, int64_t start, int64_t duration) {
        const auto& parts = lane.levels.front();
        lane.add({{index, index, index}, start, start + duration, duration, 1},
                 !parts.empty() && parts.back().launches < finest_run_);
    };
    add_to(all_, start_ns.value_or(0), duration_ns.value_or(0));
    if (start_ns && duration_ns) add_to(origins_[origin], *start_ns, *duration_ns);
}

void LaunchLod::add(const Given& run) {
    const bool same_stretch =
        count_ > 0 && (run.first - first_) / finest_run_ == (last_ - first_) / finest_run_;
    const Part part{{run.first, run.last, run.longest}, run.from_ns, run.to_ns, run.longest_ns, run.launches};
    all_.add(part, same_stretch);
    origins_[run.origin].add(part, false);
    count_ += run.launches;
    last_ = run.first;
}

void LaunchLod::finish() {
    all_.finish();
    for (auto& [origin, lane] : origins_) lane.finish();
}

std::vector<LaunchLod::Run> LaunchLod::by_index(uint32_t first, uint32_t last, size_t most) const {
    std::vector<Run> runs;
    if (count_ == 0 || last < first || last < first_ || first >= first_ + count_ || most == 0) return runs;
    first = std::max(first, first_);
    last = uint32_t(std::min<uint64_t>(last, first_ + count_ - 1));
    if (last - first < most) {
        for (auto index = first; index <= last; ++index) runs.push_back({index, index, index});
        return runs;
    }
    size_t level = 1;
    const Stretch stretch{&all_, (first - first_) / finest_run_, (last - first_) / finest_run_};
    while (level < all_.levels.size() && stretch.parts(level).size() > most) ++level;
    for (const auto& part : stretch.parts(level)) runs.push_back(part.run);
    return runs;
}

std::optional<std::pair<uint32_t, uint32_t>> LaunchLod::between(int64_t from_ns, int64_t to_ns) const {
    std::optional<std::pair<uint32_t, uint32_t>> range;
    for (const auto& stretch : at_time(from_ns, to_ns)) {
        if (!range) range.emplace(stretch.first_launch(), stretch.last_launch());
        range->first = std::min(range->first, stretch.first_launch());
        range->second = std::max(range->second, stretch.last_launch());
    }
    return range;
}

bool LaunchLod::is_coarse(uint32_t first, uint32_t last, size_t most) const {
    // Few launches are shown one by one. Very many launches have enough runs to fill `most` bars.
    const auto launches = uint64_t{last} - first + 1;
    return finest_run_ > fine_run && launches > most && launches / finest_run_ < most / runs_a_level_holds;
}

LaunchLod::Chosen LaunchLod::by_time(int64_t from_ns, int64_t to_ns, size_t most) const {
    const auto stretches = at_time(from_ns, to_ns);
    size_t coarsest = 0, level = 0;
    for (const auto& stretch : stretches) coarsest = std::max(coarsest, stretch.lane->levels.size());
    // Level 0: single launches, including launches of other origins in between.
    const auto size = [&] {
        size_t sum = 0;
        for (const auto& stretch : stretches)
            sum += level > 0 ? stretch.parts(level).size()
                             : size_t{stretch.last_launch()} - stretch.first_launch() + 1;
        return sum;
    };
    while (level < coarsest && size() > most) ++level;
    std::vector<uint32_t> indices;
    for (const auto& stretch : stretches)
        if (level > 0)
            for (const auto& part : stretch.parts(level)) indices.push_back(part.run.longest);
        else
            for (auto i = stretch.first_launch(); i <= stretch.last_launch(); ++i) indices.push_back(i);
    std::ranges::sort(indices);
    indices.erase(std::ranges::unique(indices).begin(), indices.end());
    return {std::move(indices), level == 0};
}

BreakdownRow launch_row(const LaunchRecord& launch, const Breakdown& whole) {
    BreakdownRow row;
    row.sums = sums_of(launch);
    row.kernel = size_t(std::ranges::find(whole.kernels, launch.kernel) - whole.kernels.begin());
    row.share = whole.share_of(row.sums);
    row.grid = launch.grid;
    row.block = launch.block;
    return row;
}

LaunchSample::LaunchSample(const Breakdown& by_stage, size_t most) : most_(most) {
    result_ = by_stage;
    result_.grouping = Grouping::launch;
    result_.rows.clear();
}

bool LaunchSample::has_new_counters(const LaunchRecord& launch) {
    const auto same = [](const CounterValue& value, const auto& last) {
        return value.id == last.first && value.provenance == last.second;
    };
    if (std::ranges::equal(launch.counters, last_, same)) return false;  // the usual case
    last_.clear();
    for (const auto& value : launch.counters) last_.emplace_back(value.id, value.provenance);
    return seen_.insert(last_).second;
}

void LaunchSample::add(const LaunchRecord& launch, std::optional<int64_t> gap_ns) {
    const bool new_counters = has_new_counters(launch);
    auto row = launch_row(launch, result_);
    row.gap_ns = gap_ns;
    if (new_counters || most_ == 0 || result_.rows.size() < most_) {
        result_.rows.push_back(std::move(row));
        return;
    }
    const auto& sums = row.sums;
    const auto time = sums.time_ns.value_or(0);
    if (time > 0 && (!shortest_ || time < *shortest_->sums.time_ns)) shortest_ = row;
    if (time > 0 && (!longest_ || time > *longest_->sums.time_ns)) longest_ = row;
    if (!longest_label_ || sums.label.size() > longest_label_->sums.label.size()) longest_label_ = row;
    if (!longest_kernel_ || sums.kernel.size() > longest_kernel_->sums.kernel.size()) longest_kernel_ = row;
    if (row.share && (!heaviest_ || *row.share > *heaviest_->share)) heaviest_ = std::move(row);
}

Breakdown LaunchSample::take() {
    const auto first = [](const BreakdownRow& row) { return row.sums.first_launch; };
    for (auto* extreme : {&shortest_, &longest_, &heaviest_, &longest_label_, &longest_kernel_})
        if (*extreme) result_.rows.push_back(std::move(**extreme));
    std::ranges::sort(result_.rows, {}, first);
    result_.rows.erase(std::ranges::unique(result_.rows, {}, first).begin(), result_.rows.end());
    return std::move(result_);
}

Breakdown sample_by_launch(const CaseSource& source, CaseId id, const Breakdown& by_stage, size_t most) {
    LaunchSample sample(by_stage, most);
    GapFinder gaps;
    source.launches(id, {}, [&](const LaunchRecord& launch) {
        sample.add(launch, gaps.add(launch.start_ns, launch.duration_ns));
        return true;
    });
    return sample.take();
}
}
