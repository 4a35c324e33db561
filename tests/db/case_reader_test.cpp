#include "db/read/case_reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using CaseReaderFile = OneFile;
using testing::HasSubstr;

TEST_F(CaseReaderFile, OrdersCountersAndSites) {
    auto shuffled = full_case();
    std::ranges::reverse(shuffled.launches);
    for (auto& launch : shuffled.launches) {
        std::ranges::reverse(launch.counters);
        std::ranges::reverse(launch.sites);
    }
    record(path, std::vector{shuffled});
    expect_same(full_case(), Reader(path).read_case(CaseId{1}, Detail::sites));
}

TEST_F(CaseReaderFile, GivesEachLaunchItsOwnCountersWhereSomeHaveNone) {
    auto sparse = full_case();
    sparse.launches.clear();
    sparse.passes = {{"modelled", Provenance::modelled, 1}};
    for (std::uint32_t i = 0; i < 50; ++i) {
        auto& launch = sparse.launches.emplace_back();
        launch.index = i;
        if (i % 3 == 1)
            launch.counters = {{CounterId::barriers, Provenance::modelled, static_cast<std::int64_t>(i)}};
    }
    {
        Writer writer(path);
        const auto run = writer.begin_run(full_run());
        writer.write_case(run, full_case());
        writer.write_case(run, sparse);
    }
    expect_same(sparse, Reader(path).read_case(CaseId{2}, Detail::sites));
}

TEST_F(CaseReaderFile, SaysWhichCountersItLeftOut) {
    record(path, 1);
    change(path,
           "ALTER TABLE counter_sass ADD COLUMN from_the_future INTEGER; UPDATE counter_sass SET "
           "from_the_future = 5;"
           "CREATE TABLE counter_later (launch_id INTEGER PRIMARY KEY, later INTEGER); INSERT INTO "
           "counter_later VALUES (1, 7);"
           "INSERT INTO counter (id, name, unit, description) VALUES (9999, 'one_by_one', 'things', 'Unknown "
           "here.');"
           "INSERT INTO other_counter SELECT id, 9999, 1, 5, 1 FROM launch WHERE case_id = 1");
    const auto found = Reader(path).read_case(CaseId{1});
    EXPECT_EQ(found.launches[0].counters, full_case().launches[0].counters);
    ASSERT_EQ(found.notes.size(), full_case().notes.size() + 3);
    const auto text = [&](std::size_t i) { return found.notes[full_case().notes.size() + i].text; };
    EXPECT_EQ(found.notes.back().severity, Severity::lost);
    EXPECT_THAT(text(0), HasSubstr("2 values of the counter 'from_the_future'"));
    EXPECT_THAT(text(1), HasSubstr("1 values of the counter 'later'"));
    EXPECT_THAT(text(2), HasSubstr("3 values of the counter 'one_by_one'"));
}

TEST_F(CaseReaderFile, RefusesEnumeratorsOfANewerProgram) {
    record(path, 2);
    change(path, "UPDATE profiled_case SET distribution_id = 99 WHERE id = 2");
    const Reader reader(path);
    EXPECT_NO_THROW(reader.read_case(CaseId{1}));
    const auto said = data_error([&] { reader.cases(); });
    EXPECT_THAT(said, HasSubstr("distribution (number 99)"));
    EXPECT_THAT(said, HasSubstr(path.string()));
    EXPECT_THAT(said, HasSubstr("newer SortScope"));
    EXPECT_NO_THROW(reader.read_case(CaseId{1}));  // the reader still works
}

TEST_F(CaseReaderFile, ReportsReferencesThatLeadNowhere) {
    record(path, 1);
    change(path, "DELETE FROM device");
    EXPECT_THAT(data_error([&] { Reader(path).cases(); }),
                HasSubstr("is damaged: a row refers to row 1 of table 'device'"));
}

TEST_F(CaseReaderFile, SeesDevicesThatCameLater) {
    Writer writer(path);
    const auto run = writer.begin_run(full_run());
    writer.write_case(run, full_case());
    const Reader reader(path);
    EXPECT_EQ(reader.cases().size(), 1u);
    auto other = full_case();
    other.device.name = "another GPU";
    other.launches[0].sites[0].site.function = "another function";
    const auto id = writer.write_case(run, other);
    expect_same(other, reader.read_case(id, Detail::sites));
}

}  // namespace
}  // namespace sortscope::db
