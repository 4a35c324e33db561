#include "cli/cells.hpp"

#include <gtest/gtest.h>

namespace sortscope::cli {
namespace {

TEST(GroupedFixed, GroupsTheWholePart) {
    EXPECT_EQ(grouped_fixed(1234567.891, 2), "1,234,567.89");
    EXPECT_EQ(grouped_fixed(123, 0), "123");
    EXPECT_EQ(grouped_fixed(-1234, 1), "-1,234.0");
    EXPECT_EQ(grouped_fixed(999.96, 1), "1,000.0");
}

TEST(FormatRate, AboutFourDigits) {
    EXPECT_EQ(format_rate(12345.6), "12,346");
    EXPECT_EQ(format_rate(999.97), "1,000");
    EXPECT_EQ(format_rate(123.456), "123.5");
    EXPECT_EQ(format_rate(12.3456), "12.35");
    EXPECT_EQ(format_rate(0.1234), "0.123");
}

TEST(TimeScale, OneUnitForAColumn) {
    const auto us = time_scale(2450, 525300);
    EXPECT_STREQ(us.unit, "us");
    EXPECT_EQ(us.decimals, 2);
    EXPECT_STREQ(time_scale(5, 900).unit, "ns");
    EXPECT_STREQ(time_scale(1e6, 5e7).unit, "ms");
    EXPECT_STREQ(time_scale(1e9, 5e10).unit, "s");
    EXPECT_LE(time_scale(1, 5e10).decimals, 3);
}

TEST(Cells, AbsentStaysAbsent) {
    EXPECT_EQ(count_cell(std::nullopt).text, "");
    EXPECT_EQ(fixed_cell(std::nullopt, 1).text, "");
    EXPECT_EQ(time_cell(std::nullopt).text, "");
    EXPECT_EQ(count_cell(0).text, "0");
    EXPECT_EQ(fixed_cell(0.0, 1, Provenance::modelled).text, "0.0");
}

TEST(Phrases, WorkloadAndConfiguration) {
    CaseRecord record;
    record.workload.n = 1 << 20;
    record.workload.key = KeyType::f32;
    record.config.params["radix_bits"] = 8;
    EXPECT_EQ(workload_text(record.workload), "2^20 f32 uniform keys (4.00 MiB)");
    EXPECT_EQ(config_text(record), "block 256, radix_bits 8");
    record.backend = BackendKind::cpu;
    record.config.params.clear();
    EXPECT_EQ(config_text(record), "");
    EXPECT_EQ(plural(1, "case"), "1 case");
    EXPECT_EQ(plural(1000, "case"), "1,000 cases");
}

}  // namespace
}  // namespace sortscope::cli
