#include "collector/cupti/range_profiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sortscope::cupti {

std::vector<std::uint8_t> counter_availability(const Api& api, CUcontext context) {
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_GetCounterAvailability_Params, params);
    params.ctx = context;
    SORTSCOPE_CUPTI_CALL(api, cuptiProfilerGetCounterAvailability, &params);
    std::vector<std::uint8_t> image(params.counterAvailabilityImageSize);
    params.pCounterAvailabilityImage = image.data();
    SORTSCOPE_CUPTI_CALL(api, cuptiProfilerGetCounterAvailability, &params);
    return image;
}

RangeProfiler::RangeProfiler(std::shared_ptr<const Api> api, int ordinal)
    : api_(std::move(api)), driver_(load_driver()), context_(current_context(driver_, ordinal)) {
    SORTSCOPE_CUPTI_PARAMS(CUpti_Profiler_Initialize_Params, initialize);
    SORTSCOPE_CUPTI_CALL(*api_, cuptiProfilerInitialize, &initialize);
    chip_ = std::make_unique<ChipMetrics>(api_, chip_of_device(*api_, ordinal),
                                          counter_availability(*api_, context_));
}

RangeProfiler::~RangeProfiler() { disable(); }

void RangeProfiler::enable() {
    if (object_ != nullptr) return;
    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params, params);
    params.ctx = context_;
    SORTSCOPE_CUPTI_CALL(*api_, cuptiRangeProfilerEnable, &params);
    object_ = params.pRangeProfilerObject;
    config_ = nullptr;
}

void RangeProfiler::disable() noexcept {
    if (object_ == nullptr) return;
    if (in_pass_) {
        SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, stop);
        stop.pRangeProfilerObject = object_;
        api_->cuptiRangeProfilerStop(&stop);
        in_pass_ = false;
    }
    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params, params);
    params.pRangeProfilerObject = object_;
    api_->cuptiRangeProfilerDisable(&params);  // where this fails, enabling again will say so
    object_ = nullptr;
}

void RangeProfiler::prepare_counter_data(std::size_t max_ranges) {
    std::vector<const char*> names;
    for (const auto& metric : metrics_) names.push_back(metric.c_str());

    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size);
    size.pRangeProfilerObject = object_;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = max_ranges;
    size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(max_ranges);
    SORTSCOPE_CUPTI_CALL(*api_, cuptiRangeProfilerGetCounterDataSize, &size);
    counter_data_.assign(size.counterDataSize, 0);

    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, initialize);
    initialize.pRangeProfilerObject = object_;
    initialize.counterDataSize = counter_data_.size();
    initialize.pCounterData = counter_data_.data();
    SORTSCOPE_CUPTI_CALL(*api_, cuptiRangeProfilerCounterDataImageInitialize, &initialize);
}

CUptiResult RangeProfiler::set_config(std::size_t max_ranges) {
    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params, params);
    params.pRangeProfilerObject = object_;
    params.configSize = config_->bytes.size();
    params.pConfig = config_->bytes.data();
    params.counterDataImageSize = counter_data_.size();
    params.pCounterDataImage = counter_data_.data();
    params.range = CUPTI_AutoRange;
    params.replayMode = CUPTI_UserReplay;
    params.maxRangesPerPass = max_ranges;
    params.numNestingLevels = 1;
    params.minNestingLevel = 1;
    params.passIndex = 0;
    params.targetNestingLevel = 0;
    return api_->cuptiRangeProfilerSetConfig(&params);
}

void RangeProfiler::configure(const std::vector<std::string>& metrics, std::size_t max_ranges) {
    if (metrics.empty() || max_ranges == 0)
        throw Error(ErrorKind::internal,
                    "The range profiler was asked to collect no metrics, or for no launches.");
    // One configuration for each time the profiler is enabled: CUPTI 13.0 takes a second one without a word, but goes on with the
    // ranges and metrics of the first (an H200 counted 6 of 40 launches, and nothing of the new metrics).
    if (config_ != nullptr) disable();
    enable();
    auto found = configs_.find(metrics);
    if (found == configs_.end()) found = configs_.emplace(metrics, chip_->schedule(metrics)).first;
    config_ = &found->second;
    metrics_ = metrics;
    prepare_counter_data(max_ranges);
    check_cupti(*api_, set_config(max_ranges), "cuptiRangeProfilerSetConfig");
}

void RangeProfiler::begin_pass() {
    if (config_ == nullptr || in_pass_)
        throw Error(ErrorKind::internal,
                    "A pass of the range profiler was begun twice or without a configuration.");
    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params, params);
    params.pRangeProfilerObject = object_;
    SORTSCOPE_CUPTI_CALL(*api_, cuptiRangeProfilerStart, &params);
    in_pass_ = true;
}

bool RangeProfiler::end_pass() {
    if (!in_pass_)
        throw Error(ErrorKind::internal, "A pass of the range profiler was ended without being begun.");
    const cudaError_t finished = cudaDeviceSynchronize();
    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params, params);
    params.pRangeProfilerObject = object_;
    in_pass_ = false;
    const CUptiResult stopped = api_->cuptiRangeProfilerStop(&params);
    kernels::cuda::check(finished, "cudaDeviceSynchronize()");
    check_cupti(*api_, stopped, "cuptiRangeProfilerStop");
    return params.isAllPassSubmitted != 0;
}

std::vector<std::vector<double>> RangeProfiler::decode(std::size_t expected) {
    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params, decode);
    decode.pRangeProfilerObject = object_;
    SORTSCOPE_CUPTI_CALL(*api_, cuptiRangeProfilerDecodeData, &decode);

    SORTSCOPE_CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params, info);
    info.pCounterDataImage = counter_data_.data();
    info.counterDataImageSize = counter_data_.size();
    SORTSCOPE_CUPTI_CALL(*api_, cuptiRangeProfilerGetCounterDataInfo, &info);

    if (decode.numOfRangeDropped != 0 || info.numTotalRanges != expected)
        throw LaunchMismatch(
            ErrorKind::internal,
            fmt::format(
                "The range profiler counted {} kernel launches and dropped {}, but the sort makes {}: its "
                "counters cannot be matched to its launches and were not kept.",
                info.numTotalRanges, decode.numOfRangeDropped, expected));
    std::vector<std::vector<double>> rows;
    rows.reserve(expected);
    for (std::size_t range = 0; range < expected; ++range)
        rows.push_back(chip_->evaluate(counter_data_, range, metrics_));
    return rows;
}

}  // namespace sortscope::cupti
