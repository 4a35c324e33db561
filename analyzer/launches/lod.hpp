// Levels of detail of a case's launches: which of a million stand for the others in a chart. Made once from
// their times; every zoom reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/launches/breakdown.hpp"

namespace sortscope::analyzer {

/// Runs of launches that follow each other, each with the longest of them: of 8 launches at the finest level
/// (or as many as those had that were put together before), of four times as many at the next. About 7 bytes
/// a launch, or half a byte where the finest runs are of 128.
class LaunchLevels {
 public:
    static constexpr std::uint32_t fine_run = 8;
    /// `first`: index of the first launch that is taken. `finest_run`: launches of a run of the finest level.
    explicit LaunchLevels(std::uint32_t first = 0, std::uint32_t finest_run = fine_run)
        : first_(first), finest_run_(finest_run) {}

    /// Takes the launches in order of their index, without a gap. `origin`: launches of one number follow
    /// each other in time (a stream).
    void add(std::int64_t origin, std::optional<std::int64_t> start_ns,
             std::optional<std::int64_t> duration_ns);
    /// The same of launches of one origin that were put together before: `launches` of them from `first` to
    /// `last`, within one stretch of `finest_run`; they began at `from_ns` and ended by `to_ns`. In order of
    /// `first`.
    struct Given {
        std::int64_t origin = 0;
        std::uint32_t first = 0, last = 0, longest = 0, launches = 0;
        std::int64_t longest_ns = 0, from_ns = 0, to_ns = 0;
    };
    void add(const Given& run);
    /// After the last launch.
    void finish();

    std::uint64_t launches() const { return count_; }
    std::uint32_t finest_run() const { return finest_run_; }

    /// Launches `first` to `last`, of which `longest` is the longest.
    struct Run {
        std::uint32_t first = 0, last = 0, longest = 0;
        friend bool operator==(const Run&, const Run&) = default;
    };
    /// Launches `first` to `last` as at most `most` runs (a few more where they begin or end within one), in
    /// their order; each launch a run of its own where there are no more than that.
    std::vector<Run> by_index(std::uint32_t first, std::uint32_t last, std::size_t most) const;

    /// Indices, ascending, of the launches that a chart of the time from `from_ns` to `to_ns` needs, whatever
    /// origin they are of: all that ran then where there are about `most` or fewer, else the longest of each
    /// run, of at most `most` runs. Launches without times are in none.
    struct Chosen {
        std::vector<std::uint32_t> launches;
        bool all = true;
    };
    Chosen by_time(std::int64_t from_ns, std::int64_t to_ns, std::size_t most) const;
    /// The first and the last launch that may have run from `from_ns` to `to_ns`; nothing where none did.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> between(std::int64_t from_ns,
                                                                   std::int64_t to_ns) const;
    /// Whether levels made of the launches `first` to `last` alone would show more of them in `most` places
    /// than these do.
    bool is_coarse(std::uint32_t first, std::uint32_t last, std::size_t most) const;

 private:
    struct Part {
        Run run;
        std::int64_t from_ns = 0,
                     to_ns =
                         0;  ///< no launch of a later part begins before, none of an earlier one ends after
        std::int64_t longest_ns = -1;
        std::uint32_t launches = 0;
    };
    /// The levels of launches that follow each other.
    class Lane {
     public:
        void add(std::uint32_t index, std::int64_t start_ns, std::int64_t duration_ns, std::uint32_t most);
        /// A part of its own, or, where it begins in the same stretch as the last one and `joined`, one with
        /// it.
        void add(const Given& run, bool joined);
        void finish();
        struct Stretch {
            std::size_t first = 0, last = 0;  ///< of the parts of the finest level; `last` is not one of them
        };
        Stretch at_time(std::int64_t from_ns, std::int64_t to_ns) const;
        /// How many parts the level has of a stretch. Level 0 is of single launches.
        std::size_t parts_of(const Stretch& stretch, std::size_t level) const;
        void collect(const Stretch& stretch, std::size_t level, std::vector<std::uint32_t>& indices) const;
        std::size_t levels() const { return levels_.size() + 1; }
        const std::vector<Part>& parts(std::size_t level) const { return levels_[level - 1]; }
        bool empty() const { return levels_.front().empty(); }

     private:
        std::vector<std::vector<Part>> levels_ = std::vector<std::vector<Part>>(1);
    };

    std::uint32_t first_, finest_run_;
    std::uint64_t count_ = 0;
    std::uint32_t last_ = 0;                ///< first launch of the run that was given last
    std::map<std::int64_t, Lane> origins_;  ///< of launches with times
    Lane all_;                              ///< by index
};

/// The row of one launch, with its share of `whole`, a breakdown of its case by anything.
BreakdownRow launch_row(const LaunchRecord& launch, const Breakdown& whole);

/// Takes the launches of a case in their order and keeps the first ones, the shortest and the longest, the
/// one of greatest share, those of the longest names, and the first of each set of counters: units, greatest
/// shares, columns, their provenances and the widths of texts are those of all launches.
class LaunchSample {
 public:
    /// `by_stage` is the case by stage, whose total and weight are those by launch, too. `most`: of the first
    /// launches; 0: all.
    LaunchSample(const Breakdown& by_stage, std::size_t most);
    /// `gap_ns`: in front of it, where somebody looks for gaps.
    void add(const LaunchRecord& launch, std::optional<std::int64_t> gap_ns = std::nullopt);
    /// The breakdown by launch with the rows that were kept, in their order, and the total of all.
    Breakdown take();

 private:
    using Counters = std::vector<std::pair<CounterId, Provenance>>;
    bool has_new_counters(const LaunchRecord& launch);

    Breakdown result_;
    std::size_t most_;
    Counters last_;
    std::set<Counters> seen_;
    std::optional<BreakdownRow> shortest_, longest_, heaviest_, longest_label_,
        longest_kernel_;  ///< not among the first
};

/// The sample of a stored case, with gaps.
Breakdown sample_by_launch(const CaseSource& source, CaseId id, const Breakdown& by_stage, std::size_t most);

}  // namespace sortscope::analyzer
