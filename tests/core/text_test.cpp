#include "core/text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {

using test::expect_error;
using Counts = std::vector<std::uint64_t>;

constexpr auto largest = std::numeric_limits<std::uint64_t>::max();

TEST(ParseCount, EveryAcceptedForm) {
    for (const auto& [text, count] :
         std::vector<std::pair<const char*, std::uint64_t>>{{"0", 0},
                                                            {"1048576", 1048576},
                                                            {"2^20", 1048576},
                                                            {"10^3", 1000},
                                                            {"2^0", 1},
                                                            {"64Ki", 65536},
                                                            {"1Mi", 1048576},
                                                            {"2Gi", 2147483648},
                                                            {"4k", 4000},
                                                            {"1M", 1000000},
                                                            {"3G", 3000000000},
                                                            {"1^18446744073709551615", 1},
                                                            {"0^0", 1},
                                                            {"0^18446744073709551615", 0}})
        EXPECT_EQ(parse_count(text), count) << text;
}

TEST(ParseCount, UpToTheLargestNumberAndNotBeyond) {
    EXPECT_EQ(parse_count("18446744073709551615"), largest);
    EXPECT_EQ(parse_count("2^63"), 1ULL << 63);
    for (const auto* text : {"18446744073709551616", "2^64", "10^20", "17179869184Gi", "99999999999G"})
        expect_error(ErrorKind::usage, text, [&] { return parse_count(text); });
}

TEST(ParseCount, WhatIsNoNumberIsRefusedWithTheAcceptedForms) {
    for (const auto* text :
         {"",   " ",    "abc",  "-1", "+1", "1.5", "1e6",  " 1",    "1 ",   "1 Ki",  "Ki",  "k",
          "1K", "1KiB", "0x10", "^",  "2^", "^2",  "2^-1", "2^2^2", "2^1k", "1,024", "1..2"}) {
        expect_error(ErrorKind::usage, "'" + std::string(text) + "' is not a number",
                     [&] { return parse_count(text); });
        expect_error(ErrorKind::usage, "2^10", [&] { return parse_count(text); });
    }
}

TEST(ParseCountList, NumbersAndDoublingRanges) {
    EXPECT_EQ(parse_count_list("1024"), (Counts{1024}));
    EXPECT_EQ(parse_count_list("2^10..2^13"), (Counts{1024, 2048, 4096, 8192}));
    EXPECT_EQ(parse_count_list("32,64..256"), (Counts{32, 64, 128, 256}));
    EXPECT_EQ(parse_count_list("100..1000"), (Counts{100, 200, 400, 800})) << "doubles and stays within";
    EXPECT_EQ(parse_count_list("7..7"), (Counts{7}));
    EXPECT_EQ(parse_count_list("1024,32,1Ki,16..64"), (Counts{1024, 32, 16, 64})) << "repeats are dropped";
    EXPECT_EQ(parse_count_list("2^62..18446744073709551615"), (Counts{1ULL << 62, 1ULL << 63}));
    for (const auto* text : {"8..4", "0..4", "0..0"})
        expect_error(ErrorKind::usage, "The range '" + std::string(text) + "'",
                     [&] { return parse_count_list(text); });
}

TEST(ParseCountList, EmptyAndBrokenParts) {
    for (const auto* text : {"", ",", "1,", ",1", "1,,2"})
        expect_error(ErrorKind::usage, "empty part", [&] { return parse_count_list(text); });
    for (const auto* text : {"..", "1..", "..8", "1..2..4", "1...4", "1,x", "1;2", "1 ,2"})
        expect_error(ErrorKind::usage, "is not a number", [&] { return parse_count_list(text); });
}

TEST(SplitList, Parts) {
    EXPECT_EQ(split_list("a"), (std::vector<std::string>{"a"}));
    EXPECT_EQ(split_list("a,b c,d"), (std::vector<std::string>{"a", "b c", "d"}));
    for (const auto* text : {"", "a,", ",a", "a,,b"})
        expect_error(ErrorKind::usage, "'" + std::string(text) + "'", [&] { return split_list(text); });
}

TEST(FormatCount, PowersOfTwoFromTwoToTheTen) {
    EXPECT_EQ(format_count(1024), "2^10");
    EXPECT_EQ(format_count(1ULL << 63), "2^63");
    EXPECT_EQ(format_count(512), "512");
    EXPECT_EQ(format_count(1025), "1025");
    EXPECT_EQ(format_count(0), "0");
    EXPECT_EQ(format_count(largest), "18446744073709551615");
}

TEST(FormatTime, FourDigitsAndAUnit) {
    EXPECT_EQ(format_time_ns(0), "0 ns");
    EXPECT_EQ(format_time_ns(999), "999 ns");
    EXPECT_EQ(format_time_ns(1000), "1.000 us");
    EXPECT_EQ(format_time_ns(12346), "12.35 us");
    EXPECT_EQ(format_time_ns(123456), "123.5 us");
    EXPECT_EQ(format_time_ns(1234567), "1.235 ms");
    EXPECT_EQ(format_time_ns(2.5e9), "2.500 s");
    EXPECT_EQ(format_time_ns(-1234567), "-1.235 ms") << "a difference may be negative";
    EXPECT_EQ(format_time_ns(-0.3), "0 ns") << "rounded to nothing it has no sign";
    EXPECT_EQ(format_time_ns(-0.7), "-1 ns");
    EXPECT_EQ(format_time_ns(2.5), "2 ns");
}

