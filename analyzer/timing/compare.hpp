// Comparison: two sides' cases matched by condition, with a ratio, its interval and a verdict for each.
// docs/comparing.md states the rules.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/timing/axis.hpp"
#include "analyzer/timing/interval.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer {

/// A file's cases as they are compared; the analyzer knows no store.
struct CaseFile {
    std::string name;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;  ///< those that were asked for, at summary detail, in order of collecting
    RoundVariances variances;       ///< of all cases of the file
    /// Answers for trials and launches of the cases; null: they are not read.
    const CaseSource* source = nullptr;
    std::map<std::pair<RunId, std::string>, GraphTimer>
        graph_timers;  ///< by run and the device's UUID, where the run tells it

    /// Takes what `limits` of `run` tell of the timers of graphs.
    void know_timers(RunId run, std::span<const DeviceLimits> limits);

    const RunRecord& run_of(const CaseRecord& record) const;
};

/// One case in one time mode, with its file.
struct Compared {
    const CaseFile* file = nullptr;
    const CaseRecord* record = nullptr;
    std::size_t older =
        0;  ///< cases of the same condition and side that it was chosen over, because it is the newest
    std::size_t settings = 0;  ///< other parameters and blocks of the same side, where these are free, that
                               ///< it was chosen over, because it is the fastest
    std::set<DeviceKey> other_devices{};  ///< of the same side and condition, where devices are free: those
                                          ///< whose cases it was chosen over, because it is the newest
};

/// Whether both are of one recording: the same run, be it in one file or in two that it was copied to.
bool same_recording(const Compared& one, const Compared& other);

struct Side {
    std::string name;  ///< "base.db", "bitonic-c4", "run 1"
    std::map<Condition, Compared>
        cases;                     ///< by the condition with everything that is compared across left free
    std::optional<TimeMode> mode;  ///< of its times, where modes are what is compared
    std::size_t not_ok = 0;        ///< cases that did not end well: they have no place in a comparison
};

struct CompareOptions {
    std::vector<std::string> across;
    std::vector<std::string> values;  ///< of across.front(): the sides, in this order; empty: all there are.
                                      ///< Of devices a part of the name that fits one alone is enough
    std::vector<std::int64_t> runs;   ///< of several files: one for each, 0 for all of them; empty: all
    std::optional<TimeMode>
        time_mode;  ///< of all times; nothing: graph where both have it, else stream, else host
    double min_effect = 0.02;
};

/// The sides that are compared, base first. Of several files each is a side (with `values`, only its cases of
/// its value); of one file there is one for each value of across.front(). Of several cases of a side that
/// match one condition the newest counts; where they differ in parameters or blocks, which are free, the
/// fastest of these. Values that are counts may be written in any way ("2^8" is 256). Throws Error(usage):
/// one file and nothing to compare across, a value that no case has (with the nearest), fewer than two sides,
/// or a condition that two sides have where one has cases that differ in what is free and has neither a
/// newest nor a fastest: variant, key, n, input, cache or backend.
std::vector<Side> comparison_sides(std::span<const CaseFile> files, const CompareOptions& options);

/// One condition that both sides have.
struct ComparedPair {
    Condition condition;  ///< with what is compared across, and the time mode, left free
    Compared base, other;
    TimeMode mode = TimeMode::none;  ///< of the times; none where there is no mode that both have
    std::optional<TimeEstimate> base_time, other_time;
    std::optional<RatioEstimate> ratio;  ///< nothing where there are no two times of one mode (modelled
                                         ///< cases); of times per key where the numbers of keys differ
    std::optional<Verdict> verdict;      ///< of that ratio
    double keys_ratio =
        1;  ///< keys of the base / keys of the other: what the ratio of the times was multiplied by

    /// Whether the sides sort different numbers of keys, so that their times per key are held against each
    /// other: 1 / throughput.
    bool per_key() const { return keys_ratio != 1; }
};

struct Comparison {
    std::vector<ComparedPair> pairs;  ///< in the base's order of condition
    std::vector<Compared> only_base, only_other;
    std::optional<double> mean_ratio;  ///< geometric mean of the ratios
    std::size_t timed = 0;             ///< pairs with a ratio
    std::size_t count(Verdict verdict) const;
    /// Parts that, left free as well, would give pairs where there is none; empty where some pair is there,
    /// or no part helps.
    std::vector<std::string> in_the_way;
    /// The same of only_base and only_other, where there are pairs.
    std::vector<std::string> in_the_way_of_rest;
};
/// Across variants a sort that has no block to choose meets each block of the other side.
Comparison compare(const Side& base, const Side& other, const CompareOptions& options);

/// The time of a case in `mode` with its interval; nothing where it has none.
std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode);

/// A verdict that is not to be, with the least effect it is judged by: "slower:2%".
struct FailOn {
    Verdict verdict{};
    double min_effect = 0.02;
};
/// Pairs whose verdict would be any of `bad`, each by its own least effect: what --fail-on counts.
std::size_t failing(const Comparison& comparison, std::span<const FailOn> bad);

/// Of key, n and input those in which the two cases differ: they do not sort the same, so their times differ
/// for that alone.
std::vector<std::string> differing_work(const ComparedPair& pair);

/// Whether times are compared whose pace the host sets (host_bound) and that are of two recordings:
/// of short sorts these tell how fast the host was then, more than the sort.
bool host_bound(const ComparedPair& pair);
/// How many pairs do.
std::size_t host_bound_pairs(const Comparison& comparison);
/// Whether such times are of two hosts, by what the runs tell of them: another name, CPU or number of
/// threads, or a memory that is another by 5 % and more (of one machine it differs a little from kernel to
/// kernel). What a run does not tell is no difference.
bool on_different_hosts(const ComparedPair& pair);

/// How far a pair's ratio is from 1, whatever its direction: |log(ratio)|; 0 where it has none. What
/// differences are ranked by.
double effect_of(const ComparedPair& pair);
/// Positions of the pairs that have a ratio, the greatest effect first.
std::vector<std::size_t> by_effect(const Comparison& comparison);

/// Whether there is a difference to explain: the verdict is clear, and both sort as many keys.
bool is_explained(const ComparedPair& pair);

/// The pairs whose difference is worth a sentence: those that are explained, the greatest effects first, at
/// most ten; or `all` timed ones, as they come.
std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all);

}  // namespace sortscope::analyzer
