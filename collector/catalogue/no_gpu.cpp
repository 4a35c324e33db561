// A build without CUDA.
#include "collector/catalogue/catalogue.hpp"
#include "core/error.hpp"

namespace sortscope::collector {
namespace {

constexpr const char* remedy =
    "Install the CUDA Toolkit (12.6 or newer) and configure again with SORTSCOPE_CUDA=ON.";

}  // namespace

std::vector<Device> gpu_devices() { return {}; }

std::unique_ptr<Backend> make_gpu_backend(int) {
    throw Error(ErrorKind::environment,
                std::string("This build of sortscope has no CUDA, so it cannot collect on a GPU. ") + remedy);
}

GpuCode gpu_code() { return {"none", true}; }

std::vector<std::string> known_chips() {
    throw Error(
        ErrorKind::environment,
        std::string("This build of sortscope has no CUDA, so it does not know the chips' own metrics. ") +
            remedy);
}

ChipPlan plan_on_chip(const std::string&, const CounterRequest&) {
    known_chips();
    return {};
}

std::vector<Check> gpu_checks() {
    return {{"CUDA build", false, "this program was built without CUDA", remedy}};
}

}  // namespace sortscope::collector
