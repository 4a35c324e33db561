#include "collector/catalogue/catalogue.hpp"

#include <ranges>

#include <fmt/core.h>

#include "collector/cpu/cpu_backend.hpp"
#include "collector/simt/simt_backend.hpp"
#include "collector/worker/remote_backend.hpp"
#include "core/failure.hpp"
#include "core/host.hpp"
#include "core/ranges.hpp"
#include "kernels/variants/register.hpp"

namespace sortscope::collector {
namespace {
/// Modelled compute capability in the list of devices; --model chooses another.
constexpr int default_cc_major = 9;

/// Throws Error(usage) if `present` lacks a requested GPU.
std::vector<int> gpu_numbers(const BackendRequest& request, const std::vector<Device>& present) {
    if (request.all_gpus && !present.empty()) {
        const auto all = present | std::views::transform(&Device::ordinal);
        return {all.begin(), all.end()};
    }
    if (request.gpus.empty()) return {0};
    for (const int number : request.gpus) {
        if (present.empty() || (number >= 0 && size_t(number) < present.size())) continue;
        const auto text = [](const Device& gpu) { return fmt::format("{} ({})", gpu.ordinal, gpu.name); };
        throw failure(ErrorKind::usage, "There is no GPU {} here. Known are: {}.", number,
                      fmt::join(present | std::views::transform(text), ", "));
    }
    return request.gpus;
}
}  // namespace

Catalogue make_catalogue(const std::vector<std::string>& plugins, const WorkerProgram& program) {
    Catalogue catalogue;
    kernels::register_host_kernels(catalogue.variants, catalogue.host_kernels);
    kernels::register_baselines(catalogue.variants);
    for (const auto& file : plugins) {
        try {
            auto plugin = std::make_shared<const Plugin>(file, program);
            auto variants = plugin->variants();
            for (const auto& variant : variants)
                if (catalogue.variants.contains(variant.info.name))
                    throw failure(ErrorKind::data,
                                  "The plug-in '{}' cannot be used: variant '{}' "
                                  "exists already. Rename the plug-in's variant.",
                                  file, variant.info.name);
            for (auto& variant : variants) catalogue.variants.add(std::move(variant));
            catalogue.plugins.push_back(std::move(plugin));
        } catch (const Error& error) {
            catalogue.unusable.emplace_back(error.what());
        }
    }
    return catalogue;
}

std::vector<std::string> Catalogue::plugin_problems() const {
    auto problems = unusable;
    for (const auto& plugin : plugins)
        if (auto failure = plugin->failure(); !failure.empty()) problems.push_back(std::move(failure));
    return problems;
}

std::unique_ptr<Backend> make_backend(const Catalogue& catalogue, const WorkerSetup& setup) {
    switch (setup.kind) {
        case BackendKind::cupti:
            return make_gpu_backend(setup.gpu);
        case BackendKind::simt:
            return std::make_unique<SimtBackend>(catalogue.host_kernels,
                                                 modelled_device(setup.model_cc_major, setup.model_cc_minor));
        case BackendKind::cpu:
            return std::make_unique<CpuBackend>();
    }
    throw Error(ErrorKind::internal, "There is no such kind of backend.");
}

std::vector<std::unique_ptr<Backend>> make_backends(const Catalogue& catalogue,
                                                    const BackendRequest& request) {
    const auto asked = [&](BackendKind kind) { return contains(request.kinds, kind); };
    const bool automatic = request.kinds.empty();
    const bool names_gpus = request.all_gpus || !request.gpus.empty();
    if (names_gpus && !automatic && !asked(BackendKind::cupti))
        throw Error(ErrorKind::usage, "--device names a GPU, but none of the chosen backends runs on a GPU.");
    const auto gpus = gpu_devices();
    const bool gpu = asked(BackendKind::cupti) || (automatic && (!gpus.empty() || names_gpus));
    std::vector<WorkerSetup> setups;
    const auto add = [&](BackendKind kind, int ordinal) {
        setups.push_back({kind, ordinal, request.model_cc_major, request.model_cc_minor});
    };
    if (gpu)
        for (const int ordinal : gpu_numbers(request, gpus)) add(BackendKind::cupti, ordinal);
    if (asked(BackendKind::simt) || (automatic && !gpu)) add(BackendKind::simt, 0);
    if (asked(BackendKind::cpu) || automatic) add(BackendKind::cpu, 0);
    std::vector<std::unique_ptr<Backend>> backends;
    for (const auto& setup : setups)
        if (request.workers)
            backends.push_back(std::make_unique<RemoteBackend>(setup));
        else
            backends.push_back(make_backend(catalogue, setup));
    for (const auto& backend : backends) backend->device();  // waits for the workers, once all have started
    return backends;
}

std::vector<Device> available_devices() {
    std::vector<Device> devices = gpu_devices();
    devices.push_back(modelled_device(default_cc_major, 0));
    devices.push_back(cpu_device());
    return devices;
}

std::vector<Check> check_machine() {
    const Device cpu = cpu_device();
    std::vector<Check> checks{
        {"Host interpreter", true,
         "counters without a GPU, on " + std::to_string(cpu.multiprocessors) + " threads", ""},
        {"CPU sorts", true, cpu.name, ""}};
    for (auto& check : gpu_checks()) checks.push_back(std::move(check));
    return checks;
}
}
