#include "collector/cupti/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "collector/cupti/host_api.hpp"
#include "core/text.hpp"

namespace sortscope::cupti {
namespace {

using enum CounterId;

// Every whole number up to this is exact in a double.
constexpr double exact_limit = 9007199254740992.0;

std::optional<std::int64_t> whole(double value) {
    if (!std::isfinite(value) || value < 0 || value > exact_limit) return std::nullopt;
    return static_cast<std::int64_t>(std::llround(value));
}

// inputs: wavefronts, requests, then warp instructions that access 64 and 128 bits a thread.
std::optional<std::int64_t> extra_wavefronts(std::span<const double> inputs) {
    const auto wavefronts = whole(inputs[0]);
    const auto requests = whole(inputs[1]);
    const auto wide64 = whole(inputs[2]);
    const auto wide128 = whole(inputs[3]);
    if (!wavefronts || !requests || !wide64 || !wide128) return std::nullopt;
    if (*requests == 0 && *wavefronts == 0) return 0;
    if (*wide64 != 0 || *wide128 != 0 || *wavefronts < *requests) return std::nullopt;
    return *wavefronts - *requests;
}

std::optional<std::int64_t> value_of(HardwareRule rule, std::span<const double> inputs) {
    switch (rule) {
        case HardwareRule::value:
            return whole(inputs[0]);
        case HardwareRule::ppm_of_percent:
            return whole(inputs[0] * 1e4);
        case HardwareRule::extra_wavefronts:
            return extra_wavefronts(inputs);
    }
    return std::nullopt;
}

}  // namespace

std::vector<MetricGroup> groups_of(const CounterRequest& request) {
    std::vector<MetricGroup> groups;
    for (const auto& set : metric_sets()) {
        if (set.provenance != Provenance::measured ||
            std::ranges::find(request.sets, set.name) == request.sets.end())
            continue;
        auto& group = groups.emplace_back(MetricGroup{std::string(set.name), PassClass::none, {}, {}});
        for (const auto* row : set.metrics) {
            const std::string_view names = row->hardware.names;
            group.pass = row->hardware.pass;
            group.counters.push_back({row->counter, row->hardware.rule,
                                      names.empty() ? std::vector<std::string>{} : split_list(names)});
        }
    }
    if (!request.vendor.empty()) groups.push_back({"vendor", PassClass::none, {}, request.vendor});
    return groups;
}

ChipGroup resolve(const MetricGroup& group, const std::function<bool(const std::string&)>& has) {
    ChipGroup resolved;
    resolved.name = group.name;
    resolved.pass = group.vendor.empty() ? group.pass : PassClass::sm;
    if (group.vendor.empty()) resolved.sets = {group.name};
    const auto place = [&](std::string name) {
        const auto at = std::ranges::find(resolved.metrics, name);
        const auto index = static_cast<std::size_t>(at - resolved.metrics.begin());
        if (at == resolved.metrics.end()) resolved.metrics.push_back(std::move(name));
        return index;
    };
    for (const auto& source : group.counters) {
        std::vector<std::string> names;
        for (const auto& alternatives : source.metrics) {
            auto name = first_alternative(alternatives, has);
            if (!name) break;
            names.push_back(std::move(*name));
        }
        if (names.size() != source.metrics.size()) {
            resolved.missing.push_back(source.id);
            continue;
        }
        ChipGroup::Counter counter{source, {}};
        for (auto& name : names) counter.inputs.push_back(place(std::move(name)));
        resolved.counters.push_back(std::move(counter));
    }
    for (const auto& asked : group.vendor) {
        resolved.sets.push_back(vendor_pass(asked));
        if (auto name = first_alternative(asked, has))
            resolved.vendor.push_back({*name, place(*name)});
        else
            resolved.missing_vendor.push_back(asked);
    }
    return resolved;
}

namespace {

ChipGroup merged(ChipGroup group, const ChipGroup& more) {
    group.name += " and " + more.name;
    group.pass = std::max(group.pass, more.pass);
    group.sets.insert(group.sets.end(), more.sets.begin(), more.sets.end());
    group.missing.insert(group.missing.end(), more.missing.begin(), more.missing.end());
    for (const auto& counter : more.counters) {
        auto& added = group.counters.emplace_back(ChipGroup::Counter{counter.source, {}});
        for (const auto input : counter.inputs) {
            const auto at = std::ranges::find(group.metrics, more.metrics[input]);
            added.inputs.push_back(static_cast<std::size_t>(at - group.metrics.begin()));
            if (at == group.metrics.end()) group.metrics.push_back(more.metrics[input]);
        }
    }
    return group;
}

}  // namespace

std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip) {
    std::vector<ChipGroup> planned;
    // Instrumented instructions need a run of their own; the chip's units may share one.
    const auto kind = [](PassClass pass) { return pass == PassClass::sm ? PassClass::memory : pass; };
    std::vector<PassClass> classes;
    for (const auto& group : groups_of(request)) {
        auto next = resolve(group, chip.has);
        next.passes = next.metrics.empty() ? 0 : chip.passes(next.metrics);
        bool is_placed = false;
        for (std::size_t i = 0; i < planned.size() && !is_placed; ++i) {
            if (classes[i] != kind(group.pass) || group.pass == PassClass::none || planned[i].passes != 1 ||
                next.passes != 1)
                continue;
            auto both = merged(planned[i], next);
            if (chip.passes(both.metrics) != 1) continue;
            both.passes = 1;
            planned[i] = std::move(both);
            is_placed = true;
        }
        if (is_placed) continue;
        planned.push_back(std::move(next));
        classes.push_back(kind(group.pass));
    }
    return planned;
}

ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups) {
    ChipPlan plan;
    plan.chip = std::move(chip);
    for (const auto& group : groups) {
        plan.passes.push_back({group.sets, group.pass, group.passes, group.metrics});
        for (const auto& counter : group.counters) {
            auto& described = plan.counters.emplace_back(ChipCounter{counter.source.id, {}});
            for (const auto input : counter.inputs) described.names.push_back(group.metrics[input]);
        }
        plan.missing.insert(plan.missing.end(), group.missing.begin(), group.missing.end());
        plan.missing_vendor.insert(plan.missing_vendor.end(), group.missing_vendor.begin(),
                                   group.missing_vendor.end());
    }
    return plan;
}

