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
    std::vector<std::shared_ptr<const Plugin>> plugins{};  ///< those that could be used
    std::vector<std::string> unusable{};                   ///< a sentence on each other one

    /// `unusable`, and the first question that each of `plugins` did not answer.
    std::vector<std::string> plugin_problems() const;
};
/// With the variants of these plug-ins, which worker processes of `program` load.
Catalogue make_catalogue(const std::vector<std::string>& plugins = {}, const WorkerProgram& program = {});

/// The backends that a user asks for.
struct BackendRequest {
    std::vector<BackendKind> kinds;  ///< empty: a GPU if there is one, else the interpreter; and the CPU
    std::vector<int> gpus;           ///< CUDA ordinals; empty: the first GPU, if GPUs are asked for
    bool all_gpus = false;           ///< in place of `gpus`
    int model_cc_major = 9;          ///< compute capability that the interpreter models
    int model_cc_minor = 0;
    bool workers = false;  ///< run cases in worker processes of this program
};

/// Runs cases in this process. Throws as make_gpu_backend(). `catalogue` must outlive it.
std::unique_ptr<Backend> make_backend(const Catalogue& catalogue, const WorkerSetup& setup);

/// GPUs first. Throws Error(environment) if a GPU asked for does not work, and Error(usage) for a GPU number
/// that is unknown or given without a GPU's kind. `catalogue` must outlive them.
std::vector<std::unique_ptr<Backend>> make_backends(const Catalogue& catalogue,
                                                    const BackendRequest& request);

/// GPUs, the interpreter, the CPU.
std::vector<Device> available_devices();

/// Checks of interpreter, CPU and gpu_checks().
std::vector<Check> check_machine();

// The rest is in with_gpu.cpp or no_gpu.cpp: a build with CUDA, or without.

/// Empty without a driver or CUDA.
std::vector<Device> gpu_devices();

/// Throws Error(environment) or Error(usage) if there is none.
std::unique_ptr<Backend> make_gpu_backend(int ordinal);

/// Checks of CUDA build, driver, GPUs, CUPTI and permissions.
std::vector<Check> gpu_checks();

GpuCode gpu_code();

/// Names and passes of `request` on a chip such as "GH100". Needs no GPU. Throws Error(environment) without
/// CUDA or CUPTI, and Error(usage) that names the nearest for an unknown chip.
ChipPlan plan_on_chip(const std::string& chip, const CounterRequest& request);
}
