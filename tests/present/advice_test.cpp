#include "present/tables/advice.hpp"

#include <gmock/gmock.h>

#include "present/tables/predict.hpp"
#include "present/tables/sweep.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer;
using testing::AllOf;
using testing::HasSubstr;

AdviceFinding strided_finding() {
    return {Fault::excess_load_sectors,
            "step<u32>",
            {1, 2, 3, 7, 9, 10},
            1234,
            32,
            4,
            false,
            2e6,
            1.5e6,
            0.4567,
            {},
            {{&metric("gld_sectors"), {Number(1234567), Provenance::measured}},
             {&metric("gld_requests"), {Number(38580), Provenance::counted}}},
            {{"kernels/a.hpp", 12, "step", 0.75, false}, {"kernels/a.hpp", 14, "step", 0.25, false}},
            {},
            {}};
}

TEST(AdviceWords, SayWhatWhereAndHowMuch) {
    const auto finding = strided_finding();
    EXPECT_EQ(finding_title(finding), "Excess sectors on loads in step<u32>, stages 1 to 3, 7, 9, 10");
    EXPECT_EQ(finding_gain(finding), "saves 1.500 ms*, 45.7 %* of the sort");
    EXPECT_EQ(finding_figures(finding),
              "32 sectors a request, where 4 would do: sectors loaded 1,234,567, load requests 38,580+. "
              "1,234 launches take 2.000 ms. Lines: a.hpp:12 (75 %), a.hpp:14 (25 %).");
    EXPECT_THAT(finding_remedy(finding), testing::StartsWith("Remedy at a.hpp:12: "));
    auto shown = finding;
    shown.example = analyzer::AdviceExample{CaseId{7}, "twin ways=4", "launches", 42, 210, 1.3e5, 7e5, 5, 1};
    EXPECT_THAT(
        finding_remedy(shown),
        testing::EndsWith("twin ways=4 (case 7): 42 launches instead of 210 (5.0x fewer), 5.0 steps a "
                          "launch instead of 1.0, 130.0 us instead of 700.0 us."));
    EXPECT_THAT(
        finding_source(finding, std::vector<SourceText>{{"kernels/a.hpp",
                                                         std::string(13, '\n') + "\tc.load(data, i);\n"}}),
        testing::ElementsAre("a.hpp:14  c.load(data, i);"));
    EXPECT_TRUE(finding_source(finding, {}).empty());
    auto modelled = finding;
    modelled.time_ns = modelled.gain_ns = modelled.gain_part = std::nullopt;
    modelled.saved_part = 0.25;
    EXPECT_THAT(finding_gain(modelled), testing::StartsWith("25 %* of the sectors;"));
    EXPECT_THAT(finding_figures(modelled), testing::Not(HasSubstr("launches in")));
}

TEST(AdviceWords, EveryFaultHasASentenceWithItsFigure) {
    for (const auto& rule : advice_rules()) {
        auto finding = strided_finding();
        finding.fault = rule.fault;
        finding.found = 17;
        finding.limiters = {OccupancyLimiter::registers};
        EXPECT_THAT(finding_figures(finding), HasSubstr("17")) << rule.id;
    }
}

Advice placed_advice(double dram, double instructions, bool counted) {
    Advice advice;
    advice.sort_ns = 1e6;
    advice.roofs = {{Roof::dram, 4e12, Provenance::measured},
                    {Roof::l2, 8e12, Provenance::measured},
                    {Roof::instructions, 1e12, Provenance::published}};
    if (counted)
        advice.sort.places = {{Roof::dram, dram * 4e12, Provenance::measured, dram},
                              {Roof::l2, dram * 4e12, Provenance::measured, dram / 2}};
    advice.sort.places.push_back(
        {Roof::instructions, instructions * 1e12, Provenance::measured, instructions});
    advice.sort.time_ns = 1e6;
    return advice;
}

TEST(AdviceWords, WhereNothingIsWrongTheLimitIsNamed) {
    EXPECT_THAT(limit_sentence(placed_advice(0.9, 0.1, true)),
                AllOf(HasSubstr("5 %"), HasSubstr("device memory, at 3,600 GB/s, 90 %")));
    auto waiting = placed_advice(0.2, 0.1, true);
    waiting.stalled_for = "long_scoreboard";
    waiting.stalled_part = 0.62;
    EXPECT_THAT(limit_sentence(waiting),
                AllOf(HasSubstr("device memory, 20 %"), HasSubstr("62 %"), HasSubstr("long_scoreboard")));
    EXPECT_THAT(limit_sentence(placed_advice(0.2, 0.1, true)), HasSubstr("latency"));
    EXPECT_THAT(limit_sentence(placed_advice(0, 0.2, false)),
                HasSubstr("instructions is nearest, reached to 20 %"));
}

