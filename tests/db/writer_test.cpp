#include "db/write/writer.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <csignal>

#include "db/read/reader.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using WriterFile = OneFile;
using testing::HasSubstr;

TEST_F(WriterFile, ADeviceThatWasRenamedHasTheConditionsThatItHad) {
    auto renamed = full_case();
    renamed.device.name = "as a newer driver calls it";
    auto without_uuid = renamed;
    without_uuid.device.uuid.clear();
    auto other_name = without_uuid;
    other_name.device.name = "another CPU";
    record(path, {full_case(), renamed, without_uuid, other_name, without_uuid});
    EXPECT_EQ(query(path, "SELECT count(*) FROM condition"), "3");
    EXPECT_EQ(query(path, "SELECT group_concat(case_a || '=' || case_b) FROM same_condition"), "1=2,3=5");
    EXPECT_EQ(Reader(path).read_case(CaseId{2}).device.name, "as a newer driver calls it");
}

TEST_F(WriterFile, KeepsTheAbsenceOfEverything) {
    CaseRecord bare;
    bare.backend = BackendKind::cpu;
    record(path, {bare});
    expect_same(bare, Reader(path).read_case(CaseId{1}, Detail::sites));
}

TEST_F(WriterFile, KeepsEveryFieldOfARunAndItsLaterNotes) {
    auto ended = full_run();
    ended.ended_utc = "2026-11-20T22:00:00Z";
    ended.notes.push_back({Severity::lost, "two cases were dropped"});
    {
        Writer writer(path);
        const auto run = writer.begin_run(full_run());
        expect_same(full_run(), Reader(path).runs().at(0));
        writer.finish_run(run, ended);
        writer.finish_run(run, ended);  // notes are not added twice
    }
    expect_same(ended, Reader(path).runs().at(0));
}

TEST_F(WriterFile, SaysThatItsFileWasRemovedOrReplaced) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    writer.write_case(run, full_case());
    for (const auto* name : {"a.db", "a.db-wal", "a.db-shm"}) std::filesystem::remove(folder / name);
    const auto said = [&] { return data_error([&] { writer.write_case(run, full_case()); }); };
    EXPECT_THAT(said(), HasSubstr("was moved or deleted by another program while it was being written"));
    Writer(path).begin_run(full_run());
    EXPECT_THAT(said(), HasSubstr("was replaced by another program"));
    EXPECT_TRUE(Reader(path).cases().empty());
}

TEST_F(WriterFile, TakesNamesThatSqliteGivesAMeaningTo) {
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    for (const std::string name : {":memory:", "file:x?mode=memory", "100%#.db"}) {
        record(name, 1);
        EXPECT_EQ(Reader(name).cases().size(), 1u) << name;
        EXPECT_TRUE(std::filesystem::is_regular_file(folder / name)) << name;
    }
    std::filesystem::current_path(before);
}

TEST_F(WriterFile, StoresNothingOfACaseThatContradictsItself) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    auto twice = full_case();
    twice.subject.name = "never-stored";
    twice.launches[1].index = 0;
    EXPECT_THAT(error_of(ErrorKind::internal, [&] { writer.write_case(run, twice); }),
                HasSubstr("never-stored"));
    EXPECT_EQ(query(path, "SELECT count(*) FROM subject"), "0");
    // The failed transaction's row ids are void: a later case gets valid ids.
    twice.launches[1].index = 1;
    expect_same(twice, Reader(path).read_case(writer.write_case(run, twice), Detail::sites));
    EXPECT_THROW(writer.write_case(RunId{99}, full_case()), Error);
    EXPECT_THROW(writer.finish_run(RunId{99}, full_run()), Error);
    EXPECT_EQ(Reader(path).cases().size(), 1u);
}

