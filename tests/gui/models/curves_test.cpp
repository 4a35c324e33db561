#include "gui/models/curves.hpp"

#include <set>

#include "../sample.hpp"
#include "../support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::gui {
namespace {

CaseRecord gpu_case(const char* uuid, std::uint64_t n, const char* cache = "warm") {
    auto record = sample::make_case({"bitonic-b2", n, 256, BackendKind::cupti, false});
    record.device.uuid = uuid;
    record.cache_state = cache;
    return record;
}

TEST(Curves, NoTwoReadAlike) {
    auto file = std::make_shared<FileContents>();
    for (const std::uint64_t n : {1024U, 2048U})
        for (const char* uuid : {"GPU-aaaa", "GPU-bbbb"}) file->cases.push_back(gpu_case(uuid, n));
    file->compute();
    const auto curves = read_curves(file, analyzer::Repeats::newest);
    ASSERT_EQ(curves->all.size(), 2U);
    EXPECT_EQ(std::set(curves->labels.begin(), curves->labels.end()).size(), 2U);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NE(curves->labels[i].find(curves->all[i].condition.device.id), std::string::npos)
            << curves->labels[i];
    // One alone is named as ever.
    auto single = std::make_shared<FileContents>();
    single->cases = {gpu_case("GPU-aaaa", 1024), gpu_case("GPU-aaaa", 2048)};
    single->compute();
    const auto alone = read_curves(single, analyzer::Repeats::newest);
    ASSERT_EQ(alone->all.size(), 1U);
    EXPECT_EQ(alone->labels.front(), alone->all.front().label());
}

TEST(ConditionKey, TellsDevicesCachesAndSeedsApartAndNotTheNameOfOneDevice) {
    const auto key = [](const CaseRecord& record) { return condition_key(condition_of(record)); };
    const auto one = gpu_case("GPU-aaaa", 1024);
    EXPECT_NE(key(one), key(gpu_case("GPU-bbbb", 1024)));
    EXPECT_NE(key(one), key(gpu_case("GPU-aaaa", 1024, "flushed")));
    EXPECT_NE(key(one), key(gpu_case("GPU-aaaa", 2048)));
    auto other = one;
    edit(other).workload.seed += 1;
    EXPECT_NE(key(one), key(other));
    other = one;
    other.device.name = "NVIDIA H200 (renamed)";
    EXPECT_EQ(key(one), key(other));
    other.device.uuid.clear();
    EXPECT_NE(key(one), key(other));
}

}  // namespace
}  // namespace sortscope::gui
