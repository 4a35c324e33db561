#include "analyzer/reproduce/reproduction.hpp"

#include <gmock/gmock.h>

#include "analyzer/model/predict.hpp"
#include "core/error.hpp"
#include "tests/analyzer/copy_launch.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
using testing::ElementsAre, testing::HasSubstr;

CaseRecord made_case(int64_t id, const std::string& variant, uint64_t n, int64_t median_ns,
                     uint32_t block = 256, BackendKind backend = BackendKind::cupti) {
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
    if (median_ns > 0) record.time.emplace().median_ns = median_ns;
    return record;
}

/// A figure with `fields`, in which ' stands for ".
Figure one_figure(const std::string& fields) {
    auto text = "{'source': 'Mine', 'figures': [{'id': 'mine-1', 'title': 'One', " + fields + "}]}";
    std::ranges::replace(text, '\'', '"');
    return parse_figures(text, "mine.json").front();
}

const Figure two_sorts = one_figure(
    "'unit': 'us', 'query': {'key': 'u32', 'input': 'uniform'}, 'rows': {'values': ['2^10', '2^12']},"
    "'columns': [{'name': 'A', 'variant': 'a'}, {'name': 'B', 'variant': 'b'},"
    "            {'name': 'A/B', 'quantity': 'ratio', 'of': 'A', 'over': 'B'}],"
    "'predicted': ['A100', 'No GPU'], 'claims': [{'id': 'mine/order', 'text': 'B is slower',"
    "            'rule': 'within', 'columns': ['B'], 'than': ['A'], 'least': 1.02}]");

/// Recorded cases with given sums of launches.
struct Made : Recorded {
    sample::MemorySource source;

    explicit Made(std::vector<CaseRecord> cases, const std::vector<LaunchSums>& sums = {})
        : Recorded(cases, &source) {
        source.measured = {{cases.front().device, {{"copy_bandwidth", 4e12, "bytes/s", 0}}}};
        for (const auto& record : cases) source.add(record);
        for (size_t i = 0; i < sums.size(); ++i) source.sums[cases[i].id] = {sums[i]};
    }

    /// The only column of a figure, for variant a at 2^10 keys.
    GridColumn column(const std::string& fields) const {
        const auto figure = one_figure(
            "'unit': 'us', 'rows': {'values': ['2^10']}, 'columns': [{'name': 'A', 'variant': 'a', " +
            fields + "}]");
        return reproduce(figure, *this).measured.columns[0];
    }

    /// Id of the case that find_case() returns for variant a; 0 if none.
    int found(uint64_t n, std::optional<uint32_t> block = {}, Needs needs = Needs::time,
              const std::string& device = "", std::optional<KeyType> key = {}) const {
        Query query;
        query.variant = "a";
        query.axes.set("n", n);
        if (block) query.axes.set("block", *block == 0 ? AxisValue("source") : *block);
        if (key) query.axes.set("key", name_of(*key));
        const auto* record = find_case(query, device, needs);
        return record == nullptr ? 0 : int(record->id);
    }
};

LaunchSums counted_sums(int64_t sectors, int64_t instructions) {
    LaunchSums sums;
    sums.launches = 10;
    sums.comparators = 5120;
    sums.time_ns = 1000;
    sums.counters = {{CounterId::gld_sectors, Provenance::measured, sectors, 1},
                     {CounterId::dram_read_bytes, Provenance::measured, 320, 2},
                     {CounterId::warp_instructions, Provenance::measured, instructions, 1}};
    return sums;
}

