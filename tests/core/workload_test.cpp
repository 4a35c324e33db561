#include "core/workload.hpp"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(Workload, BytesOfItsKeys) {
    EXPECT_EQ((Workload{.key = KeyType::u32, .n = 1024, .file = {}}.bytes()), 4096U);
    EXPECT_EQ((Workload{.key = KeyType::f64, .n = 1024, .file = {}}.bytes()), 8192U);
    EXPECT_EQ(Workload{}.bytes(), 0U);
}

TEST(Workload, BytesBeyondFourGibibytes) {
    EXPECT_EQ((Workload{.key = KeyType::u64, .n = 1ULL << 32, .file = {}}.bytes()), 1ULL << 35);
}

}  // namespace
}  // namespace sortscope
