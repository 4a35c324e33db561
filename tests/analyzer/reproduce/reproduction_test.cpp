#include "analyzer/reproduce/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analyzer/model/predict.hpp"
#include "core/error.hpp"
#include "tests/analyzer/copy_launch.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CaseRecord made_case(std::int64_t id, const std::string& variant, std::uint64_t n, std::int64_t median_ns,
                     std::uint32_t block = 256, BackendKind backend = BackendKind::cupti) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.subject.name = variant;
    edit(record).workload.n = n;
    edit(record).config.block = block;
    record.backend = record.device.backend = backend;
    record.device.name = backend == BackendKind::cpu    ? "A CPU"
                         : backend == BackendKind::simt ? "host interpreter"
                                                        : "NVIDIA H200";
    record.device.l2_bytes = 60 << 20;
    record.launch_count = 10;
    record.required_bytes = n * 80;
    if (median_ns > 0) {
        TimeSummary time;
        time.median_ns = median_ns;
        record.time = time;
    }
    return record;
}

/// Records with the sums and trials that tests give.
struct Made {
    std::vector<CaseRecord> cases;
    std::map<CaseId, LaunchSums> sums;
    std::map<CaseId, std::vector<TrialRecord>> trials;
    sample::MemorySource source;

    Recorded recorded() {
        source.measured = {{cases.front().device, {{"copy_bandwidth", 4e12, "bytes/s", 0}}}};
        for (const auto& record : cases) {
            source.add(record).trials = trials[record.id];
            if (sums.contains(record.id)) source.sums[record.id] = {sums.at(record.id)};
        }
        return {cases, &source};
    }
};

LaunchSums counted_sums(std::int64_t sectors, std::int64_t dram, std::int64_t instructions) {
    LaunchSums sums;
    sums.launches = 10;
    sums.comparators = 5120;
    sums.time_ns = 1000;
    sums.counters = {{CounterId::gld_sectors, Provenance::measured, sectors, 1},
                     {CounterId::dram_read_bytes, Provenance::measured, dram, 2},
                     {CounterId::warp_instructions, Provenance::measured, instructions, 1}};
    return sums;
}

Figure parsed(const std::string& fields) {
    return parse_figures("{\"source\": \"Mine\", \"figures\": [{\"id\": \"mine-1\", \"title\": \"One\", " +
                             fields + "}]}",
                         "mine.json")
        .front();
}

constexpr const char* two_sorts =
    "\"unit\": \"us\", \"query\": {\"key\": \"u32\", \"input\": \"uniform\"}, \"rows\": {\"values\": "
    "[\"2^10\", \"2^12\"]},"
    "\"columns\": [{\"name\": \"A\", \"variant\": \"a\"}, {\"name\": \"B\", \"variant\": \"b\"}, {\"name\": "
    "\"A/B\", \"quantity\": \"ratio\", \"of\": \"A\", \"over\": \"B\"}],"
    "\"claims\": [{\"id\": \"mine/order\", \"text\": \"B is slower\", \"rule\": \"above\", \"columns\": "
    "[\"B\"], \"than\": [\"A\"]}]";

TEST(Reproduction, MeasuresRatiosVerdictsAndReasons) {
    Made made;
    made.cases = {made_case(1, "a", 1 << 10, 2000), made_case(2, "b", 1 << 10, 1000),
                  made_case(3, "a", 1 << 12, 9000), made_case(4, "b", 1 << 12, 3000)};
    made.sums[CaseId{1}] = counted_sums(2000, 320, 500);
    made.sums[CaseId{2}] = counted_sums(1000, 320, 500);
    made.sums[CaseId{3}] = counted_sums(3000, 320, 900);
    made.sums[CaseId{4}] = counted_sums(1000, 320, 900);
    const auto recorded = made.recorded();
    const auto figure = parsed(two_sorts);
    const auto result = reproduce(figure, recorded);
    ASSERT_EQ(result.measured.columns.size(), 3U);
    EXPECT_EQ(result.measured.columns[0].values[1].number, 9.0);
    EXPECT_EQ(result.measured.columns[0].unit, "us");
    EXPECT_EQ(result.measured.columns[0].device, "NVIDIA H200");
    EXPECT_EQ(result.measured.columns[2].values[0].number, 2.0);
    EXPECT_TRUE(result.missing.empty());
    ASSERT_EQ(result.judgements.size(), 1U);
    EXPECT_EQ(result.judgements[0].finding.verdict, Verdict::does_not_hold);
    EXPECT_THAT(result.judgements[0].reason, HasSubstr("B has 0.333x the"));
    EXPECT_THAT(result.judgements[0].reason, HasSubstr("16.00 KiB of keys fit the L2 of 60.00 MiB"));
}