TEST(Reproduction, MeasuresRatiosVerdictsAndReasons) {
    const Made made(
        {made_case(1, "a", 1 << 10, 2000), made_case(2, "b", 1 << 10, 1000), made_case(3, "a", 1 << 12, 9000),
         made_case(4, "b", 1 << 12, 3000)},
        {counted_sums(2000, 500), counted_sums(1000, 500), counted_sums(3000, 900), counted_sums(1000, 900)});
    const auto result = reproduce(two_sorts, made);
    ASSERT_EQ(result.measured.columns.size(), 3U);
    EXPECT_EQ(result.measured.columns[0].values[1].number, 9.0);
    EXPECT_EQ(result.measured.columns[0].unit, "us");
    EXPECT_EQ(result.measured.columns[0].device, "NVIDIA H200");
    EXPECT_EQ(result.measured.columns[2].values[0].number, 2.0);
    EXPECT_TRUE(result.missing.empty());
    ASSERT_EQ(result.judgements.size(), 1U);
    EXPECT_EQ(result.judgements[0].finding.verdict, ClaimVerdict::does_not_hold);
    EXPECT_THAT(result.judgements[0].reason, HasSubstr("B has 0.333x the"));
    EXPECT_THAT(result.judgements[0].reason, HasSubstr("16.00 KiB of keys fit the L2 of 60.00 MiB"));
}

TEST(Reproduction, AClaimWithAReasonIsJudgedByPublishedValuesOnly) {
    const std::string fields =
        "'rows': {'values': ['2^18', '2^20']}, 'predicted': ['A100'], 'columns': [{'name': 'A', 'variant': "
        "'a', 'quantity': 'rate', 'published': {'csv': 'bainville2011_bitonic_a.csv', 'row_column': 'log2n', "
        "'column': 'kv', 'device': 'X'}}], 'claims': [{'id': 'mine/x', 'text': 'X', 'columns': ['A'], "
        "'why': 'another kernel'";
    std::vector cases{made_case(1, "a", 1 << 18, 2000)};
    cases[0].launches = {made::copy_launch(1 << 18)};
    for (const auto* rule : {"", ", 'rule': 'within', 'least': 37"}) {
        const auto figure = one_figure(fields + rule + "}]");
        const auto result = reproduce(figure, Made(cases));
        ASSERT_EQ(result.judgements.size(), 1U) << "none for A100";
        EXPECT_EQ(result.predicted.size(), 1U);
        const auto& one = result.judgements[0];
        EXPECT_EQ(one.finding.verdict, ClaimVerdict::cannot_be_judged);
        EXPECT_EQ(one.finding.by, "another kernel");
        EXPECT_EQ(one.published, *rule == 0 ? std::nullopt : std::optional(ClaimVerdict::holds));
        EXPECT_EQ(one.rule.starts_with("none"), *rule == 0);
    }
}

TEST(Reproduction, ALaterRuleHoldsInShapeAtMost) {
    const auto figure = one_figure(
        "'rows': {'values': ['2^18']}, 'columns': [{'name': 'A', 'variant': 'a', 'quantity': 'rate', "
        "'published': {'csv': 'bainville2011_bitonic_a.csv', 'row_column': 'log2n', 'column': 'kv', "
        "'device': 'X'}}], 'claims': [{'id': 'mine/x', 'text': 'X', 'rule': 'within', 'columns': ['A'], "
        "'least': 0, 'later': true}]");
    const auto result = reproduce(figure, Made({made_case(1, "a", 1 << 18, 2000)}));
    EXPECT_EQ(result.judgements[0].finding.verdict, ClaimVerdict::holds_in_shape);
    EXPECT_EQ(result.judgements[0].published, ClaimVerdict::holds);
    EXPECT_THAT(result.judgements[0].rule, HasSubstr("later than the data"));
}

