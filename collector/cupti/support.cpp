#include "collector/cupti/support.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <regex>

#include "collector/cupti/nvml.hpp"
#include "collector/cupti/pc_sampling.hpp"
#include "collector/cupti/pm_sampling.hpp"
#include "collector/cupti/range_profiler.hpp"

namespace sortscope::cupti {
namespace {
std::string cuda_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

std::optional<std::string> proc_driver_version() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    std::smatch version;
    if (std::regex_search(line, version, std::regex("[ \\t]([0-9]+\\.[0-9.]+)[ \\t]")))
        return version[1].str();
    return std::nullopt;
}

int attribute(cudaDeviceAttr which, int ordinal) {
    int value = 0;
    return cudaDeviceGetAttribute(&value, which, ordinal) == cudaSuccess ? value : 0;
}

int gpu_count(cudaError_t& error) {
    int count = 0;
    error = cudaGetDeviceCount(&count);
    cudaGetLastError();  // clear the error of a missing driver: a later check would report it
    return error == cudaSuccess ? count : 0;
}

Check check_driver_present() {
    int cuda = 0;
    const std::string version = driver_version();
    if (cudaDriverGetVersion(&cuda) != cudaSuccess || cuda == 0)
        return {"NVIDIA driver", false, "No NVIDIA driver is loaded.",
                "Install the NVIDIA driver to measure on a GPU. Without one, kernels run in the host "
                "interpreter, without times."};
    Check check{"NVIDIA driver", true, fmt::format("{} (CUDA up to {})", version, cuda_text(cuda)), ""};
    if (cuda / 1000 < CUDART_VERSION / 1000) {
        check.ok = false;
        check.detail += fmt::format("; this program was built with CUDA {}", runtime_version());
        check.remedy =
            fmt::format("Update the driver to one that supports CUDA {}.0 or newer.", CUDART_VERSION / 1000);
    }
    return check;
}

Check check_gpus(const std::vector<Device>& gpus) {
    cudaError_t error{};
    gpu_count(error);
    if (error == cudaErrorInsufficientDriver)
        return {"GPU", false, "No GPU can be used without a matching driver.",
                "See the check of the driver."};
    if (gpus.empty())
        return {"GPU", false,
                error == cudaSuccess || error == cudaErrorNoDevice
                    ? "No NVIDIA GPU was found."
                    : fmt::format("No NVIDIA GPU can be used: {}.", cudaGetErrorString(error)),
                "Check that nvidia-smi lists a GPU and that CUDA_VISIBLE_DEVICES does not hide it."};
    std::string names;
    for (const auto& gpu : gpus)
        names += fmt::format("{}{}: {} (compute capability {}.{})", names.empty() ? "" : "; ", gpu.ordinal,
                             gpu.name, gpu.cc_major, gpu.cc_minor);
    return {"GPU", true, names, ""};
}

std::string join_unsupported(const CUpti_Profiler_DeviceSupported_Params& params) {
    const std::array<std::pair<const char*, CUpti_Profiler_Support_Level>, 6> fields{{
        {"architecture (compute capability 7.0 or newer is needed)", params.architecture},
        {"SLI", params.sli},
        {"virtual GPU", params.vGpu},
        {"confidential computing", params.confidentialCompute},
        {"crypto-mining processor", params.cmp},
        {"WSL", params.wsl},
    }};
    std::string text;
    for (const auto& [name, level] : fields) {
        if (level == CUPTI_PROFILER_CONFIGURATION_SUPPORTED) continue;
        const char* word = level == CUPTI_PROFILER_CONFIGURATION_DISABLED      ? "disabled"
                           : level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED ? "unsupported"
                                                                               : "unknown";
        text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, word);
    }
    return text;
}

Check check_profiling(const Api& api, int ordinal) {
    const std::string name = fmt::format("Profiling of GPU {}", ordinal);
    try {
        current_context(ordinal);
        SORTSCOPE_PARAMS(CUpti_Profiler_Initialize_Params, initialize);
        SORTSCOPE_CALL(api, cuptiProfilerInitialize, &initialize);
        SORTSCOPE_PARAMS(CUpti_Profiler_DeviceSupported_Params, params, .cuDevice = device_handle(ordinal),
                         .api = CUPTI_PROFILER_RANGE_PROFILING);
        SORTSCOPE_CALL(api, cuptiProfilerDeviceSupported, &params);
        if (params.isSupported == CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
            return {name, true, "CUPTI supports this GPU in this configuration.", ""};
        return {name, false, "CUPTI cannot profile this GPU: " + join_unsupported(params) + ".",
                "Use a GPU of compute capability 7.0 or newer, outside these configurations. Times are still "
                "measured."};
    } catch (const Error& error) {
        return {name, false, error.what(), "Times are still measured; counters are not."};
    }
}

/// Counts an idle pass: enabling alone does not touch the hardware.
void count_idle(const SharedApi& api, int ordinal) {
    RangeProfiler profiler(api, ordinal);
    const auto metric = profiler.chip().first_of("smsp__sass_inst_executed.sum|smsp__inst_executed.sum");
    if (!metric)
        throw Error(ErrorKind::unsupported,
                    profiler.chip().unknown_metric_sentence("smsp__inst_executed.sum"));
    profiler.configure({*metric}, 1);
    profiler.begin_pass();
    profiler.end_pass();
}

void sample_idle(const SharedApi& api, int ordinal) {
    PmSampler sampler(api, ordinal);
    const auto metric = sampler.chip().first_of(series_metrics().back().names);
    if (!metric)
        throw Error(ErrorKind::unsupported,
                    sampler.chip().unknown_metric_sentence(series_metrics().back().names));
    sampler.configure({*metric}, sampling_interval_ns(0), 0);
    sampler.start();
    sampler.stop();
}

void sample_idle_warps(const SharedApi& api, int ordinal) {
    PcSampler sampler(api, current_context(ordinal));
    sampler.start();
    sampler.stop();
}
}  // namespace

