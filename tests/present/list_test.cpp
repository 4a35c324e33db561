#include <gmock/gmock.h>

#include "present/tables/list.hpp"
#include "present/tables/store.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using namespace sample;
using test::text;
using testing::ElementsAre;

std::vector<const CaseRecord*> pointers(const std::vector<CaseRecord>& cases) {
    std::vector<const CaseRecord*> all;
    for (const auto& record : cases) all.push_back(&record);
    return all;
}

TEST(CaseTable, NoRateWithoutVerification) {
    for (const auto& row : EnumTable<CaseStatus>::names()) {
        std::vector<CaseRecord> cases{case_of()};
        cases[0].status = row.value;
        const auto table = case_table(pointers(cases));
        EXPECT_EQ(text(table, 0, "rate_mkeys_per_s").empty(), row.value != CaseStatus::ok) << row.name;
        EXPECT_EQ(text(table, 0, "status"), row.name);
        EXPECT_EQ(text(table, 0, "median_ns"), "500.0 us") << "the time was measured all the same";
    }
    std::vector<CaseRecord> cases{case_of(1), case_of(2)};
    cases[1].status = CaseStatus::refused;
    cases[1].message = "N is too small.";
    EXPECT_THAT(case_messages(pointers(cases)), ElementsAre("Case 2 refused: N is too small."));
}

TEST(CaseTable, WhatTellsCasesOfOneVariantApartIsAColumn) {
    std::vector<CaseRecord> cases{case_of(1), case_of(2)};
    cases[1].cache_state = "flushed";
    auto table = case_table(pointers(cases));
    EXPECT_EQ(text(table, 1, "cache_state"), "flushed");
    EXPECT_GT(column(table, "cache_state").importance, 0);
    EXPECT_EQ(column(table, "time_mode").importance, 0) << "for CSV alone, whose columns are always the same";
    cases[1].cache_state = "warm";
    cases[0].time_mode = TimeMode::stream;
    cases[1].time_mode = TimeMode::graph;
    table = case_table(pointers(cases));
    EXPECT_EQ(column(table, "cache_state").importance, 0);
    EXPECT_GT(column(table, "time_mode").importance, 0);
    EXPECT_EQ(text(table, 1, "time_mode"), "graph");
}

TEST(CaseTable, OfAModelledCaseAndAProgram) {
    std::vector<CaseRecord> cases{modelled_staged_case(), CaseRecord{}};
    cases[1].subject = Subject::program("./app");
    const auto table = case_table(pointers(cases));
    for (const auto* id : {"median_ns", "spread_pct", "rate_mkeys_per_s", "time_trials"})
        EXPECT_EQ(text(table, 0, id), "") << id;
    EXPECT_EQ(text(table, 1, "variant"), "./app");
    for (const auto* id : {"n", "key", "input"}) EXPECT_EQ(text(table, 1, id), "") << id;
}

TEST(RunFacts, HeadingCommandAndNotes) {
    RunRecord run;
    run.id = RunId{4};
    run.host.name = "node7";
    run.started_utc = "2026-11-20T21:04:56Z";
    run.ended_utc = "2026-11-20T21:05:56Z";
    run.command = "sortscope collect --n 2^20";
    run.program_version = "0.1.0";
    run.planned_cases = 14;
    run.notes = {{Severity::info, "a"}, {Severity::warning, "b"}};
    auto facts = run_facts(run, 12);
    EXPECT_EQ(facts.title, "Run 4 on node7");
    EXPECT_EQ(facts.subtitle, "2026-11-20T21:04:56Z, 12 cases of 14 planned, sortscope 0.1.0");
    EXPECT_EQ(fact(facts, "command").text, run.command);
    EXPECT_EQ(facts.notes.front().text, "b") << "the worst first";
    EXPECT_EQ(run_facts(run, 12, true).subtitle, "2026-11-20T21:04:56Z, 12 cases, sortscope 0.1.0");
    run.ended_utc.clear();
    EXPECT_NE(run_facts(run, 14).subtitle.find("not ended"), std::string::npos);
}

TEST(DeviceWords, ForListAndReport) {
    std::vector<CaseRecord> cases{case_of(1), case_of(2)};
    cases[1].status = CaseStatus::failed;
    const auto groups = analyzer::by_device(cases);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(device_heading(groups[0]), "NVIDIA H200 (cupti), compute capability 9.0");
    EXPECT_EQ(device_summary(groups[0]),
              "2 cases, 1 of them not ok ('sortscope list' says why); compute capability 9.0");
    const std::vector<CaseRecord> modelled{modelled_staged_case()};
    EXPECT_EQ(device_heading(analyzer::by_device(modelled)[0]),
              "NVIDIA H200 (simt), compute capability 9.0: counters modelled, no time");
    cases[1].device.uuid = "GPU-22222222-bbbb";
    const auto two = analyzer::by_device(cases);
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(device_heading(two[1]), "NVIDIA H200 GPU-22222222 (cupti), compute capability 9.0");
}

