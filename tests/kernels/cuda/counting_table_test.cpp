#include "kernels/cuda/counting_table.hpp"

#include <gtest/gtest.h>
#include <set>

namespace sortscope::kernels::cuda {
namespace {
const char* file_at(uint64_t address) { return reinterpret_cast<const char*>(address); }

TEST(SiteRowKey, KeepsKindLineAndColumn) {
    for (const auto& row : EnumTable<SiteKind>::names())
        for (const uint32_t line : {1U, 255U, 256U, 65536U, 131071U})
            for (const uint32_t column : {0U, 1U, 255U, 256U, 2047U}) {
                const Site site =
                    site_of_row(site_row_key(file_at(0x7F12'3456'7890), line, column, row.value));
                EXPECT_EQ(std::tuple(site.kind, site.line, site.column), std::tuple(row.value, line, column));
                EXPECT_EQ(site.file, "") << "only its name's address is in the key";
            }
}

TEST(SiteRowKey, TellsTwoFilesApart) {
    // File names of one module: addresses with equal upper and different lower halves.
    std::set<unsigned long long> keys;
    for (const uint64_t address : {0x7F12'0000'0000ULL, 0x7F12'0000'0001ULL, 0x7F12'FFFF'FFFFULL})
        keys.insert(site_row_key(file_at(address), 40, 9, SiteKind::global_load));
    EXPECT_EQ(keys.size(), 3U);
}

TEST(SiteRowKey, IsNeverThatOfAFreeRow) {
    for (const auto& row : EnumTable<SiteKind>::names())
        EXPECT_NE(site_row_key(nullptr, 0, 0, row.value), 0U);
}
}  // namespace
}