TEST(AdviceWords, WhyTheLongestStageIsLong) {
    const auto staged = [](double dram) {
        auto advice = placed_advice(dram, 0.1, true);
        for (const int stage : {1, 2}) {
            advice.stages.push_back(advice.sort);
            advice.stages.back().stage = stage;
            advice.stages.back().time_ns = 2000.0 * stage;
        }
        return advice;
    };
    EXPECT_THAT(longest_stage_sentence(staged(0.9)),
                AllOf(testing::StartsWith("Stage 2 is the longest (4.000 us, 67 % of the kernels' time): "),
                      HasSubstr("device memory reaches 90 %")));
    auto waiting = staged(0.2);
    waiting.stalled_for = "long_scoreboard";
    EXPECT_THAT(longest_stage_sentence(waiting), AllOf(HasSubstr("latency"), HasSubstr("long_scoreboard")));
    // Order: findings of the stage, findings of the sort, limits.
    auto gaps = strided_finding();
    gaps.fault = Fault::launch_gaps;
    gaps.kernel.clear();
    gaps.stages.clear();
    waiting.findings = {gaps, strided_finding()};
    waiting.findings[1].stages = {1};
    EXPECT_THAT(longest_stage_sentence(waiting), HasSubstr("many short launches"));
    waiting.findings[1].stages = {1, 2};
    EXPECT_THAT(longest_stage_sentence(waiting), HasSubstr("excess sectors on loads"));
    auto many = waiting;
    many.stages.resize(200, many.stages.front());
    for (auto& stage : many.stages) stage.time_ns = 100;
    EXPECT_THAT(longest_stage_sentence(many),
                AllOf(testing::StartsWith("No stage takes 1 % of the kernels' time: "),
                      HasSubstr("many short launches")));
    waiting.serial_part = 0.9;
    EXPECT_THAT(longest_stage_sentence(waiting), HasSubstr("one thread"));
    waiting.stages.resize(1);
    EXPECT_THAT(longest_stage_sentence(waiting), testing::StartsWith("The stage is long: "));
    waiting.stages.clear();
    EXPECT_EQ(longest_stage_sentence(waiting), "");
}

TEST(AdviceWords, ThatOneThreadWorksAloneIsSaid) {
    auto alone = placed_advice(0.2, 0.1, true);
    alone.serial_part = 0.97;
    alone.serial_kernel = "one<u32>";
    EXPECT_THAT(limit_sentence(alone), AllOf(HasSubstr("5 %"), HasSubstr("one<u32>"), HasSubstr("97 %")));
    auto with_finding = alone;
    with_finding.findings = {strided_finding()};
    EXPECT_THAT(limit_sentence(with_finding), testing::StartsWith("One thread limits it: one<u32>"))
        << "no finding says it";
    with_finding.serial_part = 0.3;
    EXPECT_EQ(limit_sentence(with_finding), "");
    alone.modelled = true;
    EXPECT_THAT(limit_sentence(alone),
                AllOf(HasSubstr("There are no times"), HasSubstr("one block of one thread")));
    alone.serial_part = 0.3;
    EXPECT_THAT(limit_sentence(alone), testing::Not(HasSubstr("one thread")));
}

TEST(AdviceWords, ACaseThatDidNotEndWellHasNoLimits) {
    EXPECT_EQ(not_placed_sentence(CaseStatus::ok), "");
    EXPECT_THAT(not_placed_sentence(CaseStatus::unverified), HasSubstr("'unverified'"));
    Advice advice;
    advice.status = CaseStatus::unverified;
    advice.stalled_for = "long_scoreboard";
    EXPECT_EQ(limit_sentence(advice), "Nothing found that costs 5 % of the sort or more.");
}

TEST(RooflineTable, HasPartsAndSaysWhereLimitsAreFrom) {
    const auto table = roofline_table(placed_advice(0.5, 0.25, true));
    ASSERT_EQ(table.rows.size(), 1u);
    EXPECT_EQ(table.rows[0].kind, Row::Kind::values) << "the window does not show totals alone";
    EXPECT_EQ(table.rows[0].cells[3].text, "50.0");
    EXPECT_EQ(table.rows[0].cells[5].text, "25.0");
    ASSERT_EQ(table.notes.size(), 1u);
    EXPECT_THAT(table.notes[0], HasSubstr("device memory 4,000 GB/s, L2 8,000 GB/s, instructions 1e12 warp "
                                          "instructions/s^; ^"));
    EXPECT_TRUE(roofline_table(Advice{}).empty());
    const auto importance = [](double dram, double instructions, const char* id) {
        return test::column(roofline_table(placed_advice(dram, instructions, true)), id).importance;
    };
    EXPECT_GT(importance(0.5, 0.25, "dram_part_pct"), importance(0.5, 0.25, "instructions_part_pct"));
    EXPECT_LT(importance(0.25, 0.5, "dram_part_pct"), importance(0.25, 0.5, "instructions_part_pct"))
        << "where there is no room the nearest limits stay";
}

