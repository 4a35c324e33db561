// Two sides against each other, by what a user does.
#include <cmath>

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QToolBar>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/table/table_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class CompareViewTest : public WorkspaceFixture {
 protected:
    void SetUp() override { ASSERT_TRUE(open(good(), CaseId{1})); }
    /// Puts a timed case of another number of keys beside the one shown; true where there is one.
    bool add_other_size() {
        const auto shown = file().find(CaseId{1})->keys();
        const auto other = find([&](const CaseRecord& record) {
            return record.keys() != shown && record.backend == BackendKind::cupti && record.time;
        });
        if (other != CaseId{}) workspace.toggle_other(Workspace::ref_of(file(), *file().find(other)));
        return other != CaseId{};
    }
};

TEST_F(CompareViewTest, ShowsVerdictsAndWhereADifferenceArose) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    ASSERT_TRUE(view.result()->problem.empty()) << view.result()->problem;
    ASSERT_GT(view.table()->table().rowCount(), 0);
    EXPECT_TRUE(view.summary().contains(u"against"_s));
    EXPECT_TRUE(view.chart()->has_chart());
    // Sorted by effect.
    double before = 1e9;
    for (const auto at : view.result()->timed) {
        const double effect = std::abs(std::log(view.result()->comparison.pairs[at].ratio->ratio));
        EXPECT_LE(effect, before);
        before = effect;
    }
    view.open_row(0);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.shown_pair());
    EXPECT_GT(view.stages().table().rowCount(), 1);
    QSignalSpy wanted(&view, &View::view_wanted);
    emit view.stages().row_activated(2);
    ASSERT_TRUE(settled(&view));
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toString(), u"stages"_s);
    EXPECT_EQ(workspace.selection().stage,
              view.shown_pair() ? view.shown_pair()->difference.difference.stages[2].stage : 3);
}

TEST_F(CompareViewTest, ListsAllCasesWhereThatIsAskedFor) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    const auto& comparison = view.result()->comparison;
    const auto common = view.table()->table().rowCount();
    EXPECT_EQ(common, static_cast<int>(view.result()->timed.size()));
    const auto more = comparison.only_base.size() + comparison.only_other.size() + comparison.pairs.size() -
                      view.result()->timed.size();
    view.set_all(true);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.table()->table().rowCount(), common + static_cast<int>(more));
    // What is not compared has no stages to show.
    view.open_row(common);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.shown_pair());
}

TEST_F(CompareViewTest, TakesTwoCasesOfAnyKind) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    const auto other = find([](const CaseRecord& record) {
        return record.id != CaseId{1} && record.backend == BackendKind::cupti && record.time;
    });
    workspace.toggle_other(Workspace::ref_of(file(), *file().find(other)));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    EXPECT_TRUE(view.result()->problem.empty()) << view.result()->problem;
    EXPECT_EQ(view.result()->timed.size(), 1U);
    ASSERT_EQ(view.result()->sides.size(), 2U);
    EXPECT_TRUE(view.result()->sides[0].name.starts_with(file().find(CaseId{1})->subject.name))
        << view.result()->sides[0].name;
    EXPECT_TRUE(view.result()->sides[1].name.starts_with(file().find(other)->subject.name))
        << view.result()->sides[1].name;
    EXPECT_NE(view.result()->sides[0].name, view.result()->sides[1].name);
    // Both times with their intervals, low, and what made the difference below, without the keys having gone
    // there.
    const auto& chart = view.chart()->chart();
    ASSERT_EQ(chart.series.size(), 1U);
    ASSERT_EQ(chart.series[0].points.size(), 2U);
    EXPECT_EQ(chart.x.ticks,
              (std::vector<std::string>{view.result()->sides[0].name, view.result()->sides[1].name}));
    for (const auto& point : chart.series[0].points) {
        EXPECT_LE(point.low, *point.y);
        EXPECT_GE(point.high, *point.y);
    }
    ASSERT_TRUE(view.shown_pair());
    EXPECT_TRUE(view.stages().isVisible());
    EXPECT_FALSE(view.stages().hasFocus());
    EXPECT_LT(view.chart()->height(), view.height() / 2);
    EXPECT_GT(view.stages().height(), view.table()->height());
    workspace.toggle_other(Workspace::ref_of(file(), *file().find(other)));
    view.set_across(u"cases"_s);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    EXPECT_TRUE(view.chart()->message().contains(u"Right-click"_s));
}

