#include "analyzer/launches/lod.hpp"

#include "core/ranges.hpp"

namespace sortscope::analyzer {
namespace {
constexpr size_t groups_a_level_holds = 4;  // groups per group of the next level
constexpr size_t fewest_groups = 64;        // levels with more groups get a coarser level
}  // namespace

void LaunchLod::Part::merge(const Part& more) {
    group.last = std::max(group.last, more.group.last);
    launches += more.launches;
    from_ns = std::min(from_ns, more.from_ns);
    to_ns = std::max(to_ns, more.to_ns);
    // If several launches are longest, the first represents the part.
    if (more.longest_ns > longest_ns || (more.longest_ns == longest_ns && more.group.longest < group.longest))
        longest_ns = more.longest_ns, group.longest = more.group.longest;
}

void LaunchLod::Lane::add(const Part& part, bool joined) {
    auto& parts = levels.front();
    if (joined)
        parts.back().merge(part);
    else
        parts.push_back(part);
}

void LaunchLod::Lane::finish() {
    // Launches may overlap. Makes ends and beginnings ascend, so that they can be searched.
    auto& parts = levels.front();
    auto latest = std::numeric_limits<int64_t>::min();
    for (auto& part : parts) part.to_ns = latest = std::max(latest, part.to_ns);
    auto earliest = std::numeric_limits<int64_t>::max();
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        part->from_ns = earliest = std::min(earliest, part->from_ns);
    while (levels.back().size() > fewest_groups) {
        std::vector<Part> coarser;
        const auto& finer = levels.back();
        for (size_t i = 0; i < finer.size(); ++i)
            if (i % groups_a_level_holds == 0)
                coarser.push_back(finer[i]);
            else
                coarser.back().merge(finer[i]);
        levels.push_back(std::move(coarser));
    }
}

std::span<const LaunchLod::Part> LaunchLod::Stretch::parts(size_t level) const {
    level = std::min(level, lane->levels.size());
    const auto groups =
        size_t{1} << 2 * (level - 1);  // finest groups per group: groups_a_level_holds ^ (level - 1)
    return std::span(lane->levels[level - 1]).subspan(first / groups, last / groups - first / groups + 1);
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
                 !parts.empty() && parts.back().launches < finest_group_);
    };
    add_to(all_, start_ns.value_or(0), duration_ns.value_or(0));
    if (start_ns && duration_ns) add_to(origins_[origin], *start_ns, *duration_ns);
}

void LaunchLod::add(const LaunchGroup& group) {
    const bool same_stretch =
        count_ > 0 && (group.first - first_) / finest_group_ == (last_ - first_) / finest_group_;
    const Part part{{group.first, group.last, group.longest},
                    group.start_ns,
                    group.end_ns,
                    group.longest_ns,
                    group.launches};
    all_.add(part, same_stretch);
    origins_[group.origin].add(part, false);
    count_ += group.launches;
    last_ = group.first;
}

void LaunchLod::finish() {
    all_.finish();
    for (auto& [origin, lane] : origins_) lane.finish();
}

std::vector<LaunchLod::Group> LaunchLod::by_index(uint32_t first, uint32_t last, size_t most) const {
    std::vector<Group> groups;
    if (count_ == 0 || last < first || last < first_ || first >= first_ + count_ || most == 0) return groups;
    first = std::max(first, first_);
    last = uint32_t(std::min<uint64_t>(last, first_ + count_ - 1));
    if (last - first < most) {
        for (auto index = first; index <= last; ++index) groups.push_back({index, index, index});
        return groups;
    }
    size_t level = 1;
    const Stretch stretch{&all_, (first - first_) / finest_group_, (last - first_) / finest_group_};
    while (level < all_.levels.size() && stretch.parts(level).size() > most) ++level;
    for (const auto& part : stretch.parts(level)) groups.push_back(part.group);
    return groups;
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
    // Few launches are shown one by one. Very many launches have enough groups to fill the bars.
    const auto launches = uint64_t{last} - first + 1;
    return finest_group_ > fine_group && launches > most &&
           launches / finest_group_ < most / groups_a_level_holds;
}

LaunchLod::Chosen LaunchLod::by_time(int64_t from_ns, int64_t to_ns, size_t most) const {
    const auto stretches = at_time(from_ns, to_ns);
    size_t coarsest = 0, level = 0;
    for (const auto& stretch : stretches) coarsest = std::max(coarsest, stretch.lane->levels.size());
    // Level 0: single launches. They include launches of other origins between the first and the last.
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
            for (const auto& part : stretch.parts(level)) indices.push_back(part.group.longest);
        else
            for (auto i = stretch.first_launch(); i <= stretch.last_launch(); ++i) indices.push_back(i);
    sort_unique(indices);
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
    if (std::ranges::equal(launch.counters, last_, same)) return false;  // most launches
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
    // The rows with the greatest of these values decide units and widths. -1: no value.
    const auto time = double(row.sums.time_ns.value_or(0));
    const std::array values{time > 0 ? 1 / time : -1, time > 0 ? time : -1, row.share.value_or(-1),
                            double(row.sums.label.size()), double(row.sums.kernel.size())};
    for (size_t i = 0; i < values.size(); ++i)
        if (values[i] > greatest_[i].first) greatest_[i] = {values[i], row};
}

Breakdown LaunchSample::take() {
    const auto first = [](const BreakdownRow& row) { return row.sums.first_launch; };
    for (auto& [value, row] : greatest_)
        if (row.sums.launches > 0) result_.rows.push_back(std::move(row));
    sort_unique(result_.rows, first);
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