TEST(Reproduction, NamesTheCommandsForWhatIsMissing) {
    Made made;
    made.cases = {made_case(1, "a", 1 << 10, 2000)};
    const auto recorded = made.recorded();
    const auto figure = parsed(two_sorts);
    const auto result = reproduce(figure, recorded);
    std::vector<std::string> commands;
    for (const auto& one : result.missing) commands.push_back(one.command("my file.db"));
    EXPECT_THAT(
        commands,
        ElementsAre(
            "sortscope collect --variant a --size 2^12 --key u32 --dist uniform --output 'my file.db'",
            "sortscope collect --variant b --size 2^10,2^12 --key u32 --dist uniform --output 'my file.db'"));
    EXPECT_EQ(result.missing_cases(), 3U);
    EXPECT_EQ(result.judgements[0].finding.verdict, Verdict::cannot_be_judged);
}

TEST(Reproduction, VariantsThatLackTheSameAreOneCommand) {
    const auto figure = parsed(two_sorts);
    const Recorded nothing({}, {});
    const auto result = reproduce(figure, nothing);
    ASSERT_EQ(result.missing.size(), 1U);
    EXPECT_EQ(result.missing[0].command("x.db"),
              "sortscope collect --variant a,b --size 2^10,2^12 --key u32 --dist uniform --output x.db");
    EXPECT_TRUE(result.devices.empty());
    EXPECT_FALSE(result.has_values());
}

TEST(Reproduction, AColumnIsMissedOnlyWhereItIsAskedFor) {
    const auto figure = parsed(
        "\"rows\": {\"values\": [\"2^10..2^12\"]}, \"columns\": [{\"name\": \"A\", \"variant\": \"a\", "
        "\"values\": [\"2^11\"]}]");
    Made made;
    made.cases = {made_case(1, "a", 1 << 12, 2000)};
    const auto recorded = made.recorded();
    const auto result = reproduce(figure, recorded);
    EXPECT_EQ(result.missing_cases(), 1U);
    EXPECT_TRUE(result.measured.columns[0].values[2].number) << "what is there is shown";
}

TEST(Reproduction, OfSeveralCasesTheRightOneIsTaken) {
    Made made;
    made.cases = {made_case(1, "a", 1024, 2000), made_case(2, "a", 1024, 3000),
                  made_case(3, "a", 1024, 100, 64), made_case(4, "a", 1024, 0, 128, BackendKind::simt)};
    made.cases.push_back(made_case(5, "a", 1024, 1));
    made.cases.back().status = CaseStatus::unverified;
    const auto recorded = made.recorded();
    Query query;
    query.variant = "a";
    query.n = 1024;
    EXPECT_EQ(recorded.find_case(query, "", Needs::time)->id, CaseId{3}) << "no block named: the fastest";
    query.block = 256;
    EXPECT_EQ(recorded.find_case(query, "", Needs::time)->id, CaseId{2})
        << "the newest of a condition, though slower; only verified cases";
    EXPECT_EQ(recorded.find_case(query, "A100", Needs::time), nullptr);
    query.block = 128;
    EXPECT_EQ(recorded.find_case(query, "", Needs::time), nullptr) << "a model has no time";
    EXPECT_EQ(recorded.find_case(query, "", Needs::launches)->id, CaseId{4});
    query.block.reset();
    query.key = KeyType::f32;
    EXPECT_EQ(recorded.find_case(query, "", Needs::time), nullptr);
}

