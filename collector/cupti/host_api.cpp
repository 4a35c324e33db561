#include "collector/cupti/host_api.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

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
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetSupportedChips_Params, params);
    SORTSCOPE_CUPTI_CALL(api, cuptiProfilerHostGetSupportedChips, &params);
    return {params.ppChipNames, params.ppChipNames + params.numChips};
}

std::string chip_of_device(const Api& api, int ordinal) {
    initialize_profiler(api);
    SORTSCOPE_CUPTI_PARAMS(CUpti_Device_GetChipName_Params, params,
                           .deviceIndex = static_cast<std::size_t>(ordinal));
    SORTSCOPE_CUPTI_CALL(api, cuptiDeviceGetChipName, &params);
    return params.pChipName;
}

ChipMetrics::ChipMetrics(SharedApi api, std::string chip, std::vector<std::uint8_t> availability,
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
    SORTSCOPE_CUPTI_PARAMS(
        CUpti_Profiler_Host_Initialize_Params, params, .profilerType = collector_, .pChipName = chip_.c_str(),
        .pCounterAvailabilityImage = availability_.empty() ? nullptr : availability_.data());
    SORTSCOPE_CUPTI_CALL(*api_, cuptiProfilerHostInitialize, &params);
    return params.pHostObject;
}

void ChipMetrics::close(CUpti_Profiler_Host_Object* object) const noexcept {
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params, params, .pHostObject = object);
    api_->cuptiProfilerHostDeinitialize(&params);
}

bool ChipMetrics::has(const std::string& metric) const {
    // Only a scheduler knows roll-ups. Opening one takes milliseconds, so keep it until it meets an unknown
    // metric: after that it knows none at all.
    if (const auto answer = answers_.find(metric); answer != answers_.end()) return answer->second;
    if (asked_ == nullptr) asked_ = open();
    const char* name = metric.c_str();
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, params, .pHostObject = asked_,
                           .ppMetricNames = &name, .numMetrics = 1);
    const bool exists = api_->cuptiProfilerHostConfigAddMetrics(&params) == CUPTI_SUCCESS;
    if (!exists) close(std::exchange(asked_, nullptr));
    return answers_[metric] = exists;
}

std::vector<std::string> ChipMetrics::base_metrics() const {
    std::vector<std::string> names;
    for (const auto type :
         {CUPTI_METRIC_TYPE_COUNTER, CUPTI_METRIC_TYPE_RATIO, CUPTI_METRIC_TYPE_THROUGHPUT}) {
        SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetBaseMetrics_Params, params, .pHostObject = object_,
                               .metricType = type);
        SORTSCOPE_CUPTI_CALL(*api_, cuptiProfilerHostGetBaseMetrics, &params);
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
        // Only the roll-up is wrong.
        const std::string text(base);
        SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetSubMetrics_Params, params, .pHostObject = object_,
                               .pMetricName = text.c_str());
        std::string list;
        if (api_->cuptiProfilerHostGetSubMetrics(&params) == CUPTI_SUCCESS)
            for (std::size_t i = 0; i < std::min<std::size_t>(params.numOfSubmetrics, 6); ++i)
                list += (i == 0 ? " It has, for example, " : ", ") + std::string(params.ppSubMetrics[i]);
        return fmt::format("Chip {} has no metric '{}', but {}.{}{}", chip_, name, base, list,
                           list.empty() ? "" : ".");
    }
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const auto& each : bases) near.emplace_back(edit_distance(base, each), each);
    std::ranges::partial_sort(near, near.begin() + std::min<std::ptrdiff_t>(3, std::ssize(near)));
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, near.size()); ++i)
        list += fmt::format("{}'{}{}'", i == 0 ? "" : ", ", near[i].second, rollup);
    return fmt::format("Chip {} has no metric '{}'. The nearest that it has: {}.", chip_, name, list);
}

ConfigImage ChipMetrics::schedule(std::span<const std::string> metrics) const {
    // A host object cannot drop metrics.
    const auto closing = [this](CUpti_Profiler_Host_Object* object) { close(object); };
    const std::unique_ptr<CUpti_Profiler_Host_Object, decltype(closing)> scheduler(open(), closing);

    auto names = c_strings(metrics);
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, add, .pHostObject = scheduler.get(),
                           .ppMetricNames = names.data(), .numMetrics = names.size());
    SORTSCOPE_CUPTI_CALL(*api_, cuptiProfilerHostConfigAddMetrics, &add);

    ConfigImage image;
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, size,
                           .pHostObject = scheduler.get());
    SORTSCOPE_CUPTI_CALL(*api_, cuptiProfilerHostGetConfigImageSize, &size);
    image.bytes.resize(size.configImageSize);

    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, get, .pHostObject = scheduler.get(),
                           .configImageSize = image.bytes.size(), .pConfigImage = image.bytes.data());
    SORTSCOPE_CUPTI_CALL(*api_, cuptiProfilerHostGetConfigImage, &get);

    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params, passes,
                           .configImageSize = image.bytes.size(), .pConfigImage = image.bytes.data());
    SORTSCOPE_CUPTI_CALL(*api_, cuptiProfilerHostGetNumOfPasses, &passes);
    image.passes = passes.numOfPasses;
    return image;
}

std::vector<double> ChipMetrics::evaluate(std::span<const std::uint8_t> counter_data, std::size_t range,
                                          std::span<const std::string> metrics) const {
    auto names = c_strings(metrics);
    std::vector<double> values(metrics.size(), std::numeric_limits<double>::quiet_NaN());
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, params, .pHostObject = object_,
                           .pCounterDataImage = counter_data.data(),
                           .counterDataImageSize = counter_data.size(), .rangeIndex = range,
                           .ppMetricNames = names.data(), .numMetrics = names.size(),
                           .pMetricValues = values.data());
    if (api_->cuptiProfilerHostEvaluateToGpuValues(&params) == CUPTI_SUCCESS) return values;
    // One by one, so that only those that fail are missing.
    for (std::size_t i = 0; i < names.size(); ++i) {
        double value = 0;
        params.ppMetricNames = &names[i];
        params.numMetrics = 1;
        params.pMetricValues = &value;
        const bool valid = api_->cuptiProfilerHostEvaluateToGpuValues(&params) == CUPTI_SUCCESS;
        values[i] = valid ? value : std::numeric_limits<double>::quiet_NaN();
    }
    return values;
}

}  // namespace sortscope::cupti
