// Two sides' cases matched by condition, with a ratio, its interval and a verdict for each. docs/comparing.md
// states the rules.
#pragma once

#include <cstddef>

#include "analyzer/timing/axis.hpp"
#include "analyzer/timing/verdict.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer {
struct CaseFile {
    std::string name;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;       ///< at summary detail, in order of collecting
    RoundVariances variances;            ///< of all cases of the file
    const CaseSource* source = nullptr;  ///< reads trials and launches; null: reads none
    std::map<std::pair<RunId, std::string>, GraphTimer> graph_timers;  ///< by run and the device's UUID

    void know_timers(RunId run, std::span<const DeviceLimits> limits);
    const RunRecord& run_of(const CaseRecord& record) const;
};

struct Compared {
    const CaseFile* file = nullptr;
    const CaseRecord* record = nullptr;
    size_t older = 0;                     ///< other cases of the same condition and side, all older
    size_t settings = 0;                  ///< other free parameters and blocks of the side, all slower
    std::set<DeviceKey> other_devices{};  ///< other free devices of the side, with older cases
};

/// True if both are from one run, in one file or in copies of the file.
bool same_recording(const Compared& one, const Compared& other);

struct Side {
    std::string name;                     ///< "base.db", "bitonic-c4", "run 1"
    std::map<Condition, Compared> cases;  ///< by the condition with everything compared across left free
    std::optional<TimeMode> mode;         ///< of its times, if modes are compared
    size_t not_ok = 0;                    ///< cases that did not end ok, which are left out
};

struct CompareOptions {
    std::vector<std::string> across{};
    /// Values of across.front(), one for each side; empty: all. A part of a device's name is enough if it
    /// fits one.
    std::vector<std::string> values{};
    std::vector<int64_t> runs{};  ///< one for each of several files, 0 for all of its runs; empty: all
    std::optional<TimeMode> time_mode{};  ///< of all times; nothing: the first of timed_modes that both have
    double min_effect = default_min_effect;
    bool per_work = false;  ///< compare different outputs too, by time per unit of work
};

/// The base comes first. Several files: one side each, of all cases or of those with values[i]. One file: one
/// side for each value of across.front(). The newest of a side's cases of one condition counts; if parameters
/// or blocks are free, the fastest. A GPU that not all files have is compared with others of its model.
/// Throws Error(usage): one file and nothing to compare across; a value that no case has; fewer than two
/// sides; a side whose cases differ only in a free variant, key, n, input, cache or backend, where another
/// side has a match.
std::vector<Side> comparison_sides(std::span<const CaseFile> files, const CompareOptions& options);

/// Values that are no side of one file with `per_work`, because their cases sort nothing: "block 1".
std::vector<std::string> values_without_work(const CaseFile& file, const CompareOptions& options);

/// Divisor of times before they are compared. A unit of work is keys * log2(keys in a sorted run).
enum class Per { nothing, key, work };
/// "", " per key" or " per work".
std::string_view words_of(Per per);
/// Units in a case; 0 if it has none.
double units_of(const CaseRecord& record, Per per);

struct ComparedPair {
    Condition condition;  ///< with the time mode and everything compared across left free
    Compared base, other;
    TimeMode mode = TimeMode::none;  ///< of the base's time; none if the sides share no mode
    std::optional<TimeEstimate> base_time, other_time;
    std::optional<RatioEstimate> ratio;  ///< absent without two times of one mode (modelled cases)
    std::optional<Verdict> verdict;      ///< absent without a ratio, or unless is_judged()
    Per per = Per::nothing;              ///< key: the numbers of keys differ
};

struct Comparison {
    std::vector<ComparedPair> pairs;  ///< in the base's order
    std::vector<Compared> only_base, only_other;
    std::optional<double> mean_ratio;  ///< geometric mean of the ratios
    size_t timed = 0;                  ///< pairs with a ratio
    size_t count(Verdict verdict) const;
    /// Parts that would give pairs if free: for all cases without a pair, else for the rest.
    std::vector<std::string> in_the_way, in_the_way_of_rest;
};
/// Across variants, a sort without a block meets each block of the other side.
Comparison compare(const Side& base, const Side& other, const CompareOptions& options);

/// Returns std::nullopt if the case has no time in `mode`.
std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode);

/// Counts pairs with any of the `bad` verdicts, each by its own least effect.
size_t failing(const Comparison& comparison, std::span<const FailOn> bad);

/// Names the parts key, n, input and output in which the two cases differ.
std::vector<std::string> differing_work(const ComparedPair& pair);

/// True if the pair's times may get a verdict: keys of two types are different work and get a ratio only.
bool is_judged(const ComparedPair& pair);

/// True if host-bound times of two recordings are compared. Short sorts then show the pace of the host.
bool host_bound(const ComparedPair& pair);
size_t host_bound_pairs(const Comparison& comparison);
/// True if host-bound times are from two hosts: name, CPU, threads, or memory by 5 % differ, if known.
bool on_different_hosts(const ComparedPair& pair);

/// |log(ratio)|; 0 without a ratio.
double effect_of(const ComparedPair& pair);
/// Positions of the pairs with a ratio, the greatest effect first.
std::vector<size_t> by_effect(const Comparison& comparison);

/// True if the verdict is clear and both sides sort as many keys.
bool is_explained(const ComparedPair& pair);

/// The pairs with is_explained(), the greatest effects first, at most ten; or `all` timed pairs in order.
std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all);
}
