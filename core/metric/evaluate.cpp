#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/metric/formula.hpp"
#include "core/metric/metric.hpp"
#include "core/ranges.hpp"

namespace sortscope {
namespace {
/// A formula with its names resolved.
struct Bound {
    struct Operand {
        const FormulaConstant* constant = nullptr;  ///< null: a counter
        CounterId counter{};
    };
    Formula formula;
    std::vector<Operand> operands;
};

Bound bind(Formula formula) {
    std::vector<Bound::Operand> operands;
    for (const auto& name : formula.names()) {
        const auto* constant = find_formula_constant(name);
        operands.push_back({constant, constant == nullptr ? metric(name).counter : CounterId::none});
    }
    return {std::move(formula), std::move(operands)};
}

/// Parses formulas at first use and caches them by text.
const std::vector<Bound>& bound_formulas(const Metric& metric) {
    static std::mutex guard;
    static std::map<std::string, std::vector<Bound>, std::less<>> known;
    const std::lock_guard lock(guard);
    const auto found = known.find(metric.formula);
    if (found != known.end()) return found->second;
    std::vector<Bound> all;
    for (auto& formula : parse_formulas(metric.formula)) all.push_back(bind(std::move(formula)));
    return known.emplace(metric.formula, std::move(all)).first->second;
}

/// Result of a formula over values of one provenance.
struct Outcome {
    bool decided = false;         ///< all inputs exist, in one pass
    std::optional<double> value;  ///< empty if undecided or divided by zero
};

Outcome outcome(const Bound& bound, const MetricInput& input, Provenance provenance) {
    std::vector<double> values;
    values.reserve(bound.operands.size());
    std::optional<PassNumber> pass;
    bool timed = false;
    int counters = 0;
    bool several = false;
    for (const auto& operand : bound.operands) {
        if (operand.constant != nullptr) {
            const bool time = operand.constant->name == "time";
            const auto value = operand.constant->value(input);
            if (!value || (time && provenance != Provenance::measured)) return {};
            timed = timed || time;
            values.push_back(*value);
            continue;
        }
        const auto value = find_value(input.counters, operand.counter, provenance);
        if (!value || (pass && *pass != value->pass)) return {};  // never combine two passes
        pass = value->pass;
        several = several || value->pass == several_passes;
        values.push_back(value->value.as_double());
        ++counters;
    }
    if (counters > 1 && several) return {};
    if (counters > 0 && timed) return {};  // times come from runs without counters
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
std::optional<TogetherTaken> taken_of(std::span<const CounterValue> values,
                                      std::initializer_list<CounterId> ids, Provenance provenance) {
    TogetherTaken result;
    result.provenance = provenance;
    result.values.reserve(ids.size());
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

std::optional<TogetherTaken> taken_together(std::span<const CounterValue> values,
                                            std::initializer_list<CounterId> ids,
                                            std::optional<Provenance> provenance) {
    if (provenance) return taken_of(values, ids, *provenance);
    for (const auto one : provenance_order())
        if (auto found = taken_of(values, ids, one)) return found;
    return std::nullopt;
}

std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input) {
    return decide(metric, input, provenance_order());
}

std::optional<MetricValue> evaluate(const Metric& metric, const MetricInput& input, Provenance provenance) {
    return decide(metric, input, {&provenance, 1});
}
}
