// Matches cases of two sides by condition. Each pair gets a ratio, an interval and a verdict.
// docs/comparing.md states the rules.
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
    RoundVariances variances;            ///< from all cases of the file
    const CaseSource* source = nullptr;  ///< reads trials and launches; null: reads none
    std::map<std::pair<RunId, std::string>, GraphTimer> graph_timers;  ///< by run and device UUID

    void know_timers(RunId run, std::span<const DeviceLimits> limits);
    const RunRecord& run_of(const CaseRecord& record) const;
};

struct Compared {
    const CaseFile* file = nullptr;
    const CaseRecord* record = nullptr;
    size_t older = 0;                     ///< older cases of the same condition and side
    size_t settings = 0;                  ///< slower settings of free parameters and blocks on this side
    std::set<DeviceKey> other_devices{};  ///< free devices of older cases on this side
};

/// True if both are from one run, in one file or in copies of the file.
bool same_recording(const Compared& one, const Compared& other);

struct Side {
    std::string name;                     ///< "base.db", "bitonic-c4", "run 1"
    std::map<Condition, Compared> cases;  ///< by condition, with the compared axes free
    std::optional<TimeMode> mode;         ///< time mode of the side, if modes are compared
    size_t not_ok = 0;                    ///< excluded cases, which did not end ok
};

struct CompareOptions {
    std::vector<std::string> across{};
    /// Values of across.front(), one for each side; empty: all. A part of a device's name is enough if only
    /// one device fits.
    std::vector<std::string> values{};
    std::vector<int64_t> runs{};          ///< one run per file, 0 for all runs of a file; empty: all runs
    std::optional<TimeMode> time_mode{};  ///< mode of all times; empty: first of timed_modes that both have
    double min_effect = default_min_effect;
    bool per_work = false;  ///< compare different outputs too, by time per unit of work
};

/// Makes the sides; the base comes first. Several files give one side each, with all cases or those with
/// values[i]. One file gives one side for each value of across.front(). If a side has several cases of one
/// condition, the newest counts. If parameters or blocks are free, the fastest counts. A GPU that a file
/// lacks is compared with other GPUs of its model. Throws Error(usage) for one file without an axis, a value
/// without cases, or fewer than two sides. Also throws if matching cases of one side differ in a free
/// variant, key, n, input, cache or backend.
std::vector<Side> comparison_sides(std::span<const CaseFile> files, const CompareOptions& options);

/// Values of one file that `per_work` excludes as sides, because their cases sort nothing: "block 1".
std::vector<std::string> values_without_work(const CaseFile& file, const CompareOptions& options);

/// Divisor of compared times. A unit of work is keys * log2(sorted_run()).
enum class Per { nothing, key, work };
/// "", " per key" or " per work".
std::string_view words_of(Per per);
/// Units of `per` in a case; 0 if the case sorts nothing.
double units_of(const CaseRecord& record, Per per);

struct ComparedPair {
    Condition condition;  ///< with the time mode and the compared axes free
    Compared base, other;
    TimeMode mode = TimeMode::none;  ///< mode of the base's time; none if the sides share no mode
    std::optional<TimeEstimate> base_time, other_time;
    std::optional<RatioEstimate> ratio;  ///< absent unless both sides have times (modelled cases do not)
    std::optional<Verdict> verdict;      ///< absent without a ratio, or unless is_judged()
    Per per = Per::nothing;              ///< divisor of the times; key if the numbers of keys differ
};

struct Comparison {
    std::vector<ComparedPair> pairs;  ///< in order of the base
    std::vector<Compared> only_base, only_other;
    std::optional<double> mean_ratio;  ///< geometric mean of the ratios
    size_t timed = 0;                  ///< pairs with a ratio
    size_t count(Verdict verdict) const;
    /// Parts that would give pairs if free: `in_the_way` if there are no pairs, else `in_the_way_of_rest`.
    std::vector<std::string> in_the_way, in_the_way_of_rest;
};
/// Across variants, a sort without a block is compared with each block of the other side.
Comparison compare(const Side& base, const Side& other, const CompareOptions& options);

/// Returns std::nullopt if the case has no time in `mode`.
std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode);

/// Counts pairs with any of the `bad` verdicts. Each `bad` verdict has its own least effect.
size_t failing(const Comparison& comparison, std::span<const FailOn> bad);

/// Names the parts key, n, input and output in which the two cases differ.
std::vector<std::string> differing_work(const ComparedPair& pair);

/// True if the pair's times may get a verdict: keys of two types are different work and get a ratio only.
bool is_judged(const ComparedPair& pair);

/// True if host-bound times of two recordings are compared. Short sorts then show the pace of the host.
bool host_bound(const ComparedPair& pair);
size_t host_bound_pairs(const Comparison& comparison);
/// True if host-bound times come from two hosts. Hosts differ in name, CPU or threads, or in memory by 5 %;
/// unknown values are equal.
bool on_different_hosts(const ComparedPair& pair);

/// |log(ratio)|; 0 without a ratio.
double effect_of(const ComparedPair& pair);
/// Positions of the pairs with a ratio, the greatest effect first.
std::vector<size_t> by_effect(const Comparison& comparison);

/// True if the verdict is clear and both sides sort as many keys.
bool is_explained(const ComparedPair& pair);

/// At most ten pairs with is_explained(), the greatest effect first. With `all`, all timed pairs in order.
std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all);
}
