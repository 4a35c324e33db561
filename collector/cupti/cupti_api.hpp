// libcupti, loaded at run time so that the program starts without it.
#pragma once

#include <cuda.h>
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
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "kernels/cuda/check.hpp"

namespace sortscope::cupti {
namespace cuda = kernels::cuda;

/// Required functions. RangeProfiler and ProfilerHost functions need CUDA 12.6.
#define SORTSCOPE_FUNCTIONS(X)                      \
    X(cuptiGetVersion)                              \
    X(cuptiGetResultString)                         \
    X(cuptiGetTimestamp)                            \
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

/// Functions for sampling; null if the library lacks them.
#define SORTSCOPE_OPTIONAL_FUNCTIONS(X)          \
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

/// Functions of libcupti. It stays loaded until the process ends, since CUPTI runs threads.
struct Api {
#define SORTSCOPE_MEMBER(name) decltype(&::name) name = nullptr;
    SORTSCOPE_FUNCTIONS(SORTSCOPE_MEMBER)
    SORTSCOPE_OPTIONAL_FUNCTIONS(SORTSCOPE_MEMBER)
#undef SORTSCOPE_MEMBER

    std::filesystem::path path;
    uint32_t version = 0;  ///< 130000 for CUDA 13.0, a small number before CUDA 13
};
using SharedApi = std::shared_ptr<const Api>;

/// Libraries to try: $SORTSCOPE_CUPTI alone if set; else names for the loader, then toolkits in /usr/local,
/// newest first.
std::vector<std::filesystem::path> cupti_candidates();

/// Loads the first of `candidates` that opens. Throws Error(environment) if none opens or the library lacks a
/// function.
SharedApi load_api(const std::vector<std::filesystem::path>& candidates = cupti_candidates());

/// "13.0" for 130000; "API 26" for numbers before CUDA 13.
std::string version_text(uint32_t version);

// Checked calls. Errors name file, line, expression, vendor's error and, if known, a remedy.

/// Kind environment if a remedy is known, else internal.
class CuptiError : public Error {
 public:
    CuptiError(ErrorKind kind, const std::string& message, CUptiResult code)
        : Error(kind, message), code_(code) {}
    CUptiResult code() const noexcept { return code_; }

 private:
    CUptiResult code_;
};

/// Empty if unknown.
std::string_view remedy(CUptiResult code) noexcept;

/// "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES".
std::string name_of_result(const Api& api, CUptiResult code);

void check_cupti(const Api& api, CUptiResult code, const char* expression,
                 std::source_location at = std::source_location::current());

void check_driver(CUresult code, const char* expression,
                  std::source_location at = std::source_location::current());

#define SORTSCOPE_CALL(api, function, ...) \
    ::sortscope::cupti::check_cupti((api), (api).function(__VA_ARGS__), #function "(" #__VA_ARGS__ ")")
#define SORTSCOPE_DRIVER_CALL(call) ::sortscope::cupti::check_driver((call), #call)

/// Declares CUPTI parameters `name`: sets the size and the given members; other members are zero.
#define SORTSCOPE_PARAMS(Type, name, ...) \
    Type name { .structSize = Type##_STRUCT_SIZE __VA_OPT__(, ) __VA_ARGS__ }

/// Throws CuptiError.
void enable_callbacks(const Api& api, CUpti_SubscriberHandle subscriber, CUpti_CallbackDomain domain,
                      const auto& ids) {
    for (const auto id : ids)
        SORTSCOPE_CALL(api, cuptiEnableCallback, 1, subscriber, domain, CUpti_CallbackId(id));
}

/// "GPU-12345678-...".
std::string uuid_text(const CUuuid& uuid);

/// Makes the primary context of GPU `ordinal` current. Throws Error(environment) without a driver.
CUcontext current_context(int ordinal);

/// Throws Error(environment) without a driver.
CUdevice device_handle(int ordinal);

/// CUPTI 13.0 crashes if another call of the profiler API comes first.
void initialize_profiler(const Api& api);
}
