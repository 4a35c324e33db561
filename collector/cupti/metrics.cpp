#include "collector/cupti/metrics.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::cupti {
std::vector<const char*> c_strings(std::span<const std::string> names) {
    std::vector<const char*> list;
    for (const auto& name : names) list.push_back(name.c_str());
    return list;
}

std::optional<std::string> first_alternative(std::string_view alternatives,
                                             const std::function<bool(const std::string&)>& has) {
    while (!alternatives.empty()) {
        std::string name(alternatives.substr(0, alternatives.find('|')));
        if (has(name)) return name;
        alternatives.remove_prefix(std::min(alternatives.size(), name.size() + 1));
    }
    return std::nullopt;
}

std::vector<std::string> known_chips(const Api& api) {
    SORTSCOPE_PARAMS(CUpti_Profiler_Host_GetSupportedChips_Params, params);
    SORTSCOPE_CALL(api, cuptiProfilerHostGetSupportedChips, &params);
    return {params.ppChipNames, params.ppChipNames + params.numChips};
}

std::string chip_of_device(const Api& api, int ordinal) {
    initialize_profiler(api);
    SORTSCOPE_PARAMS(CUpti_Device_GetChipName_Params, params, .deviceIndex = size_t(ordinal));
    SORTSCOPE_CALL(api, cuptiDeviceGetChipName, &params);
    return params.pChipName;
}

ChipMetrics::ChipMetrics(SharedApi api, std::string chip, std::vector<uint8_t> availability,
                         CUpti_ProfilerType collector)
    : api_(std::move(api)),
      chip_(std::move(chip)),
      availability_(std::move(availability)),
      collector_(collector),
      object_(open()) {}

ChipMetrics::~ChipMetrics() {
    if (asked_ != nullptr) close(asked_);
    close(object_);
}

CUpti_Profiler_Host_Object* ChipMetrics::open() const {
    SORTSCOPE_PARAMS(CUpti_Profiler_Host_Initialize_Params, params, .profilerType = collector_,
                     .pChipName = chip_.c_str(),
                     .pCounterAvailabilityImage = availability_.empty() ? nullptr : availability_.data());
    SORTSCOPE_CALL(*api_, cuptiProfilerHostInitialize, &params);
    return params.pHostObject;
}

void ChipMetrics::close(CUpti_Profiler_Host_Object* object) const noexcept {
    SORTSCOPE_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, params, .pHostObject = object);
    api_->cuptiProfilerHostDeinitialize(&params);
}

bool ChipMetrics::has(const std::string& metric) const {
    // Only a host object that can schedule knows roll-ups. Opening one takes milliseconds, so keep it. After
    // an unknown metric, it knows no metric at all: then open another.
    if (const auto answer = answers_.find(metric); answer != answers_.end()) return answer->second;
    if (asked_ == nullptr) asked_ = open();
    const char* name = metric.c_str();
    SORTSCOPE_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, params, .pHostObject = asked_,
                     .ppMetricNames = &name, .numMetrics = 1);
    const bool exists = api_->cuptiProfilerHostConfigAddMetrics(&params) == CUPTI_SUCCESS;
    if (!exists) close(std::exchange(asked_, nullptr));
    return answers_[metric] = exists;
}

std::vector<std::string> ChipMetrics::base_metrics() const {
    std::vector<std::string> names;
    for (const auto type :
         {CUPTI_METRIC_TYPE_COUNTER, CUPTI_METRIC_TYPE_RATIO, CUPTI_METRIC_TYPE_THROUGHPUT}) {
        SORTSCOPE_PARAMS(CUpti_Profiler_Host_GetBaseMetrics_Params, params, .pHostObject = object_,
                         .metricType = type);
        SORTSCOPE_CALL(*api_, cuptiProfilerHostGetBaseMetrics, &params);
        names.insert(names.end(), params.ppMetricNames, params.ppMetricNames + params.numMetrics);
    }
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    return names;
}

std::optional<std::string> ChipMetrics::first_of(std::string_view alternatives) const {
    return first_alternative(alternatives, [this](const std::string& name) { return has(name); });
}

