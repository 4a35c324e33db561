#include "cli/commands/list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/parsed.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr present::text::Screen list_screen{100, true};

std::vector<CaseRecord> cases() {
    std::vector<CaseRecord> records{sample::gpu_case(1024), sample::modelled_case(1024),
                                    sample::cpu_case(1024, 1000)};
    for (std::size_t i = 0; i < records.size(); ++i) {
        records[i].id = CaseId{static_cast<std::int64_t>(i) + 1};
        records[i].run = RunId{1};
    }
    return records;
}

ListData sample_list() { return {"a.db", {sample::sample_run()}, cases(), 3}; }

TEST(RenderList, OneTableForEachDevice) {
    const auto text = render_list(sample_list(), list_screen);
    EXPECT_THAT(text, HasSubstr("a.db: 1 run, 3 cases"));
    EXPECT_THAT(text, HasSubstr("NVIDIA H200 (cupti)"));
    EXPECT_THAT(text, HasSubstr("host interpreter (cc 9.0 rules) (simt)"));
    EXPECT_THAT(text, HasSubstr("counters modelled, no time"));
    EXPECT_THAT(text, HasSubstr("AMD EPYC 9534 (cpu)"));
    EXPECT_THAT(text, HasSubstr("$ sortscope collect --preset quick"));
    EXPECT_THAT(text, HasSubstr("3 cases of 6 planned"));
}

TEST(RenderList, ARunThatNeverEndedSaysSo) {
    auto data = sample_list();
    data.runs[0].ended_utc.clear();
    EXPECT_THAT(render_list(data, list_screen), HasSubstr("not ended"));
    EXPECT_THAT(render_list(sample_list(), list_screen), Not(HasSubstr("not ended")));
}

TEST(RenderList, AMessageOfTheFileCannotSteerTheTerminal) {
    auto data = sample_list();
    data.cases[0].status = CaseStatus::failed;
    data.cases[0].message = "lost\x1b[2J the device";
    data.runs[0].command = "sortscope collect \x1b]0;title\x07";
    const auto text = render_list(data, list_screen);
    EXPECT_THAT(text, HasSubstr("Case 1 failed: lost\\x1b[2J the device"));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(RenderList, EmptyAndFiltered) {
    EXPECT_THAT(render_list({"a.db", {}, {}, 0}, list_screen), HasSubstr("The file has no case yet."));
    const auto text = render_list({"a.db", {sample::sample_run()}, {}, 3}, list_screen);
    EXPECT_THAT(text, HasSubstr("0 of 3 cases"));
    EXPECT_THAT(text, HasSubstr("No case of this file fits the options."));
    EXPECT_THAT(text, Not(HasSubstr("Run 1")));
}

TEST(RenderList, DevicesOfOneNameAreToldApart) {
    auto data = sample_list();
    data.cases[1] = data.cases[0];
    data.cases[1].id = CaseId{2};
    data.cases[1].device.uuid = "GPU-0002";
    data.cases[1].device.ordinal = 1;
    const auto text = render_list(data, list_screen);
    const auto second = text.find("NVIDIA H200", text.find("NVIDIA H200") + 1);
    ASSERT_NE(second, std::string::npos);
    EXPECT_NE(text.substr(text.find("NVIDIA H200"), 20), text.substr(second, 20)) << text;
}

TEST(ListJson, RunsAndCases) {
    const auto json = test::parsed([](auto& out) { write_list(out, sample_list()); });
    EXPECT_EQ(json["runs"][0]["run_id"], 1);
    EXPECT_EQ(json["runs"][0]["host"], "sorter");
    ASSERT_EQ(json["cases"].size(), 3U);
    EXPECT_EQ(json["cases"][0]["case_id"], 1);
    EXPECT_EQ(json["cases"][2]["backend"], "cpu");
    EXPECT_FALSE(json["cases"][0].contains("launches"));
}

}  // namespace
}  // namespace sortscope::cli
