#include <gmock/gmock.h>

#include "present/charts/compare.hpp"
#include "present/charts/notes.hpp"
#include "tests/present/look.hpp"
#include "tests/present/two_files.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer;
using namespace test;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::vector<CaseRecord> cases_in(TimeMode mode, double factor) {
    auto all = cases(factor);
    for (auto& record : all) record.time_mode = record.time->mode = mode;
    return all;
}

TEST(ComparisonTable, SaysWhereTheHostsDriftWidens) {
    const Two two(cases_in(TimeMode::stream, 1), cases_in(TimeMode::stream, 1.05));
    const auto table = two.table();
    ASSERT_EQ(table.notes.size(), 3U);
    EXPECT_THAT(table.notes[2], AllOf(HasSubstr("6 pairs of stream times from two recordings"),
                                      HasSubstr("by 15 % to 35 %")));
    EXPECT_EQ(text(table, 0, "verdict"), "unclear");
    EXPECT_THAT(comparison_chart(two.comparison, "a", "b", 0.02).note, HasSubstr("by 15 % to 35 %"));
}

TEST(ComparisonTable, SaysThatHostsDifferAndWhatElseRanOnThem) {
    Two two(cases_in(TimeMode::host, 1), cases_in(TimeMode::host, 5));
    for (auto& file : two.files) {
        RunRecord run;
        run.id = file.cases.front().run;
        run.host.name = "vm";
        run.host.cpu = "Xeon";
        run.host.threads = &file == &two.files[0] ? 16 : 2;
        run.host.memory_bytes = run.host.threads == 16 ? 128ULL << 30U : 8ULL << 30U;
        file.runs = {run};
    }
    const auto notes = two.table().notes;
    for (const auto* note :
         {"widened by 40 % to 100 %.", "other work",
          "two hosts, vm (Xeon, 16 threads, 128.00 GiB) and vm (Xeon, 2 threads, 8.00 GiB)"})
        EXPECT_THAT(notes, testing::Contains(AllOf(HasSubstr("6 pairs of host times"), HasSubstr(note))));
    const auto modes = host_bound_modes(two.comparison);
    EXPECT_THAT(host_warning(6, "pair", modes, 2, "Instead."),
                AllOf(HasSubstr("6 pairs with host times"), HasSubstr("2 pairs from two hosts."),
                      Not(HasSubstr("Instead"))));
    EXPECT_EQ(host_warning(0, "pair", {}, 0, "Instead."), "");
}

TEST(ComparisonTable, SaysWhereOneRoundWidensAndWhichCaseIsUsed) {
    auto base = cases(1);
    for (auto& record : base) record.time->rounds.clear();
    base.push_back(base.front());
    base.back().id = CaseId{50};
    const Two two(base, cases(1));
    const auto table = two.table();
    EXPECT_THAT(table.notes[2],
                AllOf(HasSubstr("6 pairs with one round on a side"), HasSubstr("widened by 8 %")));
    EXPECT_THAT(table.notes, testing::Contains(HasSubstr("93.8 %")));  // five trials
    EXPECT_THAT(table.notes[4], HasSubstr("1 pair"));
    EXPECT_EQ(text(table, 0, "base_case"), "50");
    auto single = cases(1, 1), slower = cases(1.2, 1);
    for (auto* side : {&single, &slower}) side->front().time->rounds.clear();
    single[0].time->count = 1;
    EXPECT_THAT(Two(single, slower).table().notes,
                AllOf(testing::Contains(HasSubstr("1 pair with a single trial on a side")),
                      Not(testing::Contains(HasSubstr("of 0.0 %"))),
                      Not(testing::Contains(HasSubstr("geometric mean")))));
}

TEST(ComparisonSentence, CountsWhatIsLeftOutOfOtherDevices) {
    const auto on = [](const char* device, int64_t ids) {
        auto all = cases(1);
        for (auto& record : all) {
            record.id = CaseId{int64_t(record.id) + ids};
            record.device.uuid = device;
        }
        return all;
    };
    const auto sentence = [&](const std::vector<CaseRecord>& other) {
        return comparison_sentence(Two(on("GPU-a", 0), other).comparison, "a.db", "b.db", "");
    };
    auto other = on("GPU-b", 0);
    EXPECT_THAT(sentence(other), Not(HasSubstr("other devices")));
    for (auto& record : on("GPU-c", 100)) other.push_back(std::move(record));
    EXPECT_THAT(sentence(other), HasSubstr("6 conditions of other devices"));
}