std::string ChipMetrics::unknown_metric_sentence(std::string_view alternatives) const {
    const std::string_view name = alternatives.substr(0, alternatives.find('|'));
    const std::string_view base = name.substr(0, name.find('.'));
    const std::string_view rollup =
        name.size() > base.size() ? name.substr(base.size()) : std::string_view(".sum");
    const auto bases = base_metrics();
    if (std::ranges::binary_search(bases, base)) {
        // The roll-up alone is wrong.
        const std::string text(base);
        SORTSCOPE_PARAMS(CUpti_Profiler_Host_GetSubMetrics_Params, params, .pHostObject = object_,
                         .pMetricName = text.c_str());
        std::string list;
        if (api_->cuptiProfilerHostGetSubMetrics(&params) == CUPTI_SUCCESS)
            for (size_t i = 0; i < std::min<size_t>(params.numOfSubmetrics, 6); ++i)
                list += (i == 0 ? " It has, for example, " : ", ") + std::string(params.ppSubMetrics[i]);
        return fmt::format("Chip {} has no metric '{}', but {}.{}{}", chip_, name, base, list,
                           list.empty() ? "" : ".");
    }
    std::vector<std::pair<size_t, std::string>> near;
    for (const auto& each : bases) near.emplace_back(edit_distance(base, each), each);
    std::ranges::partial_sort(near, near.begin() + std::min<ptrdiff_t>(3, std::ssize(near)));
    std::string list;
    for (size_t i = 0; i < std::min<size_t>(3, near.size()); ++i)
        list += fmt::format("{}'{}{}'", i == 0 ? "" : ", ", near[i].second, rollup);
    return fmt::format("Chip {} has no metric '{}'. The nearest that it has: {}.", chip_, name, list);
}

ConfigImage ChipMetrics::schedule(std::span<const std::string> metrics) const {
    // A host object cannot drop metrics, so open a new one.
    const auto closing = [this](CUpti_Profiler_Host_Object* object) { close(object); };
    const std::unique_ptr<CUpti_Profiler_Host_Object, decltype(closing)> scheduler(open(), closing);

    auto names = c_strings(metrics);
    SORTSCOPE_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add, .pHostObject = scheduler.get(),
                     .ppMetricNames = names.data(), .numMetrics = names.size());
    SORTSCOPE_CALL(*api_, cuptiProfilerHostConfigAddMetrics, &add);

    ConfigImage image;
    SORTSCOPE_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size, .pHostObject = scheduler.get());
    SORTSCOPE_CALL(*api_, cuptiProfilerHostGetConfigImageSize, &size);
    image.bytes.resize(size.configImageSize);

    SORTSCOPE_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, get, .pHostObject = scheduler.get(),
                     .configImageSize = image.bytes.size(), .pConfigImage = image.bytes.data());
    SORTSCOPE_CALL(*api_, cuptiProfilerHostGetConfigImage, &get);

    SORTSCOPE_PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params, passes, .configImageSize = image.bytes.size(),
                     .pConfigImage = image.bytes.data());
    SORTSCOPE_CALL(*api_, cuptiProfilerHostGetNumOfPasses, &passes);
    image.passes = passes.numOfPasses;
    return image;
}

std::vector<double> ChipMetrics::evaluate(std::span<const uint8_t> counter_data, size_t range,
                                          std::span<const std::string> metrics) const {
    auto names = c_strings(metrics);
    std::vector<double> values(metrics.size(), std::numeric_limits<double>::quiet_NaN());
    SORTSCOPE_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, params, .pHostObject = object_,
                     .pCounterDataImage = counter_data.data(), .counterDataImageSize = counter_data.size(),
                     .rangeIndex = range, .ppMetricNames = names.data(), .numMetrics = names.size(),
                     .pMetricValues = values.data());
    if (api_->cuptiProfilerHostEvaluateToGpuValues(&params) == CUPTI_SUCCESS) return values;
    // Evaluate metrics one by one, so that only failing metrics stay empty.
    for (size_t i = 0; i < names.size(); ++i) {
        double value = 0;
        params.ppMetricNames = &names[i];
        params.numMetrics = 1;
        params.pMetricValues = &value;
        const bool valid = api_->cuptiProfilerHostEvaluateToGpuValues(&params) == CUPTI_SUCCESS;
        values[i] = valid ? value : std::numeric_limits<double>::quiet_NaN();
    }
    return values;
}

