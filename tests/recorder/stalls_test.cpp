#include "recorder/stalls.hpp"

#include <gmock/gmock.h>

#include "core/metric/selection.hpp"
#include "tests/recorder/nvdisasm.hpp"

namespace sortscope::recorder {
namespace {
using ::testing::AllOf, ::testing::Contains, ::testing::ElementsAre, ::testing::Field;

const LaunchFilter every_launch;
Kept kept;

/// A process with samples of a kernel on GPU "GPU-a"; its ids start at `shift`.
ProcessEvents sampled_process(std::vector<Event> events, uint32_t shift = 0,
                              const LaunchFilter& filter = every_launch) {
    ProcessEvents process(filter, kept);
    process.add(GpuFound{shift, "GPU-a", "NVIDIA H200"});
    process.add(SymbolText{shift + 1, "_Z5mergePj"});
    process.add(SymbolText{shift + 2, "_Z5localPj"});
    for (auto& event : events) process.add(std::move(event));
    return process;
}

StallSamples stall(uint32_t symbol, uint64_t offset, uint64_t samples, uint32_t gpu = 0,
                   const std::string& file = "") {
    return {.symbol = symbol,
            .gpu = gpu,
            .line = file.empty() ? 0U : 7U,
            .module = 5,
            .pc_offset = offset,
            .samples = samples,
            .file = file,
            .reason = "wait"};
}

CaseRecord sampled_record(ProgramRun run, const std::filesystem::path& nvdisasm,
                          const LaunchFilter& filter = every_launch) {
    run.cubins = std::exchange(kept, {}).cubins;
    CaseRecord record;
    ProgramStalls(filter, run, nvdisasm).add_to(record, "GPU-a", 2);
    return record;
}

TEST(Stalls, InstructionsOfAllProcessesAreSummed) {
    const test::FakeNvdisasm tool;
    ProgramRun run;
    run.processes.push_back(sampled_process(
        {stall(1, 0x20, 4), stall(1, 0x20, 3), CubinPart{5, 4, "co"}, CubinPart{5, 4, "de"}}));
    run.processes.push_back(sampled_process({stall(11, 0x20, 2, 10), stall(12, 0, 1, 10)}, 10));
    const auto record = sampled_record(std::move(run), tool.path());
    EXPECT_THAT(record.stalls,
                ElementsAre(StallRecord{"local", "_Z5localPj", "sass/local.sass", 1, 0, "wait", 1},
                            StallRecord{"merge", "_Z5mergePj", "sass/merge.sass", 4, 0x20, "wait", 9}));
    EXPECT_THAT(record.sources, ElementsAre(Field(&SourceText::file, "sass/local.sass"),
                                            Field(&SourceText::file, "sass/merge.sass")));
    EXPECT_THAT(record.passes, ElementsAre(PassRecord{std::string(stalls_pass), Provenance::measured, 2}));
    EXPECT_THAT(record.trials, ElementsAre(AllOf(Field(&TrialRecord::kind, TrialKind::counter),
                                                 Field(&TrialRecord::index, 1U))));
    EXPECT_TRUE(record.notes.empty());
}

TEST(Stalls, ASourceLineStaysAndItsFileIsKept) {
    const test::FakeNvdisasm tool;
    const auto file = tool.path().parent_path() / "sort.cu";
    std::ofstream(file) << "a\tb\n\x01\n";
    ProgramRun run;
    run.processes.push_back(sampled_process(
        {stall(1, 0x20, 4, 0, file.string()), CubinPart{5, 4, "code"}, stall(2, 0, 1, 0, "/no/such.cu")}));
    const auto record = sampled_record(std::move(run), tool.path());
    EXPECT_THAT(record.stalls, Contains(StallRecord{"merge", "_Z5mergePj", file, 7, 0x20, "wait", 4}));
    EXPECT_THAT(record.sources, Contains(SourceText{file, "a b\n\\x01\n"}));
    EXPECT_THAT(record.sources, Contains(Field(&SourceText::file, "sass/merge.sass")));
}

TEST(Stalls, FilesBelowThisFolderHaveShortNames) {
    ProgramRun run;
    const auto file = std::filesystem::current_path() / "src" / "sort.cu";
    run.processes.push_back(sampled_process({stall(1, 0x20, 4, 0, file.string())}));
    EXPECT_EQ(sampled_record(std::move(run), {}).stalls[0].file, "src/sort.cu");
}

TEST(Stalls, WithoutNvdisasmOffsetsStay) {
    ProgramRun run;
    run.processes.push_back(sampled_process({stall(1, 0x20, 4), CubinPart{5, 4, "code"}}));
    auto record = sampled_record(run, {});
    EXPECT_THAT(record.stalls, ElementsAre(StallRecord{"merge", "_Z5mergePj", "", 0, 0x20, "wait", 4}));
    EXPECT_TRUE(record.sources.empty());
    EXPECT_EQ(record.notes.size(), 2U);
    kept.cubins = {{5, "code"}};
    const test::FakeNvdisasm broken("exit 1");
    record = sampled_record(run, broken.path());
    EXPECT_EQ(record.stalls.size(), 1U);
    EXPECT_THAT(record.notes, Contains(Field(&Note::severity, Severity::lost)));
}

TEST(Stalls, OnlyKernelsAndTheGpuOfTheCase) {
    const LaunchFilter filter{.kernel = std::regex("merge")};
    ProgramRun run;
    run.processes.push_back(
        sampled_process({stall(1, 0x20, 4), stall(2, 0, 1), stall(1, 0x20, 8, 1)}, 0, filter));
    EXPECT_THAT(sampled_record(run, {}, filter).stalls, ElementsAre(Field(&StallRecord::samples, 4U)));
    const auto none = sampled_record({}, {});
    EXPECT_TRUE(none.passes.empty());
    EXPECT_EQ(none.notes.size(), 1U);
}

TEST(Stalls, TwoProcessesMaySendAModuleAtTheSameTime) {
    auto one = sampled_process({CubinPart{5, 4, "co"}}), other = one;
    one.add(CubinPart{5, 4, "de"});
    other.add(CubinPart{5, 4, "de"});
    other.add(CubinPart{6, 5, "other"});
    EXPECT_THAT(std::exchange(kept, {}).cubins,
                ElementsAre(::testing::Pair(5, "code"), ::testing::Pair(6, "other")));
}

TEST(Stalls, ModulesBeyondTheLimitHaveNoSass) {
    ProgramRun run;
    run.processes.push_back(
        sampled_process({CubinPart{5, Kept::most_code_bytes + 1, "code"},
                         CubinPart{5, Kept::most_code_bytes + 1, "more"}, CubinPart{6, 4, "code"}}));
    EXPECT_EQ(kept.cubins.size(), 1U);
    EXPECT_EQ(run.processes[0].losses.size(), 1U);
    kept = {};
}
}  // namespace
}