TEST(Reproduction, NamesTheCommandsForWhatIsMissing) {
    const Made made({made_case(1, "a", 1 << 10, 2000)});
    const auto result = reproduce(two_sorts, made);
    ASSERT_EQ(result.missing.size(), 2U);
    EXPECT_EQ(result.missing[0].command("my file.db"),
              "sortscope collect --variant a --n 2^12 --key u32 --input uniform --output 'my file.db'");
    EXPECT_EQ(result.missing[1].command("x.db"),
              "sortscope collect --variant b --n 2^10,2^12 --key u32 --input uniform --output x.db");
    EXPECT_EQ(result.missing[0].cases() + result.missing[1].cases(), 3U);
    EXPECT_EQ(result.judgements[0].finding.verdict, ClaimVerdict::cannot_be_judged);
    const auto nothing = reproduce(two_sorts, Recorded({}, {}));
    ASSERT_EQ(nothing.missing.size(), 1U) << "variants that lack the same sizes";
    EXPECT_EQ(nothing.missing[0].command("x.db"),
              "sortscope collect --variant a,b --n 2^10,2^12 --key u32 --input uniform --output x.db");
    EXPECT_TRUE(nothing.devices.empty());
    EXPECT_FALSE(nothing.has_values());
    const auto asked_at_one = one_figure(
        "'rows': {'values': ['2^10..2^12']}, 'columns': [{'name': 'A', 'variant': 'a', 'values': ['2^11']}]");
    const auto partly = reproduce(asked_at_one, made);
    EXPECT_EQ(partly.missing.front().cases(), 1U);
    EXPECT_TRUE(partly.measured.columns[0].values[0].number) << "what is there is shown";
    const auto exact = one_figure(
        "'rows': {'values': ['2^10..2^12']}, 'columns': [{'name': 'A', 'variant': 'a', 'values': ['2^11'], "
        "'exact': true}]");
    EXPECT_FALSE(reproduce(exact, made).measured.columns[0].values[0].number);
}

