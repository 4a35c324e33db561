// The variants of this program and the devices of this machine. No CUDA types: the command line uses it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collector/sweep_case.hpp"
#include "collector/worker/messages.hpp"
#include "core/metric/cost.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::collector {

/// All variants and their interpreter builds.
struct Catalogue {
    kernels::VariantRegistry variants;
    kernels::simt::KernelTable host_kernels;
};
Catalogue make_catalogue();

/// The backends that a user asks for.
struct BackendRequest {
    std::vector<BackendKind> kinds;  ///< empty: a GPU if there is one, else the interpreter; and the CPU
    std::vector<int> gpus;           ///< CUDA ordinals; empty: the first GPU, if GPUs are asked for
    int model_cc_major = 9;          ///< compute capability that the interpreter models
    int model_cc_minor = 0;
    bool workers = false;  ///< run cases in worker processes of this program
};

/// The backend of `setup`, in this process. Throws as make_gpu_backend(). `catalogue` must outlive it.
std::unique_ptr<Backend> make_backend(const Catalogue& catalogue, const WorkerSetup& setup);

/// The backends of a request, GPUs first. Throws Error(environment) if a GPU asked for does not work, and
/// Error(usage) for a GPU number that is unknown or given without a GPU's kind. `catalogue` must outlive
/// them.
std::vector<std::unique_ptr<Backend>> make_backends(const Catalogue& catalogue,
                                                    const BackendRequest& request);

/// All devices for cases here: GPUs, the interpreter, the CPU.
std::vector<Device> available_devices();

// The rest is in one of two sources: a build with CUDA, or without.

/// The GPUs of this machine; empty without a driver, or in a build without CUDA.
std::vector<Device> gpu_devices();

/// A backend on GPU number `ordinal`. Throws Error(environment) or Error(usage) if there is none.
std::unique_ptr<Backend> make_gpu_backend(int ordinal);

/// Checks of driver, GPUs, CUPTI and permissions.
std::vector<Check> gpu_checks();

/// How the GPU code in this program was compiled.
GpuCode gpu_code();

/// Names and passes of `request` on a chip such as "GH100". Needs no GPU. Throws Error(environment) without
/// CUDA or CUPTI, and Error(usage) that names the nearest for an unknown chip.
ChipPlan plan_on_chip(const std::string& chip, const CounterRequest& request);

/// Checks of interpreter, CUDA build, driver, GPUs, CUPTI and counter permission.
std::vector<Check> check_machine();

}  // namespace sortscope::collector
