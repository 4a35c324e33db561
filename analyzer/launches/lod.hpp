// Levels of detail for a million launches: each group is drawn as its longest launch.
#pragma once

#include <set>

#include "analyzer/launches/breakdown.hpp"

namespace sortscope::analyzer {
/// Groups 8 consecutive launches at the finest level, and four times as many at each coarser level. Takes
/// about 7 bytes per launch, or half a byte if stored groups of 128 are the finest level.
class LaunchLod {
 public:
    static constexpr uint32_t fine_run = 8;
    /// `first`: first launch. `finest_run`: launches per group of the finest level.
    explicit LaunchLod(uint32_t first = 0, uint32_t finest_run = fine_run)
        : first_(first), finest_run_(finest_run) {}

    /// Add all launches by index. Launches of one `origin` (stream) must follow each other in time.
    void add(int64_t origin, std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns);
    /// A stored range of launches of one origin, within one group of `finest_run`. Add ranges by `first`.
    struct Given {
        int64_t origin = 0;
        uint32_t first = 0, last = 0, longest = 0, launches = 0;
        int64_t longest_ns = 0, from_ns = 0, to_ns = 0;
    };
    void add(const Given& run);
    /// Call after the last launch.
    void finish();

    uint64_t launches() const { return count_; }
    uint32_t finest_run() const { return finest_run_; }

    struct Run {
        uint32_t first = 0, last = 0, longest = 0;
        friend bool operator==(const Run&, const Run&) = default;
    };
    /// Launches `first` to `last` as about `most` groups, or one by one if there are at most `most` launches.
    std::vector<Run> by_index(uint32_t first, uint32_t last, size_t most) const;

    /// Ascending indices of the timed launches to draw. All if there are at most about `most`; else the
    /// longest launch of each group, for at most `most` groups.
    struct Chosen {
        std::vector<uint32_t> launches;
        bool all = true;
    };
    Chosen by_time(int64_t from_ns, int64_t to_ns, size_t most) const;
    /// First and last launch that may have run between both times.
    std::optional<std::pair<uint32_t, uint32_t>> between(int64_t from_ns, int64_t to_ns) const;
    /// Returns whether `most` bars could show launches `first` to `last` in more detail than this LaunchLod
    /// does.
    bool is_coarse(uint32_t first, uint32_t last, size_t most) const;

 private:
    struct Part {
        Run run;
        /// Later parts begin at `from_ns` or after; earlier parts end at `to_ns` or before
        int64_t from_ns = 0, to_ns = 0;
        int64_t longest_ns = -1;
        uint32_t launches = 0;
        void merge(const Part& more);
    };
    struct Lane {
        std::vector<std::vector<Part>> levels = std::vector<std::vector<Part>>(1);  ///< the finest first
        /// `joined`: merges `part` with the last part.
        void add(const Part& part, bool joined);
        void finish();
    };
    /// Parts `first` to `last` of the finest level of a lane.
    struct Stretch {
        const Lane* lane;
        size_t first, last;
        /// Parts of `level` that contain the stretch; levels count from 1, the finest.
        std::span<const Part> parts(size_t level) const;
        uint32_t first_launch() const { return lane->levels.front()[first].run.first; }
        uint32_t last_launch() const { return lane->levels.front()[last].run.last; }
    };
    std::vector<Stretch> at_time(int64_t from_ns, int64_t to_ns) const;

    uint32_t first_, finest_run_;
    uint64_t count_ = 0;
    uint32_t last_ = 0;                ///< first launch of the last given run
    std::map<int64_t, Lane> origins_;  ///< launches with times
    Lane all_;                         ///< all launches by index
};

/// Row with the launch's share of `whole`, which may be any breakdown of the case.
BreakdownRow launch_row(const LaunchRecord& launch, const Breakdown& whole);

/// First launches of a case, and launches that decide units and widths of a table: shortest or longest time,
/// greatest share, longest names. Also keeps the first launch with each set of counters.
class LaunchSample {
 public:
    /// `by_stage` gives total and weight. Keeps `most` (0: all) first launches.
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
    std::optional<BreakdownRow> shortest_, longest_, heaviest_, longest_label_, longest_kernel_;
};
/// The sample of a stored case, with gaps.
Breakdown sample_by_launch(const CaseSource& source, CaseId id, const Breakdown& by_stage, size_t most);
}