TEST(Reproduction, AnOlderCaseOfItsConditionIsNoFastestBlock) {
    Made made;
    made.cases = {made_case(1, "a", 1024, 10'000, 64), made_case(2, "a", 1024, 15'000, 128),
                  made_case(3, "a", 1024, 20'000, 64)};
    const auto recorded = made.recorded();
    Query query;
    query.variant = "a";
    query.n = 1024;
    EXPECT_EQ(recorded.find_case(query, "", Needs::time)->id, CaseId{2}) << "block 64 takes 20 us by now";
    Made again;
    again.cases = {made_case(1, "a", 1024, 20'000, 64), made_case(2, "a", 1024, 15'000, 128),
                   made_case(3, "a", 1024, 10'000, 64)};
    const auto faster = again.recorded();
    EXPECT_EQ(faster.find_case(query, "", Needs::time)->id, CaseId{3});
}

Device gpu_called(const std::string& name, int ordinal) {
    Device device;
    device.backend = BackendKind::cupti;
    device.name = name;
    device.ordinal = ordinal;
    return device;
}

TEST(Reproduction, AGpuWhoseNameBeginsLikeAnothersIsAnother) {
    Made made;
    made.cases = {made_case(1, "a", 1 << 10, 2000), made_case(2, "a", 1 << 10, 1000),
                  made_case(3, "b", 1 << 10, 1000)};
    made.cases[1].device.name = "NVIDIA H200 NVL";
    const auto recorded = made.recorded();
    const auto figure = parsed(two_sorts);
    EXPECT_EQ(reproduce(figure, recorded, "h200").devices, std::vector<std::string>{"NVIDIA H200"})
        << "in capital letters or not; the name itself goes first";
    EXPECT_EQ(reproduce(figure, recorded, "NVIDIA H200").measured.columns[0].values[0].case_id, CaseId{1});
    EXPECT_EQ(reproduce(figure, recorded, "nvl").measured.columns[0].values[0].case_id, CaseId{2});
    EXPECT_EQ(reproduce(figure, recorded, "nvl").measured.columns[1].values[0].number, std::nullopt);
    test::expect_error(ErrorKind::usage, "It has NVIDIA H200, NVIDIA H200 NVL.",
                       [&] { reproduce(figure, recorded, "A100"); });
}

TEST(Reproduction, SeveralGpusOfOneNameAreSaid) {
    Made made;
    made.cases = {made_case(1, "a", 1 << 10, 2000), made_case(2, "b", 1 << 10, 1000)};
    made.cases[0].device.uuid = "GPU-1";
    made.cases[1].device.uuid = "GPU-2";
    const auto recorded = made.recorded();
    const auto figure = parsed(two_sorts);
    EXPECT_THAT(reproduce(figure, recorded).notes,
                ElementsAre("The values come from 2 GPUs called NVIDIA H200: the newest of each case."));
}

TEST(Reproduction, CollectsOnAGpuOfTheFileOrTheOneAskedFor) {
    Made made;
    made.cases = {made_case(1, "a", 1 << 10, 2000)};
    const auto recorded = made.recorded();
    const std::vector<Device> none{made_case(1, "a", 2, 1, 1, BackendKind::cpu).device};
    const std::vector<Device> two{gpu_called("NVIDIA A100", 0), gpu_called("NVIDIA H200", 1), none.front()};
    EXPECT_EQ(collecting_gpu(none, recorded, ""), std::nullopt);
    EXPECT_EQ(collecting_gpu(two, recorded, "")->ordinal, 1) << "the one that the file is of";
    EXPECT_EQ(collecting_gpu(two, Recorded({}, nullptr), "")->ordinal, 0) << "else the first";
    EXPECT_EQ(collecting_gpu(two, recorded, "a100")->ordinal, 0);
    test::expect_error(ErrorKind::environment, "It has NVIDIA A100, NVIDIA H200.",
                       [&] { collecting_gpu(two, recorded, "B200"); });
    test::expect_error(ErrorKind::environment, "'sortscope doctor' says why",
                       [&] { collecting_gpu(none, recorded, "H200"); });
    // On a GPU that the file does not have everything is missing, on its own what it lacks.
    const auto figure = parsed(two_sorts);
    EXPECT_EQ(missing_on("NVIDIA A100", figure, recorded).front().cases(), 4U);
    std::size_t cases = 0;
    for (const auto& one : missing_on("NVIDIA H200", figure, recorded)) {
        cases += one.cases();
        EXPECT_TRUE(one.timed);
    }
    EXPECT_EQ(cases, 3U);
}

TEST(Reproduction, TheSourcesLaunchRuleChoosesTheBlock) {
    Made made;
    made.cases = {made_case(1, "a", 128, 2000, 256), made_case(2, "a", 128, 3000, 8)};
    const auto recorded = made.recorded();
    Query query;
    query.variant = "a";
    query.n = 128;
    query.source_block = true;
    EXPECT_EQ(recorded.find_case(query, "", Needs::time)->id, CaseId{2});
}

TEST(Reproduction, TheMeanIsOfTheFirstTenAcceptedTrials) {
    Made made;
    made.cases = {made_case(1, "a", 1024, 2000)};
    made.cases[0].time_mode = TimeMode::graph;
    for (std::uint32_t i = 0; i < 14; ++i) {
        TrialRecord trial;
        trial.kind = TrialKind::time;
        trial.index = i;
        trial.duration_ns = 1000 * (i + 1);
        trial.time_mode = i == 2 ? TimeMode::stream : TimeMode::graph;
        trial.accepted = i != 0;
        made.trials[CaseId{1}].push_back(trial);
    }
    const auto recorded = made.recorded();
    const auto figure = parsed(
        "\"unit\": \"us\", \"rows\": {\"values\": [\"2^10\"]}, \"columns\": [{\"name\": \"A\", \"variant\": "
        "\"a\", \"quantity\": \"mean_time\"}]");
    // Trials 2, 4, 5, .. 12 take so many us; the first is left out, the third of another mode.
    EXPECT_DOUBLE_EQ(*reproduce(figure, recorded).measured.columns[0].values[0].number,
                     (2 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12) / 10.0);
}

TEST(Reproduction, BoundsDivideTheMeasuredBandwidth) {
    Made made;
    made.cases = {made_case(1, "a", 1024, 2000)};
    const auto recorded = made.recorded();
    const auto figure = parsed(
        "\"rows\": {\"values\": [\"2^10\"]}, \"columns\": [{\"name\": \"A\", \"variant\": \"a\", "
        "\"quantity\": \"bound_rate\"}]");
    const auto result = reproduce(figure, recorded);
    EXPECT_DOUBLE_EQ(*result.measured.columns[0].values[0].number, 4e12 / 80 / 1e6);  // 80 bytes a key
    EXPECT_EQ(result.measured.columns[0].unit, "Mkey/s");
}

TEST(Reproduction, PredictionsAreModelledAndKeepTheirDevice) {
    Made made;
    made.cases = {made_case(1, "a", 1 << 10, 2000), made_case(2, "b", 1 << 10, 1000)};
    const auto recorded = made.recorded();
    const auto figure = parsed(std::string(two_sorts) + ", \"predicted\": [\"Old GPU\", \"No GPU\"]");
    const auto result =
        reproduce(figure, recorded, {},
                  [](const std::string& device, const CaseRecord& record, const std::vector<LaunchRecord>&,
                     std::span<const TransferRecord>) -> std::optional<double> {
                      if (device != "Old GPU") return std::nullopt;
                      return record.subject.name == "a" ? 50000.0 : 100000.0;
                  });
    ASSERT_EQ(result.predicted.size(), 1U);
    EXPECT_EQ(result.predicted_devices, std::vector<std::string>{"Old GPU"});
    const auto& column = result.predicted[0].columns[0];
    EXPECT_EQ(column.values[0].number, 50.0);
    EXPECT_EQ(column.values[0].provenance, Provenance::modelled);
    EXPECT_FALSE(column.values[1].number) << "not recorded";
    EXPECT_EQ(result.predicted[0].columns[2].values[0].number, 0.5);
    ASSERT_EQ(result.judgements.size(), 2U);
    EXPECT_FALSE(result.judgements[0].modelled);
    EXPECT_TRUE(result.judgements[1].modelled);
    EXPECT_EQ(result.judgements[1].finding.verdict, Verdict::holds);
    EXPECT_THAT(result.notes, ElementsAre(HasSubstr("No prediction for No GPU")));
}

TEST(Reproduction, PredictsAsPredictDoes) {
    auto record = made_case(1, "a", 1 << 20, 2000);
    auto launch = made::copy_launch(1 << 20);
    launch.start_ns = 5000;
    const std::vector<LaunchRecord> launches{launch, launch};
    const std::vector<TransferRecord> transfers{{TransferKind::set, 4096, 6000, 100},
                                                {TransferKind::device_to_device, 8192, 7000, 100}};
    const auto& device = device_model("A100");
    PredictionCaseBuilder builder(record, device.cc_major);
    for (const auto& one : launches) builder.add(one);
    const auto without = builder.take();
    const auto predicted = device_predictor()("A100", record, launches, transfers);
    ASSERT_TRUE(predicted);
    EXPECT_NEAR(*predicted - predicted_sort_ns(device, without),
                2 * device.launch_ns + device.constants.l2 * (4096 + 2 * 8192) / device.l2_gb_per_s, 1e-6)
        << "what the sort sets and copies is part of it";
    EXPECT_FALSE(device_predictor()("No GPU", record, launches, transfers));
    auto uncounted = launch;
    uncounted.counters.clear();
    EXPECT_FALSE(device_predictor()("A100", record, {launch, uncounted}, transfers))
        << "of a plan's bytes alone no figure is made";
}

TEST(Reproduction, CpuAgainstGpuIsExplainedByPublishedTimes) {
    Grid grid, published;
    Made made;
    made.cases = {made_case(1, "cpu-x", 1 << 20, 1000, 0, BackendKind::cpu), made_case(2, "x", 1 << 20, 100)};
    const auto recorded = made.recorded();
    const auto fill = [](Grid& of, double cpu, double gpu, bool cases) {
        Row row;
        row.name = "2^20";
        of.rows = {row};
        for (const auto& [name, number, id] : {std::tuple{"CPU", cpu, 1}, std::tuple{"GPU", gpu, 2}}) {
            GridColumn column;
            column.name = name;
            column.device = std::string("old ") + name;
            column.values = {{number, Provenance::measured, CaseId{cases ? id : 0}}};
            of.columns.push_back(column);
        }
    };
    fill(grid, 10, 1, true);
    fill(published, 20, 50, false);
    EXPECT_THAT(
        reason_for({0, "CPU", "GPU", {}}, grid, published, recorded),
        HasSubstr(
            "CPU takes 0.500x the published time (old CPU), GPU takes 0.0200x the published time (old GPU)"));
}

}  // namespace
}  // namespace sortscope::analyzer::reproduce
