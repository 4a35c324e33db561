// libcupti, loaded at run time: the program starts on machines without it and says what to install.
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

/// The functions of libcupti that SortScope cannot do without. The range profiler and host functions came
/// with CUDA 12.6.
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

/// What is used where the library has it: sampling over time, sampling of instructions, and the machine code
/// that those belong to. Null where it has not.
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

/// The loaded library. The library itself stays loaded until the process ends: CUPTI runs threads of its own
/// that outlive every object of ours.
struct Api {
#define SORTSCOPE_CUPTI_MEMBER(name) decltype(&::name) name = nullptr;
    SORTSCOPE_CUPTI_FUNCTIONS(SORTSCOPE_CUPTI_MEMBER)
    SORTSCOPE_CUPTI_OPTIONAL_FUNCTIONS(SORTSCOPE_CUPTI_MEMBER)
#undef SORTSCOPE_CUPTI_MEMBER

    std::filesystem::path path;  ///< the file that was loaded
    std::uint32_t version =
        0;  ///< as cuptiGetVersion says: 130000 for CUDA 13.0, a small number before CUDA 13
};

/// Where libcupti is looked for, in order: $SORTSCOPE_CUPTI (alone, where it is set), the loader's own search
/// for libcupti.so.13, .12 and libcupti.so, then the toolkit's folders under /usr/local, newest first.
std::vector<std::filesystem::path> cupti_candidates();

/// Loads the first of `candidates` that opens. Throws Error(environment) that names what was searched and the
/// remedy where none does, and where the one that opens lacks a function (CUDA before 12.6).
std::shared_ptr<const Api> load_api(
    const std::vector<std::filesystem::path>& candidates = cupti_candidates());

/// "13.0" for 130000, "API 26" for the plain numbers of CUDA 12 and before.
std::string version_text(std::uint32_t version);

}  // namespace sortscope::cupti
