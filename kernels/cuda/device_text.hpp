// Texts that stand in the GPU's memory.
#pragma once

#include <cuda_runtime.h>

#include <map>
#include <set>
#include <string>

namespace sortscope::kernels::cuda {

/// The most characters of a text that device_texts() fetches; of a longer one its end is kept, which tells
/// files apart.
inline constexpr unsigned longest_device_text = 255;

/// The texts that end with a 0 at `addresses` in the current GPU's memory, by address. Waits. Throws Error.
std::map<const char*, std::string> device_texts(const std::set<const char*>& addresses, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