TEST(ComparisonTable, ACaseThatOneSideHasAloneIsTimedAsTheOthersAre) {
    auto base = cases(1), other = cases(1);
    for (auto& record : base) record.time->rounds[2].median_ns *= 2;
    other.pop_back();
    const Two two(base, other);
    const auto all = two.table(true);
    const auto& rounds = base[5].time->rounds;
    const double mean =
        std::cbrt(double(rounds[0].median_ns) * double(rounds[1].median_ns) * double(rounds[2].median_ns));
    ASSERT_EQ(text(all, 5, "verdict"), "only base.db");
    EXPECT_NEAR(cell(all, 5, "base_ns").number->as_double(), mean, 1)
        << "not the median, beside geometric means";
}

TEST(ComparisonTable, HasAllCasesWhereTheyAreAskedFor) {
    const Two two(cases(1), cases(1.05, 4));
    EXPECT_EQ(two.table().rows.size(), 4U);
    const auto all = two.table(true);
    ASSERT_EQ(all.rows.size(), 6U);
    EXPECT_THAT(texts(all, 5, {"base_ns", "other_ns", "ratio", "verdict", "base_case", "other_case"}),
                testing::ElementsAre("600.1 us", "", "", "only base.db", "6", ""));
}

TEST(ComparisonTable, AcrossVariantsTheParametersOfEachSideAreNamed) {
    auto all = cases(1, 2);
    for (const int keys : {4, 16})
        for (auto record : cases(0.1 * keys, 2)) {
            record.id = CaseId{100 * keys + int64_t(record.id)};
            record.subject.name = "bitonic-c4";
            edit(record).config.params["max_keys"] = keys;
            all.push_back(record);
        }
    const auto table = Two("variant", all).table();
    EXPECT_THAT(table.title, HasSubstr("bitonic-c4 (max_keys=4) / bitonic-b2: "));
    EXPECT_THAT(table.notes.back(), HasSubstr("2 pairs: a side has several parameter values"));
    EXPECT_EQ(text(table, 0, "other_case"), "401");
    all[2].time->median_ns *= 100;
    const auto differing = Two("variant", all).table();
    EXPECT_EQ(text(differing, 0, "other_parameters"), "max_keys=16");
    EXPECT_EQ(text(differing, 1, "other_parameters"), "max_keys=4");
}

TEST(ComparisonRows, HaveTheSameColumnsWhateverIsCompared) {
    const Two two(cases(1, 2), cases(1.05, 2));
    const auto rows = comparison_rows(two.comparison, two.sides[0].name, two.sides[1].name, {});
    EXPECT_THAT(
        texts(rows, 1,
              {"base", "other_variant", "base_block_threads", "other_time_mode", "verdict", "ratio_of"}),
        testing::ElementsAre("folder/base.db", "bitonic-b2", "256", "graph", "slower", "time"));
    EXPECT_EQ(cell(rows, 1, "base_n").number, Number(uint64_t{1} << 13));
    EXPECT_NEAR(cell(rows, 0, "ratio_high").number->as_double(), 1.05, 0.02);
    const Two modelled({sample::modelled_staged_case()}, {sample::modelled_staged_case()});
    const auto counted = comparison_rows(modelled.comparison, "a", "b", {});
    EXPECT_EQ(std::tuple(ids(counted), text(counted, 0, "ratio")), std::tuple(ids(rows), ""));
    EXPECT_TRUE(modelled.table().empty());
    EXPECT_EQ(comparison_summary(modelled.comparison), "1 pair of cases, not timed");
}

