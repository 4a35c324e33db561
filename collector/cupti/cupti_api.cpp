#include "collector/cupti/cupti_api.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace sortscope::cupti {
namespace {
namespace fs = std::filesystem;

constexpr const char* install_remedy =
    "Install the CUDA Toolkit's CUPTI package, 12.6 or newer (such as cuda-cupti-13-0), or set "
    "SORTSCOPE_CUPTI to the full path of libcupti.so.";

// Orders "cuda-13.0" before "cuda-9.2".
bool newer(const fs::path& a, const fs::path& b) {
    return ::strverscmp(a.filename().c_str(), b.filename().c_str()) > 0;
}

void add_toolkit(std::vector<fs::path>& list, const fs::path& root) {
    for (const char* folder :
         {"lib64", "extras/CUPTI/lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"}) {
        for (const char* name : {"libcupti.so.13", "libcupti.so.12", "libcupti.so"}) {
            const fs::path file = root / folder / name;
            std::error_code ignored;
            if (!fs::exists(file, ignored)) continue;
            list.push_back(file);
            break;
        }
    }
}

// libcupti opens libnvperf_host and libnvperf_target by bare name: open them from its folder first.
void open_siblings(const fs::path& library) {
    if (!library.has_parent_path()) return;
    for (const char* name : {"libnvperf_host.so", "libnvperf_target.so"})
        ::dlopen((library.parent_path() / name).c_str(), RTLD_NOW | RTLD_GLOBAL);
}

fs::path file_of(void* symbol, const fs::path& asked) {
    Dl_info info{};
    if (::dladdr(symbol, &info) != 0 && info.dli_fname != nullptr) return info.dli_fname;
    return asked;
}

template <class F>
bool bind(void* library, const char* name, F& target) {
    target = reinterpret_cast<F>(::dlsym(library, name));
    return target != nullptr;
}

std::string place(const std::source_location& at) {
    return fmt::format("{}:{}", fs::path(at.file_name()).filename().string(), at.line());
}

/// Gets the driver's function through the runtime, without linking libcuda.
template <class F>
F* driver_function(const char* name) {
    void* address = nullptr;
    cudaDriverEntryPointQueryResult status{};
    // 12000: version of the signature in these headers.
    cuda::check(cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableDefault, &status), name);
    if (address == nullptr || status != cudaDriverEntryPointSuccess)
        throw Error(
            ErrorKind::environment,
            fmt::format("The NVIDIA driver has no function {}. Install a driver for CUDA 12.6 or newer.",
                        name));
    return reinterpret_cast<F*>(address);
}
}  // namespace

