#include "gui/models/text.hpp"

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(Text, WritesPowersOfTwoWithRaisedDigits) {
    EXPECT_EQ(count_text(1 << 20), QStringLiteral("2\u00b2\u2070"));
    EXPECT_EQ(count_text(1 << 13), QStringLiteral("2\u00b9\u00b3"));
    EXPECT_EQ(count_text(1000000), QStringLiteral("1,000,000"));
    EXPECT_EQ(count_text(512), QStringLiteral("512"));
    EXPECT_EQ(power_of_two_text(-4), QStringLiteral("2\u207b\u2074"));
}

TEST(Text, TimesHaveTheMicroSign) {
    EXPECT_EQ(time_text(1500), QStringLiteral("1.500 \u00b5s"));
    EXPECT_EQ(time_text(12), QStringLiteral("12 ns"));
}

TEST(Text, ChoosesOneUnitForAColumn) {
    EXPECT_EQ(time_unit(999).name, QStringLiteral("ns"));
    EXPECT_EQ(time_unit(1000).name, QStringLiteral("\u00b5s"));
    EXPECT_EQ(time_unit(2.5e6).ns, 1e6);
    EXPECT_EQ(time_unit(3e9).name, QStringLiteral("s"));
    EXPECT_EQ(time_unit(0).name, QStringLiteral("ns"));
}

TEST(Text, NamesACaseByWhatDistinguishesIt) {
    auto record = sample::make_case({});
    EXPECT_EQ(case_text(record), QStringLiteral("2\u00b9\u2070 u32 uniform, block 256"));
    record.config.params["tile"] = 4;
    EXPECT_EQ(case_text(record), QStringLiteral("2\u00b9\u2070 u32 uniform, block 256, tile=4"));
    record = sample::make_case({"std-sort", 1000, 0, BackendKind::cpu, false});
    EXPECT_EQ(case_text(record), QStringLiteral("1,000 u32 uniform"));
}

TEST(Text, RateIsKeysOverMedianTime) {
    auto record = sample::make_case({});
    record.workload.n = 1 << 20;
    record.time->median_ns = 1048576;  // a key a nanosecond is 1000 Mkey/s
    ASSERT_TRUE(rate_mkeys_per_s(record));
    EXPECT_DOUBLE_EQ(*rate_mkeys_per_s(record), 1000);
    EXPECT_EQ(rate_text(1000), QStringLiteral("1,000 Mkey/s"));
    EXPECT_EQ(rate_text(1.234), QStringLiteral("1.23 Mkey/s"));
    record.time.reset();
    EXPECT_FALSE(rate_mkeys_per_s(record));
}

TEST(Text, ShortensLongNamesInTheirMiddle) {
    EXPECT_EQ(elided(QStringLiteral("short"), 10), QStringLiteral("short"));
    const QString shortened = elided(QString(300, u'k'), 40);
    EXPECT_EQ(shortened.size(), 40);
    EXPECT_TRUE(shortened.contains(u'\u2026'));
}

TEST(Text, OnlyTheInterpreterModels) {
    EXPECT_EQ(case_provenance(sample::make_case({"v", 1024, 256, BackendKind::simt, false})),
              Provenance::modelled);
    EXPECT_EQ(case_provenance(sample::make_case({})), Provenance::measured);
    EXPECT_TRUE(provenance_sentence(Provenance::modelled).contains(QStringLiteral("without a GPU")));
}

}  // namespace
}  // namespace sortscope::gui