TEST(NothingComparable, NamesThePartThatIsInTheWay) {
    auto other = cases(1);
    for (auto& record : other) record.device.uuid = "GPU-2", record.device.name = "NVIDIA H100";
    const Two two(cases(1), other);
    EXPECT_THAT(nothing_comparable(two.comparison, two.sides[0], two.sides[1]),
                HasSubstr("--across device leaves it free"));
    EXPECT_THAT(nothing_comparable(two.comparison, two.sides[0], two.sides[1], "choose {0}"),
                HasSubstr("at least; choose device."));
    // CPUs of one name are distinguished by their threads.
    auto base = cases(1);
    for (auto* side : {&base, &other})
        for (auto& record : *side) {
            record.backend = record.device.backend = BackendKind::cpu;
            record.device.name = "Xeon";
            record.device.uuid.clear();
            record.device.multiprocessors = side == &base ? 16 : 2;
        }
    const Two cpus(base, other);
    EXPECT_THAT(nothing_comparable(cpus.comparison, cpus.sides[0], cpus.sides[1]),
                HasSubstr("folder/base.db is of Xeon #16 threads, other.db of Xeon #2 threads."));
    auto without_work = cases(1);
    for (auto& record : without_work) record.subject.promise = Promise::extremes;
    const Two work(cases(1), without_work);
    EXPECT_THAT(nothing_comparable(work.comparison, work.sides[0], work.sides[1]),
                AllOf(HasSubstr("other.db sorts nothing"), Not(HasSubstr("--per-work"))));
    const Two empty(cases(1), {});
    EXPECT_THAT(nothing_comparable(empty.comparison, empty.sides[0], empty.sides[1]),
                HasSubstr("other.db has no case that ended well"));
}

TEST(ComparisonTable, SaysWhereTheSidesDoNotSortTheSame) {
    const Two across("n", {of_rounds(1, 1 << 12, 100000), of_rounds(2, 1 << 14, 300000)});
    const auto& comparison = across.comparison;
    EXPECT_THAT(comparison_summary(comparison), testing::EndsWith(different_work));
    const auto table = across.table();
    EXPECT_THAT(table.title, testing::EndsWith("; per key; measured"));
    EXPECT_THAT(texts(table, 0, {"verdict", "ratio", "base_rate_mkeys_per_s"}),
                testing::ElementsAre("faster per key", "0.750", "40.96"));
    EXPECT_THAT(table.notes.front(), HasSubstr("n differs (2^12 against 2^14). Where"));
    EXPECT_EQ(text(comparison_rows(comparison, "a", "b", {}), 0, "ratio_of"), "time_per_key");
    const auto chart = comparison_chart(comparison, "2^12", "2^14", 0.02);
    EXPECT_THAT(chart.title, HasSubstr("Times per key of 2^14"));
    EXPECT_THAT(chart.note, HasSubstr("n differs (2^12 against 2^14)"));
    const auto times = pair_chart(comparison.pairs.at(0), "2^12", "2^14", 0.02);
    EXPECT_THAT(times.y.title, testing::StartsWith("time per key ("));
    EXPECT_THAT(times.note, HasSubstr("n differs (2^12 against 2^14)"));
    ASSERT_EQ(times.series.at(0).points.size(), 2U);
    EXPECT_NEAR(*times.series[0].points[1].y / *times.series[0].points[0].y, 0.75, 1e-4);
    EXPECT_THAT(times.series[0].name, testing::StartsWith("faster per key: ratio 0.750"));
    EXPECT_NEAR(times.bands.at(0).to, 1.02 * *times.series[0].points[0].y, 1e-9);
    EXPECT_THAT(
        difference_sentence(explained(comparison.pairs[0], {stage(1, 40000, 100)}, {stage(1, 44000, 200)})),
        testing::EndsWith("is not explained."));
}

TEST(HistoryTable, NamesTheRunThatChangedTheTime) {
    CaseFile file;
    for (int i = 0; i < 6; ++i) {
        auto record = of_rounds(i + 1, 1 << 20, i == 2 || i == 3 ? 120000 : 100000);
        record.run = RunId{i + 1};
        file.cases.push_back(record);
    }
    for (auto& record : file.cases) {
        record.time->rounds.clear();
        record.time->min_ns = record.time->max_ns = record.time->median_ns;
    }
    const auto there_and_back = history_table(histories(file, {}, 0.02), 0.02);
    EXPECT_EQ(text(there_and_back, 0, "changes"),
              "slower from run 3: 1.200 (now unclear), faster from run 5: 0.833, 3 runs unclear")
        << "single rounds tell no less than 3 %";
    EXPECT_THAT(there_and_back.notes, testing::Contains(HasSubstr("--fail-on counts changes that hold")));
    file.cases.resize(4);
    const auto table = history_table(histories(file, {}, 0.02), 0.02);
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_THAT(table.notes, Not(testing::Contains(HasSubstr("hold"))));
    EXPECT_THAT(
        texts(table, 0, {"runs", "first_ns", "last_ns", "changes"}),
        testing::ElementsAre("4", "100.0 us", "120.0 us", "slower from run 3: 1.200, 2 runs unclear"));
}

