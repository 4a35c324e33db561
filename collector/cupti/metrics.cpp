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

std::optional<std::int64_t> extra_wavefronts(std::optional<std::int64_t> wavefronts,
                                             std::optional<std::int64_t> requests,
                                             std::optional<std::int64_t> wide64,
                                             std::optional<std::int64_t> wide128) {
    if (!wavefronts || !requests || !wide64 || !wide128) return std::nullopt;
    if (*requests == 0 && *wavefronts == 0) return 0;
    if (*wide64 != 0 || *wide128 != 0 || *wavefronts < *requests) return std::nullopt;
    return *wavefronts - *requests;
}

/// The index of `name` in `list`, which gets it at the end if it lacks it.
std::size_t index_in(std::vector<std::string>& list, const std::string& name) {
    const auto at = std::ranges::find(list, name);
    const auto index = static_cast<std::size_t>(at - list.begin());
    if (at == list.end()) list.push_back(name);
    return index;
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
        for (const auto& name : names) counter.inputs.push_back(index_in(resolved.metrics, name));
        resolved.counters.push_back(std::move(counter));
    }
    for (const auto& asked : group.vendor) {
        resolved.sets.push_back(vendor_pass(asked));
        if (auto name = first_alternative(asked, has))
            resolved.vendor.push_back({*name, index_in(resolved.metrics, *name)});
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
        for (const auto input : counter.inputs)
            added.inputs.push_back(index_in(group.metrics, more.metrics[input]));
    }
    return group;
}

}  // namespace

ChipQuestions questions_to(const ChipMetrics& chip) {
    return {[&](const std::string& metric) { return chip.has(metric); },
            [&](std::span<const std::string> metrics) { return chip.schedule(metrics).passes; }};
}

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

std::optional<std::int64_t> value_of(const ChipGroup::Counter& counter, std::span<const double> values) {
    const auto input = [&](std::size_t i) { return values[counter.inputs[i]]; };
    switch (counter.source.rule) {
        case HardwareRule::value:
            return whole(input(0));
        case HardwareRule::ppm_of_percent:
            return whole(input(0) * 1e4);
        case HardwareRule::extra_wavefronts:  // the last two: warp instructions of 64 and 128 bits a thread
            return extra_wavefronts(whole(input(0)), whole(input(1)), whole(input(2)), whole(input(3)));
    }
    return std::nullopt;
}

std::optional<Number> value_of(const ChipGroup::Vendor& vendor, std::span<const double> values) {
    const double value = values[vendor.input];
    if (!std::isfinite(value) || value < 0) return std::nullopt;
    if (const auto exact = whole(value); exact && static_cast<double>(*exact) == value) return Number(*exact);
    return Number(value);
}

CounterPlan one_configuration(std::vector<ChipGroup> groups) {
    CounterPlan plan{{}, std::move(groups)};
    for (auto& group : plan.groups) {
        const auto renumber = [&](std::size_t& input) {
            input = index_in(plan.metrics, group.metrics[input]);
        };
        for (auto& counter : group.counters) std::ranges::for_each(counter.inputs, renumber);
        for (auto& vendor : group.vendor) renumber(vendor.input);
    }
    return plan;
}

std::optional<std::size_t> common_pass(std::span<const std::size_t> inputs,
                                       std::span<const std::optional<std::size_t>> passes) {
    if (inputs.empty()) return std::nullopt;
    const auto first = passes[inputs.front()];
    const bool same = std::ranges::all_of(inputs, [&](std::size_t input) { return passes[input] == first; });
    return same ? first : std::nullopt;
}

}  // namespace sortscope::cupti
