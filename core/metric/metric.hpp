// The catalogue of metrics: one row says everything about one. Tables, charts, JSON, help and docs/metrics.md
// are made of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metric/value.hpp"

namespace sortscope {

/// Counters that are taken of a kernel launch. Numbers are stored in files: never renumber. What can be
/// computed from them has no number: it is a row of the catalogue with a formula.
enum class CounterId : int {
    none = 0,  ///< of computed metrics
    // Instructions of the whole kernel.
    warp_instructions = 1,           ///< warp instructions executed
    thread_instructions = 2,         ///< thread instructions executed (predicated-off threads not counted)
    active_thread_instructions = 3,  ///< the same, predicated-off threads of an active warp counted
    // Global memory, by direction.
    gld_requests = 10,  ///< warp instructions that load from global memory
    gst_requests = 11,
    gld_threads = 12,  ///< thread-level global loads
    gst_threads = 13,
    gld_bytes = 14,  ///< distinct bytes of each request: what several threads of a warp ask for is one
    gst_bytes = 15,
    gld_sectors = 16,  ///< 32-byte sectors moved (segments under the device's own coalescing rule)
    gst_sectors = 17,
    gld_tags = 18,  ///< 128-byte lines touched
    gst_tags = 19,
    global_tags =
        28,  ///< lines touched by all global accesses: hardware does not tell loads from stores here
    // Transaction sizes: of each request and 128-byte line, how many of its four sectors.
    gld_32b = 20,
    gld_64b = 21,
    gld_96b = 22,
    gld_128b = 23,
    gst_32b = 24,
    gst_64b = 25,
    gst_96b = 26,
    gst_128b = 27,
    // Transactions by the half-warp rule of compute capability 1.2 and 1.3.
    gld_32b_cc13 = 30,
    gld_64b_cc13 = 31,
    gld_128b_cc13 = 32,
    gst_32b_cc13 = 33,
    gst_64b_cc13 = 34,
    gst_128b_cc13 = 35,
    // Control flow.
    branches = 40,                        ///< conditional branches of the source, by warp
    divergent_branches = 41,              ///< of those, with threads going both ways
    branch_targets_threads = 42,          ///< thread-level branch targets (hardware)
    branch_targets_threads_uniform = 43,  ///< of those, where the warp went one way
    barriers = 44,                        ///< barriers of the block, by warp
    branch_instructions = 45,  ///< branch instructions of every kind (jumps and returns too), by warp
    divergent_branch_targets =
        46,  ///< targets at which a warp's threads parted (hardware; predicated code has none)
    // Shared memory.
    shared_ld_requests = 50,
    shared_st_requests = 51,
    shared_ld_conflicts = 52,  ///< extra wavefronts because of bank conflicts
    shared_st_conflicts = 53,
    shared_ld_wavefronts = 54,  ///< wavefronts of shared loads: requests and their conflicts
    shared_st_wavefronts = 55,
    // Memory beyond the SM.
    dram_read_bytes = 60,
    dram_write_bytes = 61,
    l2_sectors = 62,  ///< sector accesses in L2, of all units
    l2_read_sectors = 63,
    l2_write_sectors = 64,
    l2_lookups = 65,
    l2_hits = 66,
    // Occupancy.
    warps_active_ppm = 70,  ///< achieved occupancy, in millionths of the SM's warp slots
    // Schedulers.
    scheduler_cycles = 71,
    eligible_warp_cycles = 72,
    resident_warp_cycles = 73,
    issue_cycles = 74,
    issued_instructions = 75,
    // Instructions by kind, and memory beside global: the catalogue's rows say what each is.
    integer_thread_instructions = 80,
    fp16_thread_instructions = 81,
    fp32_thread_instructions = 82,
    fp64_thread_instructions = 83,
    conversion_thread_instructions = 84,
    bit_thread_instructions = 85,
    control_thread_instructions = 86,
    exchange_thread_instructions = 87,
    memory_thread_instructions = 88,
    other_thread_instructions = 89,
    global_atomic_requests = 90,
    global_reduction_requests = 91,
    shared_atomic_requests = 92,
    local_ld_requests = 93,
    local_st_requests = 94,
    local_ld_sectors = 95,
    local_st_sectors = 96,
    shared_ld_bytes = 97,
    shared_st_bytes = 98,
    // L1.
    l1_sectors = 100,
    l1_hit_sectors = 101,
    l1_ld_sectors = 102,
    l1_ld_hit_sectors = 103,
};

/// How a metric of several launches follows from those of each.
enum class Adding {
    sum,            ///< added up
    time_weighted,  ///< mean, weighted by the launches' durations
    maximum,        ///< the largest
    formula  ///< computed by the formula from the added-up counters: a ratio of sums, never a mean of ratios
};

/// What a hardware counter costs (docs/measurements/README.md): a pass runs the whole sort once more.
enum class PassClass {
    none,      ///< no hardware counts it: software does, or a formula
    sass,      ///< instrumented instructions: many in one pass, 0.08 ms a launch
    memory,    ///< units beside the SM (L2, DRAM): one pass, 0.05 ms a launch
    sm,        ///< units of the SM: about 0.8 ms a launch, a pass or more
    activity,  ///< activity records, without any counter
};

/// How the hardware's numbers give the counter.
enum class HardwareRule {
    value,             ///< the number itself
    ppm_of_percent,    ///< 10^4 * the number, which is a percentage
    extra_wavefronts,  ///< wavefronts - requests, where no memory instruction is wider than 32 bits a thread;
                       ///< else absent
};

/// Where hardware counts a metric: its names at the vendor.
struct HardwareSource {
    PassClass pass = PassClass::none;
    HardwareRule rule = HardwareRule::value;
    /// Names, separated by commas where the rule takes several. A name that differs between chip families is
    /// written as alternatives "A|B": the first that a chip has counts.
    std::string_view names = {};
    std::string_view sentence = {};  ///< what exactly the hardware counts, where it needs saying
    std::string_view set = {};       ///< the set that it is stored in; empty: the set of its class's own name
};

/// Which provenances a metric can have.
struct Provenances {
    bool measured = false, counted = false, modelled = false, published = false;
    constexpr bool operator[](Provenance provenance) const {
        switch (provenance) {
            case Provenance::measured:
                return measured;
            case Provenance::counted:
                return counted;
            case Provenance::modelled:
                return modelled;
            case Provenance::published:
                return published;
        }
        return false;
    }
};

/// One row: everything that is known of a metric. A computed metric has a formula, a counter has a number.
struct Metric {
    std::string_view id;  ///< as stored, in --json, in formulas and in choices: "gld_efficiency_pct"
    CounterId counter = CounterId::none;  ///< its number in files; none where it is computed
    std::string_view title = {};          ///< in sentences and in the window: "Load efficiency"
    std::string_view head = {};           ///< first line of a narrow column's head: "load"
    std::string_view subhead = {};        ///< second line: "eff %"
    std::string_view unit = {};           ///< "%", "sectors", "bytes"; "ns" for times
    int decimals = 0;                     ///< digits after the point; 0 for whole numbers
    std::string_view sentence = {};       ///< one sentence that says what it is
    Adding adding = Adding::sum;
    /// Over ids of counters and formula_constants(), with + - * / and brackets. Several formulas are
    /// separated by " else ": the first whose counters were all taken counts.
    std::string_view formula = {};
    Provenances provenances = {};
    HardwareSource hardware = {};
    int importance = 0;  ///< in a terminal's breakdown: what is left out first; 0: never shown there
    std::string_view stands_in_for =
        {};  ///< id of a metric whose importance it takes over where there are no values of that one
    bool shown = false;    ///< a column of the window's table at first
    bool charted = false;  ///< offered by the window's chart

