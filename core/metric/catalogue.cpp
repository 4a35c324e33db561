#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/rows.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope {
namespace {
using MetricRows = std::vector<const Metric*>;

struct Catalogue {
    MetricRows all, counters, computed;
    MetricRows by_counter;  ///< by the counter's number

    Catalogue() {
        for (const auto& rows : {time_and_computed_rows(), counter_rows()})
            for (const auto& row : rows) {
                all.push_back(&row);
                if (row.computed()) computed.push_back(&row);
                if (row.counter == CounterId::none) continue;
                counters.push_back(&row);
                const auto number = size_t(row.counter);
                by_counter.resize(std::max(by_counter.size(), number + 1));
                by_counter[number] = &row;
            }
    }
};

const Catalogue& catalogue() {
    static const Catalogue all;
    return all;
}

/// Measured set of a counter; empty if no hardware counts it.
std::string_view hardware_set(const Metric& row) {
    if (!row.hardware.set.empty()) return row.hardware.set;
    const auto pass = row.hardware.pass;
    return pass == PassClass::sass     ? "sass"
           : pass == PassClass::memory ? "memory"
           : pass == PassClass::sm     ? "sm"
                                       : "";
}

std::vector<MetricSet> make_sets() {
    using enum Provenance;
    std::vector<MetricSet> sets{
        {"sass",
         measured,
         "Counted by instrumented instructions: instructions, global and shared memory accesses, and "
         "divergence.",
         {}},
        {"instructions",
         measured,
         "Counted by instrumented instructions: instructions by kind, atomics, local memory.",
         {}},
        {"memory", measured, "Counted by the memory system: device memory and L2.", {}},
        {"l2", measured, "Counted by L2: reads, writes and hits.", {}},
        {"sm", measured, "Counted by the multiprocessors: resident, eligible and issuing warps.", {}},
        {"l1", measured, "Counted by L1: sectors and hits.", {}},
        {"counted", counted, "Counted by the counting build of the kernels, on the GPU.", {}},
        {"modelled", modelled, "Counted by the host interpreter.", {}}};
    for (const auto* row : counter_metrics())
        for (auto& set : sets) {
            const bool takes = set.provenance == Provenance::measured ? hardware_set(*row) == set.name
                                                                      : row->provenances[set.provenance];
            if (takes) set.metrics.push_back(row);
        }
    return sets;
}
}  // namespace

std::span<const Metric* const> metric_catalogue() { return catalogue().all; }
std::span<const Metric* const> counter_metrics() { return catalogue().counters; }
std::span<const Metric* const> computed_metrics() { return catalogue().computed; }

std::span<const FormulaConstant> formula_constants() {
    using Value = std::optional<double>;
    static constexpr auto known = [](uint64_t number) {
        return number == 0 ? Value() : Value(double(number));
    };
    static constexpr FormulaConstant constants[] = {
        {"data_bytes", "N times the bytes of a key",
         [](const MetricInput& input) { return known(input.data_bytes); }},
        {"bound_bytes", "bytes that the algorithm must move",
         [](const MetricInput& input) { return known(input.required_bytes); }},
        {"launches", "number of launches in the sum",
         [](const MetricInput& input) { return Value(double(input.launches)); }},
        {"time", "their measured duration in ns; never with counters, which come from other runs of the sort",
         [](const MetricInput& input) { return input.time_ns ? Value(double(*input.time_ns)) : Value(); }}};
    return constants;
}

const FormulaConstant* find_formula_constant(std::string_view name) {
    return find_or_null(formula_constants(), name, &FormulaConstant::name);
}

const Metric* find_metric(std::string_view id) {
    for (const auto* row : catalogue().all)
        if (row->id == id) return row;
    return nullptr;
}

const Metric& metric(std::string_view id) {
    if (const auto* row = find_metric(id)) return *row;
    std::vector<std::string_view> known;
    for (const auto* row : catalogue().all) known.push_back(row->id);
    throw Error(ErrorKind::usage, "There is no metric called '" + std::string(id) + "'." +
                                      nearest_sentence(id, known) + " 'sortscope metrics' lists all.");
}

const Metric& metric_of(CounterId id) {
    const auto& rows = catalogue().by_counter;
    const auto number = size_t(id);
    if (number < rows.size() && rows[number] != nullptr) return *rows[number];
    throw Error(ErrorKind::internal,
                "The catalogue of metrics has no row for counter number " + std::to_string(int(id)) + ".");
}

const Metric& time_metric() { return time_and_computed_rows().front(); }

std::span<const MetricSet> metric_sets() {
    static const std::vector<MetricSet> sets = make_sets();
    return sets;
}

const MetricSet* set_of(CounterId id, Provenance provenance) {
    using Sets = std::map<std::pair<CounterId, Provenance>, const MetricSet*>;
    static const Sets sets = [] {
        Sets all;
        for (const auto& set : metric_sets())
            for (const auto* row : set.metrics) all.try_emplace({row->counter, set.provenance}, &set);
        return all;
    }();
    const auto found = sets.find({id, provenance});
    return found == sets.end() ? nullptr : found->second;
}

std::span<const Provenance> provenance_order() {
    static constexpr std::array order{Provenance::measured, Provenance::counted, Provenance::modelled,
                                      Provenance::published};
    return order;
}

std::string format_value(const Metric& metric, const Number& value) {
    if (metric.decimals == 0 && value.is_whole()) return format_grouped(value.rounded());
    return format_fixed(value.as_double(), metric.decimals);
}
}
