// The variants of this program and the devices of this machine. No CUDA types.
#pragma once

#include "collector/sweep_case.hpp"
#include "collector/worker/plugin.hpp"
#include "core/metric/cost.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::collector {
struct Catalogue {
    VariantRegistry variants;
    kernels::simt::KernelTable host_kernels;
    std::vector<std::shared_ptr<const Plugin>> plugins{};  ///< usable plug-ins
    std::vector<std::string> unusable{};                   ///< reasons why other plug-ins cannot be used

    /// `unusable`, and the first unanswered question of each plug-in.
    std::vector<std::string> plugin_problems() const;
};
/// Adds the variants of `plugins`. Worker processes of `program` load the plug-ins.
Catalogue make_catalogue(const std::vector<std::string>& plugins = {}, const WorkerProgram& program = {});

/// The backends that a user asks for.
struct BackendRequest {
    std::vector<BackendKind> kinds;  ///< empty: the CPU, and a GPU (without one: the interpreter)
    std::vector<int> gpus;           ///< CUDA ordinals; empty: the first GPU
    bool all_gpus = false;           ///< replaces `gpus`
    int model_cc_major = 9;          ///< compute capability that the interpreter models
    int model_cc_minor = 0;
    bool workers = false;  ///< run cases in worker processes of this program
};

/// `catalogue` must outlive the backend. Throws like make_gpu_backend().
std::unique_ptr<Backend> make_backend(const Catalogue& catalogue, const WorkerSetup& setup);

/// Makes backends, GPUs first; `catalogue` must outlive them. Throws Error(environment) if a GPU does not
/// work. Throws Error(usage) for an absent GPU, or if GPUs are requested but no kind that runs on a GPU.
std::vector<std::unique_ptr<Backend>> make_backends(const Catalogue& catalogue,
                                                    const BackendRequest& request);

/// Lists GPUs, then the interpreter and the CPU.
std::vector<Device> available_devices();

/// Checks of the interpreter and the CPU, then gpu_checks().
std::vector<Check> check_machine();

// with_gpu.cpp defines the functions below with CUDA, no_gpu.cpp without.

/// Empty without a driver or CUDA.
std::vector<Device> gpu_devices();

/// Throws Error(environment) if there is no such GPU.
std::unique_ptr<Backend> make_gpu_backend(int ordinal);

/// Checks of CUDA build, driver, GPUs, CUPTI and permissions.
std::vector<Check> gpu_checks();

GpuCode gpu_code();

/// Passes of `request` on a chip such as "GH100"; needs no GPU. Throws Error(environment) without CUDA or
/// CUPTI. Throws Error(usage), with the nearest names, for an unknown chip.
ChipPlan plan_on_chip(const std::string& chip, const CounterRequest& request);
}
