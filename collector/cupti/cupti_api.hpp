// libcupti, loaded at run time, so that the program starts on machines without it.
#pragma once

#include <cupti.h>
#include <cupti_pcsampling.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sortscope::cupti {

/// Functions that SortScope needs. CUDA 12.6 brought those of the range profiler and the host.
#define SORTSCOPE_CUPTI_FUNCTIONS(X)                \
    X(cuptiGetVersion)                              \
    X(cuptiGetResultString)                         \
    X(cuptiActivityRegisterCallbacks)               \
    X(cuptiActivityEnable)                          \
    X(cuptiActivityDisable)                         \
    X(cuptiActivityFlushAll)                        \
    X(cuptiActivityGetNextRecord)                   \
    X(cuptiActivityGetNumDroppedRecords)            \
    X(cuptiDeviceGetChipName)                       \
    X(cuptiProfilerInitialize)                      \
    X(cuptiProfilerDeviceSupported)                 \
    X(cuptiProfilerGetCounterAvailability)          \
    X(cuptiProfilerHostGetSupportedChips)           \
    X(cuptiProfilerHostInitialize)                  \
    X(cuptiProfilerHostDeinitialize)                \
    X(cuptiProfilerHostGetBaseMetrics)              \
    X(cuptiProfilerHostGetSubMetrics)               \
    X(cuptiProfilerHostGetMetricProperties)         \
    X(cuptiProfilerHostConfigAddMetrics)            \
    X(cuptiProfilerHostGetConfigImageSize)          \
    X(cuptiProfilerHostGetConfigImage)              \
    X(cuptiProfilerHostGetNumOfPasses)              \
    X(cuptiProfilerHostEvaluateToGpuValues)         \
    X(cuptiRangeProfilerEnable)                     \
    X(cuptiRangeProfilerDisable)                    \
    X(cuptiRangeProfilerSetConfig)                  \
    X(cuptiRangeProfilerStart)                      \
    X(cuptiRangeProfilerStop)                       \
    X(cuptiRangeProfilerDecodeData)                 \
    X(cuptiRangeProfilerGetCounterDataSize)         \
    X(cuptiRangeProfilerCounterDataImageInitialize) \
    X(cuptiRangeProfilerGetCounterDataInfo)

/// Functions for sampling and its source lines; null if the library lacks them.
#define SORTSCOPE_CUPTI_OPTIONAL_FUNCTIONS(X)    \
    X(cuptiSubscribe)                            \
    X(cuptiUnsubscribe)                          \
    X(cuptiEnableCallback)                       \
    X(cuptiGetCubinCrc)                          \
    X(cuptiGetSassToSourceCorrelation)           \
    X(cuptiPmSamplingEnable)                     \
    X(cuptiPmSamplingDisable)                    \
    X(cuptiPmSamplingSetConfig)                  \
    X(cuptiPmSamplingStart)                      \
    X(cuptiPmSamplingStop)                       \
    X(cuptiPmSamplingDecodeData)                 \
    X(cuptiPmSamplingGetCounterAvailability)     \
    X(cuptiPmSamplingGetCounterDataSize)         \
    X(cuptiPmSamplingCounterDataImageInitialize) \
    X(cuptiPmSamplingGetCounterDataInfo)         \
    X(cuptiPmSamplingCounterDataGetSampleInfo)   \
    X(cuptiPCSamplingSetConfigurationAttribute)  \
    X(cuptiPCSamplingEnable)                     \
    X(cuptiPCSamplingDisable)                    \
    X(cuptiPCSamplingStart)                      \
    X(cuptiPCSamplingStop)                       \
    X(cuptiPCSamplingGetData)                    \
    X(cuptiPCSamplingGetNumStallReasons)         \
    X(cuptiPCSamplingGetStallReasons)

/// The functions of the library. It stays loaded until the process ends, for CUPTI runs threads of its own.
struct Api {
#define SORTSCOPE_CUPTI_MEMBER(name) decltype(&::name) name = nullptr;
    SORTSCOPE_CUPTI_FUNCTIONS(SORTSCOPE_CUPTI_MEMBER)
    SORTSCOPE_CUPTI_OPTIONAL_FUNCTIONS(SORTSCOPE_CUPTI_MEMBER)
#undef SORTSCOPE_CUPTI_MEMBER

    std::filesystem::path path;  ///< the file that was loaded
    std::uint32_t version = 0;   ///< 130000 for CUDA 13.0, a small number before CUDA 13
};

/// The places to look for libcupti: $SORTSCOPE_CUPTI alone if set, else what the loader finds as
/// libcupti.so.13, .12 and libcupti.so, then the toolkits under /usr/local, newest first.
std::vector<std::filesystem::path> cupti_candidates();

/// Loads the first of `candidates` that opens. Throws Error(environment) if none does, or if that one lacks a
/// function (CUDA before 12.6).
std::shared_ptr<const Api> load_api(
    const std::vector<std::filesystem::path>& candidates = cupti_candidates());

/// "13.0" for 130000, "API 26" for the numbers before CUDA 13.
std::string version_text(std::uint32_t version);

}  // namespace sortscope::cupti
