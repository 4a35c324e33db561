#include "gui/views/compare_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {
class CompareViewTest : public ViewTest<CompareView> {
 protected:
    bool compare_across(const char* axis) {
        view.set_across(QString::fromLatin1(axis));
        return settled();
    }
    bool open_row(int row) {
        view.open_row(row);
        return settled();
    }
    bool add_other_size() {
        const auto shown = file().find(CaseId{1})->keys();
        return compare(find([&](const CaseRecord& record) {
            return record.keys() != shown && record.backend == BackendKind::cupti && record.time;
        }));
    }
};

TEST_F(CompareViewTest, ShowsVerdictsAndWhereADifferenceArose) {
    ASSERT_TRUE(compare_across("block"));
    ASSERT_TRUE(view.result());
    ASSERT_GT(table().rowCount(), 0) << view.result()->problem;
    EXPECT_TRUE(contains(view.findChild<Sentence*>(u"comparison_summary"_s)->said(), u"against"_s));
    EXPECT_TRUE(view.chart()->has_chart());
    EXPECT_EQ(view.table()->shown_columns().front(), table().column_of(u"verdict"_s)) << "always in sight";
    ASSERT_TRUE(open_row(0));
    ASSERT_TRUE(view.shown_pair());
    EXPECT_GT(view.stages().table().rowCount(), 1);
    QSignalSpy wanted(&view, &View::view_wanted);
    emit view.stages().row_activated(2);
    ASSERT_TRUE(settled());
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toString(), u"stages"_s);
    EXPECT_EQ(workspace.selection().stage, view.shown_pair()->difference.difference.stages[2].stage);
    const auto& comparison = view.result()->comparison;
    const auto common = table().rowCount();
    EXPECT_EQ(common, int(view.result()->timed.size()));
    const auto more = comparison.only_base.size() + comparison.only_other.size() + comparison.pairs.size() -
                      view.result()->timed.size();
    view.all().setChecked(true);
    ASSERT_TRUE(settled());
    EXPECT_EQ(table().rowCount(), common + int(more));
    ASSERT_TRUE(open_row(common));
    EXPECT_FALSE(view.shown_pair());
}

TEST_F(CompareViewTest, TakesTwoCasesOfAnyKind) {
    ASSERT_TRUE(compare(other()));
    ASSERT_TRUE(view.result());
    EXPECT_EQ(view.result()->timed.size(), 1U) << view.result()->problem;
    ASSERT_EQ(view.result()->sides.size(), 2U);
    const auto& first = view.result()->sides[0].name;
    const auto& second = view.result()->sides[1].name;
    EXPECT_TRUE(first.starts_with(file().find(CaseId{1})->subject.name)) << first;
    EXPECT_TRUE(second.starts_with(file().find(other())->subject.name)) << second;
    EXPECT_NE(first, second);
    ASSERT_EQ(chart().series.size(), 1U);
    ASSERT_EQ(chart().series[0].points.size(), 2U);
    EXPECT_EQ(chart().x.ticks, (std::vector{first, second}));
    ASSERT_TRUE(view.shown_pair());
    EXPECT_TRUE(view.stages().isVisible());
    EXPECT_FALSE(view.stages().hasFocus());
    EXPECT_LT(view.chart()->height(), view.height() / 2);
    EXPECT_GT(view.stages().height(), view.table()->height());
    ASSERT_TRUE(compare(other()));
    ASSERT_TRUE(compare_across("cases"));
    EXPECT_FALSE(view.chart()->has_chart());
    EXPECT_TRUE(contains(view.chart()->message(), u"Tick"_s));
}

