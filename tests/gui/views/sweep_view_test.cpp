// Sweeps of the cases compared with the one shown: lines beside its own, heat maps each drawn once.

#include "gui/views/sweep_view.hpp"
#include "tests/sample/edit.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class SweepOverlay : public ViewTest<SweepView> {};

TEST_F(SweepOverlay, SweepsSayWhichCasesHaveNone) {
    ASSERT_TRUE(show_example(is_case("merge-local", 1U << 20, KeyType::u32_u32)));
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(chart().note.find("Without a sweep"), std::string::npos);
    ASSERT_TRUE(compare(view, example_case(is_case("bitonic-semi", 1U << 20))->id));
    EXPECT_NE(chart().note.find("Without a sweep over block: bitonic-semi."), std::string::npos)
        << chart().note;
    // Heat maps are side by side.
    view.set_kind(SweepView::Kind::heat);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(chart().heat);
    EXPECT_NE(chart().note.find("Without such values: bitonic-semi"), std::string::npos) << chart().note;
    const auto columns = chart().x.ticks.size();
    workspace.selected().edit([](Selection& next) { next.others.clear(); });
    ASSERT_TRUE(compare(view, example_case(is_case("selection-local", 1U << 20, KeyType::u32_u32))->id));
    EXPECT_GT(chart().x.ticks.size(), columns + 1) << chart().note;
    EXPECT_NE(chart().note.find("From left to right: merge-local"), std::string::npos) << chart().note;
    ASSERT_TRUE(draw_others(view, false));
    EXPECT_EQ(chart().x.ticks.size(), columns);
}

/// A sort of the device swept over three blocks, on two inputs, and the same without times; numbers as in the
/// order of collecting.
class SweepMapsTest : public ViewTest<SweepView> {
 protected:
    static void SetUpTestSuite() {
        WorkspaceFixture::SetUpTestSuite();
        std::vector<CaseRecord> cases;
        for (const auto distribution : {Distribution::uniform, Distribution::reversed})
            for (const std::uint64_t n : {1024U, 4096U})
                for (const std::uint32_t block : {64U, 128U, 256U}) {
                    auto& record = cases.emplace_back(
                        sample::make_case({"bitonic-b2", n, block, BackendKind::cupti, false}));
                    edit(record).workload.distribution = distribution;
                    record.time->median_ns += block;
                }
        for (const std::uint32_t block : {64U, 128U})
            cases.push_back(sample::make_case({"bitonic-b2", 1024, block, BackendKind::simt, false}));
        sample::write_cases(path().toStdString(), sample::make_run(), cases);
    }
    void SetUp() override {
        ASSERT_TRUE(open(path()));
        ASSERT_TRUE(show(view));
        view.set_kind(SweepView::Kind::heat);
        ASSERT_TRUE(settled(&view));
    }
    static QString path() { return folder->filePath(u"maps.db"_s); }
    CaseId of(Distribution distribution, std::uint64_t n, std::uint32_t block,
              BackendKind backend = BackendKind::cupti) const {
        return find([&](const CaseRecord& record) {
            return record.input->distribution == distribution && record.keys() == n &&
                   record.block() == block && record.backend == backend;
        });
    }
    void show_case(CaseId id) {
        workspace.show(path(), id);
        ASSERT_TRUE(settled(&view));
    }
};

TEST_F(SweepMapsTest, TheMapIsOfTheCaseShown) {
    show_case(of(Distribution::uniform, 1024, 64));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    EXPECT_NE(chart().conditions.find("uniform"), std::string::npos) << chart().conditions;
    show_case(of(Distribution::reversed, 4096, 128));
    EXPECT_NE(chart().conditions.find("reversed"), std::string::npos) << chart().conditions;
    EXPECT_EQ(chart().x.ticks.size(), 3U);
    EXPECT_EQ(chart().y.ticks.size(), 2U);
}

