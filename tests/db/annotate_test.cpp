#include "db/rows/annotations.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::ElementsAre, testing::HasSubstr;

struct Annotate : OneFile {
    Annotate() { record(path, 3); }
    std::string refused(const AnnotationChange& change, AnnotationTarget target = CaseId{1}) {
        return error_of(ErrorKind::usage, [&] { annotate(path, {CaseId{1}, target}, change); });
    }
};

TEST_F(Annotate, StoresChangesAndTakesAway) {
    annotate(path, {RunId{1}, CaseId{2}}, {.name = "first", .note = "two\nlines", .tags = {"b", "a", "b"}});
    const Annotation whole{"first", "two\nlines", {"a", "b"}};
    EXPECT_EQ(Reader(path).runs().at(0).annotation, whole);
    EXPECT_EQ(Reader(path).cases().at(1).annotation, whole);
    EXPECT_EQ(Reader(path).read_case(CaseId{2}).annotation, whole);
    EXPECT_TRUE(Reader(path).cases().at(0).annotation.empty());

    const auto now = annotate(path, {CaseId{2}}, {.name = "", .tags = {"c"}, .untags = {"a", "unknown"}});
    EXPECT_THAT(now, ElementsAre(Annotation{"", "two\nlines", {"b", "c"}}));
    EXPECT_EQ(Reader(path).cases().at(1).annotation, now.at(0));
    EXPECT_EQ(Reader(path).runs().at(0).annotation, whole) << "that of the run was not asked for";
    annotate(path, {CaseId{2}}, {.note = "", .untags = {"b", "c"}});
    EXPECT_EQ(query(path, "SELECT count(*) FROM case_annotation"), "0");
    EXPECT_EQ(query(path, "SELECT count(*) FROM case_tag"), "0");
    EXPECT_FALSE(has_companions(path));
}

TEST_F(Annotate, RefusesWhatItCannotStoreAndChangesNothing) {
    EXPECT_THAT(refused({.name = "x"}, CaseId{99}), HasSubstr("has no case 99. Its cases are 1 to 3."));
    EXPECT_THAT(refused({.name = "x"}, RunId{7}), HasSubstr("has no run 7. Its only run is 1."));
    for (const char* tag : {"a,b", "", " a"})
        EXPECT_THAT(refused({.tags = {tag}}), HasSubstr("cannot be a tag"));
    for (const std::string text : {"\x1b[31m", "\xC2\x9B", "\x9B", "\xE2\x80\xAE"})
        for (const auto& bad : {AnnotationChange{.name = text}, AnnotationChange{.note = text},
                                AnnotationChange{.tags = {text}}})
            EXPECT_THAT(refused(bad), HasSubstr("cannot be shown"));
    EXPECT_THAT(refused({.name = std::string(101, 'x')}), HasSubstr("101 bytes is too long"));
    EXPECT_THAT(data_error([&] { annotate(folder / "none.db", {CaseId{1}}, {.name = "x"}); }),
                HasSubstr("There is no file"));
    EXPECT_FALSE(std::filesystem::exists(folder / "none.db"));
    EXPECT_TRUE(Reader(path).cases().at(0).annotation.empty());
}
}  // namespace
}
