// `sortscope advise` through the program.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
using Advise = SampleTest;

TEST_F(Advise, OneThreadThatWorksAloneComesBeforeTheFindings) {
    const std::string asked =
        "advise '" SORTSCOPE_EXAMPLE "' --variant quicksort-gpu --n 512 --input uniform";
    const auto text = folder.text(asked);
    const auto alone = text.find("One thread limits it: quicksort_thread<u32>"), first = text.find("\n1. ");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_LT(alone, first) << text;
    const auto json = folder.json(asked);
    EXPECT_FALSE(json["findings"].empty());
    has(json["limited_by"].get<std::string>(), {"One thread"});
}

TEST_F(Advise, FindingsComeFirstAndTablesOnRequest) {
    const auto text = folder.text("advise 1");
    has(text, {"\n1. "}, {"Against the limits"});
    const auto tables = folder.text("advise 1 --tables");
    EXPECT_LT(tables.find("\n1. "), tables.find("Against the limits")) << tables;
    EXPECT_EQ(text.find("Gain: measured time"), std::string::npos);
    has(folder.text("advise 1 --explain"), {"Gain: measured time"});
}

TEST_F(Advise, NamesTheCaseOfTheFileThatDoesWhatTheRemedySays) {
    size_t named = 0;
    for (const auto* variant : {"bitonic-a", "bitonic-semi", "bitonic-basic", "bitonic-xor"}) {
        const auto json = folder.json(
            fmt::format("advise '{}' --variant {} --n 2^20 --key u32 --run 1", SORTSCOPE_EXAMPLE, variant));
        for (const auto& finding : json["findings"]) {
            if (!finding.contains("example")) continue;
            ++named;
            const auto& example = finding["example"];
            const auto other =
                folder.json(fmt::format("show '{}' {}", SORTSCOPE_EXAMPLE, example["case_id"].get<int>()));
            has(folder.text(fmt::format("query '{}' 'SELECT promise FROM cases WHERE case_id = {}'",
                                        SORTSCOPE_EXAMPLE, example["case_id"].get<int>())),
                {"sorted"});
            EXPECT_EQ(other["n"], json["n"]);
            EXPECT_LT(example["median_ns"], example["median_here_ns"]);
            EXPECT_LE(1.2 * example["found"].get<double>(), example["here"].get<double>());
            if (finding["fault"] != "launch_gaps") continue;
            EXPECT_EQ(example["found"], other["launches"].size());
        }
    }
    EXPECT_GE(named, 3U);
    has(folder.text("advise '" SORTSCOPE_EXAMPLE "' --variant bitonic-a --n 2^20 --key u32 --run 1"),
        {"x fewer", "max_keys=16", "5.0 steps"});
}

TEST_F(Advise, AFileWithOneConditionNeedsNoChoice) {
    folder.text("collect --variant bitonic-b2 --n 2^10 --backend simt -o one.db");
    EXPECT_EQ(folder.text("advise one.db"), folder.text("advise one.db 1"));
    EXPECT_EQ(folder.text("show one.db"), folder.text("show one.db 1"));
}

TEST_F(Advise, ReadsACaseByNumberOrCondition) {
    const auto by_number = folder.text("advise 1");
    has(by_number, {"Case 1", "* modelled. Each gain"});
    EXPECT_EQ(folder.text("advise --n 2^10 --backend cupti"), by_number);
    folder.text("advise 1 --csv -o out.csv");
    EXPECT_THAT(folder.read("out.csv"), StartsWith("fault,kernel,stages,"));
}

TEST_F(Advise, JsonHasFindingsWithTheirFigures) {
    const auto json = folder.json("advise 1");
    EXPECT_EQ(json["case_id"], 1);
    ASSERT_FALSE(json["findings"].empty());
    double last = 2;
    for (const auto& finding : json["findings"]) {
        EXPECT_EQ(finding["gain_provenance"], "modelled");
        EXPECT_GT(finding["gain_part_ratio"], 0.05);
        EXPECT_LE(finding["gain_part_ratio"].get<double>(), last);
        last = finding["gain_part_ratio"];
        EXPECT_TRUE(finding.contains("found") && finding.contains("at_best") && finding.contains("remedy"));
    }
    EXPECT_FALSE(json.contains("limited_by"));
}

