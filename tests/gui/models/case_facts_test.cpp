#include "gui/models/case_facts.hpp"

#include <algorithm>

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

QString value_of(const CaseFacts& facts, const QString& name) {
    const auto found = std::find_if(facts.facts.begin(), facts.facts.end(),
                                    [&](const Fact& fact) { return fact.name == name; });
    return found == facts.facts.end() ? QStringLiteral("(no such fact)") : found->value;
}

TEST(CaseFacts, OfAMeasuredCase) {
    auto record = sample::make_case({});
    record.time->median_ns = 2048;
    const auto facts = case_facts(*sample::make_contents(record));
    EXPECT_EQ(facts.title, QStringLiteral("bitonic-b2"));
    EXPECT_EQ(facts.provenances, std::vector{Provenance::measured});
    EXPECT_EQ(value_of(facts, QStringLiteral("Device")), QStringLiteral("Example GPU"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Median time")), QStringLiteral("2.048 \u00b5s"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Rate")), QStringLiteral("500 Mkey/s"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Spread")), QStringLiteral("1.8 % of 20 trials"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Verified")), QStringLiteral("yes, all 20 trials"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Launches")), QStringLiteral("55 in 10 stages"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Gaps")), QStringLiteral("34.56 \u00b5s"));
    EXPECT_TRUE(value_of(facts, QStringLiteral("Transfers")).startsWith(QStringLiteral("8.00 KiB in ")));
}

TEST(CaseFacts, OfAModelledCase) {
    const auto facts =
        case_facts(*sample::make_contents(sample::make_case({"v", 1024, 256, BackendKind::simt, false})));
    EXPECT_EQ(facts.provenances, std::vector{Provenance::modelled});
    EXPECT_EQ(value_of(facts, QStringLiteral("Median time")), QStringLiteral("\u2013"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Rate")), QStringLiteral("\u2013"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Verified")), QStringLiteral("yes, 1 trial"));
    ASSERT_EQ(facts.notes.size(), 1U);
}

TEST(CaseFacts, NamesAllSourcesOfAMixedCase) {
    auto record = sample::make_case({});
    record.launches[0].counters[0].provenance = Provenance::counted;
    const auto facts = case_facts(*sample::make_contents(record));
    EXPECT_EQ(facts.provenances, (std::vector{Provenance::measured, Provenance::counted}));
}

TEST(CaseFacts, SaysWhatWentWrongFirst) {
    auto record = sample::make_case({});
    record.status = CaseStatus::unverified;
    record.message = "Key 17 is out of order.";
    record.trials[3].verified = false;
    record.notes.push_back({Severity::info, "The clock was locked."});
    record.notes.push_back({Severity::warning, "Two trials were throttled."});
    const auto facts = case_facts(*sample::make_contents(record));
    EXPECT_EQ(value_of(facts, QStringLiteral("Verified")), QStringLiteral("19 of 20 trials"));
    ASSERT_EQ(facts.notes.size(), 3U);
    EXPECT_EQ(facts.notes[0].severity, Severity::lost);
    EXPECT_TRUE(facts.notes[0].text.contains(QStringLiteral("Key 17")));
    EXPECT_EQ(facts.notes[1].severity, Severity::warning);
}

TEST(CaseFacts, ARefusedCaseHasNoSource) {
    CaseRecord record;
    record.variant = "v";
    record.status = CaseStatus::refused;
    const auto facts = case_facts(*sample::make_contents(record));
    EXPECT_TRUE(facts.provenances.empty());
    EXPECT_EQ(value_of(facts, QStringLiteral("Device")), QStringLiteral("\u2013"));
    EXPECT_EQ(value_of(facts, QStringLiteral("Verified")), QStringLiteral("\u2013"));
}

}  // namespace
}  // namespace sortscope::gui
