#include "db/write/remove.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "db/check/verify.hpp"
#include "db/read/reader.hpp"
#include "db/rows/annotations.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

struct Remove : OneFile {
    Remove() {
        Writer writer(path);
        for (int run = 0; run < 2; ++run) {
            const auto id = writer.begin_run(full_run());
            writer.write_limits(id, sample::full_device(), sample::full_limits());
            for (int i = 0; i < 3; ++i) writer.write_case(id, full_case(3 * run + i));
        }
    }
    std::string rows_of(const std::string& condition) {
        std::string all;
        SQLite::Database database(path.string(), SQLite::OPEN_READONLY);
        SQLite::Statement tables(database,
                                 "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
                                 "WHERE m.type = 'table' AND c.name IN ('case_id', 'run_id') ORDER BY 1");
        while (tables.executeStep()) {
            const auto table = tables.getColumn(0).getString();
            const auto column = tables.getColumn(1).getString();
            if (query(path, "SELECT count(*) FROM " + table + " WHERE " + column + condition) != "0")
                all += table + "." + column + " ";
        }
        return all;
    }
};

TEST_F(Remove, TakesCasesWithAllBelowThem) {
    annotate(path, {CaseId{2}, CaseId{3}}, {.name = "x", .tags = {"t"}});
    const auto before = Reader(path).read_case(CaseId{3}, Detail::sites);
    const auto plan = plan_removal(path, {.cases = {CaseId{2}, CaseId{2}}});
    EXPECT_THAT(plan.cases, ElementsAre(CaseId{2}));
    EXPECT_EQ(plan.launches, 3u);
    EXPECT_THAT(plan.not_ended, ElementsAre(RunId{1}));
    EXPECT_EQ(Reader(path).cases().size(), 6u) << "a plan changes nothing";
    const auto done = remove(path, {.cases = {CaseId{2}}});
    EXPECT_EQ(std::tuple(done.cases, Reader(path).cases().size()), std::tuple(plan.cases, 5u));
    expect_same(before, Reader(path).read_case(CaseId{3}, Detail::sites));
    EXPECT_EQ(query(path, "SELECT count(*) FROM case_tag"), "1");
    EXPECT_EQ(query(path, "SELECT count(*) FROM launch"), "15");
    EXPECT_EQ(query(path, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
    EXPECT_FALSE(has_companions(path));
}

TEST_F(Remove, TakesRunsWithTheirCases) {
    const auto done = remove(path, {.runs = {RunId{1}}, .cases = {CaseId{6}}});
    EXPECT_THAT(done.runs, ElementsAre(RunId{1}));
    EXPECT_THAT(done.cases, ElementsAre(CaseId{1}, CaseId{2}, CaseId{3}, CaseId{6}));
    EXPECT_EQ(Reader(path).runs().size(), 1u);
    EXPECT_EQ(Reader(path).limits(RunId{2}).size(), 1u);
    EXPECT_EQ(rows_of(" NOT IN (2, 4, 5)"), "");
    EXPECT_EQ(query(path, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
    remove(path, {.runs = {RunId{2}}});
    EXPECT_THAT(Reader(path).cases(), IsEmpty());
    for (const std::string table : {"launch", "counter_sass", "counter_modelled", "other_counter",
                                    "vendor_value", "launch_site", "stage_sum", "sum_sass", "sum_other"})
        EXPECT_EQ(query(path, "SELECT count(*) FROM " + table), "0") << table;
    Writer writer(path);
    writer.write_case(writer.begin_run(full_run()), full_case());
    EXPECT_EQ(Reader(path).cases().size(), 1u) << "it can be recorded into";
}

TEST_F(Remove, RefusesWhatIsNotThereAndChangesNothing) {
    for (const auto& request :
         {RemovalRequest{.runs = {RunId{9}}}, RemovalRequest{.cases = {CaseId{1}, CaseId{99}}}})
        EXPECT_THAT(error_of(ErrorKind::usage, [&] { remove(path, request); }), HasSubstr("9, but "));
    EXPECT_EQ(Reader(path).cases().size(), 6u);
    EXPECT_FALSE(has_companions(path));
}

TEST_F(Remove, WaitsForAReaderThatHoldsTheFileAndChangesNothingWhereItDoesNotEnd) {
    const Reader reader(path);
    reader.launches(CaseId{1}, {}, [&](const LaunchRecord&) {
        EXPECT_THAT(data_error([&] { remove(path, {.runs = {RunId{1}}}, std::chrono::milliseconds(20)); }),
                    HasSubstr("locked"));
        return false;
    });
    EXPECT_EQ(reader.cases().size(), 6u);
}

TEST_F(Remove, GivesTheRoomBack) {
    Writer(path).write_case(RunId{2}, sample::large_case(3000, 20, 0));
    remove(path, {.cases = {CaseId{7}}});
    const auto room = reclaim(path);
    EXPECT_LT(room.after, room.before);
    EXPECT_EQ(room.after, std::filesystem::file_size(path));
    EXPECT_EQ(Reader(path).cases().size(), 6u);
}

TEST_F(Remove, WhoeverHasTheFileOpenMayWriteOnAfterItGaveTheRoomBack) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    const auto gone = writer.write_case(run, sample::large_case(30, 20, 0));
    remove(path, {.cases = {gone}});
    reclaim(path);
    const auto id = writer.write_case(run, sample::large_case(30, 20, 0));
    expect_same(sample::large_case(30, 20, 0), Reader(path).read_case(id, Detail::sites));
}
}  // namespace
}
