// A kernel against a context costs no instruction more than the same kernel in plain CUDA.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>

#include "tests/core/expect_error.hpp"
#include "tests/kernels/cuda/cubin.hpp"

namespace sortscope::test {
namespace {

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
        const std::size_t padding = length.section_bytes - length.instructions * 16;
        EXPECT_GE(padding, 128U) << name;  // what the fetch ahead of the last instruction may read
        EXPECT_LT(padding, 256U) << name;  // and less than as much again, to a multiple of 128 bytes
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
}  // namespace sortscope::test
