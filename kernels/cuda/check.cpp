#include "kernels/cuda/check.hpp"

#include <string>

#include "core/error.hpp"

namespace sortscope::kernels::cuda {

void check(cudaError_t result, const char* call, std::source_location at) {
    if (result == cudaSuccess) return;
    const std::string path = at.file_name();
    const auto slash = path.rfind('/');
    const std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
    throw Error(ErrorKind::environment, std::string("A CUDA call failed: ") + call + " gave " +
                                            cudaGetErrorName(result) + " (" + cudaGetErrorString(result) +
                                            ") at " + file + ":" + std::to_string(at.line()) + ".");
}

}  // namespace sortscope::kernels::cuda
