#include "core/printable.hpp"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(Printable, EscapesWhatATerminalObeys) {
    EXPECT_EQ(printable("a\x1b[31mb\x7f"), "a\\x1b[31mb\\x7f");
    EXPECT_EQ(printable("a\xC2\x9B"
                        "2J"),
              "a\\u009b2J")
        << "a control of Latin-1 is obeyed, too";
    EXPECT_EQ(printable("a\xE2\x80\xAE"
                        "b\xE2\x81\xA7"
                        "c"),
              "a\\u202eb\\u2067c")
        << "the direction of writing stays";
    EXPECT_EQ(printable("pass\xE2\x80\x8Bword\xEF\xBB\xBF"), "pass\\u200bword\\ufeff") << "all is visible";
    EXPECT_EQ(printable("tag \xF3\xA0\x81\x81"), "tag \\U000e0041");
    EXPECT_EQ(printable("Größe 🂡 中 e\xCC\x81"), "Größe 🂡 中 e\xCC\x81");
}

TEST(Printable, ShowsTheBytesOfABrokenText) {
    EXPECT_EQ(printable("a\xFF"
                        "b"),
              "a\\xffb");
    EXPECT_EQ(printable("\x9B"
                        "31m"),
              "\\x9b31m");
    EXPECT_EQ(printable("cut \xE2\x82"), "cut \\xe2\\x82");
    EXPECT_EQ(printable("\xC0\xAF"), "\\xc0\\xaf") << "no character is written longer than it must be";
    EXPECT_EQ(printable("\xE0\x82\x9B"), "\\xe0\\x82\\x9b");
    EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "above U+10FFFF";
}

TEST(Printable, LineEndsAreBlanksOrKept) {
    EXPECT_EQ(printable("a\nb\r\nc\td"), "a b c d");
    EXPECT_EQ(printable("a\nb\r\nc\rd", LineEnds::kept), "a\nb\r\nc\\x0dd")
        << "a lone return would write over the line";
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(Printable, CleanTextsStayAsTheyAre) {
    for (const std::string_view text : {"", "plain", "█▌… Größe 中 😀", "a\\x1b"}) {
        EXPECT_TRUE(is_printable(text)) << text;
        EXPECT_EQ(printable(text), text);
    }
    for (const std::string_view text : {"\x1b[2J", "\xC2\x85", "\xFF", "a\nb", "\t"}) {
        EXPECT_FALSE(is_printable(text));
        EXPECT_TRUE(is_printable(printable(text)));
    }
    EXPECT_TRUE(is_printable("a\nb\r\n", LineEnds::kept));
    EXPECT_FALSE(is_printable("a\rb", LineEnds::kept));
}

TEST(ShellWord, CanBePasted) {
    EXPECT_EQ(shell_word("a/b-1.db"), "a/b-1.db");
    EXPECT_EQ(shell_word("my file.db"), "'my file.db'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word(""), "''");
    EXPECT_EQ(shell_word("a\x1b'\\"), "$'a\\x1b\\'\\\\'");
    EXPECT_EQ(shell_word("größe.db"), "'größe.db'");
}

}  // namespace
}  // namespace sortscope
