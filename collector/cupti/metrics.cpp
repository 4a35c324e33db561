#include "collector/cupti/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "collector/cupti/host_api.hpp"
#include "core/text.hpp"

namespace sortscope::cupti {
namespace {

// 2^53: up to this, whole numbers are exact in a double.
constexpr double exact_limit = 9007199254740992.0;

std::optional<std::int64_t> whole(double value) {
    if (!std::isfinite(value) || value < 0 || value > exact_limit) return std::nullopt;
    return static_cast<std::int64_t>(std::llround(value));
}

/// Appends `name` if `list` lacks it.
std::size_t index_in(std::vector<std::string>& list, const std::string& name) {
    const auto at = std::ranges::find(list, name);
    const auto index = static_cast<std::size_t>(at - list.begin());
    if (at == list.end()) list.push_back(name);
    return index;
}

}  // namespace

ChipGroup resolve(const MetricSet& set, const std::function<bool(const std::string&)>& has) {
    ChipGroup group{{.sets = {std::string(set.name)}}};
    for (const auto* row : set.metrics) {
        group.pass = row->hardware.pass;
        const auto alternatives = split_list(row->hardware.names);
        std::vector<std::string> names;
        for (const auto& each : alternatives)
            if (auto name = first_alternative(each, has)) names.push_back(std::move(*name));
        if (names.size() != alternatives.size()) {
            group.missing.push_back(row->counter);
            continue;
        }
        auto& counter = group.counters.emplace_back(ChipGroup::Counter{row, {}});
        for (const auto& name : names) counter.inputs.push_back(index_in(group.names, name));
    }
    return group;
}

ChipGroup resolve(std::span<const std::string> asked, const std::function<bool(const std::string&)>& has) {
    ChipGroup group{{.pass = PassClass::sm}};
    for (const auto& each : asked) {
        group.sets.push_back(vendor_pass(each));
        if (auto name = first_alternative(each, has))
            group.vendor.push_back({*name, index_in(group.names, *name), group.sets.back()});
        else
            group.missing_vendor.push_back(each);
    }
    return group;
}

namespace {

void merge(ChipGroup& group, const ChipGroup& more) {
    group.pass = std::max(group.pass, more.pass);
    group.sets.insert(group.sets.end(), more.sets.begin(), more.sets.end());
    group.missing.insert(group.missing.end(), more.missing.begin(), more.missing.end());
    for (const auto& counter : more.counters) {
        auto& added = group.counters.emplace_back(ChipGroup::Counter{counter.row, {}});
        for (const auto input : counter.inputs)
            added.inputs.push_back(index_in(group.names, more.names[input]));
    }
}

}  // namespace

ChipQuestions questions_to(const ChipMetrics& chip) {
    return {[&](const std::string& metric) { return chip.has(metric); },
            [&](std::span<const std::string> metrics) { return chip.schedule(metrics).passes; }};
}

std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip) {
    std::vector<ChipGroup> planned;
    const auto schedule = [&](ChipGroup& group) {
        group.passes = group.names.empty() ? 0 : chip.passes(group.names);
    };
    // Instrumented instructions need a run of their own; the chip's units may share one.
    const auto may_share = [](const ChipGroup& a, const ChipGroup& b) {
        return (a.pass == PassClass::sass) == (b.pass == PassClass::sass) && a.passes == 1 && b.passes == 1;
    };
    for (const auto& set : metric_sets()) {
        if (set.provenance != Provenance::measured ||
            std::ranges::find(request.sets, set.name) == request.sets.end())
            continue;
        auto next = resolve(set, chip.has);
        schedule(next);
        const auto takes_it = [&](ChipGroup& group) {
            if (!may_share(group, next)) return false;
            auto both = group;
            merge(both, next);
            schedule(both);
            if (both.passes != 1) return false;
            group = std::move(both);
            return true;
        };
        if (std::ranges::none_of(planned, takes_it)) planned.push_back(std::move(next));
    }
    if (!request.vendor.empty()) schedule(planned.emplace_back(resolve(request.vendor, chip.has)));
    return planned;
}

ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups) {
    ChipPlan plan;
    plan.chip = std::move(chip);
    for (const auto& group : groups) {
        plan.passes.push_back(group);
        for (const auto& counter : group.counters) {
            auto& described = plan.counters.emplace_back(ChipCounter{counter.row->counter, {}});
            for (const auto input : counter.inputs) described.names.push_back(group.names[input]);
        }
        plan.missing.insert(plan.missing.end(), group.missing.begin(), group.missing.end());
        plan.missing_vendor.insert(plan.missing_vendor.end(), group.missing_vendor.begin(),
                                   group.missing_vendor.end());
    }
    return plan;
}

std::optional<std::int64_t> value_of(const ChipGroup::Counter& counter, std::span<const double> values) {
    const auto input = [&](std::size_t i) { return values[counter.inputs[i]]; };
    switch (counter.row->hardware.rule) {
        case HardwareRule::value:
            return whole(input(0));
        case HardwareRule::ppm_of_percent:
            return whole(input(0) * 1e4);
        case HardwareRule::extra_wavefronts: {
            const auto wavefronts = whole(input(0)), requests = whole(input(1));
            // Warp instructions of 64 and 128 bits a thread.
            const auto wide64 = whole(input(2)), wide128 = whole(input(3));
            if (!wavefronts || !requests || !wide64 || !wide128) return std::nullopt;
            if (*requests == 0 && *wavefronts == 0) return 0;
            if (*wide64 != 0 || *wide128 != 0 || *wavefronts < *requests) return std::nullopt;
            return *wavefronts - *requests;
        }
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
        const auto renumber = [&](std::size_t& input) { input = index_in(plan.metrics, group.names[input]); };
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
