#include "core/metric/cost.hpp"

#include "core/ranges.hpp"

namespace sortscope {
namespace {
/// By the hardware unit in the name.
PassClass class_of(std::string_view name) {
    if (name.starts_with("smsp__sass_") || name.starts_with("sm__sass_")) return PassClass::sass;
    for (const std::string_view unit : {"lts__", "dram__", "gpu__", "fbpa__"})
        if (name.starts_with(unit)) return PassClass::memory;
    return PassClass::sm;
}

double a_launch(PassClass pass, const CountingCosts& costs) {
    return pass == PassClass::sass     ? costs.sass_a_launch
           : pass == PassClass::memory ? costs.memory_a_launch
           : pass == PassClass::sm     ? costs.sm_a_launch
                                       : 0;
}
}  // namespace

size_t ChipPlan::pass_count() const {
    size_t count = 0;
    for (const auto& pass : passes) count += pass.passes;
    return count;
}

std::vector<ChipPass> usual_passes(const CounterRequest& request) {
    ChipPass instrumented;
    ChipPass units;
    for (const auto& set : metric_sets()) {
        if (set.provenance != Provenance::measured || !contains(request.sets, set.name) ||
            set.metrics.empty())
            continue;
        const auto pass = set.metrics.front()->hardware.pass;
        auto& group = pass == PassClass::sass ? instrumented : units;
        group.sets.emplace_back(set.name);
        group.pass = std::max(group.pass, pass);
        group.passes = 1;
    }
    ChipPass vendor;
    for (const auto& name : request.vendor) {
        vendor.sets.push_back(vendor_pass(name));
        vendor.names.push_back(name);
        vendor.pass = std::max(vendor.pass, class_of(name));
    }
    vendor.passes = size_t(std::ceil(double(request.vendor.size()) / CountingCosts{}.metrics_a_pass));
    std::vector<ChipPass> passes;
    for (auto* group : {&instrumented, &units, &vendor})
        if (!group->sets.empty()) passes.push_back(std::move(*group));
    return passes;
}

CountingTime counting_time(const CounterRequest& request, std::span<const ChipPass> passes, uint64_t launches,
                           double sort_seconds, const CountingCosts& costs) {
    CountingTime time;
    const auto count = double(launches);
    for (const auto& group : passes) {
        if (group.passes == 0) continue;
        time.first = costs.first;
        time.runs += group.passes;
        time.a_case += costs.configure + costs.finish + count * costs.decode_a_launch;
        time.a_case += double(group.passes) * (sort_seconds + count * a_launch(group.pass, costs));
    }
    if (request.stalls) {
        time.first = costs.first;
        ++time.runs;
        time.a_case += costs.stalls_a_case + (1 + costs.stalls_fetch) * sort_seconds;
    }
    if (request.series) {
        time.first = costs.first;
        time.runs += size_t(costs.series_runs);
        time.a_case += costs.series_runs * (sort_seconds + costs.series_run);
    }
    return time;
}
}
