// The machine code of kernels, read from a cubin (an ELF file with one text section a kernel).
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace sortscope::test {

struct CodeLength {
    std::size_t section_bytes = 0;  ///< with the padding at its end
    std::size_t instructions = 0;   ///< of 16 bytes (compute capability 7.0 and newer), without that padding
};

/// By demangled names. Throws Error(data) if `cubin` is no 64-bit ELF file.
std::map<std::string, CodeLength> code_lengths(const std::filesystem::path& cubin);

}  // namespace sortscope::test
