#include "db/reader.hpp"

#include <gmock/gmock.h>

#include "db/schema.hpp"
#include "db/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using testing::HasSubstr;

std::string usage_error(const Reader& reader, CaseId id) {
    try {
        reader.read_case(id);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::usage);
        return error.what();
    }
    ADD_FAILURE() << "no error";
    return {};
}

TEST(Reader, ListsCasesAsTheyAreReadOneByOne) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 4);
    const Reader reader(path);
    const auto cases = reader.cases();
    ASSERT_EQ(cases.size(), 4u);
    for (const auto& listed : cases) {
        EXPECT_TRUE(listed.launches.empty());
        EXPECT_TRUE(listed.trials.empty());
        expect_same(listed, reader.read_case(listed.id, Detail::summary));
    }
    EXPECT_EQ(cases[2].config.params.at("unroll"), 10);
}

TEST(Reader, BringsWhatTheDetailAsksFor) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    const Reader reader(path);
    EXPECT_TRUE(reader.read_case(CaseId{1}, Detail::summary).notes.empty());
    const auto launches = reader.read_case(CaseId{1});
    EXPECT_EQ(launches.launches.size(), 3u);
    EXPECT_EQ(launches.launches[0].counters.size(), 5u);
    EXPECT_TRUE(launches.launches[0].sites.empty());
    EXPECT_EQ(reader.read_case(CaseId{1}, Detail::sites).launches[0].sites.size(), 2u);
}

TEST(Reader, BringsTrialsAndSeriesAlone) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 1);
    const Reader reader(path);
    auto found = reader.read_case(CaseId{1}, Detail::details);
    EXPECT_TRUE(found.series.empty());
    EXPECT_TRUE(found.stalls.empty());
    EXPECT_EQ(reader.series(CaseId{1}), full_case().series);
    auto expected = full_case();
    expected.launches.clear();
    expected.series.clear();
    expected.stalls.clear();
    EXPECT_EQ(reader.sources(CaseId{1}), expected.sources);
    expected.sources.clear();
    found.trials = reader.trials(CaseId{1});
    expect_same(expected, found);
    EXPECT_THAT(usage_error(reader, CaseId{2}), HasSubstr("Its only case is 1"));
    // What is not asked for is not read.
    change(path, "UPDATE series SET samples = 'words'; UPDATE transfer SET bytes = -1");
    EXPECT_EQ(reader.trials(CaseId{1}).size(), 3u);
    EXPECT_THAT(data_error([&] { reader.series(CaseId{1}); }), HasSubstr("column 'samples' of table 'series'"));
    change(path, "UPDATE transfer SET bytes = 1");
    EXPECT_EQ(reader.read_case(CaseId{1}, Detail::details).transfers.size(), 2u);
}

TEST(Reader, SaysWhichCasesThereAre) {
    TempFolder folder;
    const auto path = folder / "a.db";
    record(path, 0);
    EXPECT_THAT(usage_error(Reader(path), CaseId{1}), HasSubstr("no case 1. It has no cases yet"));
    record(path, 1);
    EXPECT_THAT(usage_error(Reader(path), CaseId{2}), HasSubstr("Its only case is 1"));
    record(path, 3);
    EXPECT_THAT(usage_error(Reader(path), CaseId{9}), HasSubstr("no case 9. Its cases are 1 to 4"));
}

TEST(Reader, KnowsItsSchema) {
    TempFolder folder;
    record(folder / "a.db", 0);
    EXPECT_EQ(Reader(folder / "a.db").schema_version(), newest_version());
}

TEST(Reader, CanBeMoved) {
    TempFolder folder;
    record(folder / "a.db", 2);
    Reader first(folder / "a.db");
    Reader second(std::move(first));
    EXPECT_EQ(second.cases().size(), 2u);
}

}  // namespace
}  // namespace sortscope::db