    bool computed() const { return !formula.empty(); }
    /// Whether values of parts add up to the value of the whole, so that bars of them can be stacked.
    bool stacks() const { return adding == Adding::sum; }
};

/// What a formula may use beside counters.
struct FormulaConstant {
    std::string_view name;
    std::string_view sentence;
};
/// data_bytes, bound_bytes, launches, time.
std::span<const FormulaConstant> formula_constants();
bool is_formula_constant(std::string_view name);

/// The whole catalogue, in display order: time first, then what is computed, then the counters.
std::span<const Metric* const> metric_catalogue();

/// Adds a computed metric of a user's own behind those there are; every table, chart and listing then has it.
/// To be called before anything is read, by one thread; the texts must outlive the program's use of them.
/// Throws Error(usage) where the id is taken or is no name (small letters, digits and _, a letter first: ids
/// become columns of tables and views), or where the formula cannot be read.
const Metric& add_metric(const Metric& metric);
/// Takes out the metric that add_metric() put in last.
void remove_last_metric();

/// The row called `id`, or null.
const Metric* find_metric(std::string_view id);
/// The row called `id`. Throws Error(usage) that names the nearest ones.
const Metric& metric(std::string_view id);
/// The row of a counter. Throws Error(internal) if it has none.
const Metric& metric_of(CounterId id);

/// All counters of the catalogue (rows with a number), in the order of the catalogue.
std::span<const Metric* const> counter_metrics();
/// All computed metrics, in the order of the catalogue.
std::span<const Metric* const> computed_metrics();

/// Launch durations, from the activity trial: the one metric that is neither counted nor computed.
const Metric& time_metric();

/// A set of counters that are stored together: those that hardware takes in passes of one class, or that
/// software counts.
struct MetricSet {
    std::string_view name;  ///< "sass", "instructions", "memory", "l2", "sm", "l1", "counted", "modelled"
    Provenance provenance{};
    std::string_view sentence;
    std::vector<const Metric*> metrics;
};
/// All sets, the cheapest first. Each counter is in every set that can take it.
std::span<const MetricSet> metric_sets();
/// The set that a value of `id` and `provenance` is stored in, or null where no set of this program has it.
const MetricSet* set_of(CounterId id, Provenance provenance);

/// What metrics are computed from: the counters of a launch or of a sum of launches, and its constants.
struct MetricInput {
    std::span<const CounterValue> counters;
    std::optional<std::int64_t> time_ns = {};  ///< measured
    std::uint64_t data_bytes =
        0;  ///< N * key bytes of the workload; 0: unknown, formulas with it are undecided
    std::uint64_t bound_bytes = 0;  ///< bytes that the algorithm must move; 0: unknown, too
    std::uint64_t launches = 1;
};

/// A metric's value with where it comes from.
struct MetricValue {
    Number value;
    Provenance provenance{};
    friend bool operator==(const MetricValue&, const MetricValue&) = default;
};

/// The value of `metric` over `input`; nothing where its counters were not taken, or where it would divide by
/// zero (no loads is "none", not 0 %). A computed metric is made of values of one provenance and of one pass:
/// the first provenance (measured, counted, modelled, published) that has all its counters in one pass
/// decides, also where its answer is "none" (a launch measured to have no branch has none, whatever a model
/// of it says). Values of different passes are never combined, and time is of a pass of its own.
std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input);

/// The same of values of `provenance` alone: for parts of a whole, which must all be what the whole is.
std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input, Provenance provenance);

/// "12,345", "66.7": the value in the metric's own digits, without its unit.
std::string format_value(const Metric& metric, const Number& value);

}  // namespace sortscope
