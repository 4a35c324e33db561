#include "core/text.hpp"

#include <gmock/gmock.h>
#include <limits>
#include <utility>

#include "core/printable.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using Counts = std::vector<uint64_t>;
using test::expect_error, testing::ElementsAre;

constexpr auto largest = std::numeric_limits<uint64_t>::max();

template <class T = double>
std::vector<std::string> texts_of(const auto& format, const std::vector<T>& values) {
    std::vector<std::string> texts;
    for (const auto value : values) texts.push_back(format(value));
    return texts;
}

TEST(ParseCount, EveryAcceptedForm) {
    const std::vector<std::pair<const char*, uint64_t>> forms{
        {"0", 0},           {"1048576", 1048576},
        {"2^20", 1048576},  {"10^3", 1000},
        {"2^0", 1},         {"64Ki", 65536},
        {"1Mi", 1048576},   {"2Gi", 2147483648},
        {"4k", 4000},       {"1M", 1000000},
        {"3G", 3000000000}, {"1^18446744073709551615", 1},
        {"0^0", 1},         {"0^18446744073709551615", 0}};
    for (const auto& [text, count] : forms) EXPECT_EQ(parse_count(text), count) << text;
}

TEST(ParseCount, UpToTheLargestNumberAndNotBeyond) {
    EXPECT_EQ(parse_count("18446744073709551615"), largest);
    EXPECT_EQ(parse_count("2^63"), 1ULL << 63);
    for (const auto* text : {"18446744073709551616", "2^64", "10^20", "17179869184Gi", "99999999999G"})
        expect_error(ErrorKind::usage, text, [&] { return parse_count(text); });
}

TEST(ParseCount, WhatIsNoNumberIsRefused) {
    for (const auto* text :
         {"",   " ",    "abc",  "-1", "+1", "1.5", "1e6",  " 1",    "1 ",   "1 Ki",  "Ki",  "k",
          "1K", "1KiB", "0x10", "^",  "2^", "^2",  "2^-1", "2^2^2", "2^1k", "1,024", "1..2"})
        expect_error(ErrorKind::usage, "'" + std::string(text) + "' is not a number",
                     [&] { return parse_count(text); });
}

TEST(ParseCountList, NumbersAndDoublingRanges) {
    for (const auto& [text, counts] : std::initializer_list<std::pair<const char*, Counts>>{
             {"1024", {1024}},
             {"2^10..2^13", {1024, 2048, 4096, 8192}},
             {"32,64..256", {32, 64, 128, 256}},
             {"100..1000", {100, 200, 400, 800}},  // doubles up to the end
             {"7..7", {7}},
             {"1024,32,1Ki,16..64", {1024, 32, 16, 64}},  // drops repeats
             {"2^62..18446744073709551615", {1ULL << 62, 1ULL << 63}}})
        EXPECT_EQ(parse_count_list(text), counts) << text;
    for (const auto* text : {"8..4", "0..4", "0..0"})
        expect_error(ErrorKind::usage, "The range '" + std::string(text) + "'",
                     [&] { return parse_count_list(text); });
    for (const auto* text : {"", ",", "1,", ",1", "1,,2"})
        expect_error(ErrorKind::usage, "empty part", [&] { return parse_count_list(text); });
    for (const auto* text : {"..", "1..", "..8"})
        expect_error(ErrorKind::usage, "lacks an end", [&] { return parse_count_list(text); });
    for (const auto* text : {"1..2..4", "1...4", "1,x", "1;2", "1 ,2"})
        expect_error(ErrorKind::usage, "is not a number", [&] { return parse_count_list(text); });
}

TEST(SplitList, Parts) {
    EXPECT_EQ(split_list("a"), (std::vector<std::string>{"a"}));
    EXPECT_EQ(split_list("a,b c,d"), (std::vector<std::string>{"a", "b c", "d"}));
    for (const auto* text : {"", "a,", ",a", "a,,b"})
        expect_error(ErrorKind::usage, "'" + std::string(text) + "'", [&] { return split_list(text); });
}

