#include "gui/views/case_page.hpp"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QTest>

#include "gui/views/breakdown_view.hpp"
#include "gui/views/case_header.hpp"
#include "gui/views/curve_view.hpp"
#include "gui/views/provenance_badge.hpp"
#include "gui/views/stage_table_view.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

/// A page that gets what it asks for, as from the loader.
struct ServedPage : CasePage {
    explicit ServedPage(CaseRecord of) : record(std::move(of)) {
        connect(this, &CasePage::breakdown_wanted, this, [this](Grouping grouping) {
            ++asked;
            if (answer) set_breakdown(sample::make_breakdown(record, grouping));
        });
        set_case(sample::make_contents(record));
    }
    CaseRecord record;
    int asked = 0;
    bool answer = true;
};

TEST(CasePage, TableAndChartFollowOneAnother) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({})));
    page.table().setCurrentIndex(page.table().model()->index(4, 0));
    EXPECT_EQ(page.breakdown().current_row(), 4);
    emit page.breakdown().row_selected(7);
    EXPECT_EQ(page.table().current_row(), 7);
}

TEST(CasePage, GroupingChangesBarsAndRows) {
    ServedPage page(sample::make_case({}));
    EXPECT_EQ(page.breakdown().chart().x.ticks.size(), 10U);
    EXPECT_EQ(page.asked, 0);  // nothing is read but what is shown
    QSignalSpy changed(&page, &CasePage::grouping_changed);
    page.set_grouping(Grouping::substage);
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(page.grouping(), Grouping::substage);
    EXPECT_EQ(page.breakdown().chart().x.ticks.size(), 55U);
    EXPECT_EQ(page.table().table().rowCount(), 56);
    page.set_grouping(Grouping::stage);
    page.set_grouping(Grouping::substage);
    EXPECT_EQ(page.asked, 1);  // what was read is kept
}

TEST(CasePage, WhileABreakdownIsReadThePageSaysSo) {
    ServedPage page(sample::make_case({}));
    page.answer = false;
    page.set_grouping(Grouping::launch);
    EXPECT_TRUE(page.waiting());
    EXPECT_FALSE(page.breakdown().has_chart());
    EXPECT_TRUE(page.breakdown().message().contains(QStringLiteral("Reading")));
    EXPECT_EQ(page.table().table().rowCount(), 0);
    page.ask_again();
    EXPECT_EQ(page.asked, 2);
    auto other = page.record;
    other.id = CaseId{99};
    page.set_breakdown(sample::make_breakdown(other, Grouping::launch));  // of a case that is no longer shown
    EXPECT_TRUE(page.waiting());
    page.breakdown_failed(QStringLiteral("The file is gone."));
    EXPECT_EQ(page.breakdown().message(), QStringLiteral("The file is gone."));
    page.set_breakdown(sample::make_breakdown(page.record, Grouping::launch));
    EXPECT_FALSE(page.waiting());
    EXPECT_EQ(page.table().table().rowCount(), 56);
}

TEST(CasePage, TheMeasureIsKeptWhereTheNextCaseHasIt) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({})));
    page.set_metric(QStringLiteral("gld_efficiency_pct"));
    EXPECT_EQ(page.breakdown().chart().y.unit, "%");
    page.set_case(sample::make_contents(sample::make_case({"v", 2048, 256, BackendKind::simt, false})));
    EXPECT_EQ(page.breakdown().chart().y.title, "load efficiency (%, modelled)");
    page.set_case(sample::make_contents(sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false})));
    page.set_case(sample::make_contents(sample::make_case({})));
    EXPECT_EQ(page.breakdown().chart().y.title, "load efficiency (%, measured)");  // also past a case that has none
}

TEST(CasePage, ModelledCasesAreMarked) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({"v", 1024, 256, BackendKind::simt, false})));
    const auto badges = page.header().findChildren<ProvenanceBadge*>();
    ASSERT_EQ(badges.size(), 1);
    EXPECT_EQ(badges[0]->text(), QStringLiteral("modelled"));
    EXPECT_EQ(page.breakdown().chart().y.title, "sectors loaded and stored (modelled)");
}

TEST(CasePage, ACpuCaseHasASentenceAndItsCurve) {
    auto file = std::make_shared<FileContents>();
    auto record = sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false});
    record.id = CaseId{1};
    file->cases.push_back(record);
    file->compute();
    CasePage page;
    page.set_file(file);
    page.set_case(sample::make_contents(record));
    EXPECT_FALSE(page.breakdown().has_chart());
    EXPECT_TRUE(page.table().isHidden());
    EXPECT_TRUE(page.throughput().has_chart());
    EXPECT_FALSE(page.block_sweep().has_chart());
}

