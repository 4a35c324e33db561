// `sortscope list`: runs, devices and cases of a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class List : public ::testing::Test {
 protected:
    void write(const std::vector<CaseRecord>& cases, const RunRecord& run = sample::sample_run()) {
        sample::write_cases(folder.path() / "a.db", run, cases);
    }
    std::string text(const std::string& options = "") { return folder.sortscope("list a.db " + options).out; }
    Folder folder;
};

TEST_F(List, OneTableForEachDevice) {
    write({sample::gpu_case(1024), sample::modelled_case(1024), sample::cpu_case(1024, 1000)});
    EXPECT_THAT(text(),
                AllOf(HasSubstr("1 run, 3 cases"), HasSubstr("NVIDIA H200 (cupti)"),
                      HasSubstr("host interpreter (cc 9.0 rules) (simt)"), HasSubstr("AMD EPYC 9534 (cpu)"),
                      HasSubstr("$ sortscope collect --preset quick"), HasSubstr("3 cases of 6 planned")));
    const auto json = nlohmann::json::parse(text("--json"));
    EXPECT_EQ(json["runs"][0]["run_id"], 1);
    EXPECT_EQ(json["runs"][0]["host"], "sorter");
    ASSERT_EQ(json["cases"].size(), 3U);
    EXPECT_EQ(json["cases"][0]["case_id"], 1);
    EXPECT_EQ(json["cases"][2]["backend"], "cpu");
    EXPECT_FALSE(json["cases"][0].contains("launches"));
}

TEST_F(List, ARunThatNeverEndedIsMarked) {
    auto run = sample::sample_run();
    write({sample::gpu_case(1024)}, run);
    EXPECT_THAT(text(), Not(HasSubstr("not ended")));
    run.ended_utc.clear();
    write({sample::gpu_case(1024)}, run);
    EXPECT_THAT(text(), HasSubstr("not ended"));
}

TEST_F(List, EmptyAndFiltered) {
    write({});
    EXPECT_THAT(text(), HasSubstr("no case yet"));
    write({sample::gpu_case(1024), sample::gpu_case(2048), sample::gpu_case(4096)});
    const auto none = text("--size 2^20");
    EXPECT_THAT(none,
                AllOf(HasSubstr("0 of 3 cases"), HasSubstr("fits the options"), Not(HasSubstr("Run 1"))));
}

TEST_F(List, DevicesOfOneNameAreDistinguished) {
    auto other = sample::gpu_case(1024);
    other.device.uuid = "GPU-0002";
    other.device.ordinal = 1;
    write({sample::gpu_case(1024), other});
    const auto shown = text();
    const auto first = shown.find("NVIDIA H200"), second = shown.find("NVIDIA H200", first + 1);
    ASSERT_NE(second, std::string::npos);
    EXPECT_NE(shown.substr(first, 20), shown.substr(second, 20)) << shown;
}

}  // namespace
}  // namespace sortscope::test
