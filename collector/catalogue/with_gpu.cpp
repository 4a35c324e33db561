// A build with CUDA.
#include "collector/catalogue/gpu.hpp"
#include "collector/cupti/cupti_backend.hpp"
#include "collector/cupti/support.hpp"

namespace sortscope::collector {

std::vector<Device> gpu_devices() { return cupti::list_gpus(); }

std::unique_ptr<Backend> make_gpu_backend(int ordinal) { return cupti::make_cupti_backend(ordinal); }

std::vector<Check> gpu_checks() {
    std::vector<Check> checks;
    checks.push_back({"CUDA build", true, "CUDA runtime " + cupti::runtime_version() + ", linked into the program", ""});
    for (auto& check : cupti::check_support()) checks.push_back(std::move(check));
    return checks;
}

}  // namespace sortscope::collector
