// `sortscope advise` and `sortscope predict` through the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>

#include "db/write/writer.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// The sample's GPU cases with times, counters, limits.
class Advise : public ::testing::Test {
 protected:
    Advise() { sample::write_sample(folder_.path() / "s.db"); }
    Folder folder_;
};

TEST_F(Advise, OneThreadThatWorksAloneComesBeforeTheFindings) {
    const std::string asked =
        "advise '" SORTSCOPE_EXAMPLE "' --variant quicksort-gpu --size 512 --dist uniform";
    const auto text = folder_.text(asked);
    const auto alone = text.find("One thread limits it: quicksort_thread<u32>"), first = text.find("\n1. ");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_LT(alone, first) << text;
    const auto json = folder_.json(asked);
    EXPECT_FALSE(json["findings"].empty());
    EXPECT_THAT(json["limited_by"].get<std::string>(), HasSubstr("One thread"));
}

TEST_F(Advise, ReadsACaseByNumberOrCondition) {
    const auto by_number = folder_.text("advise s.db 1");
    EXPECT_THAT(by_number, AllOf(HasSubstr("Case 1"), HasSubstr("* modelled: each gain")));
    EXPECT_EQ(folder_.text("advise s.db --size 2^10 --backend cupti"), by_number);
    folder_.text("advise s.db 1 --csv -o out.csv");
    EXPECT_THAT(folder_.read("out.csv"), ::testing::StartsWith("fault,kernel,stages,"));
}

TEST_F(Advise, JsonHasFindingsWithTheirFigures) {
    const auto json = folder_.json("advise s.db 1");
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
    const auto list = folder_.json("list s.db --backend simt");
    const auto id = std::to_string(list["cases"][0]["case_id"].get<int>());
    const auto json = nlohmann::json::parse(folder_.sortscope("advise s.db " + id + " --json").out);
    EXPECT_FALSE(json.contains("median_ns"));
    for (const auto& finding : json["findings"]) EXPECT_FALSE(finding.contains("gain_ns"));
    EXPECT_THAT(folder_.text("advise s.db " + id),
                AllOf(HasSubstr("bitonic_b2.hpp:15  c.store(data, i, high), c.store(data, i + distance"),
                      Not(HasSubstr(" less, "))));
}

TEST_F(Advise, RefusesWithAWordAndAnExitCode) {
    const auto cpu = folder_.json("list s.db --backend cpu")["cases"][0]["case_id"].get<int>();
    folder_.refuses("advise s.db " + std::to_string(cpu), 2, "has no launches");
    folder_.refuses("advise s.db 999", 2);
    folder_.refuses("advise s.db", 2, "'sortscope advise s.db 1'");
    folder_.refuses("advise s.db 1 --least much", 2, "--least");
    folder_.refuses("advise s.db 1 --json --csv", 2, "--csv");
}

/// Kernels with one fault each, and their twins without it, recorded on an NVIDIA H200 (docs/advice.md).
class AdviseFaults : public ::testing::Test {
 protected:
    nlohmann::json run(const std::string& variant) {
        return folder_.json("advise '" + file_ + "' --variant " + variant);
    }
    /// The gain of the first finding over that of the twin.
    static double gain(const nlohmann::json& faulty, const nlohmann::json& mended) {
        return faulty["findings"][0]["gain_ns"].get<double>() /
               (faulty["median_ns"].get<double>() - mended["median_ns"].get<double>());
    }
    Folder folder_;
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
        EXPECT_THAT(line["file"].get<std::string>(), HasSubstr("memory_faults.hpp"));
        EXPECT_EQ(line["part_ratio"], 1);
        EXPECT_EQ(line["by"], "counts");
    }
}

