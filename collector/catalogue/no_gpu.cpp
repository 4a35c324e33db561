// A build without CUDA.
#include "collector/catalogue/catalogue.hpp"

namespace sortscope::collector {
namespace {
constexpr const char* remedy =
    "Install the CUDA Toolkit (12.6 or newer) and configure again with SORTSCOPE_CUDA=ON.";

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ErrorKind::environment, "This build of sortscope has no CUDA, so it " + what + ". " + remedy);
}
}  // namespace

std::vector<Device> gpu_devices() { return {}; }

std::unique_ptr<Backend> make_gpu_backend(int) { refuse("cannot collect on a GPU"); }

GpuCode gpu_code() { return {"none", true}; }

ChipPlan plan_on_chip(const std::string&, const CounterRequest&) {
    refuse("does not know the chips' own metrics");
}

std::vector<Check> gpu_checks() {
    return {{"CUDA build", false, "this program was built without CUDA", remedy}};
}
}
