#include "analyzer/launches/figures.hpp"

#include <gmock/gmock.h>

#include "tests/core/expect_error.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer {
namespace {
using ::testing::ElementsAre, ::testing::FieldsAre, ::testing::IsEmpty;

TEST(TransferSums, ByKindInTheVocabularysOrder) {
    CaseRecord record;
    record.transfers = {{TransferKind::device_to_host, 100, 0, 5},
                        {TransferKind::host_to_device, 10, 0, 2},
                        {TransferKind::device_to_host, 50, 0, 7}};
    const auto sums = transfer_sums(record);
    EXPECT_THAT(sums, ElementsAre(FieldsAre(TransferKind::host_to_device, 1, 10, 2),
                                  FieldsAre(TransferKind::device_to_host, 2, 150, 12)));
    EXPECT_THAT(transfer_sums({}), IsEmpty());
    EXPECT_THAT(total_of(sums), FieldsAre(testing::_, 3, 160, 14));
    constexpr auto most = std::numeric_limits<int64_t>::max();
    for (const auto& [bytes, ns] :
         {std::pair{std::numeric_limits<uint64_t>::max(), int64_t{5}}, {uint64_t{1}, most}}) {
        record.transfers = {{TransferKind::set, bytes, 0, ns}, {TransferKind::set, 1, 0, 2}};
        test::expect_error(ErrorKind::data, "64 bits", [&] { transfer_sums(record); });
    }
}

TEST(TrialCounts, OfEachKindVerifiedAndRejected) {
    CaseRecord record;
    for (const auto kind : {TrialKind::counter, TrialKind::time, TrialKind::time, TrialKind::activity}) {
        TrialRecord trial;
        trial.kind = kind;
        trial.verified = kind != TrialKind::counter;
        record.trials.push_back(trial);
    }
    record.trials[1].accepted = false;
    record.trials[2].time_mode = TimeMode::graph;
    const auto counts = trial_counts(record);
    EXPECT_THAT(counts, FieldsAre(ElementsAre(FieldsAre("graph", 1, 0), FieldsAre("warm-up", 1, 1),
                                              testing::_, FieldsAre("counter", 1, 0)),
                                  4, 3));
}

TEST(BoundRate, BytesANanosecondAreGigabytesASecond) {
    CaseRecord record;
    record.required_bytes = 3000;
    record.time = TimeSummary{1000, 1000, 1000, 0, 1, ""};
    EXPECT_EQ(required_gb_per_s(record), 3);
    record.status = CaseStatus::unverified;
    EXPECT_FALSE(required_gb_per_s(record)) << "no rate of what did not sort";
    record.status = CaseStatus::ok;
    record.required_bytes = 0;
    EXPECT_FALSE(required_gb_per_s(record));
    record.required_bytes = 3000;
    record.time.reset();
    EXPECT_FALSE(required_gb_per_s(record));
}

CaseRecord modelled_case(int launches) {
    CaseRecord record;
    edit(record).workload.n = 1024;
    record.backend = BackendKind::simt;
    for (int i = 0; i < launches; ++i) {
        LaunchRecord launch;
        launch.index = uint32_t(i);
        launch.stage.stage = i + 1;
        launch.counters = {{CounterId::gld_32b_cc13, Provenance::modelled, 64},
                           {CounterId::gld_64b_cc13, Provenance::modelled, 0},
                           {CounterId::gld_128b_cc13, Provenance::modelled, 0}};
        record.launches.push_back(launch);
    }
    return record;
}

TEST(MeanLaunch, IsTheTotalOverTheLaunchesInPercent) {
    const auto result = breakdown(modelled_case(4), Grouping::stage);
    const auto mean = mean_launch_pct(result, metric("rho_l"));
    ASSERT_TRUE(mean);
    EXPECT_DOUBLE_EQ(mean->value.as_double(), 50) << "each launch loads half of the 4096 bytes";
    EXPECT_EQ(mean->provenance, Provenance::modelled);
    EXPECT_FALSE(mean_launch_pct(result, metric("rho_s")));
    EXPECT_FALSE(mean_launch_pct(breakdown(modelled_case(0), Grouping::stage), metric("rho_l")));
}

TEST(ProvenancesOfACase, OfTimesAndCounters) {
    using enum Provenance;
    auto record = modelled_case(1);
    const auto found = [&] { return provenances(record, breakdown(record, Grouping::stage)); };
    EXPECT_THAT(found(), ElementsAre(modelled));
    record.launches[0].duration_ns = 5;
    EXPECT_THAT(found(), ElementsAre(measured, modelled));
    record.launches.clear();
    EXPECT_THAT(found(), ElementsAre(modelled)) << "what it would have had";
    record.status = CaseStatus::failed;
    EXPECT_THAT(found(), IsEmpty());
    record.time = TimeSummary{};
    EXPECT_THAT(found(), ElementsAre(measured));
}

TEST(Rates, OfTransfersAndSeries) {
    EXPECT_DOUBLE_EQ(*transfer_rate({TransferKind::host_to_device, 4096, 0, 1024}), 4e9);
    EXPECT_FALSE(transfer_rate({TransferKind::host_to_device, 4096, 0, 0}));
    SeriesRecord series;
    series.interval_ns = 50'000;
    EXPECT_FALSE(series_peak(series));
    series.values = {50'000, 100'000, 20'000};
    EXPECT_DOUBLE_EQ(*series_peak(series), 2e9);
    series.interval_ns = 0;
    EXPECT_FALSE(series_peak(series));
}
}  // namespace
}