TEST_F(Advise, OfAModelledCaseThereIsNoGainInTime) {
    const auto list = folder.json("list --backend simt");
    const auto id = std::to_string(list["cases"][0]["case_id"].get<int>());
    const auto json = json::parse(folder.sortscope("advise " + id + " --json").out);
    EXPECT_FALSE(json.contains("median_ns"));
    for (const auto& finding : json["findings"]) EXPECT_FALSE(finding.contains("gain_ns"));
    has(folder.text("advise " + id),
        {"bitonic_b2.hpp:15  c.store(data, i, high), c.store(data, i + distance"}, {" less, "});
}

TEST_F(Advise, RefusesWithAWordAndAnExitCode) {
    const auto cpu = folder.json("list --backend cpu")["cases"][0]["case_id"].get<int>();
    folder.refuses("advise " + std::to_string(cpu), 2, "has no launches");
    folder.refuses("advise 999", 2);
    folder.refuses("advise sortscope.db", 2, "'sortscope advise sortscope.db 1'");
    folder.refuses("advise 1 --least much", 2, "--least");
    folder.refuses("advise 1 --json --csv", 2, "--csv");
}

/// Kernels with one fault each, and twins without the fault, recorded on an NVIDIA H200 (docs/advice.md).
class AdviseFaults : public ::testing::Test {
 protected:
    nlohmann::json run(const std::string& variant) {
        return folder.json("advise '" + file_ + "' --variant " + variant);
    }
    /// Gain of the first finding / measured gain (difference of medians).
    static double gain(const nlohmann::json& faulty, const nlohmann::json& mended) {
        return faulty["findings"][0]["gain_ns"].get<double>() /
               (faulty["median_ns"].get<double>() - mended["median_ns"].get<double>());
    }
    Folder folder;
    std::string file_ = SORTSCOPE_FAULTS;
};

TEST_F(AdviseFaults, ThePlantedFaultComesFirstWithItsGain) {
    for (const auto& [name, rule] : {std::pair("strided-loads", "excess_load_sectors"),
                                     {"strided-stores", "excess_store_sectors"},
                                     {"misaligned-loads", "misaligned"},
                                     {"bank-conflicts", "bank_conflicts"},
                                     {"divergence", "divergence"},
                                     {"shared-occupancy", "shared_memory"},
                                     {"small-blocks", "small_blocks"},
                                     {"few-blocks", "few_blocks"},
                                     {"launch-gaps", "launch_gaps"},
                                     {"tail", "tail"},
                                     {"barriers", "barriers"},
                                     {"redundant-reads", "redundant_traffic"},
                                     {"atomics", "atomics"}}) {
        SCOPED_TRACE(name);
        const auto faulty = run(std::string("fault-") + name), mended = run(std::string("mended-") + name);
        ASSERT_FALSE(faulty["findings"].empty());
        EXPECT_EQ(faulty["findings"][0]["fault"], rule);
        EXPECT_NEAR(gain(faulty, mended), 1, 0.25);
        EXPECT_TRUE(mended["findings"].empty()) << mended["findings"];
        EXPECT_TRUE(mended.contains("limited_by"));
        if (name != std::string("strided-stores")) continue;
        const auto& line = faulty["findings"][0]["lines"][0];
        has(line["file"].get<std::string>(), {"memory_faults.hpp"});
        holds(line, R"({"/part_ratio": 1, "/by": "counts"})");
    }
}

TEST_F(AdviseFaults, WithoutSamplesBarriersAreFoundByTheirNumber) {
    const auto copy = folder.path() / "faults.db";
    std::filesystem::copy_file(file_, copy);
    std::filesystem::permissions(copy, std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
    SQLite::Database(copy.string(), SQLite::OPEN_READWRITE)
        .exec("DELETE FROM stall; UPDATE profiled_case SET stall_count = 0");
    file_ = "faults.db";
    const auto faulty = run("fault-barriers"), mended = run("mended-barriers");
    ASSERT_FALSE(faulty["findings"].empty());
    const auto& first = faulty["findings"][0];
    holds(first, R"({"/fault": "barriers", "/unit": "barriers a warp", "/found": 512})");
    EXPECT_NEAR(gain(faulty, mended), 1, 0.1);
    for (const auto* variant : {"mended-barriers", "mended-bank-conflicts", "mended-shared-occupancy",
                                "clean-copy", "clean-arithmetic"})
        EXPECT_TRUE(run(variant)["findings"].empty()) << variant;
    has(folder.text("advise faults.db --variant clean-copy"), {}, {"1. "});
}
}  // namespace
}