TEST_F(AdviseFaults, WithoutSamplesBarriersAreFoundByTheirNumber) {
    const auto copy = folder_.path() / "faults.db";
    std::filesystem::copy_file(file_, copy);
    std::filesystem::permissions(copy, std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
    SQLite::Database(copy.string(), SQLite::OPEN_READWRITE)
        .exec("DELETE FROM stall; UPDATE profiled_case SET stall_count = 0");
    file_ = "faults.db";
    const auto faulty = run("fault-barriers"), mended = run("mended-barriers");
    ASSERT_FALSE(faulty["findings"].empty());
    const auto& first = faulty["findings"][0];
    EXPECT_EQ(first["fault"], "barriers");
    EXPECT_EQ(first["unit"], "barriers a warp");
    EXPECT_EQ(first["found"], 512);
    EXPECT_NEAR(gain(faulty, mended), 1, 0.1);
    for (const auto* variant : {"mended-barriers", "mended-bank-conflicts", "mended-shared-occupancy",
                                "clean-copy", "clean-arithmetic"})
        EXPECT_TRUE(run(variant)["findings"].empty()) << variant;
    EXPECT_THAT(folder_.text("advise faults.db --variant clean-copy"), Not(HasSubstr("1. ")));
}

using Predict = Advise;

TEST_F(Predict, TheTimeOnAnotherDevice) {
    const auto json = folder_.json("predict s.db --device A100");
    EXPECT_EQ(json["device"]["name"], "NVIDIA A100");
    ASSERT_FALSE(json["cases"].empty());
    for (const auto& one : json["cases"]) {
        EXPECT_EQ(one["provenance"], "modelled");
        EXPECT_GT(one["predicted_ns"], 0);
    }
    EXPECT_THAT(folder_.text("predict s.db --device A100"),
                AllOf(HasSubstr("predicted*"), HasSubstr("published: device memory 1,555 GB/s")));
    const auto one = folder_.json("predict s.db 1 --device H100");
    ASSERT_EQ(one["cases"].size(), 1u);
    double sum = one["device"]["sort_ns"];
    for (const auto& stage : one["cases"][0]["stages"]) sum += stage["predicted_ns"].get<double>();
    EXPECT_NEAR(sum, one["cases"][0]["predicted_ns"].get<double>(), 1e-3 * sum);
    EXPECT_THAT(folder_.text("predict s.db 1 --device H100"), HasSubstr("limited by"));
}

TEST_F(Predict, ACardThatIsMerelyCalledLikeAnotherHasNoFigures) {
    {
        SQLite::Database(folder_.path() / "s.db", SQLite::OPEN_READWRITE)
            .exec("update device set name = 'NVIDIA H100 PCIe', multiprocessors = 114 where backend_id = 1");
    }
    folder_.refuses("predict s.db", 2, "132 multiprocessors");
    EXPECT_THAT(folder_.text("predict s.db --device H100 --json"), Not(HasSubstr("measured_ns")))
        << "its times are not the other card's";
    folder_.refuses("predict s.db --device 'NVIDIA H100 PCIe'", 2);
}

TEST_F(Predict, DevicesOfOnesOwn) {
    EXPECT_THAT(folder_.text("predict --devices"), AllOf(HasSubstr("GTX 260"), HasSubstr("NVIDIA H200")));
    folder_.write("bad.json", "{\n  \"name\": \"mine\",\n  \"multiprocessors\": 0\n}\n");
    folder_.refuses("predict s.db --device bad.json", 5, "bad.json, line 3");
    folder_.refuses("predict s.db --device gone.json", 5);
    folder_.refuses("predict s.db --device H2000", 2, "NVIDIA H200");
}

TEST_F(Predict, CalibratesOnHalfAndWritesTheDevice) {
    const std::string example =
        "predict '" SORTSCOPE_EXAMPLE "' --variant bitonic-semi,bitonic-c4 --device H200 ";
    const auto json = folder_.json(example + "--backend cupti --calibrate mine.json");
    EXPECT_GT(json["errors_of_other_half"]["sorts"]["cases"], 3);
    EXPECT_LT(json["errors_of_other_half"]["sorts"]["median_ratio"], 0.25);
    const auto device = nlohmann::json::parse(folder_.read("mine.json"));
    EXPECT_EQ(device["name"], "NVIDIA H200");
    EXPECT_TRUE(device.contains("constants") && device.contains("calibrated"));
    EXPECT_THAT(folder_.text("predict s.db --device mine.json"), HasSubstr("constants calibrated by"));
    folder_.refuses("predict s.db --device H200 --calibrate few.json", 2);
    // An output that cannot be written is refused before any fit.
    folder_.refuses(example + "--calibrate half.json -o none/text.txt", 4);
    EXPECT_FALSE(folder_.has("half.json"));
    folder_.refuses("predict s.db --device H200 --calibrate one.json -o one.json", 2);
    EXPECT_FALSE(folder_.has("one.json"));
}

}  // namespace
}  // namespace sortscope::test
