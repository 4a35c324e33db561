#include "collector/cupti/checked.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace sortscope::cupti {
namespace {

std::string place(const std::source_location& at) {
    return fmt::format("{}:{}", std::filesystem::path(at.file_name()).filename().string(), at.line());
}

template <class F>
F driver_function(const char* name) {
    void* address = nullptr;
    cudaDriverEntryPointQueryResult status{};
    // 12000: the version whose signature these headers declare.
    kernels::cuda::check(cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableDefault, &status),
                         name);
    if (address == nullptr || status != cudaDriverEntryPointSuccess)
        throw Error(
            ErrorKind::environment,
            fmt::format("The NVIDIA driver has no function {}. Install a driver that supports CUDA 12.6 or "
                        "newer.",
                        name));
    return reinterpret_cast<F>(address);
}

}  // namespace

std::string_view remedy(CUptiResult code) noexcept {
    struct Remedy {
        CUptiResult code;
        std::string_view text;
    };
    static constexpr Remedy remedies[]{
        {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES,
         "This user may not read GPU performance counters. Run as root, or have the administrator load the "
         "driver with NVreg_RestrictProfilingToAdminUsers=0 (a line 'options nvidia "
         "NVreg_RestrictProfilingToAdminUsers=0' in /etc/modprobe.d, then reload the driver or restart); in "
         "a "
         "container, also grant CAP_SYS_ADMIN. Times do not need this permission."},
        {CUPTI_ERROR_HARDWARE_BUSY,
         "Another profiler holds the GPU's counters: end other profilers (Nsight, ncu) or pause DCGM's "
         "profiling ('dcgmi profiling --pause')."},
        {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED,
         "Another CUPTI client is active in this process: do not run SortScope under nsys, ncu or another "
         "CUPTI tool while it collects with CUPTI itself."},
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED,
         "This virtual GPU does not offer counters: use a vGPU type that does, or a whole GPU."},
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES,
         "Profiling is not enabled for this virtual machine: its administrator must enable it for the vGPU "
         "(plugin parameter enable_profiling=1)."},
        {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED,
         "The GPU is in confidential-computing mode, which hides its counters: leave that mode, or turn on "
         "its development mode (devtools)."},
        {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED,
         "This MIG instance does not offer counters: use an instance with profiling support or the whole "
         "GPU."},
        {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED,
         "Counters are not available under this WSL: update the Windows driver and allow access to "
         "performance counters in its control panel, or run on native Linux."},
        {CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED, "Crypto-mining processors do not offer counters."},
        {CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED, "Counters are not available while SLI is on: turn it off."},
        {CUPTI_ERROR_NOT_SUPPORTED,
         "This GPU, or the way it is shared, does not offer it: use a newer GPU, or the whole of one."},
        {CUPTI_ERROR_INVALID_CHIP_NAME,
         "This CUPTI does not know the GPU: install the CUPTI of a newer CUDA Toolkit."}};
    for (const auto& each : remedies)
        if (each.code == code) return each.text;
    return {};
}

std::string name_of_result(const Api& api, CUptiResult code) {
    const char* text = nullptr;
    if (api.cuptiGetResultString == nullptr || api.cuptiGetResultString(code, &text) != CUPTI_SUCCESS)
        return fmt::format("CUPTI error {}", static_cast<int>(code));
    return text;
}

void check_cupti(const Api& api, CUptiResult code, const char* expression, std::source_location at) {
    if (code == CUPTI_SUCCESS) return;
    const std::string_view help = remedy(code);
    throw CuptiError(
        help.empty() ? ErrorKind::internal : ErrorKind::environment,
        fmt::format("A CUPTI call failed with {} ({}): {} at {}.{}{}", name_of_result(api, code),
                    static_cast<int>(code), expression, place(at), help.empty() ? "" : " ", help),
        code);
}

void check_driver(CUresult code, const char* expression, std::source_location at) {
    if (code == CUDA_SUCCESS) return;
    throw Error(ErrorKind::internal, fmt::format("A CUDA driver call failed with error {}: {} at {}.",
                                                 static_cast<int>(code), expression, place(at)));
}

Driver load_driver() {
    Driver driver;
    driver.ctx_get_current = driver_function<decltype(driver.ctx_get_current)>("cuCtxGetCurrent");
    driver.device_get = driver_function<decltype(driver.device_get)>("cuDeviceGet");
    return driver;
}

CUcontext current_context(const Driver& driver, int ordinal) {
    SORTSCOPE_CUDA_CALL(cudaSetDevice(ordinal));
    SORTSCOPE_CUDA_CALL(cudaFree(nullptr));  // creates the primary context
    CUcontext context = nullptr;
    SORTSCOPE_DRIVER_CALL(driver.ctx_get_current(&context));
    return context;
}

}  // namespace sortscope::cupti
