#include "db/import/import.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <fstream>

#include "db/check/verify.hpp"
#include "db/read/reader.hpp"
#include "support.hpp"
#include "tests/db/collected_import.hpp"
#include "tests/sample/rows.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::AllOf, testing::ElementsAre, testing::HasSubstr;
namespace fs = std::filesystem;

class NsysFile : public OneFile {
 protected:
    fs::path export_path = folder / "report1.sqlite";

    /// `dump`, changed by `sql`.
    const fs::path& exported(const std::string& sql = {}, const std::string& dump = "two_gpus.sql") {
        fs::remove(export_path);
        SQLite::Database database(export_path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
        database.exec(text_of(fs::path(SORTSCOPE_SOURCE_DIR) / "tests/data/nsys" / dump));
        database.exec(sql);
        return export_path;
    }
    std::string refusal(const fs::path& file) {
        CollectedCases collected;
        return data_error([&] { import_nsys(file, collected); });
    }
    CollectedCases cases_of(const fs::path& file) {
        CollectedCases all;
        imported = import_nsys(file, all);
        return all;
    }
    Imported imported;
};

std::vector<std::tuple<int, int, std::string>> stages_of(const CaseRecord& record) {
    std::vector<std::tuple<int, int, std::string>> stages;
    for (const auto& launch : record.launches)
        stages.emplace_back(launch.stage.stage, launch.stage.substage, launch.stage.label);
    return stages;
}

TEST_F(NsysFile, OfARealProgramHasItsLaunchesAndRanges) {
    const auto all = cases_of(exported({}, "torch_sort.sql"));
    EXPECT_EQ(std::tuple(imported.rows, imported.launches, imported.cases.size()), std::tuple(31u, 31u, 1u));
    const auto& record = all.cases.front();
    EXPECT_EQ(std::tuple(record.subject.name, record.device.name), std::tuple("python3", "NVIDIA H200"));
    EXPECT_EQ(record.transfers.size(), 21u);
    ASSERT_EQ(record.launches.size(), 31u);
    int64_t sum = 0;
    for (const auto& launch : record.launches) sum += launch.duration_ns.value_or(0);
    EXPECT_EQ(sum, 306'495);
    std::map<std::string, int> launches;
    for (const auto& launch : record.launches) ++launches[launch.stage.label];
    const std::map<std::string, int> expected{{"outside ranges", 4},
                                              {"sort / keys", 3},
                                              {"sort / keys / cub::DeviceRadixSort", 18},
                                              {"cub::DeviceScan::InclusiveScan", 6}};
    EXPECT_EQ(launches, expected);
}

TEST_F(NsysFile, MakesACaseOfEachGpu) {
    const auto all = cases_of(exported());
    EXPECT_EQ(std::tuple(imported.rows, imported.launches, imported.cases.size()), std::tuple(6u, 6u, 2u));
    EXPECT_TRUE(imported.notes.empty());
    ASSERT_EQ(all.cases.size(), 2u);
    const auto& h100 = all.cases[0];
    const auto& h200 = all.cases[1];
    EXPECT_EQ(h100.device.name, "NVIDIA H100") << "CUDA_VISIBLE_DEVICES has swapped the numbers";
    EXPECT_EQ(
        std::tuple(h200.device.name, h200.device.uuid, h200.device.ordinal, h200.device.cc_major,
                   h200.device.multiprocessors, h200.device.clock_khz, h200.device.l2_bytes),
        std::tuple("NVIDIA H200", "GPU-bbbbbbbb-1111-1111-1111-111111111111", 1, 9, 132, 1980000, 62914560u));
    EXPECT_EQ(h200.subject, Subject::program("my-sort"));
    EXPECT_EQ(std::tuple(h200.backend, h200.time_mode, h200.launch_count),
              std::tuple(BackendKind::cupti, TimeMode::stream, 5u));
    EXPECT_EQ(std::tuple(h200.time.value().median_ns, h200.launch_span.value().span_ns),
              std::tuple(400, 650));
    EXPECT_THAT(h200.notes.at(0).text, HasSubstr("measured by nsys"));
    std::vector<std::tuple<TransferKind, uint64_t, int64_t, int64_t>> transfers;
    for (const auto& each : h200.transfers)
        transfers.emplace_back(each.kind, each.bytes, each.start_ns, each.duration_ns);
    EXPECT_THAT(transfers, ElementsAre(std::tuple(TransferKind::host_to_device, 4096, 0, 500),
                                       std::tuple(TransferKind::set, 128, 600, 50),
                                       std::tuple(TransferKind::device_to_host, 4096, 1700, 100),
                                       std::tuple(TransferKind::device_to_device, 64, 1900, 50)));
    EXPECT_TRUE(h100.transfers.empty());
}

TEST_F(NsysFile, MakesALaunchOfEachKernelInOrderOfItsCall) {
    const auto all = cases_of(exported());
    const auto& launches = all.cases.at(1).launches;
    std::vector<std::tuple<uint32_t, uint32_t, int64_t>> order;
    for (const auto& each : launches)
        order.emplace_back(each.index, each.correlation_id.value(), each.start_ns.value());
    EXPECT_THAT(order, ElementsAre(std::tuple(0, 2, 1000), std::tuple(1, 3, 1200), std::tuple(2, 3, 1300),
                                   std::tuple(3, 5, 1350), std::tuple(4, 6, 1600)));
    const auto& local = launches[0];
    EXPECT_EQ(std::tuple(local.kernel, local.symbol), std::tuple("local", "_ZN4sort5localIjEEvPT_"));
    EXPECT_EQ(std::tuple(local.grid, local.block, local.registers, local.shared_bytes, local.local_bytes),
              std::tuple(Dim3{64, 2, 3}, Dim3{256, 1, 1}, 32u, 1536u, 8u));
    EXPECT_EQ(std::tuple(local.process_id, local.context_id, local.stream_id, local.duration_ns),
              std::tuple(100u, 1u, 7u, 100));
    EXPECT_EQ(std::tuple(launches[3].kernel, launches[3].symbol),
              std::tuple("merge", "merge(unsigned int *, unsigned int)"))
        << "without a mangled name";
    EXPECT_EQ(launches[2].grid, (Dim3{8, 1, 1})) << "nodes of a graph";
}

TEST_F(NsysFile, MakesStagesOfTheRangesThatTheCallingThreadPushed) {
    const auto all = cases_of(exported());
    EXPECT_THAT(stages_of(all.cases.at(1)),
                ElementsAre(std::tuple(1, 0, "sort"), std::tuple(1, 1, "sort / merge rounds"),
                            std::tuple(1, 1, "sort / merge rounds"), std::tuple(1, 0, "sort"),
                            std::tuple(0, 0, "outside ranges")));
    EXPECT_THAT(stages_of(all.cases.at(0)), ElementsAre(std::tuple(1, 0, "other"))) << "never popped";
}

TEST_F(NsysFile, NeedsKernelsAndTextsOnly) {
    auto all = cases_of(
        exported("DROP TABLE NVTX_EVENTS; DROP TABLE CUPTI_ACTIVITY_KIND_RUNTIME; DROP TABLE PROCESSES;"
                 "DROP TABLE CUPTI_ACTIVITY_KIND_MEMCPY; DROP TABLE CUPTI_ACTIVITY_KIND_MEMSET;"
                 "DROP TABLE TARGET_INFO_GPU; DROP TABLE TARGET_INFO_CUDA_DEVICE;"));
    ASSERT_EQ(all.cases.size(), 2u);
    EXPECT_EQ(all.cases[0].subject.name, "report1");
    EXPECT_EQ(std::tuple(all.cases[0].device.name, all.cases[0].device.ordinal),
              std::tuple("unknown GPU 0", 0));
    EXPECT_THAT(stages_of(all.cases[0]),
                ElementsAre(std::tuple(1, 1, "local"), std::tuple(2, 1, "merge"), std::tuple(2, 1, "merge"),
                            std::tuple(3, 1, "merge"), std::tuple(1, 1, "local")))
        << "by kernel: the third merge has another symbol";
    // An export of a version without mangled names, process ids and registered texts.
    all =
        cases_of(exported("ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN mangledName;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN globalPid;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_KERNEL DROP COLUMN graphNodeId;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_MEMCPY DROP COLUMN globalPid;"
                          "ALTER TABLE CUPTI_ACTIVITY_KIND_MEMSET DROP COLUMN globalPid;"
                          "ALTER TABLE NVTX_EVENTS DROP COLUMN textId;"
                          "ALTER TABLE TARGET_INFO_GPU DROP COLUMN uuid;"
                          "DROP TABLE TARGET_INFO_CUDA_DEVICE"));
    ASSERT_EQ(all.cases.size(), 2u);
    EXPECT_EQ(all.cases[0].device.name, "NVIDIA H100");
    EXPECT_THAT(imported.notes, ElementsAre(testing::Field(&Note::severity, Severity::warning)));
    EXPECT_EQ(all.cases[0].launches.at(0).symbol, "void sort::local<unsigned int>(T1 *)");
    EXPECT_EQ(all.cases[0].launches.at(0).kernel, "local");
    EXPECT_EQ(all.cases[0].launches.at(1).stage.label, "sort / (no name)");
    EXPECT_EQ(all.cases[0].transfers.size(), 4u);
}

TEST_F(NsysFile, SaysWhichLaunchesNsysLeftOut) {
    cases_of(
        exported("CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start, end, graphId);"
                 "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (1, 2, 3), (4, 5, 3)"));
    ASSERT_EQ(imported.notes.size(), 1u);
    EXPECT_EQ(imported.notes[0].severity, Severity::lost);
    EXPECT_THAT(imported.notes[0].text, AllOf(HasSubstr("2 launches"), HasSubstr("--cuda-graph-trace=node")));
}

TEST_F(NsysFile, IsStoredOnceAndLeavesTheInputAsItIs) {
    exported("PRAGMA journal_mode = WAL");
    fs::permissions(export_path, fs::perms::owner_read);
    const auto before = text_of(export_path);
    {
        ImportDraft draft(path);
        imported = import_nsys(export_path, draft);
        auto run = full_run();
        run.uuid = import_uuid(path, imported, false);
        draft.store(run, imported);
    }
    EXPECT_TRUE(verify(path).defects.empty());
    EXPECT_EQ(text_of(export_path), before);
    EXPECT_FALSE(has_companions(export_path));
    const Reader reader(path);
    ASSERT_EQ(reader.cases().size(), 2u);
    EXPECT_EQ(reader.read_case(CaseId{2}).launches.size(), 5u);
    EXPECT_EQ(reader.read_case(CaseId{2}).transfers.size(), 4u);
    EXPECT_THAT(error_of(ErrorKind::usage, [&] { import_uuid(path, imported, false); }),
                HasSubstr("--again"));
    EXPECT_NE(import_uuid(path, imported, true), imported.digest);
    const auto digest = imported.digest;
    cases_of(exported("CREATE TABLE META_DATA_EXPORT (name, value)"));
    EXPECT_EQ(imported.digest, digest) << "exported once more";
    cases_of(exported("UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + 1 WHERE gridId = 1"));
    EXPECT_NE(imported.digest, digest);
}

TEST_F(NsysFile, EscapesTextsAndDropsMissingOnes) {
    const auto all = cases_of(exported(
        "UPDATE StringIds SET value = 'a' || char(27) || '[2J' WHERE id = 7; DELETE FROM StringIds WHERE id "
        "= "
        "4; UPDATE PROCESSES SET name = '/x/' || char(10) || 'y'; UPDATE TARGET_INFO_GPU SET name = NULL"));
    const auto& launches = all.cases.at(1).launches;
    EXPECT_EQ(launches.at(1).stage.label, "sort / a\\x1b[2J");
    EXPECT_EQ(std::tuple(launches.at(0).kernel, launches.at(0).symbol), std::tuple("unknown kernel", ""));
    EXPECT_EQ(all.cases.at(1).subject.name, " y");
    EXPECT_EQ(all.cases.at(1).device.name, "unknown GPU 1");
}

TEST_F(NsysFile, RefusesOtherFilesAndImpossibleValues) {
    for (const auto& [place, words, sql] : sample::rows_of("db/nsys_refused.txt"))
        EXPECT_THAT(refusal(exported(sql)), AllOf(HasSubstr(words), HasSubstr("nsys export --type sqlite")))
            << place;
    fs::resize_file(exported(), 3 * fs::file_size(export_path) / 4);
    EXPECT_THAT(refusal(export_path), HasSubstr("report1.sqlite"));
    std::ofstream(folder / "report1.nsys-rep")
        << "not SQLite, but longer than its header: " << std::string(200, '.');
    EXPECT_THAT(refusal(folder / "report1.nsys-rep"), HasSubstr("nsys export --type sqlite"));
    EXPECT_THAT(refusal(folder / "none.sqlite"), HasSubstr("none.sqlite"));
    EXPECT_THAT(refusal(folder.path()), HasSubstr("no file"));
    std::ofstream(exported().string() + "-wal") << "newer rows";
    EXPECT_THAT(refusal(export_path), HasSubstr("another program"));
}

TEST_F(NsysFile, EndsWhenAsked) {
    CollectedCases collected;
    exported(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO "
        "CUPTI_ACTIVITY_KIND_RUNTIME (start, end, eventClass, nameId, returnValue) SELECT i, i, 0, 3, 0 FROM "
        "n");
    EXPECT_THAT(data_error([&] { import_nsys(export_path, collected, [] { return true; }); }),
                HasSubstr("was stopped"));
}
}  // namespace
}
