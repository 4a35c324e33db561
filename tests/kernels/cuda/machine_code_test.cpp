// A kernel written for a context has no more instructions than the same kernel in plain CUDA.
#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

#include "tests/core/expect_error.hpp"

namespace sortscope::test {
namespace {
struct CodeLength {
    size_t section_bytes = 0;  ///< with the padding at its end
    size_t instructions = 0;   ///< of 16 bytes (compute capability 7.0 and newer), without padding
};

constexpr size_t instruction_bytes = 16;

/// The object of type T at `offset` of the file. Throws Error(data) if the file ends before it.
template <class T>
T read_at(const std::vector<char>& file, uint64_t offset, const std::string& name) {
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
bool is_nop(const std::vector<char>& file, uint64_t offset, const std::string& name) {
    return (read_at<uint16_t>(file, offset, name) & 0xFFFU) == 0x918U;
}

/// Code lengths by demangled kernel names. Throws Error(data) if `cubin` is no 64-bit ELF file.
std::map<std::string, CodeLength> code_lengths(const std::filesystem::path& cubin) {
    const std::string name = cubin.string();
    std::ifstream stream(cubin, std::ios::binary);
    const std::vector<char> file{std::istreambuf_iterator<char>(stream), {}};
    if (file.size() < sizeof(Elf64_Ehdr) || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0 ||
        file[EI_CLASS] != ELFCLASS64)
        throw Error(ErrorKind::data, "'" + name + "' is not a cubin (a 64-bit ELF file). Build it again.");
    const auto header = read_at<Elf64_Ehdr>(file, 0, name);
    const auto section = [&](uint64_t index) {
        return read_at<Elf64_Shdr>(file, header.e_shoff + index * header.e_shentsize, name);
    };
    const auto names = section(header.e_shstrndx);
    std::map<std::string, CodeLength> lengths;
    for (uint64_t i = 0; i < header.e_shnum; ++i) {
        const auto text = section(i);
        std::string section_name;
        for (uint64_t at = names.sh_offset + text.sh_name;; ++at) {
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

/// The only kernel of `lengths` with `words` in its name.
CodeLength only(const std::map<std::string, CodeLength>& lengths, const std::string& words) {
    CodeLength found;
    int matches = 0;
    for (const auto& [name, length] : lengths)
        if (name.find(words) != std::string::npos) {
            found = length;
            ++matches;
        }
    EXPECT_EQ(matches, 1) << "kernels named " << words;
    return found;
}

struct Pair {
    const char* portable;
    const char* hand_written;
};

TEST(MachineCode, ThePortableFormIsAsLongAsHandWrittenCuda) {
    const auto portable = code_lengths(SORTSCOPE_PORTABLE_CUBIN);
    const auto by_hand = code_lengths(SORTSCOPE_HAND_WRITTEN_CUBIN);
    std::cout << "sm_90: instructions (bytes of the text section)\n";
    for (const Pair pair :
         {Pair{"BitonicB2Step", "bitonic_b2"}, Pair{"BitonicBasicStep", "bitonic_basic"},
          Pair{"BitonicSemiShared", "bitonic_semi_shared"}, Pair{"ButterflyStep", "butterfly_step"}})
        for (const char* key : {"unsigned int", "float"}) {
            const auto ours = only(portable, fmt::format("{}<{}>", pair.portable, key));
            const auto theirs = only(by_hand, fmt::format("{}<{}>", pair.hand_written, key));
            const auto row = fmt::format("{:<36} portable {:3} ({:4})   hand-written {:3} ({:4})",
                                         fmt::format("{}<{}>", pair.hand_written, key), ours.instructions,
                                         ours.section_bytes, theirs.instructions, theirs.section_bytes);
            std::cout << row << '\n';
            EXPECT_GT(theirs.instructions, 0U) << row;
            EXPECT_LE(ours.instructions, theirs.instructions) << row;
            EXPECT_LE(ours.section_bytes, theirs.section_bytes) << row;
        }
}

TEST(MachineCode, OnlyThePaddingIsLeftOut) {
    for (const auto& [name, length] : code_lengths(SORTSCOPE_PORTABLE_CUBIN)) {
        EXPECT_EQ(length.section_bytes % 128, 0U) << name;
        EXPECT_GT(length.instructions, 20U) << name;
        const size_t padding = length.section_bytes - length.instructions * 16;
        EXPECT_GE(padding, 128U) << name;  // the GPU may fetch 128 bytes beyond the last instruction
        EXPECT_LT(padding, 256U) << name;  // at most 127 bytes more, up to a multiple of 128
    }
}

TEST(MachineCode, WhatIsNoCubinIsRefused) {
    expect_error(ErrorKind::data, "not a cubin", [] { code_lengths("no_such_file.cubin"); });
    const auto path = std::filesystem::path(testing::TempDir()) / "sortscope_cut.cubin";
    {
        std::ifstream whole(SORTSCOPE_PORTABLE_CUBIN, std::ios::binary);
        std::string start(100, '\0');
        whole.read(start.data(), 100);
        std::ofstream(path, std::ios::binary) << start;
    }
    expect_error(ErrorKind::data, "cut short", [&] { code_lengths(path); });
    std::filesystem::remove(path);
}
}  // namespace
}
