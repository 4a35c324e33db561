#include <map>
#include <mutex>

#include "core/metric/formula.hpp"
#include "core/metric/metric.hpp"
#include "core/ranges.hpp"

namespace sortscope {
namespace {
/// A formula with its names resolved.
struct Bound {
    Formula formula;
    std::vector<const FormulaConstant*> constants = {};  ///< for each name; null: the next counter
    std::vector<CounterId> counters = {};
};

Bound bind(Formula formula) {
    Bound bound{std::move(formula)};
    for (const auto& name : bound.formula.names())
        if (bound.constants.push_back(find_formula_constant(name)); bound.constants.back() == nullptr)
            bound.counters.push_back(metric(name).counter);
    return bound;
}

/// Parses each formula once.
const std::vector<Bound>& bound_formulas(const Metric& metric) {
    static std::mutex guard;
    static std::map<std::string, std::vector<Bound>, std::less<>> known;
    const std::lock_guard lock(guard);
    if (const auto* found = mapped_or_null(known, metric.formula)) return *found;
    std::vector<Bound> all;
    for (auto& formula : parse_formulas(metric.formula)) all.push_back(bind(std::move(formula)));
    return known.emplace(metric.formula, std::move(all)).first->second;
}

std::optional<SamePassValues> same_pass_values(std::span<const CounterValue> values,
                                               std::span<const CounterId> ids, Provenance provenance) {
    SamePassValues result;
    result.provenance = provenance;
    for (const auto id : ids) {
        const auto value = find_value(values, id, provenance);
        if (!value) return std::nullopt;
        if (result.values.empty())
            result.pass = value->pass;
        else if (value->pass != result.pass || value->pass == several_passes)
            return std::nullopt;
        result.values.push_back(value->value.as_double());
    }
    return result;
}

/// Result of a formula over values of one provenance.
struct Outcome {
    bool decided = false;         ///< all inputs exist, in one pass
    std::optional<double> value;  ///< empty if undecided, or after a division by zero
};

Outcome outcome(const Bound& bound, const MetricInput& input, Provenance provenance) {
    const auto counters = same_pass_values(input.counters, bound.counters, provenance);
    if (!counters) return {};
    std::vector<double> values;
    auto counter = counters->values.begin();
    for (const auto* constant : bound.constants) {
        if (constant == nullptr) {
            values.push_back(*counter++);
            continue;
        }
        // Times come from executions without counters: never combine times with counters.
        if (constant->name == "time" && (provenance != Provenance::measured || !bound.counters.empty()))
            return {};
        const auto value = constant->value(input);
        if (!value) return {};
        values.push_back(*value);
    }
    return {true, bound.formula.value(values)};
}

std::optional<MetricValue> decide(const Metric& metric, const MetricInput& input,
                                  std::span<const Provenance> order) {
    if (metric.counter != CounterId::none) {
        for (const auto provenance : order)
            if (const auto value = find_value(input.counters, metric.counter, provenance))
                return MetricValue{value->value, provenance};
        return std::nullopt;
    }
    if (!metric.computed()) {
        if (!input.time_ns || !contains(order, Provenance::measured)) return std::nullopt;
        return MetricValue{*input.time_ns, Provenance::measured};
    }
    const auto& formulas = bound_formulas(metric);
    for (const auto provenance : order)
        for (const auto& bound : formulas) {
            const auto [decided, value] = outcome(bound, input, provenance);
            if (!decided) continue;
            if (!value) return std::nullopt;
            return MetricValue{metric.decimals == 0 ? Number(*value).rounded() : Number(*value), provenance};
        }
    return std::nullopt;
}
}  // namespace

std::optional<CounterValue> find_value(std::span<const CounterValue> values, CounterId id,
                                       std::optional<Provenance> provenance) {
    for (const auto& value : values)
        if (value.id == id && (!provenance || value.provenance == *provenance)) return value;
    return std::nullopt;
}

std::optional<int64_t> counter(std::span<const CounterValue> values, CounterId id,
                               std::optional<Provenance> provenance) {
    const auto found = find_value(values, id, provenance);
    return found ? std::optional(found->value.rounded()) : std::nullopt;
}

std::optional<SamePassValues> find_same_pass(std::span<const CounterValue> values,
                                             std::initializer_list<CounterId> ids,
                                             std::optional<Provenance> provenance) {
    for (const auto one : provenance_order())
        if (!provenance || one == *provenance)
            if (auto found = same_pass_values(values, {ids.begin(), ids.size()}, one)) return found;
    return std::nullopt;
}

std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input) {
    return decide(metric, input, provenance_order());
}

std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input, Provenance provenance) {
    return decide(metric, input, {&provenance, 1});
}
}
