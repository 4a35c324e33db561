#include "core/metric/selection.hpp"

#include <set>

#include <boost/algorithm/string.hpp>

#include "core/failure.hpp"
#include "core/metric/formula.hpp"
#include "core/metric/nvprof.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope {
namespace {
/// `members`: ids of counters, measured sets ("@sass"), or all measured sets ("@*").
struct WrittenSelection {
    std::string_view name, sentence, members;
    bool stalls = false, series = false, counting = false;
};

constexpr WrittenSelection written_selections[] = {
    {"none", "Times alone, of the sort and of each launch.", ""},
    {"sass", "What instrumented instructions count: accesses, transactions, conflicts, divergence. One pass.",
     "@sass"},
    {.name = "memory",
     .sentence = "Global, local and shared memory: requests, sectors, bytes, conflicts; L1, L2 and DRAM; "
                 "traffic over time.",
     .members = "gld_requests,gst_requests,gld_bytes,gst_bytes,gld_sectors,gst_sectors,global_tags,shared_ld_"
                "requests,shared_st_requests,shared_ld_conflicts,shared_st_conflicts,shared_ld_wavefronts,"
                "shared_st_wavefronts,shared_ld_bytes,shared_st_bytes,local_ld_requests,local_st_requests,"
                "local_ld_sectors,local_st_sectors,@memory,@l2,@l1",
     .series = true},
    {"divergence", "Branches of the machine code, and threads that took part in its instructions.",
     "warp_instructions,thread_instructions,active_thread_instructions,branch_instructions,branch_targets_"
     "threads,branch_targets_threads_uniform,divergent_branch_targets"},
    {"occupancy", "Warps resident on the multiprocessors.",
     "warps_active_ppm,resident_warp_cycles,scheduler_cycles"},
    {"instructions", "Instructions executed, by kind.",
     "warp_instructions,thread_instructions,active_thread_instructions,branch_instructions,@instructions"},
    {.name = "stalls",
     .sentence = "Why warps stalled, by source line, and how often schedulers could issue.",
     .members = "scheduler_cycles,eligible_warp_cycles,resident_warp_cycles,issue_cycles,issued_instructions",
     .stalls = true},
    {"full", "Every counter of the catalogue that hardware takes.", "@*"},
    {"all", "Everything: every counter, stalled warps, metrics over time, the counting build.", "@*", true,
     true, true}};

/// True if `metric` is measured and one of its formulas needs only `counters`.
bool computed_of(const Metric& metric, const std::set<CounterId>& counters) {
    if (!metric.computed() || !metric.provenances.measured) return false;
    return std::ranges::any_of(parse_formulas(metric.formula), [&](const Formula& formula) {
        int needed = 0;
        const bool there = std::ranges::all_of(formula.names(), [&](const std::string& name) {
            if (is_formula_constant(name)) return true;
            ++needed;
            return counters.contains(sortscope::metric(name).counter);
        });
        return there && needed > 0;
    });
}

void add_set(CounterRequest& request, std::string_view set) {
    std::vector<std::string> sets;
    for (const auto& known : metric_sets())
        if (known.provenance == Provenance::measured &&
            (known.name == set || contains(request.sets, known.name)))
            sets.emplace_back(known.name);
    request.sets = std::move(sets);
}

std::set<CounterId> counters_of(const std::vector<std::string>& members) {
    std::set<CounterId> counters;
    for (const std::string_view member : members) {
        if (!member.starts_with('@')) {
            counters.insert(metric(member).counter);
            continue;
        }
        for (const auto& set : metric_sets())
            if (set.provenance == Provenance::measured && (member == "@*" || member.substr(1) == set.name))
                for (const auto* row : set.metrics) counters.insert(row->counter);
    }
    return counters;
}

std::vector<Selection> make_selections() {
    std::vector<Selection> all;
    for (const auto& row : written_selections) {
        auto& selection = all.emplace_back(Selection{row.name, row.sentence, {}, {}});
        selection.request = {.stalls = row.stalls, .series = row.series, .counting = row.counting};
        const auto members = row.members.empty() ? std::vector<std::string>() : split_list(row.members);
        const auto counters = counters_of(members);
        for (const auto* metric : metric_catalogue()) {
            if (metric->counter != CounterId::none ? !counters.contains(metric->counter)
                                                   : !computed_of(*metric, counters))
                continue;
            selection.metrics.push_back(metric);
            if (metric->counter != CounterId::none)
                add_set(selection.request, set_of(metric->counter, Provenance::measured)->name);
        }
    }
    return all;
}

bool is_vendor_name(std::string_view name) {
    return name.find("__") != std::string_view::npos && !name.starts_with('_') &&
           boost::all(name, boost::is_alnum() || boost::is_any_of("_."));
}

CounterRequest request_of_nvprof(const NvprofName& row) {
    if (!row.metric.empty()) return request_of(metric(row.metric));
    if (!row.vendor.empty()) return CounterRequest{.vendor = split_list(row.vendor)};
    throw failure(ErrorKind::usage, "nvprof's '{}' cannot be counted any more. {}", row.name, row.sentence);
}

CounterRequest request_of_name(std::string_view name) {
    if (const auto* row = find_metric(name)) return request_of(*row);
    if (const auto* row = find_nvprof_name(name)) return request_of_nvprof(*row);
    if (is_vendor_name(name)) {
        if (name.find('.') == std::string_view::npos)
            throw failure(
                ErrorKind::usage,
                "The vendor's metric '{0}' has several values. Say which, such as {0}.sum, .avg or .max.",
                name);
        return CounterRequest{.vendor = {std::string(name)}};
    }
    std::vector<std::string_view> known;
    std::ranges::transform(selections(), std::back_inserter(known), &Selection::name);
    std::ranges::transform(metric_catalogue(), std::back_inserter(known), &Metric::id);
    std::ranges::transform(nvprof_names(), std::back_inserter(known), &NvprofName::name);
    throw failure(
        ErrorKind::usage,
        "There is no selection of counters and no metric called '{}'.{} 'sortscope metrics' lists them.",
        name, nearest_sentence(name, known));
}
}  // namespace