TEST(DeviceList, EachKindInItsWords) {
    std::vector<Device> devices(3);
    auto& gpu = devices[0];
    gpu.backend = BackendKind::cupti;
    gpu.ordinal = 1;
    gpu.name = "NVIDIA H200";
    gpu.cc_major = 9;
    gpu.multiprocessors = 132;
    gpu.clock_khz = 1980000;
    gpu.memory_clock_khz = 3201000;
    gpu.memory_bus_bits = 6144;
    gpu.memory_bytes = uint64_t{1} << 37;
    gpu.l2_bytes = uint64_t{60} << 20;
    gpu.driver_version = "580.65.06";
    gpu.cuda_version = "13.0";
    devices[1].name = "host interpreter (cc 9.0 rules)";
    devices[2].backend = BackendKind::cpu;
    devices[2].name = "AMD EPYC 9534";
    devices[2].multiprocessors = 64;
    devices[2].memory_bytes = uint64_t{1} << 30;
    const auto list = device_list(devices);
    ASSERT_EQ(list.size(), 3U);
    EXPECT_EQ(list[0].head, "GPU 1  NVIDIA H200");
    EXPECT_THAT(list[0].lines, ElementsAre("compute capability 9.0, 132 SMs at up to 1,980 MHz",
                                           "128.00 GiB memory (6144-bit at 3,201 MHz), 60.00 MiB L2",
                                           "driver 580.65.06, CUDA 13.0, CUPTI not found"));
    EXPECT_EQ(list[1].head, "simt   host interpreter (cc 9.0 rules)");
    EXPECT_THAT(list[2].lines, ElementsAre("64 threads, 1.00 GiB memory; sorts run on one thread"));
    EXPECT_EQ(capability_text(devices[2]), "");
}

TEST(AnnotationTable, OneRowEach) {
    const Annotation annotation{"name", "a note", {"a", "b"}};
    EXPECT_EQ(annotation_text(annotation), "name; tags: a, b; a note");
    EXPECT_EQ(annotation_text({}), "");
    const auto table = annotation_table({{RunId{1}, {}, annotation}, {RunId{1}, CaseId{7}, {}}});
    EXPECT_EQ(text(table, 0, "run_id"), "1");
    EXPECT_EQ(text(table, 0, "case_id"), "") << "of the whole run";
    EXPECT_EQ(std::tuple(text(table, 0, "tags"), text(table, 1, "case_id")), std::tuple("a, b", "7"));
    Facts facts;
    add_annotation(facts, {"", "", {"a"}});
    ASSERT_EQ(facts.facts.size(), 1u) << "what is not said is no fact";
    EXPECT_EQ(facts.facts[0].text, "a");
}

TEST(MergeTable, SaysWhatBecameOfRuns) {
    const std::vector<MergedRow> rows{{"a.db", RunId{1}, RunId{4}, "u1", "taken", 3, 0, 30},
                                      {"b.db", RunId{2}, RunId{2}, "u2", "continued", 1, 2, 10},
                                      {"b.db", RunId{3}, RunId{3}, "u3", "known"}};
    EXPECT_EQ(merge_sentence("all.db", rows),
              "all.db: 1 run taken with 3 cases, 1 run went on since (1 case taken, 2 cases with later "
              "rounds), 1 run was there already.");
    EXPECT_EQ(merge_sentence("all.db", {}), "all.db: the files have no run.");
    EXPECT_EQ(text(merge_table(rows), 1, "renewed"), "2");
}

TEST(FindingTable, NamesThePlace) {
    EXPECT_EQ(finding_sentence({"zero", "launch", 17, 3, "It took no time at all.", "x"}),
              "table launch, row 17, case 3: It took no time at all.");
    EXPECT_EQ(finding_sentence({"integrity", "", {}, {}, "SQLite finds: x.", "y"}),
              "the file: SQLite finds: x.");
    EXPECT_EQ(text(finding_table({{"zero", "launch", 17, 3, "x", "y"}}), 0, "row"), "17");
}

TEST(ViewTables, SayUnitsAndMeanings) {
    const ViewWords cases{
        "cases", "One row a case.", {{"median_ns", "ns", "of the trials"}, {"odd", "", ""}}};
    const auto facts = view_facts(cases);
    EXPECT_EQ(facts.facts.at(0).text, "(ns) of the trials");
    EXPECT_EQ(facts.facts.at(1).text, "-");
    EXPECT_EQ(view_facts(std::vector{cases}).facts.at(0).text, "One row a case.");
    EXPECT_EQ(text(view_table({cases}), 0, "columns"), "2");
    EXPECT_EQ(text(view_column_table({cases}), 0, "unit"), "ns");
}
}  // namespace
}
