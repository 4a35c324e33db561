#include "present/text/facts.hpp"

#include <gtest/gtest.h>

namespace sortscope::present::text {
namespace {

Facts sample() {
    Facts facts;
    facts.facts = {{.id = "time",
                    .name = "time",
                    .title = "Median time",
                    .text = "median 1.000 ms; measured",
                    .brief = "1.000 ms",
                    .sentence = "",
                    .provenance = Provenance::measured},
                   {.id = "brief",
                    .name = "brief",
                    .title = "Brief",
                    .text = "",
                    .brief = "1",
                    .sentence = "",
                    .provenance = std::nullopt}};
    facts.notes = {{Severity::warning, "Another process used\nthe GPU.", {}, false},
                   {Severity::info, "clocks were throttled", "time trial 5 left out", false},
                   {Severity::info, "said above", {}, true}};
    return facts;
}

TEST(DrawFacts, ALineForEachThatHasAText) {
    EXPECT_EQ(draw_facts(sample(), {std::nullopt, true}), "  time       median 1.000 ms; measured\n");
    EXPECT_EQ(draw_facts(sample(), {30, true}), "  time       median 1.000 ms;\n             measured\n");
}

TEST(DrawNotes, SeverityOrWhatItIsOf) {
    EXPECT_EQ(draw_notes(sample(), {std::nullopt, true}),
              "  warning: Another process used the GPU.\n  time trial 5 left out: clocks were throttled\n");
}

}  // namespace
}  // namespace sortscope::present::text
