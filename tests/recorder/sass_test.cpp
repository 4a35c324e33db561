#include "recorder/sass.hpp"

#include <gmock/gmock.h>
#include <fstream>

#include "core/error.hpp"
#include "tests/recorder/nvdisasm.hpp"

namespace sortscope::recorder {
namespace {
using test::FakeNvdisasm, ::testing::ElementsAre, ::testing::Pair;

TEST(Sass, AnInstructionALine) {
    const FakeNvdisasm tool;
    const auto texts = disassemble(tool.path(), "code", {"_Z5mergePj", "_Z6absentv"});
    ASSERT_THAT(texts, ElementsAre(Pair("_Z5mergePj", ::testing::_)));
    const auto& [text, lines] = texts.at("_Z5mergePj");
    EXPECT_EQ(text,
              "/*0000*/                   LDC R1, c[0x0][0x37c] ;\n"
              "/*0010*/                   S2R R0, SR_TID.X ;\n"
              ".L_x_0:\n"
              "/*0020*/                   LDG.E R3, desc[UR4][R2.64] ;\n"
              "/*0030*/              @!P0 EXIT ;\n"
              "/*0040*/                   BRA 0x20 ;\n");
    EXPECT_THAT(lines, ElementsAre(Pair(0, 1), Pair(0x10, 2), Pair(0x20, 4), Pair(0x30, 5), Pair(0x40, 6)));
}

TEST(Sass, OnlyFunctionsThatAreAskedFor) {
    const FakeNvdisasm tool;
    EXPECT_EQ(disassemble(tool.path(), "code", {"_Z5localPj"}).at("_Z5localPj").lines.size(), 1U);
    EXPECT_TRUE(disassemble(tool.path(), "code", {}).empty());
}

TEST(Sass, TheToolReadsThePrivateFileOfTheCode) {
    const FakeNvdisasm tool("test \"$(stat -c %a \"$3\") $(cat \"$3\")\" = '600 code' || exit 1");
    EXPECT_NO_THROW(disassemble(tool.path(), "code", {}));
    EXPECT_THROW(disassemble(tool.path(), "other", {}), Error);
    EXPECT_THROW(disassemble("/no/nvdisasm", "code", {}), Error);
}

TEST(Sass, TheToolIsFoundOnPath) {
    const FakeNvdisasm tool;
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", ("/nowhere:" + tool.path().parent_path().string() + ":" + before).c_str(), 1);
    EXPECT_EQ(find_nvdisasm(), tool.path());
    ::setenv("PATH", before.c_str(), 1);
}
}  // namespace
}