std::vector<fs::path> cupti_candidates() {
    if (const char* chosen = std::getenv("SORTSCOPE_CUPTI"); chosen != nullptr && *chosen != '\0')
        return {chosen};
    std::vector<fs::path> list{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
    add_toolkit(list, "/usr/local/cuda");
    std::vector<fs::path> versions;
    std::error_code failed;
    for (fs::directory_iterator it("/usr/local", failed), end; !failed && it != end; it.increment(failed))
        if (it->path().filename().string().rfind("cuda-", 0) == 0) versions.push_back(it->path());
    std::sort(versions.begin(), versions.end(), newer);
    for (const auto& root : versions) add_toolkit(list, root);
    return list;
}

SharedApi load_api(const std::vector<fs::path>& candidates) {
    std::string searched;
    std::string why;
    for (const auto& candidate : candidates) {
        open_siblings(candidate);
        void* library = ::dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            if (const char* reason = ::dlerror(); reason != nullptr) why = reason;
            searched += (searched.empty() ? "" : ", ") + candidate.string();
            continue;
        }
        auto api = std::make_shared<Api>();
        std::string missing;
#define SORTSCOPE_BIND(name) \
    if (!bind(library, #name, api->name)) missing += (missing.empty() ? "" : ", ") + std::string(#name);
        SORTSCOPE_FUNCTIONS(SORTSCOPE_BIND)
#undef SORTSCOPE_BIND
#define SORTSCOPE_BIND_OPTIONAL(name) bind(library, #name, api->name);
        SORTSCOPE_OPTIONAL_FUNCTIONS(SORTSCOPE_BIND_OPTIONAL)
#undef SORTSCOPE_BIND_OPTIONAL
        if (!missing.empty())
            throw Error(ErrorKind::environment,
                        fmt::format("The CUPTI library '{}' is too old, or no CUPTI at all: it lacks {}. {}",
                                    candidate.string(), missing, install_remedy));
        api->path = file_of(reinterpret_cast<void*>(api->cuptiGetVersion), candidate);
        if (api->cuptiGetVersion(&api->version) != CUPTI_SUCCESS) api->version = 0;
        return api;
    }
    throw Error(
        ErrorKind::environment,
        fmt::format("Cannot load CUPTI's library. Searched: {}. The loader's last error: {}. {}",
                    searched.empty() ? "nothing" : searched, why.empty() ? "none" : why, install_remedy));
}

std::string version_text(uint32_t version) {
    if (version == 0) return "unknown";
    if (version < 1000) return fmt::format("API {}", version);
    return fmt::format("{}.{}", version / 10000, version % 10000 / 100);
}

std::string_view remedy(CUptiResult code) noexcept {
    struct Remedy {
        CUptiResult code;
        std::string_view text;
    };
    static constexpr Remedy remedies[]{
        {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES,
         "This user may not read GPU counters. Run as root, or add 'options nvidia "
         "NVreg_RestrictProfilingToAdminUsers=0' to /etc/modprobe.d and restart; in a container, also grant "
         "CAP_SYS_ADMIN. Times need no permission."},
        {CUPTI_ERROR_HARDWARE_BUSY,
         "Another profiler or recorded process holds the GPU's counters: end Nsight or ncu, or pause DCGM "
         "('dcgmi profiling --pause')."},
        {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED,
         "Another CUPTI client is active in this process: do not run SortScope under nsys, ncu or another "
         "CUPTI tool."},
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED,
         "This virtual GPU offers no counters: use a vGPU type that does, or a whole GPU."},
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES,
         "This virtual machine may not profile: its administrator must set the vGPU's plugin parameter "
         "enable_profiling=1."},
        {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED,
         "Confidential computing hides the GPU's counters: leave that mode, or use its development mode "
         "(devtools)."},
        {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED,
         "This MIG instance offers no counters: use one with profiling support, or the whole GPU."},
        {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED,
         "This WSL offers no counters: update the Windows driver and allow performance counters in its "
         "control panel, or run on native Linux."},
        {CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED, "Crypto-mining processors offer no counters."},
        {CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED, "SLI hides the counters: turn it off."},
        {CUPTI_ERROR_NOT_SUPPORTED,
         "This GPU, or the way it is shared, does not offer it: use a newer or a whole GPU."},
        {CUPTI_ERROR_INVALID_CHIP_NAME,
         "This CUPTI does not know the GPU: install the CUPTI of a newer CUDA Toolkit."}};
    for (const auto& each : remedies)
        if (each.code == code) return each.text;
    return {};
}

std::string name_of_result(const Api& api, CUptiResult code) {
    const char* text = nullptr;
    if (api.cuptiGetResultString == nullptr || api.cuptiGetResultString(code, &text) != CUPTI_SUCCESS)
        return fmt::format("CUPTI error {}", int(code));
    return text;
}

void check_cupti(const Api& api, CUptiResult code, const char* expression, std::source_location at) {
    if (code == CUPTI_SUCCESS) return;
    const std::string_view help = remedy(code);
    throw CuptiError(help.empty() ? ErrorKind::internal : ErrorKind::environment,
                     fmt::format("A CUPTI call failed with {} ({}): {} at {}.{}{}", name_of_result(api, code),
                                 int(code), expression, place(at), help.empty() ? "" : " ", help),
                     code);
}

void check_driver(CUresult code, const char* expression, std::source_location at) {
    if (code == CUDA_SUCCESS) return;
    throw Error(ErrorKind::internal, fmt::format("A CUDA driver call failed with error {}: {} at {}.",
                                                 int(code), expression, place(at)));
}

std::string uuid_text(const CUuuid& uuid) {
    std::string text = "GPU";
    for (size_t i = 0; i < sizeof uuid.bytes; ++i)
        text += fmt::format("{}{:02x}", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            uint8_t(uuid.bytes[i]));
    return text;
}

CUcontext current_context(int ordinal) {
    const auto cuCtxGetCurrent = driver_function<decltype(::cuCtxGetCurrent)>("cuCtxGetCurrent");
    SORTSCOPE_CUDA_CALL(cudaSetDevice(ordinal));
    SORTSCOPE_CUDA_CALL(cudaFree(nullptr));  // creates the primary context
    CUcontext context = nullptr;
    SORTSCOPE_DRIVER_CALL(cuCtxGetCurrent(&context));
    return context;
}

CUdevice device_handle(int ordinal) {
    CUdevice device{};
    SORTSCOPE_DRIVER_CALL(driver_function<decltype(::cuDeviceGet)>("cuDeviceGet")(&device, ordinal));
    return device;
}

void initialize_profiler(const Api& api) {
    SORTSCOPE_PARAMS(CUpti_Profiler_Initialize_Params, initialize);
    SORTSCOPE_CALL(api, cuptiProfilerInitialize, &initialize);
}
}
