// The catalogue of metrics: one row defines a metric. Tables, charts, JSON, help and docs/metrics.md use it.
#pragma once

#include "core/metric/counter_id.hpp"  // written by CMake from counters.tsv
#include "core/metric/value.hpp"

namespace sortscope {
/// Rule to combine a metric's values over launches. `time_weighted`: mean weighted by durations. `formula`:
/// the formula over sums, never a mean of ratios.
enum class Adding { sum, time_weighted, maximum, formula };

/// Cost of a hardware counter (docs/measurements/README.md): each pass repeats the whole sort.
enum class PassClass {
    none,      ///< software or a formula
    sass,      ///< instrumented instructions: many fit one pass, 0.08 ms a launch
    memory,    ///< units outside the SM (L2, DRAM): one pass, 0.05 ms a launch
    sm,        ///< units of the SM: about 0.8 ms a launch, one pass or more
    activity,  ///< activity records, no counter
};

/// Conversion of hardware values to a counter.
enum class HardwareRule {
    value,
    ppm_of_percent,    ///< 10^4 * a percentage
    extra_wavefronts,  ///< wavefronts - requests; absent if a thread accesses over 32 bits at once
};

/// The vendor's metrics of a hardware counter.
struct HardwareSource {
    PassClass pass = PassClass::none;  ///< class of the set's passes
    HardwareRule rule = HardwareRule::value;
    /// Vendor metrics, separated by commas. "A|B": the first that the chip has.
    std::string_view names = {};
    std::string_view sentence = {};  ///< exact definition, if the vendor's name is unclear
    std::string_view set = {};       ///< metric set
};

struct Provenances {
    bool measured = false, counted = false, modelled = false, published = false;
    constexpr bool operator[](Provenance provenance) const {
        const bool all[] = {false, measured, counted, modelled, published};
        return all[size_t(provenance)];
    }
};

/// One row of the catalogue. A computed metric has a formula, a counter has a number.
struct Metric {
    std::string_view id;                  ///< in files, JSON, formulas and options: "gld_efficiency_pct"
    CounterId counter = CounterId::none;  ///< none if computed
    std::string_view title = {};          ///< "Load efficiency"
    std::string_view head = {};           ///< head of a narrow column, first line: "load"
    std::string_view subhead = {};        ///< second line: "eff %"
    std::string_view unit = {};           ///< "%", "sectors", "bytes"; "ns" for times
    int decimals = 0;
    std::string_view sentence = {};  ///< definition
    Adding adding = Adding::sum;
    /// Combines counters and formula_constants() with + - * / and brackets. " else " separates alternatives:
    /// the first alternative with all its counters is used.
    std::string_view formula = {};
    Provenances provenances = {};
    HardwareSource hardware = {};
    int importance = 0;                    ///< narrow terminals drop the lowest first; 0: never in terminals
    std::string_view substitute_for = {};  ///< shown if the metric with this id has no values
    bool shown = false;                    ///< a default column of the window's table
    bool charted = false;                  ///< offered in the window's chart

    bool computed() const { return !formula.empty(); }
    /// Values of launches add up to the case's value, so bars can be stacked.
    bool stacks() const { return adding == Adding::sum; }
};

struct MetricInput;

/// A name in formulas besides counters.
struct FormulaConstant {
    std::string_view name;
    std::string_view sentence;
    std::optional<double> (*value)(const MetricInput& input);  ///< empty if unknown
};
/// data_bytes, bound_bytes, launches, time.
std::span<const FormulaConstant> formula_constants();
/// Null if absent.
const FormulaConstant* find_formula_constant(std::string_view name);
inline bool is_formula_constant(std::string_view name) { return find_formula_constant(name) != nullptr; }

/// In display order: time, computed metrics, counters.
std::span<const Metric* const> metric_catalogue();

/// Null if absent.
const Metric* find_metric(std::string_view id);
/// Throws Error(usage) with the nearest names if `id` is unknown.
const Metric& metric(std::string_view id);
const Metric& metric_of(CounterId id);
std::span<const Metric* const> counter_metrics();
std::span<const Metric* const> computed_metrics();

/// Launch durations from the activity trial.
const Metric& time_metric();

/// Counters that are stored together: hardware counters of one pass class, or software counters.
struct MetricSet {
    std::string_view name;  ///< "sass", "instructions", "memory", "l2", "sm", "l1", "counted", "modelled"
    Provenance provenance{};
    std::string_view sentence;
    std::vector<const Metric*> metrics;
};
/// Cheapest first. A counter is in each set that can count it.
std::span<const MetricSet> metric_sets();
/// Null if there is no such set.
const MetricSet* set_of(CounterId id, Provenance provenance);

/// Values of a launch or a sum of launches.
struct MetricInput {
    std::span<const CounterValue> counters;
    std::optional<int64_t> time_ns = {};  ///< measured
    uint64_t data_bytes = 0;              ///< number of keys * key bytes; 0: unknown
    uint64_t required_bytes = 0;          ///< 0: unknown
    uint64_t launches = 1;
};

struct MetricValue {
    Number value;
    Provenance provenance{};
    friend bool operator==(const MetricValue&, const MetricValue&) = default;
};

/// Empty if a counter is missing or the divisor is 0. Combines counters of one provenance and one pass only.
/// The first provenance with all counters decides (measured, counted, modelled, published), even if its
/// result is empty. Never combines counters with times: times come from other executions.
std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input);

/// Uses values of `provenance` only.
std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input, Provenance provenance);

/// Prints the metric's decimals without its unit: "12,345", "66.7".
std::string format_value(const Metric& metric, const Number& value);
}