TEST(StageDifferences, SentenceAndTableAddUp) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const auto one = explained(two.comparison.pairs[0], {stage(1, 40000, 100), stage(2, 50000, 100)},
                               {stage(1, 40000, 100), stage(2, 66000, 200)});
    EXPECT_THAT(difference_sentence(one),
                AllOf(HasSubstr("2^12"), HasSubstr("+20 %"), HasSubstr("Stage 2 contributes 80 %"),
                      HasSubstr("sectors loaded and stored 200 -> 400 (2.00x)"),
                      HasSubstr("launch gaps and host: 4.002 us more (20 % of")));
    const auto table = stage_difference_table(one, "a", "b");
    ASSERT_EQ(table.rows.size(), 5U);
    EXPECT_EQ(text(table, 1, "part_pct"), "80");
    EXPECT_THAT(text(table, 1, "counters"), HasSubstr("sectors loaded and stored 200 -> 400"));
    double sum = 0;
    for (const size_t row : {0U, 1U, 3U}) sum += cell(table, row, "difference_ns").number->as_double();
    EXPECT_NEAR(sum, cell(table, 4, "difference_ns").number->as_double(), 1e-9);
    EXPECT_EQ(text(table, 3, "stage"), "gaps, host");
}

TEST(StageDifferences, WhatCannotBeExplainedIsSaid) {
    using Sums = std::vector<LaunchSums>;
    const Two slower(cases(1, 1), cases(1.2, 1)), same(cases(1, 1), cases(1.001, 1));
    const auto sentence = [](const Two& two, const Sums& base, const Sums& other) {
        return difference_sentence(explained(two.comparison.pairs[0], base, other));
    };
    const Sums one{stage(1, 40000, 100)}, two{stage(1, 40000, 100), stage(2, 50000, 100)};
    EXPECT_THAT(sentence(slower, two, {stage(1, 41000, 200), stage(2, 46000, 100)}),
                AllOf(HasSubstr("not slower (together 3.000 us less)"), Not(HasSubstr("stage"))));
    EXPECT_THAT(sentence(slower, two, {stage(1, 41000, 200), stage(2, 49000, 100)}), HasSubstr("not slower"));
    EXPECT_THAT(sentence(same, one, {stage(1, 44000, 200)}),
                AllOf(HasSubstr(": same, +0.1 %"), Not(HasSubstr("Kernels"))));
    EXPECT_THAT(sentence(slower, one, {}),
                AllOf(HasSubstr("(+20.00 us)"), HasSubstr("the other has no launches")));
    EXPECT_THAT(sentence(slower, {}, one), HasSubstr("the base has no launches"));
    EXPECT_THAT(sentence(slower, {}, {}), HasSubstr("both have no launches"));
    EXPECT_NE(nothing_explained(same.comparison), "");
    EXPECT_EQ(nothing_explained(slower.comparison), "");
}