std::vector<CounterValue> measured_counters(const ChipGroup& group, std::span<const double> values) {
    std::vector<CounterValue> counters;
    std::vector<double> inputs;
    for (const auto& counter : group.counters) {
        inputs.clear();
        for (const std::size_t input : counter.inputs) inputs.push_back(values[input]);
        if (const auto value = value_of(counter.source.rule, inputs))
            counters.push_back({counter.source.id, Provenance::measured, *value});
    }
    return counters;
}

std::vector<VendorValue> vendor_values(const ChipGroup& group, std::span<const double> values) {
    std::vector<VendorValue> kept;
    for (const auto& vendor : group.vendor) {
        const double value = values[vendor.input];
        if (!std::isfinite(value) || value < 0) continue;
        const auto exact = whole(value);
        if (exact && static_cast<double>(*exact) == value)
            kept.push_back({vendor.name, *exact});
        else
            kept.push_back({vendor.name, value});
    }
    return kept;
}

std::string_view why_undecided(HardwareRule rule) {
    return rule == HardwareRule::extra_wavefronts
               ? "instructions that move 64 or 128 bits a thread take wavefronts that are no conflicts"
               : "";
}

CounterPlan one_configuration(std::vector<ChipGroup> groups) {
    CounterPlan plan;
    for (auto& group : groups) {
        auto& part = plan.parts.emplace_back(CounterPlan::Part{std::move(group), {}});
        for (const auto& metric : part.group.metrics) {
            const auto at = std::ranges::find(plan.metrics, metric);
            part.columns.push_back(static_cast<std::size_t>(at - plan.metrics.begin()));
            if (at == plan.metrics.end()) plan.metrics.push_back(metric);
        }
    }
    return plan;
}

std::vector<double> pick(std::span<const double> values, std::span<const std::size_t> columns) {
    std::vector<double> picked;
    picked.reserve(columns.size());
    for (const std::size_t column : columns) picked.push_back(values[column]);
    return picked;
}

std::optional<std::size_t> common_pass(std::span<const std::size_t> columns,
                                       std::span<const std::optional<std::size_t>> passes) {
    if (columns.empty()) return std::nullopt;
    const auto first = passes[columns.front()];
    const bool same =
        std::ranges::all_of(columns, [&](std::size_t column) { return passes[column] == first; });
    return same ? first : std::nullopt;
}

}  // namespace sortscope::cupti
