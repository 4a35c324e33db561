// Fetches texts from GPU memory.
#pragma once

#include <cuda_runtime.h>

#include <map>
#include <set>
#include <string>

namespace sortscope::kernels::cuda {

/// Maximum length of a fetched text; of a longer one the end is kept, which distinguishes files.
inline constexpr unsigned longest_device_text = 255;

/// The 0-terminated texts at `addresses` in GPU memory, by address. Waits. Throws Error.
std::map<const char*, std::string> device_texts(const std::set<const char*>& addresses, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
