#include "collector/cupti/range_profiler.hpp"

#include <fmt/format.h>

#include <exception>
#include <thread>
#include <utility>

namespace sortscope::cupti {
namespace {
// A full image drops launches without an error.
constexpr size_t spare_ranges = 8;
// Room for later sorts: a larger sort restarts the profiler, in some 0.4 s.
constexpr size_t least_room = 64;

// Evaluating a metric takes some 6 us; copying an image of 60 MB takes some 18 ms.
constexpr size_t values_worth_threads = 500;
constexpr size_t bytes_worth_threads = size_t{1} << 20;

size_t threads_for(bool worth_it) {
    constexpr size_t most = 8;
    return worth_it ? std::min<size_t>(most, std::max(1U, std::thread::hardware_concurrency())) : 1;
}

/// Calls work(0) .. work(threads - 1) in parallel. `work` must not throw.
void in_parallel(size_t threads, const std::function<void(size_t)>& work) {
    std::vector<std::jthread> others;
    for (size_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
    work(0);
}
}  // namespace

size_t launches_of_chunk(const std::vector<std::string>& metrics, size_t passes) {
    constexpr size_t most = 256, most_instrumented = 112;
    const auto is_instrumented = [](const std::string& metric) {
        return metric.starts_with("smsp__sass_") || metric.starts_with("sm__sass_");
    };
    return passes == 1 && std::ranges::all_of(metrics, is_instrumented) ? most_instrumented : most;
}

RangeProfiler::RangeProfiler(SharedApi api, int ordinal)
    : RangeProfiler(std::move(api), current_context(ordinal), ordinal) {}

RangeProfiler::RangeProfiler(SharedApi api, CUcontext context, int ordinal)
    : api_(std::move(api)), context_(context) {
    initialize_profiler(*api_);
    SORTSCOPE_PARAMS(CUpti_Profiler_GetCounterAvailability_Params, available, .ctx = context_);
    SORTSCOPE_CALL(*api_, cuptiProfilerGetCounterAvailability, &available);
    std::vector<uint8_t> image(available.counterAvailabilityImageSize);
    available.pCounterAvailabilityImage = image.data();
    SORTSCOPE_CALL(*api_, cuptiProfilerGetCounterAvailability, &available);
    chip_ = std::make_unique<ChipMetrics>(api_, chip_of_device(*api_, ordinal), std::move(image));
}

RangeProfiler::~RangeProfiler() { disable(); }

void RangeProfiler::enable() {
    if (object_ != nullptr) return;
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_Enable_Params, params, .ctx = context_);
    SORTSCOPE_CALL(*api_, cuptiRangeProfilerEnable, &params);
    object_ = params.pRangeProfilerObject;
    config_ = nullptr;
}

void RangeProfiler::disable() noexcept {
    if (object_ == nullptr) return;
    if (in_pass_) {
        SORTSCOPE_PARAMS(CUpti_RangeProfiler_Stop_Params, stop, .pRangeProfilerObject = object_);
        api_->cuptiRangeProfilerStop(&stop);
        in_pass_ = false;
    }
    in_cycle_ = false;
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_Disable_Params, params, .pRangeProfilerObject = object_);
    api_->cuptiRangeProfilerDisable(&params);  // an error shows at the next enable
    object_ = nullptr;
    config_ = nullptr;
}

void RangeProfiler::prepare_counter_data(size_t ranges) {
    auto names = c_strings(metrics_);
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, size, .pRangeProfilerObject = object_,
                     .pMetricNames = names.data(), .numMetrics = names.size(), .maxNumOfRanges = ranges,
                     .maxNumRangeTreeNodes = uint32_t(ranges));
    SORTSCOPE_CALL(*api_, cuptiRangeProfilerGetCounterDataSize, &size);
    pristine_.assign(size.counterDataSize, 0);
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, initialize,
                     .pRangeProfilerObject = object_, .counterDataSize = pristine_.size(),
                     .pCounterData = pristine_.data());
    SORTSCOPE_CALL(*api_, cuptiRangeProfilerCounterDataImageInitialize, &initialize);
    counter_data_ = pristine_;
    capacity_ = ranges;
    used_ = 0;
    pristine_now_ = true;
}

RangeProfiler::Configuration& RangeProfiler::configuration(const std::vector<std::string>& metrics) {
    auto at = configs_.find(metrics);
    if (at == configs_.end())
        at = configs_.emplace(metrics, Configuration{chip_->schedule(metrics), {}}).first;
    return at->second;
}

size_t RangeProfiler::chunk(const std::vector<std::string>& metrics, size_t launches) {
    return std::min(launches, launches_of_chunk(metrics, configuration(metrics).image.passes));
}

bool RangeProfiler::serves(const std::vector<std::string>& metrics, size_t max_ranges) const {
    return object_ != nullptr && config_ != nullptr && !in_cycle_ && metrics == metrics_ &&
           max_ranges + spare_ranges <= capacity_;
}

void RangeProfiler::make_room(size_t ranges) {
    // If there is room, append ranges to the image: copying some 60 MB takes as long as counting half a sort.
    // Several passes match ranges by number from 0, so they need a fresh image.
    if (pristine_now_ || (passes() == 1 && used_ + ranges + spare_ranges <= capacity_)) return;
    const size_t threads = threads_for(pristine_.size() >= bytes_worth_threads);
    in_parallel(threads, [&](size_t thread) {  // in place, since CUPTI keeps the pointer
        const size_t first = pristine_.size() * thread / threads,
                     last = pristine_.size() * (thread + 1) / threads;
        std::ranges::copy(std::span(pristine_).subspan(first, last - first),
                          std::span(counter_data_).subspan(first).begin());
    });
    used_ = 0;
    pristine_now_ = true;
}