TEST_F(CompareViewTest, SaysAboveAllWhereTheSidesSortDifferentKeys) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.different_work(), QString());
    ASSERT_TRUE(add_other_size());
    ASSERT_TRUE(settled(&view));
    ASSERT_EQ(view.result()->timed.size(), 1U);
    EXPECT_TRUE(contains(view.different_work(), u"times per key"_s));
    auto* said = view.findChild<QLabel*>(u"different_work"_s);
    EXPECT_TRUE(said->isVisible());
    EXPECT_EQ(said->y(), 0) << "above everything else of the view";
    // Once on the screen, and in exports.
    EXPECT_FALSE(contains(view.chart()->caption(), u"do not sort the same"_s));
    EXPECT_NE(view.chart()->chart().note.find("do not sort the same"), std::string::npos);
    // The ratio of two times per key is that of the table.
    const auto& pair = view.result()->comparison.pairs[view.result()->timed[0]];
    const auto& times = view.chart()->chart().series.at(0).points;
    ASSERT_EQ(times.size(), 2U);
    EXPECT_NEAR(*times[1].y / *times[0].y, pair.ratio->ratio, 1e-9 + pair.ratio->ratio * 1e-6);
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.different_work(), QString());
}

TEST_F(CompareViewTest, WhatCouldNotBeReadShowsNothingOfTheComparisonBefore) {
    const QString gone = folder->filePath(u"gone.db"_s);
    ASSERT_TRUE(QFile::copy(good(), gone));
    workspace.close(good());
    ASSERT_TRUE(open(gone, CaseId{1}));
    workspace.show(gone, CaseId{1});
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(add_other_size());
    ASSERT_TRUE(settled(&view));
    ASSERT_NE(view.different_work(), QString());
    ASSERT_TRUE(view.table()->isVisible());
    view.open_row(0);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.shown_pair());
    ASSERT_TRUE(QFile::remove(gone));
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(contains(view.chart()->message(), u"gone.db"_s));
    EXPECT_EQ(view.different_work(), QString());
    EXPECT_FALSE(view.table()->isVisible());
    EXPECT_FALSE(view.result());
    EXPECT_FALSE(view.shown_pair());
}

TEST_F(CompareViewTest, OfModelledCasesTellsOfTheirCounters) {
    const QString modelled = folder->filePath(u"modelled.db"_s);
    const auto one = [](const char* variant) {
        return sample::make_case({variant, 1 << 10, 256, BackendKind::simt, false});
    };
    if (!QFile::exists(modelled))
        sortscope::sample::write_cases(modelled.toStdString(), sample::make_run(),
                                       {one("bitonic-b2"), one("bitonic-c4")});
    ASSERT_TRUE(open(modelled, CaseId{1}));
    workspace.show(modelled, CaseId{1});
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_across(u"variant"_s);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    ASSERT_TRUE(view.result()->problem.empty()) << view.result()->problem;
    EXPECT_TRUE(view.result()->timed.empty());
    EXPECT_EQ(view.table()->table().rowCount(), 1);
    EXPECT_GE(view.table()->table().column_of(u"counters"_s), 0);
    EXPECT_TRUE(contains(view.chart()->message(), u"counters"_s));
    view.open_row(0);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.shown_pair());
    const auto* said = view.findChild<Sentence*>(u"difference_sentence"_s);
    ASSERT_NE(said, nullptr);
    EXPECT_TRUE(contains(said->said(), u"not timed on both sides"_s));
    EXPECT_TRUE(contains(said->said(), u"counter"_s));
}

}  // namespace
}  // namespace sortscope::gui
