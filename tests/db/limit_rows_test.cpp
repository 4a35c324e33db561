// What devices reach, and samples of stalled warps: both beside the launches.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using StallsFile = OneFile;
using LimitsFile = OneFile;
using sample::full_device;
using sample::full_limits;
using testing::HasSubstr;

TEST_F(LimitsFile, AreKeptOfEachDeviceOfARun) {
    Writer writer(path);
    const auto without = writer.begin_run(full_run());
    const auto run = writer.begin_run(full_run());
    auto other = full_device();
    other.ordinal = 4;
    writer.write_limits(run, full_device(), full_limits());
    writer.write_limits(run, other, std::vector<DeviceLimit>{{"copy_bandwidth", 3.9e12, "bytes/s", 0}});
    const Reader reader(path);
    EXPECT_TRUE(reader.limits(without).empty());
    const auto found = reader.limits(run);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].device, full_device());
    EXPECT_EQ(found[0].limits, full_limits());
    EXPECT_EQ(found[1].device, other);
    EXPECT_EQ(found[1].limits.at(0).value, 3.9e12);
    EXPECT_EQ(query(path,
                    "SELECT group_concat(name || ' ' || value || ' ' || unit, ', ') FROM device_limits WHERE "
                    "device_id = 1"),
              "copy_bandwidth 4100000000000.0 bytes/s, launch_overhead 1300.5 ns");
    error_of(ErrorKind::usage, [&] { reader.limits(RunId{99}); });
}

TEST_F(LimitsFile, OfACaseAreThoseOfItsRunOrElseTheNewest) {
    Writer writer(path);
    const auto device = full_device();
    const std::vector<DeviceLimit> newer{{"copy_bandwidth", 3.9e12, "bytes/s", 0}};
    const auto first = writer.begin_run(full_run());
    const auto second = writer.begin_run(full_run());
    const auto without = writer.begin_run(full_run());
    writer.write_limits(first, device, full_limits());
    writer.write_limits(second, device, newer);
    const Reader reader(path);
    CaseRecord record;
    record.device = device;
    record.run = first;
    EXPECT_EQ(limits_of(reader, record), full_limits());
    record.run = without;
    EXPECT_EQ(limits_of(reader, record), newer);
    record.device = Device{};
    EXPECT_TRUE(limits_of(reader, record).empty()) << "another device";
}

TEST(Reading, OneLaunchIsThatOfTheIndex) {
    const Reader reader(std::filesystem::path(SORTSCOPE_SOURCE_DIR) / "tests/data/faults_h200.db");
    const auto cases = reader.cases();
    const auto found =
        std::ranges::find_if(cases, [](const CaseRecord& record) { return record.launch_count > 1; });
    ASSERT_NE(found, cases.end());
    const auto launch = one_launch(reader, found->id, 1);
    ASSERT_TRUE(launch.has_value());
    EXPECT_EQ(launch->index, 1U);
    EXPECT_TRUE(launch->counters.empty());
    EXPECT_FALSE(one_launch(reader, found->id, static_cast<std::uint32_t>(found->launch_count)).has_value());
}

TEST_F(LimitsFile, ThatContradictThemselvesAreNotStored) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    EXPECT_THAT(
        error_of(ErrorKind::internal, [&] { writer.write_limits(RunId{99}, full_device(), full_limits()); }),
        HasSubstr("run 99, which is not there"));
    auto odd = full_limits();
    odd[1].value = std::numeric_limits<double>::infinity();
    EXPECT_THAT(error_of(ErrorKind::internal, [&] { writer.write_limits(run, full_device(), odd); }),
                HasSubstr("column 'value' of table 'device_limit' holds inf"));
    odd[1] = odd[0];
    EXPECT_THAT(error_of(ErrorKind::internal, [&] { writer.write_limits(run, full_device(), odd); }),
                HasSubstr("contradicts"));
    EXPECT_TRUE(Reader(path).limits(run).empty());
}

TEST_F(StallsFile, AreReadAloneAndShownByName) {
    record(path, 2);
    EXPECT_EQ(Reader(path).stalls(CaseId{2}), full_case().stalls);
    EXPECT_EQ(query(path, "SELECT count(*) FROM instruction"), "3") << "instructions are stored once";
    EXPECT_EQ(query(path,
                    "SELECT kernel || ' ' || file || ':' || line || ' ' || samples FROM stalls WHERE case_id "
                    "= 2 AND samples = 12345"),
              "b2_0 variants/bitonic/b2.hpp:31 12345");
    EXPECT_EQ(query(path, "SELECT count(*) FROM stalls WHERE file IS NULL AND line IS NULL"), "2")
        << "one of each case has no line table";
}

TEST_F(StallsFile, OfOneInstructionAndReasonAreOneRow) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    auto record = full_case();
    record.stalls.push_back(record.stalls[0]);
    EXPECT_THAT(error_of(ErrorKind::internal, [&] { writer.write_case(run, record); }),
                HasSubstr("contradicts"));
}

}  // namespace
}  // namespace sortscope::db