Check tried(std::string name, std::string_view detail, std::string_view otherwise,
            const std::function<void()>& attempt) {
    try {
        attempt();
        return {std::move(name), true, std::string(detail), ""};
    } catch (const Error& error) {
        const auto* cupti = dynamic_cast<const CuptiError*>(&error);
        const std::string_view help = cupti == nullptr ? "" : remedy(cupti->code());
        return {std::move(name), false, error.what(), std::string(help.empty() ? otherwise : help)};
    }
}

Check check_other_profilers() {
    // Variables that profilers set in profiled programs.
    constexpr std::array<std::pair<const char*, const char*>, 4> signs{
        {{"NSYS_PROFILING_SESSION_ID", "Nsight Systems"},
         {"NV_TPS_LAUNCH_TOKEN", "Nsight Compute"},
         {"NVPROF_CMDLINE", "nvprof"},
         {"CUDA_INJECTION64_PATH", "a library that CUDA_INJECTION64_PATH names"}}};
    for (const auto& [variable, tool] : signs)
        if (const char* value = std::getenv(variable); value != nullptr && *value != '\0')
            return {
                "Other profilers", false,
                fmt::format("This process runs under {} ({} is set): CUPTI serves one profiler at a time.",
                            tool, variable),
                "Run SortScope by itself to get counters. Times are still measured."};
    return {"Other profilers", true, "None is attached to this process.", ""};
}

std::string driver_version() {
    if (const auto version = Nvml().driver_version()) return *version;
    if (const auto version = proc_driver_version()) return *version;
    int cuda = 0;
    if (cudaDriverGetVersion(&cuda) == cudaSuccess && cuda != 0) return "CUDA " + cuda_text(cuda);
    return "";
}

std::string runtime_version() { return cuda_text(CUDART_VERSION); }

std::vector<Device> list_gpus() {
    cudaError_t error{};
    const int count = gpu_count(error);
    std::vector<Device> gpus;
    if (count == 0) return gpus;
    const std::string driver = driver_version();
    std::string cupti;
    try {
        cupti = version_text(load_api()->version);
    } catch (const Error&) {  // check_support() reports the error
    }
    for (int ordinal = 0; ordinal < count; ++ordinal) {
        cudaDeviceProp properties{};
        SORTSCOPE_CUDA_CALL(cudaGetDeviceProperties(&properties, ordinal));
        Device gpu;
        gpu.backend = BackendKind::cupti;
        gpu.ordinal = ordinal;
        gpu.name = properties.name;
        gpu.uuid = uuid_text(properties.uuid);
        gpu.cc_major = properties.major;
        gpu.cc_minor = properties.minor;
        gpu.multiprocessors = properties.multiProcessorCount;
        gpu.warp_size = properties.warpSize;
        gpu.clock_khz = attribute(cudaDevAttrClockRate, ordinal);
        gpu.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, ordinal);
        gpu.memory_bus_bits = properties.memoryBusWidth;
        gpu.memory_bytes = properties.totalGlobalMem;
        gpu.l2_bytes = uint64_t(properties.l2CacheSize);
        gpu.shared_per_block_bytes = properties.sharedMemPerBlock;
        gpu.max_threads_per_block = properties.maxThreadsPerBlock;
        gpu.driver_version = driver;
        gpu.cuda_version = runtime_version();
        gpu.cupti_version = cupti;
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

std::vector<Check> check_support() {
    std::vector<Check> checks{check_driver_present()};
    const std::vector<Device> gpus = list_gpus();
    checks.push_back(check_gpus(gpus));
    SharedApi api;
    try {
        api = load_api();
        checks.push_back(
            {"CUPTI", true, fmt::format("{} at {}", version_text(api->version), api->path.string()), ""});
    } catch (const Error& error) {
        checks.push_back(
            {"CUPTI", false, error.what(),
             "Install the CUDA Toolkit's CUPTI package, 12.6 or newer, or set SORTSCOPE_CUPTI. Without it, "
             "sorts are still timed; launches are not timed or counted."});
    }
    if (api == nullptr) return checks;
    checks.push_back(check_other_profilers());
    for (const auto& gpu : gpus) {
        checks.push_back(check_profiling(*api, gpu.ordinal));
        if (!checks.back().ok) continue;
        const auto add = [&](std::string_view name, std::string_view detail, std::string_view otherwise,
                             void (*attempt)(const SharedApi&, int)) {
            checks.push_back(tried(fmt::format("{} of GPU {}", name, gpu.ordinal), detail, otherwise,
                                   [&] { attempt(api, gpu.ordinal); }));
        };
        // Counters last: CUPTI samples no instruction after counting.
        constexpr std::string_view without = "Times and counters of each launch do not need them.";
        add("Stall samples", "The GPU samples the instructions at which warps stall.", without,
            sample_idle_warps);
        add("Series over time", "The GPU samples counters while a sort runs.", without, sample_idle);
        add("Counters", "This user may read them.", "Times are still measured; counters are not.",
            count_idle);
    }
    return checks;
}
}
