// Annotations, merges, findings and views.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "present/tables/list.hpp"
#include "present/tables/store.hpp"
#include "tests/present/look.hpp"

namespace sortscope::present {
namespace {

using test::text;

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
}  // namespace sortscope::present
