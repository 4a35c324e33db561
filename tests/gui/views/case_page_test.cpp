#include "gui/views/case_page.hpp"

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

TEST(CasePage, TableAndChartFollowOneAnother) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({})));
    page.table().setCurrentIndex(page.table().model()->index(4, 0));
    EXPECT_EQ(page.breakdown().current_row(), 4);
    emit page.breakdown().row_selected(7);
    EXPECT_EQ(page.table().current_row(), 7);
}

TEST(CasePage, GroupingChangesBarsAndRows) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({})));
    EXPECT_EQ(page.breakdown().chart().bars.size(), 10U);
    QSignalSpy changed(&page, &CasePage::grouping_changed);
    page.set_grouping(Grouping::substage);
    EXPECT_EQ(changed.size(), 1);
    EXPECT_EQ(page.grouping(), Grouping::substage);
    EXPECT_EQ(page.breakdown().chart().bars.size(), 55U);
    EXPECT_EQ(page.table().table().rowCount(), 56);
}

TEST(CasePage, TheMeasureIsKeptWhereTheNextCaseHasIt) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({})));
    page.set_metric(Metric::load_efficiency);
    EXPECT_EQ(page.breakdown().chart().unit, QStringLiteral("%"));
    page.set_case(sample::make_contents(sample::make_case({"v", 2048, 256, BackendKind::simt, false})));
    EXPECT_EQ(page.breakdown().chart().value_title, QStringLiteral("load efficiency (%, modelled)"));
}

TEST(CasePage, ModelledCasesAreMarked) {
    CasePage page;
    page.set_case(sample::make_contents(sample::make_case({"v", 1024, 256, BackendKind::simt, false})));
    const auto badges = page.header().findChildren<ProvenanceBadge*>();
    ASSERT_EQ(badges.size(), 1);
    EXPECT_EQ(badges[0]->text(), QStringLiteral("modelled"));
    EXPECT_EQ(page.breakdown().chart().value_title, QStringLiteral("sectors loaded and stored (modelled)"));
}

TEST(CasePage, ACpuCaseHasASentenceAndItsCurve) {
    auto file = std::make_shared<FileContents>();
    auto record = sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false});
    record.id = CaseId{1};
    file->cases.push_back(record);
    file->throughput = analyzer::throughput_curves(file->cases);
    CasePage page;
    page.set_file(file);
    page.set_case(sample::make_contents(record));
    EXPECT_FALSE(page.breakdown().has_chart());
    EXPECT_TRUE(page.table().isHidden());
    EXPECT_TRUE(page.throughput().has_chart());
    EXPECT_FALSE(page.block_sweep().has_chart());
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
