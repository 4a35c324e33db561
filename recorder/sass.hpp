// Machine code as text, by NVIDIA's nvdisasm.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace sortscope::recorder {
/// The instructions of a function with their offsets, and its labels, one a line.
struct SassText {
    std::string text;
    std::map<uint64_t, uint32_t> lines;  ///< number of each instruction's line, from 1, by its offset
};
using SassTexts = std::map<std::string, SassText>;  ///< by mangled name

/// Reads a listing of nvdisasm. Keeps only the given functions.
class SassReader {
 public:
    explicit SassReader(std::set<std::string> functions) : functions_(std::move(functions)) {}
    void add_line(std::string_view line);
    /// Functions that the listing lacks are absent.
    SassTexts take() { return std::move(texts_); }

 private:
    std::set<std::string> functions_;
    SassTexts texts_;
    SassText* current_ = nullptr;  ///< in texts_; null outside kept functions
    uint32_t line_ = 0;            ///< number of the newest line of current_
};

/// On PATH, else in the CUDA toolkit. Empty if absent.
std::filesystem::path find_nvdisasm();

/// The SASS of `functions`, mangled names, in `cubin`. Writes a private temporary file. Throws
/// Error(environment) if the file cannot be written or `nvdisasm` fails.
SassTexts disassemble(const std::filesystem::path& nvdisasm, std::string_view cubin,
                      const std::set<std::string>& functions);
}
