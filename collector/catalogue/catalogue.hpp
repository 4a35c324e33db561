// Everything this program can run, and the devices of this machine it can run it on. No CUDA types: the
// command line uses it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collector/backend.hpp"
#include "collector/check.hpp"
#include "collector/gpu_code.hpp"
#include "collector/worker/messages.hpp"
#include "core/metric/cost.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::collector {

/// All variants and their interpreter builds.
struct Catalogue {
    kernels::VariantRegistry variants;
    kernels::simt::KernelTable host_kernels;
};
Catalogue make_catalogue();

/// What a user asked to collect with.
struct BackendRequest {
    std::vector<BackendKind> kinds;  ///< empty: a GPU where there is one, else the interpreter; and the CPU
    std::vector<int>
        gpus;  ///< CUDA ordinals asked for, which asks for GPUs; empty: the first, where GPUs are asked for
    int model_cc_major = 9;  ///< compute capability that the interpreter models
    int model_cc_minor = 0;
    bool workers = false;  ///< cases run in worker processes of this program; false: here
};

/// The backend that `setup` describes, in this process. Throws Error(environment) or Error(usage) where there
/// is none. `catalogue` must outlive it.
std::unique_ptr<Backend> make_backend(const Catalogue& catalogue, const WorkerSetup& setup);

/// The backends of a request, GPUs first. Throws Error(environment) where a GPU was asked for by name and
/// cannot be had, and Error(usage) for a GPU number that there is not, or one beside `kinds` without GPUs.
/// `catalogue` must outlive them.
std::vector<std::unique_ptr<Backend>> make_backends(const Catalogue& catalogue,
                                                    const BackendRequest& request);

/// Every device that cases can run on here: GPUs, the interpreter, the CPU.
std::vector<Device> available_devices();

/// How the GPU code in this program was compiled.
GpuCode gpu_code();

/// The chips whose metrics can be told here without a GPU, such as "GH100". Throws Error(environment) in a
/// build without CUDA, and where CUPTI's library cannot be loaded.
std::vector<std::string> known_chips();

/// How a chip takes `request`: names and passes. Needs no GPU. Throws as known_chips(), and Error(usage) that
/// names the nearest for a chip that there is not.
ChipPlan plan_on_chip(const std::string& chip, const CounterRequest& request);

/// What works on this machine and why not: interpreter, CUDA build, driver, GPUs, CUPTI, counter permission.
std::vector<Check> check_machine();

}  // namespace sortscope::collector
