// Messages between processes arrive unchanged.
#include <gtest/gtest.h>

#include "collector/worker/messages.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/full.hpp"

namespace sortscope::collector {
namespace {
TEST(Archive, ARecordWithoutADefaultValueArrivesWhole) {
    const auto record = sample::full_case();
    const auto bytes = pack(record);
    const auto arrived = unpack<CaseRecord>(bytes);
    EXPECT_EQ(pack(arrived), bytes) << "pack() does not compile unless each member is named";
    EXPECT_NE(pack(sample::full_case(1)), bytes);
    ASSERT_EQ(arrived.launches.size(), record.launches.size());
    EXPECT_EQ(arrived.launches[0].counters, record.launches[0].counters);
    EXPECT_EQ(arrived.launches[0].sites, record.launches[0].sites);
    EXPECT_EQ(arrived.time.value().rounds, record.time->rounds);
}

TEST(Archive, AbsentStaysAbsentAndNumbersKeepTheirKind) {
    using Sentence = std::optional<std::string>;
    CaseRecord record;
    record.launches.emplace_back().counters = {{CounterId{}, Provenance::measured, int64_t{1} << 62, 1},
                                               {CounterId{}, Provenance::counted, 0.1, 2}};
    const auto arrived = unpack<CaseRecord>(pack(record));
    EXPECT_FALSE(arrived.time.has_value());
    EXPECT_FALSE(arrived.launches.at(0).duration_ns.has_value());
    EXPECT_EQ(arrived.launches[0].counters, record.launches[0].counters) << "integers stay integers";
    EXPECT_EQ(unpack<Sentence>(pack(Sentence{})), std::nullopt);
    EXPECT_EQ(unpack<Sentence>(pack(Sentence{""})), "") << "an empty sentence is one";
}

TEST(Archive, ATaskCarriesEveryOption) {
    CaseTask task{{"net", {KeyType::f64, 99, Distribution::few, 7, "", 3, ""}, {64, {{"ways", -4}}}}, {}, {}};
    task.options.trials.budget = std::chrono::milliseconds(1234);
    task.options.trials.target_spread = 0.125;
    task.options.phases = {false, true, false, true, false, true};
    task.options.round = 2;
    task.options.time_modes = {TimeMode::stream};
    task.options.keep_profiler = true;
    const auto arrived = unpack<CaseTask>(pack(task));
    EXPECT_EQ(std::tuple(arrived.spec.workload, arrived.spec.config, arrived.options.phases, pack(arrived)),
              std::tuple(task.spec.workload, task.spec.config, task.options.phases, pack(task)));
}

TEST(Archive, WhatIsNoMessageIsRefused) {
    const auto bytes = pack(sample::full_case());
    for (const size_t length : {size_t{0}, size_t{7}, bytes.size() / 2, bytes.size() - 1})
        EXPECT_THROW(unpack<CaseRecord>(bytes.substr(0, length)), Error) << length;
    EXPECT_TRUE(unpack<bool>(pack(true)));
    EXPECT_THROW(unpack<bool>("\xab"), Error) << "neither 0 nor 1";
    EXPECT_EQ(unpack<std::string>(pack(std::string(3000, 'x'))).size(), 3000u);
    auto longer = pack(std::string("four"));
    longer[5] = 1;  // a wrong length: a terabyte too long
    EXPECT_THROW(unpack<std::string>(longer), Error);
    EXPECT_THROW(unpack<std::vector<DeviceLimit>>(longer), Error);
}
}  // namespace
}