namespace {
// 2^53: up to here, a double holds whole numbers exactly.
constexpr double exact_limit = 9007199254740992.0;

std::optional<int64_t> whole(double value) {
    if (!std::isfinite(value) || value < 0 || value > exact_limit) return std::nullopt;
    return int64_t(std::llround(value));
}

/// Appends `name` if `list` lacks it; returns its index.
size_t index_in(std::vector<std::string>& list, const std::string& name) {
    const auto at = std::ranges::find(list, name);
    const auto index = size_t(at - list.begin());
    if (at == list.end()) list.push_back(name);
    return index;
}

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

ChipQuestions questions_to(const ChipMetrics& chip) {
    return {[&](const std::string& metric) { return chip.has(metric); },
            [&](std::span<const std::string> metrics) { return chip.schedule(metrics).passes; }};
}

std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip) {
    std::vector<ChipGroup> planned;
    const auto schedule = [&](ChipGroup& group) {
        group.passes = group.names.empty() ? 0 : chip.passes(group.names);
    };
    // Instrumented instructions need a separate run; sets of hardware units may share a run.
    const auto may_share = [](const ChipGroup& a, const ChipGroup& b) {
        return (a.pass == PassClass::sass) == (b.pass == PassClass::sass) && a.passes == 1 && b.passes == 1;
    };
    for (const auto& set : metric_sets()) {
        if (set.provenance != Provenance::measured || !contains(request.sets, set.name)) continue;
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

std::vector<ChipGroup> single_passes(std::vector<ChipGroup> groups, const ChipQuestions& chip) {
    std::vector<ChipGroup> single;
    std::vector<CounterId> missing;
    std::vector<std::string> missing_vendor;
    for (auto& group : groups) {
        missing.insert(missing.end(), group.missing.begin(), group.missing.end());
        missing_vendor.insert(missing_vendor.end(), group.missing_vendor.begin(), group.missing_vendor.end());
        if (group.passes <= 1) {
            if (group.passes == 1) single.push_back(std::move(group));
            continue;
        }
        if (group.counters.empty())
            missing_vendor.insert(missing_vendor.end(), group.names.begin(), group.names.end());
        const auto first = ptrdiff_t(single.size());
        for (const auto& counter : group.counters) {
            const auto takes_it = [&](ChipGroup& into) {
                auto more = into;
                auto& added = more.counters.emplace_back(ChipGroup::Counter{counter.row, {}});
                for (const auto input : counter.inputs)
                    added.inputs.push_back(index_in(more.names, group.names[input]));
                more.passes = chip.passes(more.names);
                if (more.passes != 1) return false;
                into = std::move(more);
                return true;
            };
            if (std::any_of(single.begin() + first, single.end(), takes_it)) continue;
            ChipGroup alone{{.sets = group.sets, .pass = group.pass}};
            if (takes_it(alone))
                single.push_back(std::move(alone));
            else
                missing.push_back(counter.row->counter);
        }
    }
    for (auto& group : single) {
        const bool is_first = &group == &single.front();
        group.missing = is_first ? missing : std::vector<CounterId>();
        group.missing_vendor = is_first ? missing_vendor : std::vector<std::string>();
    }
    return single;
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

std::optional<int64_t> value_of(const ChipGroup::Counter& counter, std::span<const double> values) {
    const auto input = [&](size_t i) { return values[counter.inputs[i]]; };
    switch (counter.row->hardware.rule) {
        case HardwareRule::value:
            return whole(input(0));
        case HardwareRule::ppm_of_percent:
            return whole(input(0) * 1e4);
        case HardwareRule::extra_wavefronts: {
            const auto wavefronts = whole(input(0)), requests = whole(input(1));
            // Warp instructions that access 64 and 128 bits in each thread.
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
    if (const auto exact = whole(value); exact && double(*exact) == value) return Number(*exact);
    return Number(value);
}

CounterPlan one_configuration(std::vector<ChipGroup> groups) {
    CounterPlan plan{{}, std::move(groups)};
    for (auto& group : plan.groups) {
        const auto renumber = [&](size_t& input) { input = index_in(plan.metrics, group.names[input]); };
        for (auto& counter : group.counters) std::ranges::for_each(counter.inputs, renumber);
        for (auto& vendor : group.vendor) renumber(vendor.input);
    }
    return plan;
}

std::optional<size_t> common_pass(std::span<const size_t> inputs,
                                  std::span<const std::optional<size_t>> passes) {
    if (inputs.empty()) return std::nullopt;
    const auto first = passes[inputs.front()];
    const bool same = std::ranges::all_of(inputs, [&](size_t input) { return passes[input] == first; });
    return same ? first : std::nullopt;
}
}
