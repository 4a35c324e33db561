#include "tests/kernels/cuda/cubin.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace sortscope::test {
namespace {

constexpr std::size_t instruction_bytes = 16;

/// The object of type T at `offset` of the file. Throws Error(data) where the file ends before it.
template <class T>
T read_at(const std::vector<char>& file, std::uint64_t offset, const std::string& name) {
    if (offset > file.size() || file.size() - offset < sizeof(T))
        throw Error(ErrorKind::data, "The cubin '" + name + "' is cut short. Build it again.");
    T object;
    std::memcpy(&object, file.data() + offset, sizeof(T));
    return object;
}

std::string demangled(const std::string& symbol) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 ? text.get() : symbol;
}

/// A NOP, the padding at a section's end: opcode 0x918 in the instruction's low 12 bits.
bool is_nop(const std::vector<char>& file, std::uint64_t offset, const std::string& name) {
    return (read_at<std::uint16_t>(file, offset, name) & 0xFFFU) == 0x918U;
}

}  // namespace

std::map<std::string, CodeLength> code_lengths(const std::filesystem::path& cubin) {
    const std::string name = cubin.string();
    std::ifstream stream(cubin, std::ios::binary);
    const std::vector<char> file{std::istreambuf_iterator<char>(stream), {}};
    if (file.size() < sizeof(Elf64_Ehdr) || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0 ||
        file[EI_CLASS] != ELFCLASS64)
        throw Error(ErrorKind::data, "'" + name + "' is not a cubin (a 64-bit ELF file). Build it again.");
    const auto header = read_at<Elf64_Ehdr>(file, 0, name);
    const auto section = [&](std::uint64_t index) {
        return read_at<Elf64_Shdr>(file, header.e_shoff + index * header.e_shentsize, name);
    };
    const auto names = section(header.e_shstrndx);
    std::map<std::string, CodeLength> lengths;
    for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
        const auto text = section(i);
        std::string section_name;
        for (std::uint64_t at = names.sh_offset + text.sh_name;; ++at) {
            const char c = read_at<char>(file, at, name);
            if (c == '\0') break;
            section_name += c;
        }
        constexpr std::string_view prefix = ".text.";
        if (!section_name.starts_with(prefix)) continue;
        CodeLength length{text.sh_size, text.sh_size / instruction_bytes};
        while (length.instructions > 0 &&
               is_nop(file, text.sh_offset + (length.instructions - 1) * instruction_bytes, name))
            --length.instructions;
        lengths[demangled(section_name.substr(prefix.size()))] = length;
    }
    return lengths;
}

}  // namespace sortscope::test
