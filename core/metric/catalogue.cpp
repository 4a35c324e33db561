#include <map>
#include <unordered_map>

#include "core/failure.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/tsv.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope {
namespace {
struct SetRow {
    std::string_view name;
    Provenance provenance;
    PassClass pass;
    std::string_view sentence;
};
constexpr SetRow set_rows[] = {
    {"sass", Provenance::measured, PassClass::sass,
     "Counted by instrumented instructions: instructions, global and shared memory accesses, and "
     "divergence."},
    {"instructions", Provenance::measured, PassClass::sass,
     "Counted by instrumented instructions: instructions by kind, atomics, local memory."},
    {"memory", Provenance::measured, PassClass::memory,
     "Counted by the memory system: device memory and L2."},
    {"l2", Provenance::measured, PassClass::memory, "Counted by L2: reads, writes and hits."},
    {"sm", Provenance::measured, PassClass::sm,
     "Counted by the multiprocessors: resident, eligible and issuing warps."},
    {"l1", Provenance::measured, PassClass::sm, "Counted by L1: sectors and hits."},
    {"counted", Provenance::counted, PassClass::none,
     "Counted by the counting build of the kernels, on the GPU."},
    {"modelled", Provenance::modelled, PassClass::none, "Counted by the host interpreter."}};

int number_of(std::string_view field) { return parse_number<int>(field).value(); }

/// `counted_by` is "hardware", "software" or "all".
Provenances provenances_of(std::string_view counted_by) {
    const bool hardware = counted_by != "software", software = counted_by != "hardware";
    return {.measured = hardware, .counted = software, .modelled = software};
}

/// In display order: time, computed metrics, counters.
std::vector<Metric> read_rows() {
    std::vector<Metric> rows;
    for (const auto& [id, title, head, subhead, importance, unit, decimals, adding, counted_by, shown,
                      substitute_for, formula, sentence] : table_rows<13>("computed.tsv"))
        rows.push_back({.id = id,
                        .title = title,
                        .head = head,
                        .subhead = subhead,
                        .unit = unit,
                        .decimals = number_of(decimals),
                        .sentence = sentence,
                        .adding = adding == "ratio" ? Adding::formula : Adding::sum,
                        .formula = formula,
                        .provenances = provenances_of(counted_by),
                        .importance = number_of(importance),
                        .substitute_for = substitute_for,
                        .shown = !shown.empty(),
                        .charted = true});
    rows.front().hardware.pass = PassClass::activity;
    for (const auto& [number, id, title, unit, counted_by, set, rule, shown, names, sentence, note] :
         table_rows<11>("counters.tsv")) {
        auto& row = rows.emplace_back(Metric{.id = id,
                                             .counter = CounterId{number_of(number)},
                                             .title = title,
                                             .unit = unit,
                                             .sentence = sentence,
                                             .provenances = provenances_of(counted_by),
                                             .shown = !shown.empty()});
        if (!row.provenances.measured) continue;
        row.hardware = {.pass = std::ranges::find(set_rows, set, &SetRow::name)->pass,
                        .names = names,
                        .sentence = note,
                        .set = set};
        if (rule == "extra_wavefronts") row.hardware.rule = HardwareRule::extra_wavefronts;
        if (rule != "ppm_of_percent") continue;
        row.hardware.rule = HardwareRule::ppm_of_percent;
        row.adding = Adding::time_weighted;
    }
    return rows;
}

struct Catalogue {
    std::vector<Metric> rows = read_rows();
    std::vector<const Metric*> all, counters, computed;
    std::vector<const Metric*> by_counter;  ///< by the counter's number
    std::unordered_map<std::string_view, const Metric*> by_id;

    Catalogue() {
        for (const auto& row : rows) {
            all.push_back(&row);
            by_id.emplace(row.id, &row);
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
    const auto* const found = mapped_or_null(catalogue().by_id, id);
    return found == nullptr ? nullptr : *found;
}

const Metric& metric(std::string_view id) {
    if (const auto* row = find_metric(id)) return *row;
    throw failure(ErrorKind::usage, "There is no metric called '{}'.{} 'sortscope metrics' lists all.", id,
                  nearest_sentence(id, catalogue().rows, &Metric::id));
}

const Metric& metric_of(CounterId id) {
    const auto& rows = catalogue().by_counter;
    const auto number = size_t(id);
    if (number < rows.size() && rows[number] != nullptr) return *rows[number];
    throw failure(ErrorKind::internal, "The catalogue of metrics has no row for counter number {}.", int(id));
}

const Metric& time_metric() { return catalogue().rows.front(); }

std::span<const MetricSet> metric_sets() {
    static const auto sets = [] {
        std::vector<MetricSet> all;
        for (const auto& [name, provenance, pass, sentence] : set_rows) {
            auto& set = all.emplace_back(MetricSet{name, provenance, sentence, {}});
            for (const auto* row : counter_metrics())
                if (provenance == Provenance::measured ? row->hardware.set == name
                                                       : row->provenances[provenance])
                    set.metrics.push_back(row);
        }
        return all;
    }();
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
    const auto* set = mapped_or_null(sets, {id, provenance});
    return set == nullptr ? nullptr : *set;
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