TEST(FormatCount, PowersOfTwoFromTwoToTheTen) {
    EXPECT_THAT(texts_of<uint64_t>(format_count, {1024, 1ULL << 63, 512, 1025, 0, largest}),
                ElementsAre("2^10", "2^63", "512", "1025", "0", "18446744073709551615"));
}

TEST(FormatTime, FourDigitsAndAUnit) {
    EXPECT_THAT(texts_of(format_time_ns, {0, 999, 1000, 12346, 123456, 1234567, 2.5e9, -1234567, -0.7, 2.5}),
                ElementsAre("0 ns", "999 ns", "1.000 us", "12.35 us", "123.5 us", "1.235 ms", "2.500 s",
                            "-1.235 ms", "-1 ns", "2 ns"));
    EXPECT_EQ(format_time_ns(-0.3), "0 ns") << "rounded to nothing it has no sign";
    EXPECT_THAT(texts_of(format_time_ns, {999.6, 999960, 999.96e6, 9999.6, 99996}),
                ElementsAre("1.000 us", "1.000 ms", "1.000 s", "10.00 us", "100.0 us"))
        << "rounding never shows a thousand of a unit";
}

TEST(FormatRoughTime, AsPeopleSayIt) {
    EXPECT_THAT(
        texts_of(format_rough_time,
                 {0, 1, 1.6, 40.2, 720, 3.5 * 3600, 9.96 * 3600, 99.7 * 3600, 12.2 * 86400}),
        ElementsAre("a second", "a second", "2 s", "40 s", "12 min", "3.5 h", "10 h", "100 h", "12 days"));
}

TEST(FormatBytes, BinaryUnitsUpToTheLargest) {
    EXPECT_THAT(texts_of(format_bytes, {0, 1023, 1536, 1048576, 139 * 0x1p30, 4096 * 0x1p40}),
                ElementsAre("0 B", "1023 B", "1.50 KiB", "1.00 MiB", "139.00 GiB", "4096.00 TiB"));
}

TEST(FormatGrouped, ThousandsFromTheRight) {
    EXPECT_THAT(
        texts_of<int64_t>(format_grouped,
                          {0, 999, 1000, 12345678, -999, -1000, std::numeric_limits<int64_t>::min()}),
        ElementsAre("0", "999", "1,000", "12,345,678", "-999", "-1,000", "-9,223,372,036,854,775,808"));
}

TEST(UtcNow, IsIso8601) {
    std::string shape = utc_now();
    for (char& character : shape)
        if (character >= '0' && character <= '9') character = '9';
    EXPECT_EQ(shape, "9999-99-99T99:99:99Z");
}

TEST(Formats, OfRatiosAndParts) {
    EXPECT_EQ(std::tuple(format_bandwidth(3.35e12), format_bandwidth(12.3456e9), format_clock(899999)),
              std::tuple("3,350 GB/s", "12.35 GB/s", "900 MHz"));
    EXPECT_EQ(std::tuple(spaced("host_to_device"), format_ratio(1.03149), format_ratio(1234.5)),
              std::tuple("host to device", "1.031", "1,234.500"));
    EXPECT_EQ(std::tuple(format_ratio(0.1), format_ratio(0.04), format_ratio(0.0001656), format_ratio(0)),
              std::tuple("0.100", "0.0400", "0.000166", "0.000"));
    EXPECT_EQ(std::tuple(format_factor(1.254), format_percent(0.1234)), std::tuple("1.25x", "12 %"));
    EXPECT_EQ(std::tuple(format_percent(0.1234, 1), format_percent(-0.001)), std::tuple("12.3 %", "0 %"));
    EXPECT_EQ(format_percent_short(0.02), "2 %");
    EXPECT_EQ(format_percent_short(0.015), "1.5 %");
}

TEST(Formats, OfSignificantDigits) {
    const auto significant = [](double value) { return format_significant(value); };
    EXPECT_THAT(
        texts_of(significant, {0, 12.3456, -12.3456, 123456.7, 1234.5, 0.04177, 30, 0.000012345, 2e15}),
        ElementsAre("0", "12.35", "-12.35", "123,457", "1,235", "0.04177", "30.00", "1.234e-05",
                    "2.000e+15"));
    EXPECT_EQ(format_significant(9.99961), "10.00") << "rounded, it has a digit more before the point";
    EXPECT_EQ(format_significant(1.0512, 3), "1.05");
    EXPECT_THAT(texts_of([](double value) { return format_figure(value); }, {30, 30.5, 1234567}),
                ElementsAre("30", "30.50", "1,234,567"));
}

