#include "collector/cupti/pm_sampling.hpp"

#include <fmt/format.h>

namespace sortscope::cupti {
namespace {
constexpr size_t hardware_buffer_bytes = size_t{256} << 20;
constexpr size_t fewest_samples_of_image = 1024;
constexpr std::array<int64_t, 4> intervals_ns{2000, 5000, 10000, 20000};
constexpr int64_t wanted_samples = 400;
constexpr int64_t most_samples = 8192;
constexpr int64_t fewest_kept_samples = 100, most_kept_samples = 4000;  // keep the interval between these
constexpr double assumed_sysclk_ghz = 1.5;  // for triggers by clock; stamps show the true interval

std::vector<uint8_t> sampling_availability(const Api& api, int ordinal) {
    SORTSCOPE_PARAMS(CUpti_PmSampling_GetCounterAvailability_Params, params, .deviceIndex = size_t(ordinal));
    SORTSCOPE_CALL(api, cuptiPmSamplingGetCounterAvailability, &params);
    std::vector<uint8_t> image(params.counterAvailabilityImageSize);
    params.pCounterAvailabilityImage = image.data();
    SORTSCOPE_CALL(api, cuptiPmSamplingGetCounterAvailability, &params);
    return image;
}

/// Samples [first, last).
struct Part {
    size_t first = 0, last = 0;
    size_t size() const { return last - first; }
};

/// Larger pauses between samples are gaps. Unit: sampling intervals.
constexpr double gap_tolerance = 0.5;

Part longest_without_gap(const PmSamples& samples, Part among, size_t& missing) {
    Part best{among.first, among.first};
    Part part{among.first, among.first};
    for (size_t i = among.first; i < among.last; ++i) {
        if (i > part.first) {
            const double interval = double(samples.end_ns[i - 1] - samples.start_ns[i - 1]);
            const double gap = double(samples.start_ns[i]) - double(samples.end_ns[i - 1]);
            if (gap > gap_tolerance * interval) {
                missing += size_t(std::llround(gap / interval));
                part = {i, i};
            }
        }
        part.last = i + 1;
        if (part.size() > best.size()) best = part;
    }
    return best;
}

Part touching(const PmSamples& samples, const SortSpan& span) {
    Part part{1, samples.start_ns.size()};
    while (part.first < part.last && samples.end_ns[part.first] <= span.first_ns) ++part.first;
    // Keep one more sample: writes of the last kernel may reach device memory a little later.
    while (part.last > part.first &&
           samples.start_ns[part.last - 1] >
               span.last_ns + (samples.end_ns[part.last - 1] - samples.start_ns[part.last - 1]))
        --part.last;
    return part;
}

}  // namespace

const std::vector<SeriesMetric>& series_metrics() {
    static const std::vector<SeriesMetric> metrics{
        {"dram__bytes_read.sum|dram__bytes_op_read.sum", "bytes"},
        {"dram__bytes_write.sum|dram__bytes_op_write.sum", "bytes"},
        {"lts__t_sectors.sum", "sectors"},
        {"gr__cycles_active.max", "cycles"},
        // An idle GPU has sm__cycles_active 0, but gr__cycles_active above 0.
        {"sm__cycles_active.avg", "cycles"},
    };
    return metrics;
}

int64_t sampling_interval_ns(int64_t expected_ns, int64_t present_ns) {
    if (present_ns > 0) {
        const int64_t samples = expected_ns / present_ns;
        if (samples <= most_kept_samples &&
            (samples >= fewest_kept_samples || present_ns == intervals_ns.front()))
            return present_ns;
    }
    int64_t interval = intervals_ns.front();
    for (const auto each : intervals_ns)
        if (expected_ns / each >= wanted_samples) interval = each;
    while (expected_ns / interval > most_samples) interval *= 2;
    return interval;
}

int64_t stamp_shift_ns(const PmSamples& samples, size_t active, std::span<const LaunchRecord> kernels) {
    constexpr int64_t step_ns = 16;  // half a tick of an H200's clock
    if (samples.start_ns.size() < 2 || kernels.empty() ||
        !std::ranges::all_of(kernels,
                             [](const auto& kernel) { return kernel.start_ns && kernel.duration_ns; }))
        return 0;
    const auto end_of = [](const LaunchRecord& kernel) { return *kernel.start_ns + *kernel.duration_ns; };
    const auto outside = [&](int64_t shift) {
        double sum = 0;
        auto next = kernels.begin();
        for (size_t i = 1; i < samples.start_ns.size(); ++i) {  // sample 0 covers all time before
            const auto from = int64_t(samples.start_ns[i]) + shift, to = int64_t(samples.end_ns[i]) + shift;
            while (next != kernels.end() && end_of(*next) <= from) ++next;
            int64_t covered = 0;
            for (auto kernel = next; kernel != kernels.end() && *kernel->start_ns < to; ++kernel)
                covered += std::min(to, end_of(*kernel)) - std::max(from, *kernel->start_ns);
            sum += samples.values[active][i] * double(to - from - covered) / double(to - from);
        }
        return sum;
    };
    const auto interval = int64_t(samples.end_ns[1] - samples.start_ns[1]);
    int64_t best = 0;
    double least = outside(0);
    for (int64_t shift = step_ns; shift <= interval; shift += step_ns)
        for (const auto each : {shift, -shift})
            if (const double sum = outside(each); sum < least) {
                least = sum;
                best = each;
            }
    return best;
}

Series make_series(const std::vector<std::pair<std::string, std::string>>& metrics, const PmSamples& samples,
                   const SortSpan& span, TimeMode mode) {
    Series series;
    const auto note = [&](Severity severity, std::string text) {
        series.notes.push_back({severity, std::move(text)});
    };
    if (samples.overflow)
        note(Severity::lost, "The GPU's buffer of samples over time was full: the sort's end is missing.");
    const Part asked = samples.start_ns.size() < 2 ? Part{} : touching(samples, span);
    size_t missing = 0;
    const Part kept = longest_without_gap(samples, asked, missing);
    if (kept.size() == 0) {
        note(Severity::lost, "Series over time were not recorded: no sample fell into the sort.");
        return series;
    }
    if (missing != 0)
        note(Severity::lost,
             fmt::format("About {} samples over time were lost; {} of {} without a gap were kept.", missing,
                         kept.size(), asked.size()));
    const auto from = samples.start_ns[kept.first];
    const auto to = samples.end_ns[kept.last - 1];
    const auto start = int64_t(from) - int64_t(span.first_ns);
    series.lead_ns = std::max<int64_t>(0, -start);
    const auto interval = int64_t(std::llround(double(to - from) / double(kept.size())));
    for (size_t i = 0; i < metrics.size(); ++i) {
        const auto& values = samples.values[i];
        const std::vector<double> part(values.begin() + ptrdiff_t(kept.first),
                                       values.begin() + ptrdiff_t(kept.last));
        if (!std::ranges::all_of(part, [](double value) { return std::isfinite(value); })) {
            note(Severity::lost,
                 fmt::format("The series of {} was lost: CUPTI gave no value for some samples.",
                             metrics[i].first));
            continue;
        }
        series.records.push_back({metrics[i].first, metrics[i].second, Provenance::measured,
                                  start + series.lead_ns, interval, part, mode});
    }
    return series;
}

PmSampler::PmSampler(SharedApi api, int ordinal) : api_(std::move(api)), ordinal_(ordinal) {
    if (api_->cuptiPmSamplingEnable == nullptr)
        throw Error(ErrorKind::unsupported,
                    "This CUPTI has no PM sampling: install that of CUDA 13.0 or newer.");
    const std::string chip = chip_of_device(*api_, ordinal);
    chip_ = std::make_unique<ChipMetrics>(api_, chip, sampling_availability(*api_, ordinal),
                                          CUPTI_PROFILER_TYPE_PM_SAMPLING);
    by_time_ = chip != "GA100" && chip.rfind("TU", 0) != 0;
    enable();
}

PmSampler::~PmSampler() { disable(); }

void PmSampler::enable() {
    SORTSCOPE_PARAMS(CUpti_PmSampling_Enable_Params, params, .deviceIndex = size_t(ordinal_));
    SORTSCOPE_CALL(*api_, cuptiPmSamplingEnable, &params);
    object_ = params.pPmSamplingObject;
}

void PmSampler::disable() noexcept {
    if (object_ == nullptr) return;
    if (running_) {
        SORTSCOPE_PARAMS(CUpti_PmSampling_Stop_Params, stop, .pPmSamplingObject = object_);
        api_->cuptiPmSamplingStop(&stop);
        running_ = false;
    }
    SORTSCOPE_PARAMS(CUpti_PmSampling_Disable_Params, params, .pPmSamplingObject = object_);
    api_->cuptiPmSamplingDisable(&params);  // an error shows at the next enable
    object_ = nullptr;
    interval_ns_ = 0;
}

void PmSampler::configure(const std::vector<std::string>& metrics, int64_t interval_ns, size_t samples) {
    samples = std::max(fewest_samples_of_image, 2 * samples);  // the sort may take longer than expected
    if (metrics == metrics_ && interval_ns == interval_ns_) {
        if (samples > capacity_) make_counter_data(samples);
        return;
    }
    // Enable again for each configuration.
    if (interval_ns_ != 0) disable();
    if (object_ == nullptr) enable();
    config_ = chip_->schedule(metrics);
    metrics_ = metrics;
    SORTSCOPE_PARAMS(CUpti_PmSampling_SetConfig_Params, params, .pPmSamplingObject = object_,
                     .configSize = config_.bytes.size(), .pConfig = config_.bytes.data(),
                     .hardwareBufferSize = hardware_buffer_bytes,
                     .samplingInterval = uint64_t(
                         by_time_ ? interval_ns : std::llround(double(interval_ns) * assumed_sysclk_ghz)),
                     .triggerMode = by_time_ ? CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL
                                             : CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_SYSCLK_INTERVAL,
                     .hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST);
    SORTSCOPE_CALL(*api_, cuptiPmSamplingSetConfig, &params);

    interval_ns_ = interval_ns;
    make_counter_data(samples);
}

void PmSampler::make_counter_data(size_t samples) {
    // The image depends on the current configuration.
    auto names = c_strings(metrics_);
    SORTSCOPE_PARAMS(CUpti_PmSampling_GetCounterDataSize_Params, size, .pPmSamplingObject = object_,
                     .pMetricNames = names.data(), .numMetrics = names.size(),
                     .maxSamples = uint32_t(samples));
    SORTSCOPE_CALL(*api_, cuptiPmSamplingGetCounterDataSize, &size);
    counter_data_.assign(size.counterDataSize, 0);
    initialize_counter_data();
    capacity_ = samples;
}

void PmSampler::initialize_counter_data() {
    SORTSCOPE_PARAMS(CUpti_PmSampling_CounterDataImage_Initialize_Params, params,
                     .pPmSamplingObject = object_, .counterDataSize = counter_data_.size(),
                     .pCounterData = counter_data_.data());
    SORTSCOPE_CALL(*api_, cuptiPmSamplingCounterDataImageInitialize, &params);
}

void PmSampler::start() {
    SORTSCOPE_PARAMS(CUpti_PmSampling_Start_Params, params, .pPmSamplingObject = object_);
    SORTSCOPE_CALL(*api_, cuptiPmSamplingStart, &params);
    running_ = true;
}

PmSamples PmSampler::stop() {
    const cudaError_t finished = cudaDeviceSynchronize();
    SORTSCOPE_PARAMS(CUpti_PmSampling_Stop_Params, params, .pPmSamplingObject = object_);
    running_ = false;
    const CUptiResult stopped = api_->cuptiPmSamplingStop(&params);
    cuda::check(finished, "cudaDeviceSynchronize()");
    check_cupti(*api_, stopped, "cuptiPmSamplingStop");
    PmSamples samples;
    samples.values.resize(metrics_.size());
    SORTSCOPE_PARAMS(CUpti_PmSampling_DecodeData_Params, decode, .pPmSamplingObject = object_,
                     .pCounterDataImage = counter_data_.data(), .counterDataImageSize = counter_data_.size());
    do {
        const CUptiResult decoded = api_->cuptiPmSamplingDecodeData(&decode);
        if (decoded == CUPTI_ERROR_OUT_OF_MEMORY || decode.overflow != 0)
            samples.overflow = true;
        else
            check_cupti(*api_, decoded, "cuptiPmSamplingDecodeData");

        SORTSCOPE_PARAMS(CUpti_PmSampling_GetCounterDataInfo_Params, info,
                         .pCounterDataImage = counter_data_.data(),
                         .counterDataImageSize = counter_data_.size());
        SORTSCOPE_CALL(*api_, cuptiPmSamplingGetCounterDataInfo, &info);
        for (size_t i = 0; i < info.numCompletedSamples; ++i) {
            SORTSCOPE_PARAMS(CUpti_PmSampling_CounterData_GetSampleInfo_Params, sample,
                             .pPmSamplingObject = object_, .pCounterDataImage = counter_data_.data(),
                             .counterDataImageSize = counter_data_.size(), .sampleIndex = i);
            SORTSCOPE_CALL(*api_, cuptiPmSamplingCounterDataGetSampleInfo, &sample);
            samples.start_ns.push_back(sample.startTimestamp + uint64_t(shift_ns_.value_or(0)));
            samples.end_ns.push_back(sample.endTimestamp + uint64_t(shift_ns_.value_or(0)));
            const auto values = chip_->evaluate(counter_data_, i, metrics_);
            for (size_t m = 0; m < values.size(); ++m) samples.values[m].push_back(values[m]);
        }
        initialize_counter_data();                 // for the next decoding
        if (info.numCompletedSamples == 0) break;  // avoids an endless loop over a full image without samples
    } while (decode.decodeStopReason == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL);
    return samples;
}
}
