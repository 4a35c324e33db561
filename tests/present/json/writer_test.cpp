
#include <gmock/gmock.h>

#include "present/json/analyses.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::present::json {
namespace {
template <class Fill>
std::string written(const Fill& fill) {
    std::string text;
    Writer out([&](std::string_view piece) { text += piece; });
    fill(out);
    out.finish();
    return text;
}

TEST(JsonWriter, IndentsByTwoAndKeepsTheOrder) {
    EXPECT_EQ(written([](Writer& out) {
                  out.object([&] {
                      out.put("b", 1);
                      out.array("a", [&] {
                          out.put("x");
                          out.object([&] { out.put("c", true); });
                      });
                      out.object("empty", [] {});
                      out.array("none", [] {});
                      out.put("last", 2U);
                      out.put_known("text", "");
                      out.put_known("value", std::optional<int>());
                      out.put_nonzero("number", 0);
                  });
              }),
              "{\n  \"b\": 1,\n  \"a\": [\n    \"x\",\n    {\n      \"c\": true\n    }\n  ],\n  \"empty\": "
              "{},\n  \"none\": [],\n"
              "  \"last\": 2\n}\n");
}

TEST(JsonWriter, NumbersAreWhatTheyAre) {
    EXPECT_EQ(
        written([](Writer& out) {
            out.array([&] {
                out.put(std::numeric_limits<int64_t>::min());
                out.put(std::numeric_limits<uint64_t>::max());
                out.put(0.1);
                out.put(50.0);
                out.put(std::numeric_limits<double>::infinity());
                out.put(Number(7));
                out.put(Number(7.5));
            });
        }),
        "[\n  -9223372036854775808,\n  18446744073709551615,\n  0.1,\n  50.0,\n  null,\n  7,\n  7.5\n]\n");
}

TEST(JsonWriter, TextsAreEscapedAndRepaired) {
    const std::pair<const char*, const char*> texts[] = {
        {"a \"quote\" \\ and\nline", R"(a \"quote\" \\ and\nline)"},
        {"Größe", "Größe"},
        {"bad \xff byte", "bad \xEF\xBF\xBD byte"},
        {"\x1b[2J\x7f \xC2\x9B \xE2\x80\xAE \xE2\x80\x8B \xF3\xA0\x81\x81",
         R"(\u001b[2J\u007f \u009b \u202e \u200b \udb40\udc41)"}};
    for (const auto& [text, escaped] : texts)
        EXPECT_EQ(written([&](Writer& out) { out.put(std::string_view(text)); }),
                  '"' + std::string(escaped) + "\"\n");
}

TEST(JsonWriter, HandsOnItsTextPieceByPiece) {
    size_t pieces = 0, longest = 0, all = 0;
    Writer out([&](std::string_view piece) {
        ++pieces;
        longest = std::max(longest, piece.size());
        all += piece.size();
    });
    out.array([&] {
        for (int i = 0; i < 100000; ++i) out.put(i);
    });
    out.finish();
    EXPECT_GT(pieces, 5U);
    EXPECT_LT(longest, 70000U) << "of " << all;
}

using analyzer::Grouping;
using ::testing::HasSubstr;

CaseRecord make_case(bool timed) {
    CaseRecord record;
    edit(record).workload.n = 1024;
    for (uint32_t i = 0; i < 3; ++i) {
        LaunchRecord launch;
        launch.index = i;
        launch.stage = {i == 0 ? 1 : 2, int(i) + 1, "k"};
        launch.kernel = "step";
        if (timed) launch.start_ns = 100 * i, launch.duration_ns = 50 + i;
        const auto provenance = timed ? Provenance::measured : Provenance::modelled;
        launch.counters = {{CounterId::gld_sectors, provenance, 10 + i},
                           {CounterId::gst_sectors, provenance, 5}};
        record.launches.push_back(launch);
    }
    return record;
}

TEST(BreakdownJson, ByLaunchIsTheSameAsAStream) {
    for (const bool timed : {true, false}) {
        const auto record = make_case(timed);
        const auto kept =
            written([&](Writer& out) { out.put(analyzer::breakdown(record, Grouping::launch)); });
        const auto streamed = written([&](Writer& out) {
            out.object([&] {
                members_of_launches(out, analyzer::breakdown(record, Grouping::stage),
                                    sample::MemorySource(record), record.id, analyzer::Gaps::unread);
            });
        });
        EXPECT_EQ(streamed, kept);
        EXPECT_THAT(streamed, HasSubstr(timed ? "\"what\": \"time\"" : "\"what\": \"sectors\""));
    }
}
}  // namespace
}