TEST(Reproduction, OfSeveralCasesTheRightOneIsTaken) {
    auto unverified = made_case(5, "a", 1024, 1);
    unverified.status = CaseStatus::unverified;
    const Made made({made_case(1, "a", 1024, 2000), made_case(2, "a", 1024, 3000),
                     made_case(3, "a", 1024, 100, 64), made_case(4, "a", 1024, 0, 128, BackendKind::simt),
                     unverified});
    EXPECT_EQ(made.found(1024), 3) << "no block named: the fastest";
    EXPECT_EQ(made.found(1024, 256), 2) << "the newest of a condition, though slower; only verified cases";
    EXPECT_EQ(made.found(1024, 256, Needs::time, "A100"), 0);
    EXPECT_EQ(made.found(1024, 128), 0) << "a model has no time";
    EXPECT_EQ(made.found(1024, 128, Needs::launches), 4);
    EXPECT_EQ(made.found(1024, {}, Needs::time, "", KeyType::f32), 0);
    EXPECT_EQ(Made({made_case(1, "a", 1024, 10'000, 64), made_case(2, "a", 1024, 15'000, 128),
                    made_case(3, "a", 1024, 20'000, 64)})
                  .found(1024),
              2)
        << "block 64 takes 20 us by now";
    EXPECT_EQ(Made({made_case(1, "a", 1024, 20'000, 64), made_case(2, "a", 1024, 15'000, 128),
                    made_case(3, "a", 1024, 10'000, 64)})
                  .found(1024),
              3);
    EXPECT_EQ(Made({made_case(1, "a", 128, 2000, 256), made_case(2, "a", 128, 3000, 8)}).found(128, 0), 2)
        << "the block by the source's launch rule";
}

TEST(Reproduction, AGpuWhoseNameBeginsLikeAnothersIsAnother) {
    std::vector cases{made_case(1, "a", 1 << 10, 2000), made_case(2, "a", 1 << 10, 1000),
                      made_case(3, "b", 1 << 10, 1000)};
    cases[1].device.name = "NVIDIA H200 NVL";
    const Made made(cases);
    EXPECT_EQ(reproduce(two_sorts, made, "h200").devices, std::vector<std::string>{"NVIDIA H200"})
        << "in capital letters or not; the name itself goes first";
    EXPECT_EQ(reproduce(two_sorts, made, "NVIDIA H200").measured.columns[0].values[0].case_id, CaseId{1});
    EXPECT_EQ(reproduce(two_sorts, made, "nvl").measured.columns[0].values[0].case_id, CaseId{2});
    EXPECT_EQ(reproduce(two_sorts, made, "nvl").measured.columns[1].values[0].number, std::nullopt);
    test::expect_error(ErrorKind::usage, "It has NVIDIA H200, NVIDIA H200 NVL.",
                       [&] { reproduce(two_sorts, made, "A100"); });
    // A note reports that cases of several GPUs of one name are combined.
    cases[1].device.name = "NVIDIA H200";
    cases[1].device.uuid = "GPU-1";
    cases[2].device.uuid = "GPU-2";
    EXPECT_THAT(reproduce(two_sorts, Made(cases)).notes,
                testing::Contains("Cases from 2 GPUs of one model, NVIDIA H200, are combined."));
}

TEST(Reproduction, CollectsOnAGpuOfTheFileOrTheOneAskedFor) {
    const Made made({made_case(1, "a", 1 << 10, 2000)});
    const std::vector<Device> none{made_case(1, "a", 2, 1, 1, BackendKind::cpu).device};
    std::vector<Device> two(2, made_case(1, "a", 2, 1).device);
    two[0].name = "NVIDIA A100";
    two[1].ordinal = 1;
    two.push_back(none.front());
    EXPECT_EQ(collecting_gpu(none, made, ""), std::nullopt);
    EXPECT_EQ(collecting_gpu(two, made, "")->ordinal, 1) << "the one that the file is of";
    EXPECT_EQ(collecting_gpu(two, Recorded({}, nullptr), "")->ordinal, 0) << "else the first";
    EXPECT_EQ(collecting_gpu(two, made, "a100")->ordinal, 0);
    test::expect_error(ErrorKind::environment, "It has NVIDIA A100, NVIDIA H200.",
                       [&] { collecting_gpu(two, made, "B200"); });
    test::expect_error(ErrorKind::environment, "'sortscope doctor' says why",
                       [&] { collecting_gpu(none, made, "H200"); });
    // A GPU without cases in the file misses all cases. A GPU with cases misses only the rest.
    EXPECT_EQ(reproduce_on("NVIDIA A100", two_sorts, made).missing.front().cases(), 4U);
    const auto missing = reproduce_on("NVIDIA H200", two_sorts, made).missing;
    ASSERT_EQ(missing.size(), 2U);
    EXPECT_EQ(missing[0].cases() + missing[1].cases(), 3U);
    EXPECT_TRUE(missing[0].needed == Needs::time && missing[1].needed == Needs::time);
}

TEST(Reproduction, TheMeanIsOfTheFirstTenAcceptedTrials) {
    auto record = made_case(1, "a", 1024, 2000);
    record.time_mode = TimeMode::graph;
    for (uint32_t i = 0; i < 14; ++i) {
        auto& trial = record.trials.emplace_back();
        trial.kind = TrialKind::time;
        trial.index = i;
        trial.duration_ns = 1000 * (i + 1);
        trial.time_mode = i == 2 ? TimeMode::stream : TimeMode::graph;
        trial.accepted = i != 0;
    }
    const Made made({record});
    // The nth trial takes n us. The mean covers trials 2, 4, 5, .. 12: the first is not accepted, the third
    // is of another mode.
    EXPECT_DOUBLE_EQ(*made.column("'quantity': 'mean_time'").values[0].number,
                     (2 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12) / 10.0);
    // The bound divides the published bandwidth, not the measured 4 TB/s, by 80 bytes per key.
    const auto bound = made.column("'quantity': 'bound_rate'");
    EXPECT_DOUBLE_EQ(*bound.values[0].number, 4.8e12 / 80 / 1e6);
    EXPECT_EQ(bound.unit, "Mkey/s");
    for (const auto* quantity : {"'bound_rate'", "'comparators'", "'stages'"})
        EXPECT_EQ(made.column(std::string("'quantity': ") + quantity).provenance, Provenance::modelled)
            << quantity;
    record.device.name = "A GPU without a data sheet";
    EXPECT_FALSE(Made({record}).column("'quantity': 'bound_rate'").values[0].number);
}

TEST(Reproduction, LaunchOverheadIsAShareOfTheTime) {
    const auto record = made_case(1, "a", 1024, 20'000);
    Made made({record});
    EXPECT_FALSE(made.column("'quantity': 'launch_share'").values[0].number) << "not measured";
    made.source.measured = {{record.device, {{"graph_node_overhead", 500, "ns", 0}}}};
    const auto share = made.column("'quantity': 'launch_share'");
    EXPECT_DOUBLE_EQ(*share.values[0].number, 25) << "10 launches of 0.5 us in 20 us";
    EXPECT_EQ(std::tuple(share.unit, share.provenance), std::tuple("%", Provenance::modelled));
}

TEST(Reproduction, SharesOfTransactionSizesByStage) {
    std::vector<LaunchSums> stages(3);
    for (size_t i = 0; i < stages.size(); ++i) {
        stages[i].stage = i == 0 ? 1 : 2;  // the second stage has two kernels
        stages[i].launches = 1;
        stages[i].counters = {{CounterId::gld_32b, Provenance::counted, 10, 0},
                              {CounterId::gld_64b, Provenance::counted, i == 0 ? 0 : 30, 0},
                              {CounterId::gld_96b, Provenance::counted, 0, 0},
                              {CounterId::gld_128b, Provenance::counted, i == 0 ? 30 : 0, 0}};
    }
    Made made({made_case(1, "a", 1 << 10, 2000)});
    made.source.sums[CaseId{1}] = stages;
    const auto figure = one_figure(
        "'unit': '%', 'query': {'variant': 'a', 'n': '2^10'}, 'rows': {'axis': 'stage', 'values': ['3']},"
        "'columns': [{'name': '64 bytes', 'quantity': 'size_share', 'metric': 'gld_64b'},"
        "            {'name': '128 bytes', 'quantity': 'size_share', 'metric': 'gld_128b'}]");
    const auto columns = reproduce(figure, made).measured.columns;
    EXPECT_EQ(columns[0].values[0].number, 0);
    EXPECT_EQ(columns[1].values[0].number, 75);
    EXPECT_EQ(columns[0].values[1].number, 75);
    EXPECT_EQ(columns[1].values[1].number, 0);
    EXPECT_FALSE(columns[0].values[2].number) << "the sort has two stages";
    EXPECT_EQ(std::tuple(columns[0].unit, columns[0].provenance), std::tuple("%", Provenance::counted));
    test::expect_error(ErrorKind::data, "'rho_l' is no size of transactions", [] {
        one_figure(
            "'rows': {'values': ['2^10']}, 'columns': [{'name': 'A', 'quantity': 'size_share', "
            "'metric': 'rho_l'}]");
    });
}

TEST(Reproduction, KeysOfFewBitsAreAnInputOfTheirOwn) {
    std::vector cases{made_case(1, "a", 1 << 10, 2000), made_case(2, "a", 1 << 10, 1000)};
    for (auto& record : cases) edit(record).workload.distribution = Distribution::few;
    edit(cases[0]).workload.entropy_bits = 8;
    edit(cases[1]).workload.entropy_bits = 4;
    const auto figure = [](const std::string& entropy) {
        return one_figure(
            "'rows': {'values': ['2^10']}, 'columns': [{'name': 'A', 'variant': 'a', "
            "'input': 'few', 'entropy': '" +
            entropy + "'}]");
    };
    const auto eight = figure("8"), two = figure("2");
    EXPECT_EQ(reproduce(eight, Made(cases)).measured.columns[0].values[0].case_id, CaseId{1});
    EXPECT_THAT(reproduce(two, Made(cases)).missing.front().command("x.db"),
                HasSubstr("--input few --entropy 2"));
}

TEST(Reproduction, PredictionsAreModelledAndKeepTheirDevice) {
    std::vector cases{made_case(1, "a", 1 << 10, 2000), made_case(2, "b", 1 << 10, 1000)};
    for (auto& record : cases) record.launches = {made::copy_launch(1 << 10)};
    cases[1].launches.resize(40, cases[1].launches[0]);
    const Made made(cases);
    const auto result = reproduce(two_sorts, made);
    ASSERT_EQ(result.predicted.size(), 1U);
    EXPECT_EQ(result.predicted[0].device, "A100");
    const auto& columns = result.predicted[0].columns;
    EXPECT_EQ(columns[0].values[0].number, *predicted_ns("A100", cases[0], made.source) / 1e3);
    EXPECT_EQ(columns[0].values[0].provenance, Provenance::modelled);
    EXPECT_FALSE(columns[0].values[1].number) << "not recorded";
    EXPECT_EQ(columns[2].values[0].number, *columns[0].values[0].number / *columns[1].values[0].number);
    ASSERT_EQ(result.judgements.size(), 2U);
    EXPECT_FALSE(result.judgements[0].modelled);
    EXPECT_TRUE(result.judgements[1].modelled);
    EXPECT_EQ(result.judgements[0].finding.verdict, ClaimVerdict::does_not_hold);
    EXPECT_EQ(result.judgements[1].finding.verdict, ClaimVerdict::holds);
    EXPECT_THAT(result.notes, ElementsAre(HasSubstr("No prediction for No GPU")));
}

TEST(Reproduction, PredictsAsPredictDoes) {
    auto record = made_case(1, "a", 1 << 20, 2000);
    auto launch = made::copy_launch(1 << 20);
    launch.start_ns = 5000;
    const std::vector<LaunchRecord> launches{launch, launch};
    const std::vector<TransferRecord> transfers{{TransferKind::set, 4096, 6000, 100},
                                                {TransferKind::device_to_device, 8192, 7000, 100}};
    const auto predicted = [&](const std::string& name, const std::vector<LaunchRecord>& of,
                               const std::vector<TransferRecord>& moved) {
        record.launches = of;
        record.transfers = moved;
        return predicted_ns(name, record, Made({record}).source);
    };
    const auto& device = device_model("A100");
    EXPECT_NEAR(*predicted("A100", launches, transfers) - *predicted("A100", launches, {}),
                2 * device.launch_ns + device.constants.l2 * (4096 + 2 * 8192) / device.l2_gb_per_s, 1e-6)
        << "what the sort sets and copies is part of it";
    EXPECT_FALSE(predicted("No GPU", launches, transfers));
    auto uncounted = launch;
    uncounted.counters.clear();
    EXPECT_FALSE(predicted("A100", {launch, uncounted}, transfers))
        << "of a plan's bytes alone no figure is made";
}

TEST(Reproduction, CpuAgainstGpuIsExplainedByPublishedTimes) {
    const Made made(
        {made_case(1, "cpu-x", 1 << 20, 1000, 0, BackendKind::cpu), made_case(2, "x", 1 << 20, 100)});
    const auto times = [](double cpu, double gpu) {
        Grid grid{{{"2^20", 20, {}, {}}}, {}};
        for (const auto& [name, number, id] : {std::tuple{"CPU", cpu, 1}, std::tuple{"GPU", gpu, 2}}) {
            auto& column = grid.columns.emplace_back();
            column.name = name;
            column.device = std::string("old ") + name;
            column.values = {{number, Provenance::measured, CaseId{id}}};
        }
        return grid;
    };
    Reproduction result;
    result.figure = &two_sorts;
    result.measured = times(10, 1);
    result.published = times(20, 50);
    EXPECT_EQ(reasons_for({{0, "CPU", "GPU", {}}}, result, made),
              "At 2^20: CPU takes 0.500x the published time (old CPU); GPU takes 0.0200x the published time "
              "(old GPU).");
}
}  // namespace
}