TEST(PredictionTables, MarkWhatIsModelled) {
    CaseRecord record;
    edit(record).workload.n = 1 << 20;
    const std::vector<PredictedCase> cases{{&record, 2e6, {}, 1e6, {}, false, true},
                                           {&record, 2e6, {}, std::nullopt, {}, true, true},
                                           {&record, 3e6, 1e5, 1e6, 4.5, true, false},
                                           {&record, {}, 1e5, 1e6, {}, false, false}};
    const auto table = prediction_table(cases);
    ASSERT_EQ(table.rows.size(), 4u);
    EXPECT_EQ(test::cell(table, 0, "predicted_ns").provenance, Provenance::modelled);
    EXPECT_EQ(test::cell(table, 0, "measured_ns").provenance, Provenance::measured);
    const std::vector<const char*> shown{"predicted_ns", "traffic", "ratio", "rate_mkeys_per_s"};
    EXPECT_THAT(test::texts(table, 0, shown), testing::ElementsAre("2.000 ms", "counted", "2.00", "524.3"));
    EXPECT_EQ(test::text(table, 1, "ratio"), "");
    EXPECT_THAT(test::texts(table, 2, shown), testing::ElementsAre("3.000 ms", "plan", "3.00", "349.5"));
    EXPECT_THAT(test::texts(table, 3, shown), testing::ElementsAre("", "", "", ""));
    EXPECT_EQ(test::text(table, 3, "bound_ns"), "100.0 us");
    EXPECT_THAT(table.notes, testing::ElementsAre(HasSubstr("1 case with traffic 'plan'"),
                                                  HasSubstr("1 case cannot be predicted")));
    EXPECT_THAT(device_sentence(device_model("A100")),
                AllOf(HasSubstr("published: device memory 1,555 GB/s, L2 7,219 GB/s, shared memory "
                                "128.0 bytes a cycle, 4.00 warp instructions a cycle"),
                      HasSubstr("not calibrated")));
    const auto measured =
        with_limits(device_model("H200"), std::vector<DeviceLimit>{{"l2_bandwidth", 7.587e12, "bytes/s", 0},
                                                                   {"graph_node_overhead", 498.9, "ns", 0}});
    EXPECT_THAT(
        device_sentence(measured),
        HasSubstr(
            "NVIDIA H200: measured: L2 7,587 GB/s, launch 499 ns; published: device memory 4,800 GB/s"));
    EXPECT_THAT(device_sentence(device_model("A100")),
                HasSubstr("assumed: launch 1,000 ns, start of a sort"));
    EXPECT_THAT(device_sentence(device_model("B200")),
                HasSubstr("no source gives clock_mhz, memory_latency_ns, l2_gb_per_s"));
    Predictions predicted;
    predicted.device = device_model("H200");
    EXPECT_THAT(prediction_explanations(predicted), testing::Contains(HasSubstr("data sheet")));
    EXPECT_THAT(error_sentence(predicted), HasSubstr("unknown"));
    predicted.tried = "NVIDIA H200";
    EXPECT_EQ(error_sentence(predicted), "");
    EXPECT_EQ(device_model_table(device_models()).rows.size(), device_models().size());
}

TEST(TuneWords, SayHowSureTheChoiceIs) {
    TunedSort sort;
    sort.configs = {{64, {}}, {256, {{"ways", 4}}}};
    TuneResult result;
    TimeEstimate one;
    one.ns = 1000;
    one.interval_ns = {990, 1010, 0.99};
    one.trials = 12;
    auto two = one;
    two.ns = 1100;
    result.latest = {two, one};
    result.rounds = {{12, {0, 1}, {two, one}, {1}}};
    result.best = 1;
    result.next = 0;
    result.margin = RatioEstimate{1.1, {1.05, 1.15, 0.99}, false, 0};
    result.verdict = Verdict::slower;
    result.certainty = 0.987;
    result.trials = 24;
    result.all_trials = 48;
    result.to_the_end = 2;
    EXPECT_EQ(tune_sentence(sort, result),
              "Best: block 256, ways=4, 1.000 us. The next, block 64, takes 1.100 (1.050 .. 1.150) times as "
              "long: slower. Certainty that no other is faster: 98 %.");
    EXPECT_EQ(tune_saving(sort, result),
              "24 of 48 trials were measured, 50 % saved; 2 of 2 configurations were measured to the end.");
    EXPECT_EQ(tune_table(sort, result).rows[0].cells[0].text, "256");
    auto only = sort;
    only.configs.resize(1);
    EXPECT_EQ(tune_saving(only, result),
              "24 trials of the only configuration were measured; there was none to choose from.");
    sort.by_sectors = true;
    EXPECT_THAT(tune_sentence(sort, result),
                HasSubstr("By modelled sectors: the interpreter measures no times"));
}
}  // namespace
}
