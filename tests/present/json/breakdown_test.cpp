#include "present/json/breakdown.hpp"
#include "tests/sample/edit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sample/memory_source.hpp"

namespace sortscope::present::json {
namespace {

using analyzer::Grouping;
using ::testing::HasSubstr;

template <class Write>
std::string written_by(const Write& write) {
    std::string text;
    Writer out([&](std::string_view piece) { text += piece; });
    write(out);
    out.finish();
    return text;
}

CaseRecord make_case(bool timed) {
    CaseRecord record;
    edit(record).workload.n = 1024;
    for (std::uint32_t i = 0; i < 3; ++i) {
        LaunchRecord launch;
        launch.index = i;
        launch.stage = {i == 0 ? 1 : 2, static_cast<int>(i) + 1, "k"};
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
        const auto kept = written_by(
            [&](Writer& out) { write_breakdown(out, analyzer::breakdown(record, Grouping::launch)); });
        const auto streamed = written_by([&](Writer& out) {
            write_breakdown_by_launch(out, analyzer::breakdown(record, Grouping::stage),
                                      sample::MemorySource(record), record.id, analyzer::Gaps::unread);
        });
        EXPECT_EQ(streamed, kept);
        EXPECT_THAT(streamed, HasSubstr(timed ? "\"what\": \"time\"" : "\"what\": \"sectors\""));
    }
}

}  // namespace
}  // namespace sortscope::present::json