TEST_F(SweepMapsTest, EachMapIsDrawnOnceBesideTheOthers) {
    show_case(of(Distribution::reversed, 1024, 64));
    ASSERT_TRUE(compare(view, of(Distribution::reversed, 4096, 256)));  // a point of the map shown
    EXPECT_EQ(chart().x.ticks.size(), 3U) << chart().note;
    ASSERT_TRUE(compare(view, of(Distribution::uniform, 1024, 64)));
    EXPECT_EQ(chart().x.ticks.size(), 7U) << chart().note;
    EXPECT_NE(chart().note.find("From left to right: reversed"), std::string::npos) << chart().note;
    ASSERT_TRUE(compare(view, of(Distribution::uniform, 4096, 128)));  // a point of the other map
    EXPECT_EQ(chart().x.ticks.size(), 7U) << chart().note;
    EXPECT_EQ(chart().conditions, "") << "of one of them alone";
}

TEST_F(SweepMapsTest, ACaseWithoutTimesHasNoMapOfAnother) {
    show_case(of(Distribution::uniform, 1024, 64));
    ASSERT_TRUE(compare(view, of(Distribution::uniform, 1024, 64, BackendKind::simt)));
    EXPECT_EQ(chart().x.ticks.size(), 3U) << chart().note;
    EXPECT_NE(chart().note.find("Without such values: "), std::string::npos) << chart().note;
    view.set_kind(SweepView::Kind::lines);
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(chart().note.find("Without a sweep over block: bitonic-b2."), std::string::npos)
        << chart().note;
    view.set_kind(SweepView::Kind::heat);
    // The other way round what there is, is drawn.
    workspace.selected().edit([](Selection& next) { next.others.clear(); });
    show_case(of(Distribution::uniform, 1024, 64, BackendKind::simt));
    ASSERT_TRUE(compare(view, of(Distribution::uniform, 1024, 64)));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    EXPECT_EQ(chart().x.ticks.size(), 3U) << chart().note;
    EXPECT_NE(chart().note.find("Drawn: "), std::string::npos) << chart().note;
}

TEST_F(SweepMapsTest, ACaseOfAnotherFileIsNotMetByItsNumber) {
    const QString other = folder->filePath(u"one_case.db"_s);
    sample::write_cases(other.toStdString(), sample::make_run(),
                        {sample::make_case({"bitonic-xor", 1024, 256, BackendKind::cupti, false})});
    ASSERT_TRUE(open(other));
    view.set_kind(SweepView::Kind::lines);
    const auto shown = of(Distribution::uniform, 1024, 64);
    ASSERT_EQ(shown, CaseId{1});
    show_case(shown);
    ASSERT_TRUE(compare(view, CaseId{1}, other));
    EXPECT_NE(chart().note.find("Without a sweep over block: bitonic-xor."), std::string::npos)
        << chart().note;
}

TEST_F(SweepMapsTest, OfHowManySweepsLinesAreCountsThoseOfOtherFiles) {
    const auto swept = [](const char* variant, std::uint32_t sizes) {
        std::vector<CaseRecord> cases;
        for (std::uint32_t i = 0; i < sizes; ++i)
            for (const std::uint32_t block : {64U, 128U}) {
                auto& record = cases.emplace_back(
                    sample::make_case({variant, 256U << i, block, BackendKind::cupti, false}));
                record.time->median_ns += block;
            }
        return cases;
    };
    const QString ten = folder->filePath(u"ten_sweeps.db"_s), other = folder->filePath(u"another_sweep.db"_s);
    sample::write_cases(ten.toStdString(), sample::make_run(), swept("bitonic-c4", 10));
    sample::write_cases(other.toStdString(), sample::make_run(), swept("bitonic-xor", 1));
    ASSERT_TRUE(open(ten));
    ASSERT_TRUE(open(other));
    workspace.show(ten, CaseId{1});
    view.set_kind(SweepView::Kind::lines);
    ASSERT_TRUE(settled(&view));
    ASSERT_EQ(chart().series.size(), 10U) << chart().note;
    EXPECT_EQ(chart().note.find("sweeps are drawn"), std::string::npos) << chart().note;
    ASSERT_TRUE(compare(view, CaseId{1}, other));
    EXPECT_EQ(chart().series.size(), 10U) << chart().note;
    EXPECT_NE(chart().note.find("10 of 11 sweeps are drawn."), std::string::npos) << chart().note;
}

}  // namespace
}  // namespace sortscope::gui