TEST_F(CompareViewTest, OpensWithSidesThatShareConditions) {
    /// Writes a run with two variants for each size.
    const auto write = [&](const QString& path, const std::vector<uint64_t>& sizes) {
        for (size_t i = 0; i < sizes.size(); ++i) {
            auto run = sample::make_run();
            run.uuid = "00000000-0000-0000-0000-00000000000" + std::to_string(i);
            std::vector<CaseRecord> cases;
            for (const auto* variant : {"bitonic-b2", "bitonic-c4"})
                cases.push_back(sample::make_case({variant, sizes[i], 256, BackendKind::cupti, false}));
            sample::write_cases(path.toStdString(), run, cases);
        }
        return open_and_show(path);
    };
    workspace.close(good());
    ASSERT_TRUE(write(folder->filePath(u"apart.db"_s), {1024, 2048}));
    EXPECT_TRUE(has_chart());
    EXPECT_EQ(box_of(view, "across").currentText(), u"variant"_s);
    workspace.close(folder->filePath(u"apart.db"_s));
    ASSERT_TRUE(write(folder->filePath(u"runs.db"_s), {1024, 2048, 4096, 2048}));
    EXPECT_TRUE(has_chart());
    EXPECT_EQ(box_of(view, "base").currentText(), u"run 2"_s) << "the run of the case shown is alone";
    EXPECT_EQ(box_of(view, "other").currentText(), u"run 4"_s);
}

TEST_F(CompareViewTest, SaysAboveAllWhereTheSidesSortDifferentKeys) {
    EXPECT_EQ(view.different_work(), QString());
    ASSERT_TRUE(add_other_size());
    ASSERT_EQ(view.result()->timed.size(), 1U);
    EXPECT_TRUE(contains(view.different_work(), u"times per key"_s));
    auto* said = view.findChild<QLabel*>(u"different_work"_s);
    EXPECT_TRUE(said->isVisible());
    EXPECT_EQ(said->y(), 0) << "above everything else of the view";
    EXPECT_FALSE(contains(view.chart()->caption(), u"do not sort the same"_s));
    EXPECT_TRUE(notes("do not sort the same"));
    const auto& pair = view.result()->comparison.pairs[view.result()->timed[0]];
    const auto& times = chart().series.at(0).points;
    ASSERT_EQ(times.size(), 2U);
    EXPECT_NEAR(*times[1].y / *times[0].y, pair.ratio->ratio, 1e-9 + pair.ratio->ratio * 1e-6);
    ASSERT_TRUE(compare_across("block"));
    EXPECT_EQ(view.different_work(), QString());
}

TEST_F(CompareViewTest, WhatCouldNotBeReadShowsNothingOfTheComparisonBefore) {
    const QString gone = folder->filePath(u"gone.db"_s);
    ASSERT_TRUE(QFile::copy(good(), gone));
    workspace.close(good());
    ASSERT_TRUE(open_and_show(gone));
    ASSERT_TRUE(add_other_size());
    ASSERT_NE(view.different_work(), QString());
    ASSERT_TRUE(view.table()->isVisible());
    ASSERT_TRUE(open_row(0));
    ASSERT_TRUE(view.shown_pair());
    ASSERT_TRUE(QFile::remove(gone));
    ASSERT_TRUE(compare_across("block"));
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
    sample::write_cases(modelled.toStdString(), sample::make_run(), {one("bitonic-b2"), one("bitonic-c4")});
    ASSERT_TRUE(open_and_show(modelled));
    ASSERT_TRUE(compare_across("variant"));
    ASSERT_TRUE(view.result());
    EXPECT_TRUE(view.result()->timed.empty());
    EXPECT_EQ(table().rowCount(), 1) << view.result()->problem;
    EXPECT_GE(table().column_of(u"counters"_s), 0);
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_TRUE(contains(to_qstring(view.chart()->chart().y.title), u"modelled"_s));
    ASSERT_TRUE(open_row(0));
    ASSERT_TRUE(view.shown_pair());
}

TEST_F(CompareViewTest, ADifferenceOfAComparisonThatIsGoneIsNotShown) {
    ASSERT_TRUE(compare_across("block"));
    ASSERT_FALSE(view.result()->timed.empty());
    {
        const BusyLane quick(workspace.loader(), Lane::quick);
        view.open_row(0);
        const auto before = view.result();
        view.set_across(u"variant"_s);
        ASSERT_TRUE(QTest::qWaitFor([&] { return view.result() != before; }, 20000));
    }
    ASSERT_TRUE(settled());
    EXPECT_FALSE(view.shown_pair());
    EXPECT_FALSE(view.stages().isVisible());
}
}  // namespace
}
