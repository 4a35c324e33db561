#include <gmock/gmock.h>

#include "db/check/verify.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/rows/columns.hpp"
#include "db/write/remove.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::HasSubstr, testing::IsEmpty;
namespace fs = std::filesystem;

/// full_case() with `text` as its source.
CaseRecord case_of(int salt, const std::string& text) {
    auto record = full_case(salt);
    record.sources = {{"variants/bitonic/b2.hpp", text}};
    return with_stream_trial(std::move(record));
}

std::string source_of(const fs::path& path, int64_t id) {
    const auto sources = Reader(path).sources(CaseId{id});
    return sources.size() == 1 ? sources[0].text : std::to_string(sources.size()) + " texts";
}

std::string source_findings(const fs::path& path) {
    std::string text;
    for (const auto& defect : verify(path).defects)
        if (defect.check == "source" || defect.check == "reference" || defect.check == "reading")
            text += defect.table + ": " + defect.sentence + "\n";
    return text;
}

struct SourceTexts : OneFile {
    SourceTexts() { record(path, {case_of(0, long_a), case_of(1, long_b), case_of(2, long_a)}); }
    std::string long_a = std::string(40, '\n') + "a", long_b = std::string(40, '\n') + "b";
};

TEST_F(SourceTexts, AreStoredOnceAndEachCaseKnowsItsOwn) {
    EXPECT_EQ(std::tuple(source_of(path, 1), source_of(path, 2)), std::tuple(long_a, long_b));
    EXPECT_EQ(source_of(path, 3), long_a);
    EXPECT_EQ(query(path, "SELECT count(*) FROM source_text"), "2");
    EXPECT_EQ(query(path,
                    "SELECT group_concat(case_id || ':' || file || ':' || lines || ':' || substr(text, -1), "
                    "' ') FROM sources"),
              "1:variants/bitonic/b2.hpp:40:a 2:variants/bitonic/b2.hpp:40:b 3:variants/bitonic/b2.hpp:40:a");
    EXPECT_THAT(Reader(path).read_case(CaseId{1}, Detail::launches).sources, IsEmpty());
    EXPECT_EQ(Reader(path).read_case(CaseId{1}, Detail::sites).sources.size(), 1u);
    EXPECT_EQ(source_findings(path), "");
    auto without = full_case(8);
    without.sources.clear();
    record(path, {case_of(7, long_b), without});
    EXPECT_EQ(std::tuple(source_of(path, 4), source_of(path, 5)), std::tuple(long_b, "0 texts"));
    EXPECT_EQ(query(path, "SELECT count(*) FROM source_text"), "2");
}

TEST_F(SourceTexts, TheirDigestIsAUuidOfVersionFiveOfTheBytes) {
    // python3 -c "import uuid; print(uuid.uuid5(uuid.UUID('0b5dc2a4-6d5e-4c1b-8b0a-5a3c61f1a9d2'), 'int
    // main() {}\n'))"
    EXPECT_EQ(text_digest("int main() {}\n"), "7306f3d8-7c7c-567a-91fa-caa58331ca12");
    EXPECT_NE(text_digest("a"), text_digest(std::string_view("a\0", 2)));
}

TEST_F(SourceTexts, WhatCannotBeIsRefusedAndVerifyFindsIt) {
    const std::pair<const char*, const char*> harms[] = {
        {"UPDATE source_text SET text = text || 'x' WHERE id = 1",
         "column 'text' of table 'source_text', row 1, is not the text that its digest is of"},
        {"UPDATE source_text SET text = hex(zeroblob(600000)) WHERE id = 1",
         "holds a text of 1200000 bytes, but source files have at most 1048576"},
        {"UPDATE source_text SET text = replace(hex(zeroblob(40000)), '0', char(10)) WHERE id = 1",
         "holds a text of 80000 lines, but source files have at most 65536"},
        {"UPDATE source_text SET text = x'00ff' WHERE id = 1", "holds bytes, but must hold a text"},
        {"DELETE FROM source_text WHERE id = 1", "row 1 of table 'source_text', which is not there"},
        {"INSERT INTO case_source VALUES (1, 2)", "case 1 has two texts of one source file"}};
    for (const auto& [sql, words] : harms) {
        const auto copy = changed_copy(path, sql);
        EXPECT_THAT(data_error([&] { static_cast<void>(Reader(copy).sources(CaseId{1})); }), HasSubstr(words))
            << sql;
        EXPECT_THAT(source_findings(copy), HasSubstr(words)) << sql;
    }
    const auto copy = changed_copy(path, "UPDATE site SET line = 99 WHERE line = 32");
    EXPECT_THAT(source_findings(copy), HasSubstr("site: Its line 99 "));
    // A site without counts is no defect: deleted runs leave such sites.
    change(copy, "DELETE FROM launch_site WHERE site_id IN (SELECT id FROM site WHERE line = 99)");
    EXPECT_EQ(source_findings(copy), "");
}

TEST_F(SourceTexts, ManyOfThemAreRefused) {
    Writer writer(path);
    auto record = full_case();
    record.sources.clear();
    for (int i = 10; i < 30; ++i)
        record.sources.push_back({"f" + std::to_string(i), std::string(1 << 20, char('a' + i - 10))});
    const auto refused = [&] {
        return error_of(ErrorKind::internal, [&] { writer.write_case(RunId{1}, record); });
    };
    EXPECT_THAT(refused(), HasSubstr("its sources have more than 16777216 bytes together"));
    record.sources.resize(2);
    writer.write_case(RunId{1}, record);
    std::swap(record.sources[0], record.sources[1]);
    EXPECT_THAT(refused(), HasSubstr("the source of 'f10' comes twice, or out of order"));
    record.sources = {{"f", std::string((1 << 20) + 1, 'x')}};
    EXPECT_THAT(refused(), HasSubstr("the source of 'f' holds a text of 1048577 bytes"));
    EXPECT_EQ(Reader(path).cases().size(), 4u);
    EXPECT_EQ(Reader(path).sources(CaseId{4}).size(), 2u);
}

TEST_F(SourceTexts, GoWithTheLastCaseThatHasThem) {
    remove(path, {.cases = {CaseId{2}, CaseId{3}}});
    EXPECT_EQ(query(path, "SELECT count(*) FROM source_text"), "1");
    EXPECT_EQ(std::tuple(source_of(path, 1), source_findings(path)), std::tuple(long_a, ""));
    remove(path, {.runs = {RunId{1}}});
    EXPECT_EQ(query(path, "SELECT (SELECT count(*) FROM source_text) + (SELECT count(*) FROM case_source)"),
              "0");
}

TEST_F(SourceTexts, AreMergedOnce) {
    const auto other = folder / "b.db";
    record(other, {case_of(0, long_b), case_of(1, "c")});
    const auto before = Reader(path).read_case(CaseId{2}, Detail::sites);
    merge(path, std::vector{other});
    ASSERT_EQ(Reader(path).cases().size(), 5u);
    expect_same(before, Reader(path).read_case(CaseId{2}, Detail::sites));
    EXPECT_EQ(std::tuple(source_of(path, 4), source_of(path, 5)), std::tuple(long_b, "c"));
    EXPECT_EQ(query(path, "SELECT count(*) FROM source_text"), "3");
}
}  // namespace
}