void RangeProfiler::configure(const std::vector<std::string>& metrics, size_t max_ranges) {
    if (metrics.empty() || max_ranges == 0)
        throw Error(ErrorKind::internal,
                    "The range profiler was asked to collect no metrics, or for no launches.");
    if (serves(metrics, max_ranges)) {
        make_room(max_ranges);
        return;
    }
    // Enable again for each configuration. CUPTI 13.0 accepts a second configuration without an error, but
    // keeps the ranges, metrics and image of the first: an H200 counted 6 of 40 launches and no new metric.
    if (config_ != nullptr) disable();
    enable();
    config_ = &configuration(metrics).image;
    metrics_ = metrics;
    prepare_counter_data(std::max(max_ranges, least_room) + spare_ranges);
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_SetConfig_Params, params, .pRangeProfilerObject = object_,
                     .configSize = config_->bytes.size(), .pConfig = config_->bytes.data(),
                     .counterDataImageSize = counter_data_.size(), .pCounterDataImage = counter_data_.data(),
                     .range = CUPTI_AutoRange, .replayMode = CUPTI_UserReplay, .maxRangesPerPass = capacity_,
                     .numNestingLevels = 1, .minNestingLevel = 1);
    SORTSCOPE_CALL(*api_, cuptiRangeProfilerSetConfig, &params);
}

const std::vector<std::optional<size_t>>& RangeProfiler::passes_of_metrics(
    const std::function<void()>& launch) {
    if (config_ == nullptr || in_cycle_)
        throw Error(ErrorKind::internal,
                    "The range profiler was asked for its passes without a configuration, or between two.");
    auto& result = configs_.at(metrics_).passes_of_metrics;
    if (!result.empty()) return result;
    if (passes() == 1) {
        result.assign(metrics_.size(), 0);
        return result;
    }
    // The image was fresh before the first pass, so a metric gets its first value in its own pass.
    std::vector<std::optional<size_t>> pass_of(metrics_.size());
    bool done = false;
    for (size_t pass = 0; !done; ++pass) {
        make_room(1);
        begin_pass();
        launch();
        done = end_pass();
        size_t dropped = 0;
        if (read(dropped) == 0) continue;
        const auto values = chip_->evaluate(counter_data_, 0, metrics_);
        for (size_t i = 0; i < values.size(); ++i)
            if (!pass_of[i] && !std::isnan(values[i])) pass_of[i] = pass;
    }
    make_room(1);
    result = std::move(pass_of);
    return result;
}

void RangeProfiler::begin_pass() {
    if (config_ == nullptr || in_pass_)
        throw Error(ErrorKind::internal,
                    "A pass of the range profiler was begun twice or without a configuration.");
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_Start_Params, params, .pRangeProfilerObject = object_);
    SORTSCOPE_CALL(*api_, cuptiRangeProfilerStart, &params);
    if (!in_cycle_) first_ = std::exchange(used_, capacity_);  // no appended ranges before decode()
    pristine_now_ = false;
    in_pass_ = in_cycle_ = true;
}

bool RangeProfiler::end_pass() {
    if (!in_pass_)
        throw Error(ErrorKind::internal, "A pass of the range profiler was ended without being begun.");
    const cudaError_t finished = cudaDeviceSynchronize();
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_Stop_Params, params, .pRangeProfilerObject = object_);
    in_pass_ = false;
    const CUptiResult stopped = api_->cuptiRangeProfilerStop(&params);
    cuda::check(finished, "cudaDeviceSynchronize()");
    check_cupti(*api_, stopped, "cuptiRangeProfilerStop");
    in_cycle_ = params.isAllPassSubmitted == 0;
    return !in_cycle_;
}

size_t RangeProfiler::read(size_t& dropped) {
    SORTSCOPE_PARAMS(CUpti_RangeProfiler_DecodeData_Params, decode, .pRangeProfilerObject = object_);
    SORTSCOPE_CALL(*api_, cuptiRangeProfilerDecodeData, &decode);
    dropped = decode.numOfRangeDropped;

    SORTSCOPE_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params, info,
                     .pCounterDataImage = counter_data_.data(), .counterDataImageSize = counter_data_.size());
    SORTSCOPE_CALL(*api_, cuptiRangeProfilerGetCounterDataInfo, &info);
    return info.numTotalRanges;
}

std::vector<std::vector<double>> RangeProfiler::decode(size_t expected) {
    size_t dropped = 0;
    const size_t total = read(dropped);
    if (dropped != 0 || total != first_ + expected)
        throw LaunchMismatch(
            ErrorKind::internal,
            fmt::format(
                "The range profiler counted {} kernel launches and dropped {}, but the program made {}.",
                total - std::min(first_, total), dropped, expected));
    auto rows = evaluate(first_, expected);
    used_ = total;
    return rows;
}

std::vector<std::vector<double>> RangeProfiler::evaluate(size_t first, size_t count) {
    std::vector<std::vector<double>> rows(count);
    const size_t wanted = threads_for(count * metrics_.size() >= values_worth_threads);
    // Each thread needs its own host object.
    while (evaluators_.size() < wanted)
        evaluators_.push_back(std::make_unique<ChipMetrics>(api_, chip_->chip()));
    std::vector<std::exception_ptr> errors(wanted);
    in_parallel(wanted, [&](size_t thread) {
        try {
            for (size_t i = thread; i < count; i += wanted)
                rows[i] = evaluators_[thread]->evaluate(counter_data_, first + i, metrics_);
        } catch (...) {
            errors[thread] = std::current_exception();
        }
    });
    for (const auto& error : errors)
        if (error) std::rethrow_exception(error);
    return rows;
}
}
