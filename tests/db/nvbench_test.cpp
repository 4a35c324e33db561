#include "db/import/import.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <cmath>
#include <cstring>
#include <fstream>

#include "db/check/verify.hpp"
#include "db/read/reader.hpp"
#include "support.hpp"
#include "tests/db/collected_import.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::HasSubstr;
namespace fs = std::filesystem;

const fs::path sorts = fs::path(SORTSCOPE_SOURCE_DIR) / "tests/data/nvbench/sorts.json";

/// A copy of the fixture with one text replaced.
class NvbenchFile : public OneFile {
 protected:
    fs::path changed(const std::string& from, const std::string& to) {
        const auto copy = folder / "results";
        fs::remove_all(copy);
        fs::copy(sorts.parent_path(), copy, fs::copy_options::recursive);
        auto text = text_of(sorts);
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        std::ofstream(copy / "sorts.json") << text;
        return copy / "sorts.json";
    }
    std::string refusal(const fs::path& file) {
        CollectedCases collected;
        return data_error([&] { import_nvbench(file, collected); });
    }
};

const CaseRecord& case_of(const CollectedCases& all, const std::string& subject, int64_t elements) {
    for (const auto& record : all.cases)
        if (record.subject.name == subject && record.axes.integer("Elements{io}") == elements) return record;
    throw std::runtime_error("no such case");
}

TEST(Nvbench, MakesACaseOfEachState) {
    CollectedCases all;
    const auto imported = import_nvbench(sorts, all);
    EXPECT_EQ(std::tuple(imported.rows, imported.skipped, imported.cases.size()), std::tuple(16u, 1u, 15u));
    ASSERT_EQ(all.cases.size(), 15u);
    const auto& record = case_of(all, "radix_sort", 1 << 20);
    EXPECT_TRUE(record.is_program());
    EXPECT_EQ(record.axes.size(), 2u);
    EXPECT_EQ(record.axes.text("T{ct}"), "U32");
    EXPECT_FALSE(record.input) << "no sort, so no keys";
    EXPECT_EQ(record.keys(), 0u);
    EXPECT_EQ(std::tuple(record.backend, record.time_mode, record.cache_state),
              std::tuple(BackendKind::cupti, TimeMode::stream, "flushed"));
    EXPECT_EQ(std::tuple(record.device.name, record.device.cc_major, record.device.cc_minor,
                         record.device.multiprocessors, record.device.clock_khz, record.device.l2_bytes),
              std::tuple("NVIDIA H200", 9, 0, 132, 1980000, 62914560u));
    EXPECT_EQ(record.work.value().items, 1u << 20);
    EXPECT_EQ(record.required_bytes, 2u * 4 << 20);
    EXPECT_THAT(record.notes.at(0).text, HasSubstr("measured by nvbench"));
}

TEST(Nvbench, TakesSamplesAsTrials) {
    CollectedCases all;
    import_nvbench(sorts, all);
    const auto& record = all.cases.at(0);
    const auto bytes = text_of(sorts.parent_path() / "sorts.json-bin/0.bin");
    ASSERT_EQ(bytes.size(), 4 * record.trials.size());
    for (size_t i = 0; i < record.trials.size(); ++i) {
        float seconds = 0;
        std::memcpy(&seconds, bytes.data() + 4 * i, 4);
        EXPECT_EQ(record.trials[i].duration_ns, std::llround(1e9 * double(seconds)));
        EXPECT_FALSE(record.trials[i].verified);
    }
    EXPECT_EQ(record.time.value().count, 20u);
    EXPECT_EQ(record.trials[1].sm_clock_mhz, 1980u);
    EXPECT_EQ(record.trials[5].sm_clock_mhz, 1965u);
    // Without samples the mean is one trial, of unknown spread.
    const auto& mean = case_of(all, "merge_sort", 1 << 24);
    EXPECT_EQ(mean.trials.size(), 1u);
    EXPECT_EQ(mean.notes.at(1).severity, Severity::warning);
    EXPECT_THAT(mean.notes.at(1).text, HasSubstr("--jsonbin"));
    const auto& host = all.cases.back();
    EXPECT_EQ(std::tuple(host.backend, host.time_mode, host.time.value().median_ns),
              std::tuple(BackendKind::cpu, TimeMode::host, 2310000));
    EXPECT_FALSE(host.work) << "absent is not zero";
}

TEST_F(NvbenchFile, IsStoredAndFoundAgain) {
    ImportDraft draft(path);
    const auto imported = import_nvbench(sorts, draft);
    auto run = full_run();
    run.uuid = imported.digest;
    draft.store(run, imported);
    EXPECT_TRUE(verify(path).defects.empty());
    const Reader reader(path);
    ASSERT_EQ(reader.cases().size(), 15u);
    EXPECT_EQ(reader.read_case(CaseId{1}).trials.size(), 20u);
    EXPECT_THAT(error_of(ErrorKind::usage, [&] { import_uuid(path, imported, false); }),
                HasSubstr("--again"));
    // First with samples, at a path of another machine; then without samples.
    CollectedCases moved;
    EXPECT_EQ(
        import_nvbench(changed("results/sorts.json-bin/0.bin", "/else/sorts.json-bin/0.bin"), moved).rows,
        16u);
    EXPECT_EQ(moved.cases.at(0).trials.size(), 20u);
    fs::remove_all(folder / "results" / "sorts.json-bin");
    CollectedCases without;
    import_nvbench(folder / "results" / "sorts.json", without);
    EXPECT_EQ(without.cases.at(0).trials.size(), 1u);
    EXPECT_THAT(without.cases.at(0).notes.at(1).text, HasSubstr("is not beside the JSON file"));
}

TEST_F(NvbenchFile, RefusesWhatItDoesNotUnderstand) {
    const std::tuple<const char*, const char*, const char*> faults[] = {
        {"{", "[", "not JSON"},
        {"\"benchmarks\"", "\"others\"", "--json FILE"},
        {"\"major\": 1", "\"major\": 2", "version 2"},
        {"\"major\": 1", "\"major\": -1", "'major' is not a whole number"},
        {"\"type\": \"string\"", "\"type\": \"bool\"",
         "benchmark 'radix_sort', state 1: 'T{ct}' has the type 'bool'"},
        {"\"value\": \"65536\"", "\"value\": \"65,536\"", "'65,536' of 'Elements{io}' is no number"},
        {"\"device\": 0", "\"device\": 7", "state 1: device 7 is not in the list"},
        {"sorts.json-bin/0.bin", "../..", "is no name of a file of samples"},
        {"\"name\": \"radix_sort\"", "\"name\": \"\\u001b[2J\"", "cannot be shown"}};
    for (const auto& [from, to, words] : faults)
        EXPECT_THAT(refusal(changed(from, to)), HasSubstr(words)) << to;
    const auto file = changed("{", "{");
    const auto bin = folder / "results" / "sorts.json-bin" / "0.bin";
    fs::resize_file(bin, 76);
    EXPECT_THAT(refusal(file), HasSubstr("has 76 bytes, and 20 samples have 80"));
    std::ofstream(bin, std::ios::binary) << std::string(80, '\0');
    EXPECT_THAT(refusal(file), HasSubstr("which is no time"));
    EXPECT_THAT(refusal(folder / "none.json"), HasSubstr("cannot be read"));
}
}  // namespace
}
