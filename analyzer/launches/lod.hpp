// Levels of detail for a million launches: each group is drawn as its longest launch.
#pragma once

#include <set>

#include "analyzer/launches/breakdown.hpp"
#include "core/launch_group.hpp"

namespace sortscope::analyzer {
/// Groups 8 consecutive launches at the finest level, and merges 4 groups at each coarser level. Takes about
/// 7 bytes per launch, or half a byte if stored groups of 128 are the finest level.
class LaunchLod {
 public:
    static constexpr uint32_t fine_group = 8;
    /// `first`: index of the first launch. `finest_group`: launches per group of the finest level.
    explicit LaunchLod(uint32_t first = 0, uint32_t finest_group = fine_group)
        : first_(first), finest_group_(finest_group) {}

    /// Add all launches in order of index. Launches of one `origin` (stream) must follow each other in time.
    void add(int64_t origin, std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns);
    /// Adds a stored group. Call in order of `first`. The group's launches must be in one group of the finest
    /// level.
    void add(const LaunchGroup& group);
    /// Call after the last launch.
    void finish();

    uint64_t launches() const { return count_; }
    uint32_t finest_group() const { return finest_group_; }

    struct Group {
        uint32_t first = 0, last = 0, longest = 0;
        friend bool operator==(const Group&, const Group&) = default;
    };
    /// Launches `first` to `last` in about `most` groups; one by one if there are at most `most`.
    std::vector<Group> by_index(uint32_t first, uint32_t last, size_t most) const;

    /// Timed launches to draw, ascending: all if there are at most `most`, else the longest of each of about
    /// `most` groups.
    struct Chosen {
        std::vector<uint32_t> launches;
        bool all = true;
    };
    Chosen by_time(int64_t from_ns, int64_t to_ns, size_t most) const;
    /// First and last launch that may have run from `from_ns` to `to_ns`.
    std::optional<std::pair<uint32_t, uint32_t>> between(int64_t from_ns, int64_t to_ns) const;
    /// True if the stored groups are too coarse: `most` bars could show more detail of launches `first` to
    /// `last`.
    bool is_coarse(uint32_t first, uint32_t last, size_t most) const;

 private:
    struct Part {
        Group group;
        /// Later parts begin at `from_ns` or after; earlier parts end at `to_ns` or before.
        int64_t from_ns = 0, to_ns = 0;
        int64_t longest_ns = -1;
        uint32_t launches = 0;
        void merge(const Part& more);
    };
    struct Lane {
        std::vector<std::vector<Part>> levels = std::vector<std::vector<Part>>(1);  ///< the finest first
        /// Appends `part`; if `joined`, merges it with the last part.
        void add(const Part& part, bool joined);
        void finish();
    };
    /// Parts `first` to `last` of the finest level of a lane.
    struct Stretch {
        const Lane* lane;
        size_t first, last;
        /// Parts of `level` that contain the stretch; levels count from 1, the finest.
        std::span<const Part> parts(size_t level) const;
        uint32_t first_launch() const { return lane->levels.front()[first].group.first; }
        uint32_t last_launch() const { return lane->levels.front()[last].group.last; }
    };
    std::vector<Stretch> at_time(int64_t from_ns, int64_t to_ns) const;

    uint32_t first_, finest_group_;
    uint64_t count_ = 0;
    uint32_t last_ = 0;                ///< first launch of the last stored group
    std::map<int64_t, Lane> origins_;  ///< launches with times
    Lane all_;                         ///< all launches by index
};

/// Row of one launch, with its share of `whole`, a breakdown by any grouping.
BreakdownRow launch_row(const LaunchRecord& launch, const Breakdown& whole);

/// Selected launches: the first ones of the case, the first with each set of counters, and those that decide
/// units and widths of a table.
class LaunchSample {
 public:
    /// Takes total and weight from `by_stage`. Keeps the first `most` launches (0: all).
    LaunchSample(const Breakdown& by_stage, size_t most);
    void add(const LaunchRecord& launch, std::optional<int64_t> gap_ns = std::nullopt);
    /// Returns a breakdown by launch: the kept rows and the total of all launches.
    Breakdown take();

 private:
    using Counters = std::vector<std::pair<CounterId, Provenance>>;
    bool has_new_counters(const LaunchRecord& launch);

    Breakdown result_;
    size_t most_;
    Counters last_;
    std::set<Counters> seen_;
    /// Rows with the shortest and longest time, the greatest share, the longest label and kernel name.
    std::array<std::pair<double, BreakdownRow>, 5> greatest_;
};
/// Selects launches of a stored case, with gaps.
Breakdown sample_by_launch(const CaseSource& source, CaseId id, const Breakdown& by_stage, size_t most);
}
