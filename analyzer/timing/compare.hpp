// Matches cases of two sides by condition. Each pair gets a ratio, an interval and a verdict.
// docs/comparing.md states the rules.
#pragma once

#include "analyzer/timing/verdict.hpp"
#include "core/case_source.hpp"
#include "core/condition.hpp"

namespace sortscope::analyzer {
/// Returns `name`. If `cases` lack this axis, throws Error(usage) with all their axes.
std::string parse_axis(std::string_view name, std::span<const CaseRecord> cases);

/// True if the value is a number in all cases that have the axis.
bool is_numeric(std::string_view axis, std::span<const CaseRecord> cases);

/// Returns `condition` with `axes` free. A free variant also frees the parameters; a free backend also frees
/// the device.
Condition leaving_free(const Condition& condition, std::span<const std::string> axes);

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
    size_t older = 0;                     ///< older cases of the condition
    size_t settings = 0;                  ///< other settings of free parameters and blocks
    std::set<DeviceKey> other_devices{};  ///< devices of older cases, if the device is free

    const RunRecord& run() const { return file->run_of(*record); }
};

/// True if both are from one run, in one file or in copies of it.
bool same_recording(const Compared& one, const Compared& other);

struct Side {
    std::string name;                     ///< "base.db", "bitonic-c4", "run 1"
    std::map<Condition, Compared> cases;  ///< with the compared axes free
    std::optional<TimeMode> mode;         ///< if time modes are compared
    size_t not_ok = 0;                    ///< cases excluded because they did not end ok
};

struct CompareOptions {
    std::vector<std::string> across{};
    std::vector<std::string> values{};    ///< of across.front(), one for each side; empty: all
    std::vector<int64_t> runs{};          ///< one run per file, 0: all runs of the file; empty: all
    std::optional<TimeMode> time_mode{};  ///< empty: the first of timed_modes that both sides have
    double min_effect = default_min_effect;
    bool per_work = false;  ///< compare different outputs too, by time per unit of work
};

/// Makes the sides, the base first. With several files, each file is a side. In a single file, each value of
/// across.front() is a side. Uses the newest case of a condition; with free parameters or blocks, the
/// fastest. A GPU that a file lacks is compared with other GPUs of its model. Throws Error(usage) for a
/// single file without an axis, for a value without cases, or for fewer than two sides. Also throws if
/// matching cases of one side differ in a free variant, key, n, input, cache or backend.
std::vector<Side> comparison_sides(std::span<const CaseFile> files, const CompareOptions& options);

/// Values that `per_work` excludes, because their cases sort nothing: "block 1".
std::vector<std::string> values_without_work(const CaseFile& file, const CompareOptions& options);

/// Divisor of compared times. A unit of work is keys * log2(sorted_run()).
enum class Per { nothing, key, work };
std::string_view words_of(Per per);  ///< "", " per key", " per work"
/// 0 if the case sorts nothing.
double units_of(const CaseRecord& record, Per per);

struct ComparedPair {
    Condition condition;  ///< with the time mode and the compared axes free
    Compared base, other;
    TimeMode mode = TimeMode::none;  ///< of the base's time; none if the sides share no mode
    std::optional<TimeEstimate> base_time, other_time;
    std::optional<RatioEstimate> ratio;  ///< absent unless both sides have times
    std::optional<Verdict> verdict;      ///< absent without a ratio, or if the key types differ
    Per per = Per::nothing;              ///< key if the numbers of keys differ, work if outputs differ
};

struct Comparison {
    std::vector<ComparedPair> pairs;  ///< in order of the base
    std::vector<Compared> only_base, only_other;
    std::optional<double> mean_ratio;  ///< geometric mean of the ratios
    size_t timed = 0;                  ///< pairs with a ratio
    size_t count(Verdict verdict) const;
    /// Part of the condition that, if freed, would pair the unpaired cases: `in_the_way` if there are no
    /// pairs, else `in_the_way_of_rest`.
    std::vector<std::string> in_the_way, in_the_way_of_rest;
};
/// Across variants, a sort without a block is compared with each block of the other side.
Comparison compare(const Side& base, const Side& other, const CompareOptions& options);

std::optional<TimeEstimate> time_of(const CaseFile& file, const CaseRecord& record, TimeMode mode);

/// Counts pairs with any of the `bad` verdicts.
size_t failing(const Comparison& comparison, std::span<const FailOn> bad);

/// Names the parts key, n, input and output in which the two cases differ.
std::vector<std::string> differing_work(const ComparedPair& pair);

/// True for host-bound times of two recordings: short sorts show the pace of the host.
bool host_bound(const ComparedPair& pair);
size_t host_bound_pairs(const Comparison& comparison);
/// True if host-bound times come from hosts that differ in name, CPU or threads, or by over 5 % in memory.
bool on_different_hosts(const ComparedPair& pair);

double effect_of(const ComparedPair& pair);  ///< |log(ratio)|; 0 without a ratio
/// Positions of the pairs with a ratio, the greatest effect first.
std::vector<size_t> by_effect(const Comparison& comparison);

/// True if the verdict is clear and compares whole times (Per::nothing).
bool is_explained(const ComparedPair& pair);

/// At most ten pairs with is_explained(), the greatest effect first. With `all`, all timed pairs in order.
std::vector<const ComparedPair*> pairs_to_explain(const Comparison& comparison, bool all);

struct RecordingDifference {
    std::string_view what;  ///< "program_version", "cuda_version", "driver_version", "device_uuid", "rounds"
    std::string base, other;
    friend bool operator==(const RecordingDifference&, const RecordingDifference&) = default;
};

/// Differences outside the condition, in values that both sides have. Empty for cases of one recording. The
/// CUDA version also identifies CUB and Thrust. Compares UUIDs only if the devices' names are equal.
std::vector<RecordingDifference> recording_differences(const Compared& base, const Compared& other,
                                                       TimeMode base_mode, TimeMode other_mode);

struct PossibleCause {
    RecordingDifference difference;
    size_t pairs = 0;  ///< faster or slower pairs with this difference
};
/// Causes for pairs with clear verdicts, in the order of recording_differences().
std::vector<PossibleCause> possible_causes(const Comparison& comparison);
}
