#include "core/records.hpp"
#include "core/host.hpp"

#include <gmock/gmock.h>
#include <unistd.h>
#include <thread>

namespace sortscope {
namespace {
TEST(DescribeSort, MakesAxesInputAndWork) {
    CaseRecord record;
    const Workload workload{KeyType::f64, 1000, Distribution::few, 3, {}, 4, {}};
    const LaunchConfig config{128, {{"max_keys", 16}}};
    describe_sort(record, workload, config);
    EXPECT_EQ(record.axes, (Axes{{"n", 1000},
                                 {"key", "f64"},
                                 {"input", "few (4 bits) (seed 3)"},
                                 {"block", 128},
                                 {"max_keys", 16}}));
    EXPECT_EQ(std::tuple(record.work, record.keys(), record.key(), record.block(), workload_of(record)),
              std::tuple((Work{1000, 8000}), 1000U, KeyType::f64, 128U, workload));
    EXPECT_EQ(config_of(record), config);
}

TEST(SortInput, ParsesItsText) {
    for (const auto& input : {SortInput{}, SortInput{.seed = 7},
                              SortInput{.distribution = Distribution::few, .seed = 1, .entropy_bits = 4},
                              SortInput{.distribution = Distribution::few, .seed = 12, .entropy_bits = 10},
                              SortInput{.distribution = Distribution::file, .file_digest = "fnv1a:12"},
                              SortInput{.distribution = Distribution::sorted}})
        EXPECT_EQ(SortInput::parse(input.text()), input) << input.text();
}

TEST(DescribeSort, AProgramHasNoWork) {
    CaseRecord record;
    record.subject = Subject::program("nbody");
    EXPECT_TRUE(record.is_program());
    EXPECT_EQ(std::tuple(record.keys(), record.bytes(), record.key()), std::tuple(0U, 0U, std::nullopt));
    EXPECT_EQ(workload_of(record).n, 0U);
}

TEST(Host, IsThisMachine) {
    const Host host = read_host();
    std::array<char, 256> name{};
    ASSERT_EQ(gethostname(name.data(), name.size() - 1), 0);
    EXPECT_EQ(host.name, name.data());
    EXPECT_THAT(host.kernel, testing::StartsWith("Linux "));
    EXPECT_EQ(host.threads, int(std::thread::hardware_concurrency()));
    EXPECT_GT(host.memory_bytes, 64ULL << 20);
    for (const auto& text : {host.os, host.cpu})  // empty if unknown
        EXPECT_THAT(text, testing::MatchesRegex("([^ \"]([^\"]*[^ \"])?)?"))
            << "without quotes and blanks around";
}

TEST(CpuDevice, IsTheHostsCpuAndNoGpu) {
    const Host host = read_host();
    const Device device = cpu_device();
    EXPECT_FALSE(device.name.empty()) << "a device is always shown by a name";
    EXPECT_EQ(std::tuple(device.backend, device.multiprocessors, device.memory_bytes, device.warp_size),
              std::tuple(BackendKind::cpu, host.threads, host.memory_bytes, 1));
    EXPECT_EQ(std::tuple(device.uuid, device.cc_major, device.clock_khz), std::tuple("", 0, 0));
}
}  // namespace
}