TEST_F(WriterFile, RefusesWhatAReaderWouldRefuse) {
    static constexpr int64_t too_long = (int64_t{1} << 55) + 1;
    using Change = std::function<void(CaseRecord&)>;
    const std::vector<std::pair<std::string, Change>> odd{
        {"column 'value' of table 'condition_axis'", [](auto& c) { edit(c).workload.n = (1ull << 50) + 1; }},
        {"column 'value' of table 'condition_axis'", [](auto& c) { edit(c).config.block = (1 << 20) + 1; }},
        {"column 'entropy_bits' of table", [](auto& c) { edit(c).workload.entropy_bits = 65; }},
        {"column 'multiprocessors' of table 'device'",
         [](auto& c) { c.device.multiprocessors = (1 << 20) + 1; }},
        {"column 'message' of table 'profiled_case'", [](auto& c) { c.message.assign(5 << 20, 'x'); }},
        {"column 'required_bytes' of table 'profiled_case'", [](auto& c) { c.required_bytes = 1ull << 56; }},
        {"column 'time_median_ns' of table 'profiled_case'", [](auto& c) { c.time->median_ns = -1; }},
        {"column 'time_spread' of table 'profiled_case'",
         [](auto& c) { c.time->spread = std::numeric_limits<double>::infinity(); }},
        {"column 'collect_ns' of table 'profiled_case'", [](auto& c) { c.collect_ns = -1; }},
        {"column 'median_ns' of table 'other_time'", [](auto& c) { c.other_times[0].median_ns = too_long; }},
        {"column 'median_ns' of table 'time_round'", [](auto& c) { c.time->rounds[1].median_ns = -1; }},
        {"column 'pc_offset' of table 'instruction'", [](auto& c) { c.stalls[1].pc_offset = 1ull << 56; }},
        {"column 'samples' of table 'stall'", [](auto& c) { c.stalls[1].samples = 1ull << 63; }},
        {"column 'duration_ns' of table 'trial'", [](auto& c) { c.trials[0].duration_ns = -5; }},
        {"column 'kind_id' of table 'trial'", [](auto& c) { c.trials[0].kind = static_cast<TrialKind>(99); }},
        {"column 'bytes' of table 'transfer'", [](auto& c) { c.transfers[0].bytes = ~0ull; }},
        {"column 'start_ns' of table 'transfer'", [](auto& c) { c.transfers[0].start_ns = too_long; }},
        {"column 'samples' of table 'series'",
         [](auto& c) { c.series[0].values[1] = std::numeric_limits<double>::quiet_NaN(); }},
        {"column 'interval_ns' of table 'series'", [](auto& c) { c.series[0].interval_ns = -1; }},
        {"column 'stage' of table 'launch'", [](auto& c) { c.launches[1].stage.stage = -1; }},
        {"column 'grid_x' of table 'launch_shape'", [](auto& c) { c.launches[1].grid.x = 0x80000000; }},
        {"column 'block_y' of table 'launch_shape'", [](auto& c) { c.launches[1].block.y = 1025; }},
        {"column 'duration_ns' of table 'launch'", [](auto& c) { c.launches[1].duration_ns = too_long; }},
        {"column 'duration_spread' of table 'launch'", [](auto& c) { c.launches[1].duration_spread = -0.5; }},
        {"column 'gld_requests' of table 'counter_", [](auto& c) { c.launches[1].counters[0].value = -1; }},
        {"column 'value' of table 'other_counter'", [](auto& c) { c.launches[1].counters[3].value = -1; }},
        {"column 'value' of table 'vendor_value'",
         [](auto& c) { c.launches[1].vendor_values[1].value = -0.5; }},
        {"column 'sectors' of table 'launch_site'", [](auto& c) { c.launches[1].sites[0].sectors = -1; }},
        {"column 'span_ns' of table 'profiled_case'", [](auto& c) {
             c.launches.resize(2);
             c.launches[1].start_ns = too_long - 1;
             c.launches[1].duration_ns = too_long - 1;
         }}};
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    for (const auto& [field, change] : odd) {
        auto record = full_case();
        change(record);
        EXPECT_THAT(error_of(ErrorKind::internal, [&] { writer.write_case(run, record); }),
                    AllOf(HasSubstr(field), HasSubstr(" holds "), HasSubstr("Nothing of it was stored")));
    }
    for (const std::string table :
         {"profiled_case", "trial", "launch", "counter_sass", "condition", "kernel"})
        EXPECT_EQ(query(path, "SELECT count(*) FROM " + table), "0") << table;
    expect_same(full_case(), Reader(path).read_case(writer.write_case(run, full_case()), Detail::sites));
}

TEST_F(WriterFile, StoresWhatIsJustWithinTheRanges) {
    auto record = full_case();
    edit(record).workload.n = 1ull << 50;
    edit(record).config.block = 1 << 20;
    record.required_bytes = 1ull << 55;
    record.collect_ns = record.time->max_ns = int64_t{1} << 55;
    record.launches[0].grid.x = 0x7fffffff;
    record.launches[0].block.x = 1024;
    record.launches[0].counters[0].value = std::numeric_limits<int64_t>::max() - 40000;
    Writer writer(path);
    const auto id = writer.write_case(writer.begin_run(full_run()), record);
    expect_same(record, Reader(path).read_case(id, Detail::sites));
}

TEST_F(WriterFile, SaysThatThereIsNoRoomAndKeepsWhatItHas) {
    record(path, 2);
    const auto said = as_ordinary_user(
        [](const std::filesystem::path& source) -> std::string {
            // A file size limit acts as a full disk.
            const auto copy = std::filesystem::temp_directory_path() /
                              ("sortscope-full-" + std::to_string(::getpid()) + ".db");
            std::filesystem::copy_file(source, copy);
            std::string text;
            {
                Writer writer(copy);
                const auto run = writer.begin_run(full_run());
                std::signal(SIGXFSZ, SIG_IGN);
                const rlimit limit{150'000, 150'000};  // bytes of the write-ahead log
                ::setrlimit(RLIMIT_FSIZE, &limit);
                try {
                    writer.write_case(run, large_case(500, 25, 5));
                    text = "it was stored";
                } catch (const Error& error) {
                    text = error.what();
                }
            }
            text += " cases: " + std::to_string(Reader(copy).cases().size());
            text += " check: " + query(copy, "PRAGMA integrity_check");
            for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(copy.string() + end);
            return text;
        },
        path);
    EXPECT_THAT(said, HasSubstr("what was stored before is intact"));
    EXPECT_THAT(said, HasSubstr("cases: 2"));
    EXPECT_THAT(said, HasSubstr("check: ok"));
}
}  // namespace
}
