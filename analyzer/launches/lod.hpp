// Levels of detail of a million launches: groups of launches, each drawn as its longest.
#pragma once

#include <set>

#include "analyzer/launches/breakdown.hpp"

namespace sortscope::analyzer {
/// Groups of 8 consecutive launches at the finest level, of four times as many at each coarser level.
/// About 7 bytes a launch, or half a byte with stored groups of 128 as the finest level.
class LaunchLod {
 public:
    static constexpr uint32_t fine_run = 8;
    /// `first` launch, and launches in a group of the finest level.
    explicit LaunchLod(uint32_t first = 0, uint32_t finest_run = fine_run)
        : first_(first), finest_run_(finest_run) {}

    /// Takes all launches by index. Those of one `origin` (stream) follow each other in time.
    void add(int64_t origin, std::optional<int64_t> start_ns, std::optional<int64_t> duration_ns);
    /// A stored range of launches of one origin, within one group of `finest_run`. Add ranges by `first`.
    struct Given {
        int64_t origin = 0;
        uint32_t first = 0, last = 0, longest = 0, launches = 0;
        int64_t longest_ns = 0, from_ns = 0, to_ns = 0;
    };
    void add(const Given& run);
    /// After the last launch.
    void finish();

    uint64_t launches() const { return count_; }
    uint32_t finest_run() const { return finest_run_; }

    struct Run {
        uint32_t first = 0, last = 0, longest = 0;
        friend bool operator==(const Run&, const Run&) = default;
    };
    /// Launches `first` to `last` as about `most` runs, or one by one if there are no more.
    std::vector<Run> by_index(uint32_t first, uint32_t last, size_t most) const;

    /// Ascending indices of the timed launches to draw: all if they are about `most`, else the longest of
    /// each of at most `most` runs.
    struct Chosen {
        std::vector<uint32_t> launches;
        bool all = true;
    };
    Chosen by_time(int64_t from_ns, int64_t to_ns, size_t most) const;
    /// First and last launch that may have run then.
    std::optional<std::pair<uint32_t, uint32_t>> between(int64_t from_ns, int64_t to_ns) const;
    /// Whether `most` bars could show the launches `first` to `last` in more detail than this LaunchLod does.
    bool is_coarse(uint32_t first, uint32_t last, size_t most) const;

 private:
    struct Part {
        Run run;
        /// No launch of a later part begins before `from_ns`, none of an earlier one ends after `to_ns`
        int64_t from_ns = 0, to_ns = 0;
        int64_t longest_ns = -1;
        uint32_t launches = 0;
        void merge(const Part& more);
    };
    struct Lane {
        std::vector<std::vector<Part>> levels = std::vector<std::vector<Part>>(1);  ///< the finest first
        /// `joined`: merge it with the last part.
        void add(const Part& part, bool joined);
        void finish();
    };
    /// Parts `first` to `last` of the finest level of a lane.
    struct Stretch {
        const Lane* lane;
        size_t first, last;
        /// The parts that contain it; `level` counts from 1 to the coarsest.
        std::span<const Part> parts(size_t level) const;
        uint32_t first_launch() const { return lane->levels.front()[first].run.first; }
        uint32_t last_launch() const { return lane->levels.front()[last].run.last; }
    };
    std::vector<Stretch> at_time(int64_t from_ns, int64_t to_ns) const;

    uint32_t first_, finest_run_;
    uint64_t count_ = 0;
    uint32_t last_ = 0;                ///< first launch of the last given run
    std::map<int64_t, Lane> origins_;  ///< launches with times
    Lane all_;                         ///< by index
};

/// With its share of `whole`, any breakdown of its case.
BreakdownRow launch_row(const LaunchRecord& launch, const Breakdown& whole);

/// The first launches of a case, and those that decide units and widths of a table: the shortest, the
/// longest, the greatest share, the longest names, and the first with each set of counters.
class LaunchSample {
 public:
    /// `by_stage` gives total and weight. Keeps `most` (0: all) first launches.
    LaunchSample(const Breakdown& by_stage, size_t most);
    void add(const LaunchRecord& launch, std::optional<int64_t> gap_ns = std::nullopt);
    /// A breakdown by launch: the kept rows and the total of all.
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