TEST(LeftText, IsAClock) {
    EXPECT_THAT(texts_of(left_text, {6.6, 750, 3723, -1}),
                ElementsAre("0:07 left", "12:30 left", "1:02:03 left", ""));
}

TEST(NearestSentence, NamesThoseThatWereMeant) {
    const std::vector<std::string_view> known{"gld_efficiency",
                                              "gld_efficiency_pct",
                                              "dram_read_bytes",
                                              "dram_write_bytes",
                                              "heat",
                                              "stages",
                                              "heat"};
    EXPECT_EQ(nearest_sentence("gld_eficiency", known), " Did you mean 'gld_efficiency'?");
    EXPECT_EQ(nearest_sentence("DRAM", known), " Did you mean 'dram_read_bytes' or 'dram_write_bytes'?");
    EXPECT_EQ(nearest_sentence("GLD efficiency", known).substr(0, 30), " Did you mean 'gld_efficiency'");
    EXPECT_EQ(nearest_sentence("dram bytes", known), " Did you mean 'dram_read_bytes' or 'dram_write_bytes'?")
        << "all words of it";
    EXPECT_EQ(nearest_sentence("heatmap", known), " Did you mean 'heat'?");
    EXPECT_EQ(nearest_sentence("--n", {"-h", "-o"}), "") << "a long name is no letter";
    for (const auto* word : {"_______", "something", ""})
        EXPECT_EQ(nearest_sentence(word, known), "") << word;
}

TEST(Printable, EscapesWhatATerminalObeys) {
    for (const auto& [text, shown] : std::initializer_list<std::pair<std::string, const char*>>{
             {"a\x1b[31mb\x7f", "a\\x1b[31mb\\x7f"},
             {"a\xC2\x9B"
              "2J",
              "a\\u009b2J"},  // terminals also obey Latin-1 controls
             {"a\xE2\x80\xAE"
              "b\xE2\x81\xA7"
              "c",
              "a\\u202eb\\u2067c"},  // marks that change the writing direction
             {"pass\xE2\x80\x8Bword\xEF\xBB\xBF", "pass\\u200bword\\ufeff"},
             {"tag \xF3\xA0\x81\x81", "tag \\U000e0041"},
             {"Größe 🂡 中 e\xCC\x81", "Größe 🂡 中 e\xCC\x81"},
             // Invalid UTF-8.
             {"a\xFF"
              "b",
              "a\\xffb"},
             {"\x9B"
              "31m",
              "\\x9b31m"},
             {"cut \xE2\x82", "cut \\xe2\\x82"},
             {"\xC0\xAF", "\\xc0\\xaf"},  // an overlong form
             {"\xE0\x82\x9B", "\\xe0\\x82\\x9b"},
             {"\xED\xA0\x80", "\\xed\\xa0\\x80"},           // a surrogate
             {"\xF4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},  // above U+10FFFF
             {std::string(1, '\0'), "\\x00"},
             {"a\nb\r\nc\td", "a b c d"}})
        EXPECT_EQ(printable(text), shown);
    EXPECT_EQ(printable("a\nb\r\nc\rd", LineEnds::kept), "a\nb\r\nc\\x0dd")
        << "a lone return would write over the line";
}

TEST(ShellWord, CanBePasted) {
    EXPECT_EQ(std::tuple(shell_word("a/b-1.db"), shell_word("my file.db"), shell_word("it's")),
              std::tuple("a/b-1.db", "'my file.db'", "'it'\\''s'"));
    EXPECT_EQ(std::tuple(shell_word(""), shell_word("a\x1b'\\")), std::tuple("''", "$'a\\x1b\\'\\\\'"));
    EXPECT_EQ(shell_word("größe.db"), "'größe.db'");
}
}  // namespace
}
