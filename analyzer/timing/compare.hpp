// Comparison: two sides' cases matched by condition, with a ratio, its interval and a verdict for each.
// docs/comparing.md states the rules.
#pragma once

#include <cstddef>

#include "analyzer/timing/axis.hpp"
#include "analyzer/timing/verdict.hpp"
#include "core/case_source.hpp"

namespace sortscope::analyzer {

/// A file's cases; the analyzer knows no store.
struct CaseFile {
    std::string name;
    std::vector<RunRecord> runs;
    std::vector<CaseRecord> cases;  ///< asked for, at summary detail, in order of collecting
    RoundVariances variances;       ///< of all cases of the file
    /// Answers for trials and launches of the cases; null: they are not read.
    const CaseSource* source = nullptr;
    std::map<std::pair<RunId, std::string>, GraphTimer> graph_timers;  ///< by run and the device's UUID

    void know_timers(RunId run, std::span<const DeviceLimits> limits);

    const RunRecord& run_of(const CaseRecord& record) const;
};

/// One case in one time mode, with its file.
struct Compared {
    const CaseFile* file = nullptr;
    const CaseRecord* record = nullptr;
    std::size_t older = 0;                ///< cases of the same condition and side: it is the newest
    std::size_t settings = 0;             ///< other free parameters and blocks of the side: it is the fastest
    std::set<DeviceKey> other_devices{};  ///< other free devices of the side: it is the newest
};

/// Whether both are from one recording: the same run, in one file or in copies of it.
bool same_recording(const Compared& one, const Compared& other);

struct Side {
    std::string name;                     ///< "base.db", "bitonic-c4", "run 1"
    std::map<Condition, Compared> cases;  ///< by the condition with everything compared across left free
    std::optional<TimeMode> mode;         ///< of its times, if modes are compared
    std::size_t not_ok = 0;               ///< cases that did not end ok: they are not compared
};

struct CompareOptions {
    std::vector<std::string> across{};
    /// Sides, by values of across.front(); empty: all. A part of a device's name that fits one is enough.
    std::vector<std::string> values{};
    std::vector<std::int64_t> runs{};  ///< one for each of several files, 0 for all of its runs; empty: all
    std::optional<TimeMode> time_mode{};  ///< of all times; nothing: graph if both have it, else stream, host
    double min_effect = 0.02;
};

/// The sides, base first: one for each of several files (with `values`, its cases of its value), or for each
/// value of across.front(). Of a side's cases that match one condition the newest counts; if free parameters
/// or blocks differ, the fastest. Throws Error(usage): one file and nothing to compare across; a value that
/// no case has (with the nearest); fewer than two sides; cases that differ in a free variant, key, n, input,
/// cache or backend alone, if another side has their condition.
std::vector<Side> comparison_sides(std::span<const CaseFile> files, const CompareOptions& options);

/// One condition that both sides have.
struct ComparedPair {
    Condition condition;  ///< with the time mode and everything compared across left free
    Compared base, other;
    TimeMode mode = TimeMode::none;  ///< of the times; none if the sides share no mode
    std::optional<TimeEstimate> base_time, other_time;
    std::optional<RatioEstimate> ratio;  ///< nothing without two times of one mode (modelled cases)
    std::optional<Verdict> verdict;      ///< of that ratio
    double keys_ratio = 1;               ///< keys of the base / keys of the other: a factor of `ratio`

    /// Whether the numbers of keys differ, so that times per key are compared: 1 / throughput.
    bool per_key() const { return keys_ratio != 1; }
};

struct Comparison {
    std::vector<ComparedPair> pairs;  ///< in the base's order of condition
    std::vector<Compared> only_base, only_other;
    std::optional<double> mean_ratio;  ///< geometric mean of the ratios
    std::size_t timed = 0;             ///< pairs with a ratio
    std::size_t count(Verdict verdict) const;
    /// Parts that would give pairs if they were free too; empty if no part helps. With pairs: of only_base
    /// and only_other.
    std::vector<std::string> in_the_way, in_the_way_of_rest;
};
/// Across variants, a sort without a block is compared with each block of the other side.
Comparison compare(const Side& base, const Side& other, const CompareOptions& options);

/// Nothing if the case has no time in `mode`.
std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode);

/// Number of pairs with any of the `bad` verdicts, each by its own least effect.
std::size_t failing(const Comparison& comparison, std::span<const FailOn> bad);

/// Axes among key, n and input in which the two cases differ: they do different work.
std::vector<std::string> differing_work(const ComparedPair& pair);

/// Whether host-bound times of two recordings are compared. Short sorts then show the pace of the host.
bool host_bound(const ComparedPair& pair);
std::size_t host_bound_pairs(const Comparison& comparison);
/// Whether such times are from two hosts: name, CPU, threads, or memory by 5 % differ. Unknown ones do not.
bool on_different_hosts(const ComparedPair& pair);

/// |log(ratio)|, which ranks differences; 0 without a ratio.
double effect_of(const ComparedPair& pair);
/// Positions of the pairs that have a ratio, the greatest effect first.
std::vector<std::size_t> by_effect(const Comparison& comparison);

/// Whether the verdict is clear and both sort as many keys.
bool is_explained(const ComparedPair& pair);

/// The pairs with is_explained(), the greatest effects first, at most ten; or `all` timed pairs in order.
std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all);

}  // namespace sortscope::analyzer
