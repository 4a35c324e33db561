#include "present/provenance.hpp"

#include <gtest/gtest.h>

namespace sortscope::present {
namespace {

using enum Provenance;

TEST(ProvenanceMarks, EachItsOwnAndNoneForMeasured) {
    std::set<std::string_view> marks;
    for (const auto& row : EnumTable<Provenance>::names()) {
        EXPECT_TRUE(marks.insert(provenance_mark(row.value)).second) << row.name;
        EXPECT_EQ(provenance_mark(row.value).empty(), row.value == measured);
        EXPECT_TRUE(provenance_sentence(row.value).starts_with(std::string(row.name) + ": ")) << row.name;
    }
}

TEST(Legend, SaysWhatTheMarksMean) {
    EXPECT_EQ(legend({}), "");
    EXPECT_EQ(legend({measured}), "All values are measured.");
    EXPECT_EQ(legend({measured}, true), "Unmarked values are measured.") << "others are marked";
    EXPECT_EQ(legend({modelled}), "* modelled by the host interpreter, without a GPU.");
    EXPECT_EQ(legend({modelled, measured, counted}),
              "Unmarked values are measured; + counted by software on the GPU; * modelled by the host "
              "interpreter, without a GPU.");
}

TEST(ProvenanceNames, InTheVocabularysOrder) {
    EXPECT_EQ(provenance_names({modelled, measured}), "measured and modelled");
    EXPECT_EQ(provenance_names({}), "");
}

}  // namespace
}  // namespace sortscope::present
