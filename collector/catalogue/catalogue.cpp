#include "collector/catalogue/catalogue.hpp"

#include <algorithm>

#include "collector/cpu/cpu_backend.hpp"
#include "collector/catalogue/gpu.hpp"
#include "collector/simt/simt_backend.hpp"
#include "core/error.hpp"
#include "core/host.hpp"
#include "kernels/variants/register.hpp"

namespace sortscope::collector {
namespace {

/// The capability that devices are listed with; another is chosen by --model.
constexpr int default_cc_major = 9;

}  // namespace

Catalogue make_catalogue() {
    Catalogue catalogue;
    kernels::register_host_kernels(catalogue.variants, catalogue.host_kernels);
    kernels::register_baselines(catalogue.variants);
    return catalogue;
}

std::vector<std::unique_ptr<Backend>> make_backends(const Catalogue& catalogue, const BackendRequest& request) {
    std::vector<std::unique_ptr<Backend>> backends;
    const auto asked = [&](BackendKind kind) {
        return std::find(request.kinds.begin(), request.kinds.end(), kind) != request.kinds.end();
    };
    const bool automatic = request.kinds.empty();
    const bool gpu = asked(BackendKind::cupti) || (automatic && !gpu_devices().empty());
    if (gpu)
        for (const int ordinal : request.gpus) backends.push_back(make_gpu_backend(ordinal));
    if (asked(BackendKind::simt) || (automatic && !gpu))
        backends.push_back(std::make_unique<SimtBackend>(catalogue.host_kernels,
                                                         modelled_device(request.model_cc_major, request.model_cc_minor)));
    if (asked(BackendKind::cpu) || automatic) backends.push_back(std::make_unique<CpuBackend>());
    return backends;
}

std::vector<Device> available_devices() {
    std::vector<Device> devices = gpu_devices();
    devices.push_back(modelled_device(default_cc_major, 0));
    devices.push_back(cpu_device());
    return devices;
}

std::vector<Check> check_machine() {
    std::vector<Check> checks;
    const Device cpu = cpu_device();
    checks.push_back({"Host interpreter", true, "counters without a GPU, on " + std::to_string(cpu.multiprocessors) + " threads", ""});
    checks.push_back({"CPU sorts", true, cpu.name, ""});
    for (auto& check : gpu_checks()) checks.push_back(std::move(check));
    return checks;
}

}  // namespace sortscope::collector