std::span<const Selection> selections() {
    static const std::vector<Selection> all = make_selections();
    return all;
}

const Selection* find_selection(std::string_view name) {
    return find_or_null(selections(), name, &Selection::name);
}

const CounterRequest& default_counters() { return find_selection("sass")->request; }

void add(CounterRequest& request, const CounterRequest& more) {
    for (const auto& set : more.sets) add_set(request, set);
    for (const auto& name : more.vendor) add_once(request.vendor, name);
    request.stalls |= more.stalls;
    request.series |= more.series;
    request.counting |= more.counting;
}

CounterRequest within(const CounterRequest& requested, const CounterRequest& most) {
    CounterRequest both = requested;
    std::erase_if(both.sets, [&](const std::string& set) { return !contains(most.sets, set); });
    both.stalls = requested.stalls && most.stalls;
    both.series = requested.series && most.series;
    both.counting = requested.counting && most.counting;
    return both;
}

CounterRequest request_of(const Metric& metric) {
    CounterRequest request;
    const auto take = [&](CounterId id) {
        if (const auto* set = set_of(id, Provenance::measured))
            add_set(request, set->name);
        else
            request.counting = true;
    };
    if (metric.counter != CounterId::none) take(metric.counter);
    if (metric.computed()) {
        for (const auto& formula : parse_formulas(metric.formula)) {
            request = {};
            for (const auto& name : formula.names())
                if (!is_formula_constant(name)) take(sortscope::metric(name).counter);
            if (!request.counting) break;
        }
    }
    if (request.empty())
        throw failure(ErrorKind::usage, "'{}' needs no counter: it is measured for every case on a GPU.",
                      metric.id);
    return request;
}

CounterRequest parse_counters(std::string_view list, std::span<const std::string> more) {
    CounterRequest request;
    for (const auto& name : split_list(list)) {
        const auto* selection = find_selection(name);
        add(request, selection != nullptr ? selection->request : request_of_name(name));
    }
    for (const auto& names : more)
        for (const auto& name : split_list(names)) add(request, request_of_name(name));
    return request;
}

std::vector<const Metric*> metrics_of(std::string_view list) {
    std::set<const Metric*> named;
    for (const auto& name : split_list(list)) {
        if (const auto* selection = find_selection(name)) {
            named.insert(selection->metrics.begin(), selection->metrics.end());
            continue;
        }
        const auto* row = find_metric(name);
        const auto* other = row == nullptr ? find_nvprof_name(name) : nullptr;
        if (other != nullptr && !other->metric.empty()) row = &metric(other->metric);
        if (row != nullptr)
            named.insert(row);
        else
            request_of_name(name);  // throws for unknown names
    }
    std::vector<const Metric*> metrics;
    for (const auto* row : metric_catalogue())
        if (named.contains(row)) metrics.push_back(row);
    return metrics;
}

std::string vendor_pass(std::string_view name) { return "vendor:" + std::string(name); }

std::vector<std::string> pass_names(const CounterRequest& request) {
    auto names = request.sets;
    for (const auto& name : request.vendor) names.push_back(vendor_pass(name));
    if (request.stalls) names.emplace_back(stalls_pass);
    if (request.series) names.emplace_back(series_pass);
    return names;
}
}