TEST(CasePage, CurvesShowTheNewestOrEachRunAndSayWhich) {
    auto file = std::make_shared<FileContents>();
    for (int i = 1; i <= 4; ++i) {
        auto record = sample::make_case({"bitonic-b2", i % 2 == 1 ? 1024U : 4096U, 256, BackendKind::cupti, false});
        record.id = CaseId{i};
        record.run = RunId{i <= 2 ? 1 : 2};
        file->cases.push_back(record);
    }
    file->compute();
    CasePage page;
    page.set_file(file);
    page.set_case(sample::make_contents(file->cases[0]));
    ASSERT_EQ(page.throughput().chart().series.size(), 1U);
    EXPECT_TRUE(page.throughput().chart().series[0].emphasised);  // the older case is of this condition, too
    EXPECT_TRUE(page.throughput().chart().note.find("newest of 2 cases") != std::string::npos) << page.throughput().chart().note;
    page.set_repeats(analyzer::Repeats::each_run);
    const auto& curves = page.throughput().chart();
    ASSERT_EQ(curves.series.size(), 2U);
    EXPECT_TRUE(curves.series[0].emphasised);
    EXPECT_FALSE(curves.series[1].emphasised);
    EXPECT_NE(curves.series[0].name, curves.series[1].name);
    EXPECT_EQ(curves.series[0].points[0].case_id, CaseId{1});
}

TEST(CasePage, DevicesOfOneNameAreToldApart) {
    auto file = std::make_shared<FileContents>();
    for (int i = 1; i <= 2; ++i) {
        auto record = sample::make_case({});
        record.id = CaseId{i};
        record.device.uuid = i == 1 ? "GPU-aaaaaaaa" : "GPU-bbbbbbbb";
        file->cases.push_back(record);
    }
    file->compute();
    CasePage page;
    page.set_file(file);
    QString devices[2];
    for (std::size_t i = 0; i < 2; ++i) {
        page.set_case(sample::make_contents(file->cases[i]));
        devices[i] = page.header().text().section(QStringLiteral("Device: "), 1).section(u'\n', 0, 0);
        EXPECT_TRUE(devices[i].startsWith(QStringLiteral("Example GPU"))) << devices[i].toStdString();
    }
    EXPECT_NE(devices[0], devices[1]);
}

TEST(CasePage, NoFactIsClippedInANarrowWindow) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({})));
    page.show();
    for (const int width : {1200, 560, 900}) {
        page.resize(width, 600);
        QApplication::processEvents();
        for (const auto* label : page.header().findChildren<QLabel*>()) {
            if (label->objectName() == QStringLiteral("case_notes") || !label->isVisible()) continue;
            EXPECT_GE(label->width(), label->fontMetrics().horizontalAdvance(label->text())) << label->text().toStdString() << " at " << width;
        }
    }
}

TEST(CasePage, EachChartHasTheBoxesThatItFollows) {
    CasePage page;
    const auto shown = [&](const char* name) { return !page.findChild<QComboBox*>(QString::fromLatin1(name))->isHidden(); };
    EXPECT_TRUE(shown("metric"));
    EXPECT_FALSE(shown("repeats"));
    page.set_tab(CasePage::Tab::throughput);
    EXPECT_FALSE(shown("metric"));
    EXPECT_TRUE(shown("repeats"));
    EXPECT_TRUE(shown("grouping"));
}

TEST(CasePage, NotesOnSingleTrialsDoNotTakeTheChartsRoom) {
    auto record = sample::make_case({});
    record.trials[0].accepted = false;
    record.trials[0].note = "warm-up";
    record.notes.push_back({Severity::warning, "The clock was not locked."});
    CasePage page;
    page.set_case(sample::make_contents(record));
    const auto* notes = page.header().findChild<QLabel*>(QStringLiteral("case_notes"));
    EXPECT_TRUE(notes->text().contains(QStringLiteral("not locked")));
    EXPECT_FALSE(notes->text().contains(QStringLiteral("warm-up")));
    bool told = false;
    for (const auto* label : page.header().findChildren<QLabel*>()) told = told || label->toolTip().contains(QStringLiteral("warm-up"));
    EXPECT_TRUE(told);
}

TEST(CasePage, IsEmptyWithoutACase) {
    CasePage page;
    EXPECT_FALSE(page.breakdown().has_chart());
    EXPECT_TRUE(page.header().isHidden());
    page.set_case(sample::make_contents(sample::make_case({})));
    page.set_case(nullptr);
    EXPECT_FALSE(page.breakdown().has_chart());
    EXPECT_EQ(page.table().table().rowCount(), 0);
}

}  // namespace
}  // namespace sortscope::gui