TEST(StageDifferences, CountersAreSaidByTheirTitlesAndInTheirUnits) {
    const auto value = [](int64_t number) { return MetricValue{Number(number), Provenance::measured}; };
    const std::vector<MetricDifference> metrics{
        {&metric("dram_read_bytes"), value(4'831'838'208), value(1'207'959'552)},
        {&metric("warps_active_ppm"), value(123'568), value(116'234)},
        {&metric("gld_bytes"), value(4'194'304), value(4'194'305)},
        {&metric("divergent_branches"), value(7'097), value(0)},
        {&metric("shared_ld_conflicts"), value(2'048), value(0)}};
    EXPECT_EQ(differences_text(metrics, 9),
              "DRAM bytes read 4.50 GiB -> 1.12 GiB (0.25x), active warps 12.4 % -> 11.6 % (0.94x), bytes "
              "loaded 4,194,304 -> 4,194,305 (1.00x), divergent branches 7,097 -> 0, shared load conflicts "
              "2,048 -> 0 wavefronts")
        << "what differs by less than its text shows has all digits";
    EXPECT_EQ(differing_counters(std::span(metrics).first(2)),
              "dram_read_bytes 4,831,838,208 -> 1,207,959,552, warps_active_ppm 123,568 -> 116,234")
        << "of programs";
}

TEST(StageDifferences, ShortStagesAreInTheUnitOfTheComparison) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const auto table = [&](int64_t base, int64_t other) {
        return stage_difference_table(
            explained(two.comparison.pairs[0], {stage(1, base, 100)}, {stage(1, other, 100)}), "a", "b");
    };
    const auto of_us = table(950, 1152);
    EXPECT_EQ(column(of_us, "base_time_ns").unit, "us") << "as in the table of the pairs";
    EXPECT_THAT(texts(of_us, 0, {"other_time_ns", "base_time_ns"}), testing::ElementsAre("1.152", "0.950"));
    EXPECT_EQ(column(table(100, 120), "base_time_ns").unit, "ns");
}

TEST(StageDifferences, OfPairsWithoutTimesCountersAreTold) {
    const Two two({sample::modelled_staged_case()}, {sample::modelled_staged_case()});
    const auto& pair = two.comparison.pairs.at(0);
    ASSERT_FALSE(pair.ratio);
    EXPECT_THAT(difference_sentence(explained(pair, {stage(1, 0, 10)}, {stage(1, 0, 20)})),
                AllOf(testing::StartsWith(pair.base.record->subject.name),
                      HasSubstr(": not timed on both sides; 3 counters that both have differ: sectors loaded "
                                "and stored 20 -> 40 (2.00x), "),
                      testing::EndsWith(".")));
    const std::vector equal{explained(pair, {stage(1, 0, 10)}, {stage(1, 0, 10)})};
    EXPECT_THAT(difference_sentence(equal[0]), HasSubstr("no counter that both have differs."));
    EXPECT_EQ(text(counter_table(equal, "a", "b"), 0, "counters"), "no shared counter differs");
}

TEST(SectorsChart, RatiosOfPairsWithoutTimes) {
    const auto base = sample::modelled_staged_case();
    auto other = base;
    for (auto& launch : other.launches)
        for (auto& value : launch.counters) value.value = Number(3 * value.value.rounded());
    const Two two({base}, {other});
    ASSERT_EQ(two.comparison.pairs.size(), 1U);
    const auto sums = [](const CaseRecord& record) {
        std::vector<LaunchSums> all;
        for (const auto& row : analyzer::breakdown(record, analyzer::Grouping::stage).rows)
            all.push_back(row.sums);
        return all;
    };
    const std::vector<PairDifference> pairs{
        {&two.comparison.pairs[0], analyzer::difference(two.comparison.pairs[0], sums(base), sums(other))}};
    const auto chart = sectors_comparison_chart(pairs, "base", "other");
    ASSERT_EQ(chart.series.size(), 1U) << chart.empty_text;
    ASSERT_EQ(chart.series[0].points.size(), 1U);
    EXPECT_NEAR(*chart.series[0].points[0].y, 3, 1e-9);
    EXPECT_EQ(chart.series[0].provenance, Provenance::modelled);
    EXPECT_THAT(chart.y.title, HasSubstr("modelled"));
    EXPECT_EQ(chart.note, sectors_for_times);
    EXPECT_TRUE(sectors_comparison_chart({}, "base", "other").empty());
}

TEST(CounterTable, SaysWhereTheSidesDoNotSortTheSame) {
    auto larger = sample::modelled_staged_case();
    larger.id = CaseId{2};
    edit(larger).workload.n *= 4;
    const Two across("n", {sample::modelled_staged_case(), larger});
    const auto& comparison = across.comparison;
    ASSERT_EQ(comparison.pairs.size(), 1U);
    ASSERT_EQ(comparison.timed, 0U);
    EXPECT_THAT(comparison_summary(comparison), testing::EndsWith(different_work));
    const std::vector pairs{explained(comparison.pairs[0], {stage(1, 0, 10)}, {stage(1, 0, 40)}, 16)};
    const auto table = counter_table(pairs, "a", "b");
    EXPECT_THAT(table.notes, testing::ElementsAre(testing::EndsWith("Counters differ for that alone.")));
    EXPECT_EQ(text(table, 0, "differing"), "3");
    EXPECT_THAT(text(table, 0, "counters"), HasSubstr("sectors loaded and stored 20 -> 80 (4.00x)"));
}
}  // namespace
}