TEST(Text, RoughTimesAsPeopleSayThem) {
    EXPECT_EQ(format_rough_time(0), "a second");
    EXPECT_EQ(format_rough_time(1), "a second");
    EXPECT_EQ(format_rough_time(1.6), "2 s");
    EXPECT_EQ(format_rough_time(40.2), "40 s");
    EXPECT_EQ(format_rough_time(720), "12 min");
    EXPECT_EQ(format_rough_time(3.5 * 3600), "3.5 h");
    EXPECT_EQ(format_rough_time(9.96 * 3600), "10 h");
    EXPECT_EQ(format_rough_time(99.7 * 3600), "100 h");
    EXPECT_EQ(format_rough_time(12.2 * 86400), "12 days");
}

TEST(FormatTime, RoundingNeverShowsAThousandOfAUnit) {
    EXPECT_EQ(format_time_ns(999.6), "1.000 us");
    EXPECT_EQ(format_time_ns(999960), "1.000 ms");
    EXPECT_EQ(format_time_ns(999.96e6), "1.000 s");
    EXPECT_EQ(format_time_ns(9999.6), "10.00 us");
    EXPECT_EQ(format_time_ns(99996), "100.0 us");
}

TEST(FormatBytes, BinaryUnits) {
    EXPECT_EQ(format_bytes(0), "0 B");
    EXPECT_EQ(format_bytes(1023), "1023 B");
    EXPECT_EQ(format_bytes(1536), "1.50 KiB");
    EXPECT_EQ(format_bytes(1048576), "1.00 MiB");
    EXPECT_EQ(format_bytes(139.0 * 1024 * 1024 * 1024), "139.00 GiB");
    EXPECT_EQ(format_bytes(4096.0 * 1024 * 1024 * 1024 * 1024), "4096.00 TiB") << "the largest unit there is";
}

TEST(FormatGrouped, ThousandsFromTheRight) {
    EXPECT_EQ(format_grouped(0), "0");
    EXPECT_EQ(format_grouped(999), "999");
    EXPECT_EQ(format_grouped(1000), "1,000");
    EXPECT_EQ(format_grouped(12345678), "12,345,678");
    EXPECT_EQ(format_grouped(-999), "-999");
    EXPECT_EQ(format_grouped(-1000), "-1,000");
    EXPECT_EQ(format_grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(UtcNow, IsIso8601) {
    std::string shape = utc_now();
    for (char& character : shape)
        if (character >= '0' && character <= '9') character = '9';
    EXPECT_EQ(shape, "9999-99-99T99:99:99Z");
}

TEST(Formats, OfRatiosAndParts) {
    EXPECT_EQ(format_bandwidth(3.35e12), "3,350 GB/s");
    EXPECT_EQ(format_bandwidth(12.3456e9), "12.35 GB/s");
    EXPECT_EQ(format_clock(899999), "900 MHz");
    EXPECT_EQ(spaced("host_to_device"), "host to device");
    EXPECT_EQ(format_ratio(1.03149), "1.031");
    EXPECT_EQ(format_ratio(1234.5), "1,234.500");
    EXPECT_EQ(format_factor(1.254), "1.25x");
    EXPECT_EQ(format_percent(0.1234), "12 %");
    EXPECT_EQ(format_percent(0.1234, 1), "12.3 %");
    EXPECT_EQ(format_percent(-0.001), "0 %");
    EXPECT_EQ(format_percent_short(0.02), "2 %");
    EXPECT_EQ(format_percent_short(0.015), "1.5 %");
}

TEST(Formats, OfSignificantDigits) {
    EXPECT_EQ(format_significant(0), "0");
    EXPECT_EQ(format_significant(12.3456), "12.35");
    EXPECT_EQ(format_significant(-12.3456), "-12.35");
    EXPECT_EQ(format_significant(123456.7), "123,457");
    EXPECT_EQ(format_significant(1234.5), "1,235");
    EXPECT_EQ(format_significant(0.04177), "0.04177");
    EXPECT_EQ(format_significant(9.99961), "10.00") << "rounded, it has a digit more before the point";
    EXPECT_EQ(format_significant(30), "30.00");
    EXPECT_EQ(format_significant(1.0512, 3), "1.05");
    EXPECT_EQ(format_significant(0.000012345), "1.234e-05");
    EXPECT_EQ(format_significant(2e15), "2.000e+15");
    EXPECT_EQ(format_figure(30), "30");
    EXPECT_EQ(format_figure(30.5), "30.50");
    EXPECT_EQ(format_figure(1234567), "1,234,567");
}

TEST(LeftText, IsAClock) {
    EXPECT_EQ(left_text(6.6), "0:07 left");
    EXPECT_EQ(left_text(750), "12:30 left");
    EXPECT_EQ(left_text(3723), "1:02:03 left");
    EXPECT_EQ(left_text(-1), "");
}

TEST(EditDistance, CountsSingleCharacterEdits) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("flaw", "lawn"), 2U);
    EXPECT_EQ(edit_distance("semi", "semi"), 0U);
    EXPECT_EQ(edit_distance("b2", "b4"), edit_distance("b4", "b2"));
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
    EXPECT_EQ(nearest_sentence("_______", known), "");
    EXPECT_EQ(nearest_sentence("something", known), "");
    EXPECT_EQ(nearest_sentence("", known), "");
}

}  // namespace
}  // namespace sortscope
