// A row added to the catalogue of metrics is in the window's table, its columns menu and its chart's list, without another line.
#include <QMenu>

#include "gui/models/text.hpp"
#include "gui/views/breakdown_view.hpp"
#include "gui/views/case_page.hpp"
#include "gui/views/stage_table_view.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

class ANewMetric : public testing::Test {
 protected:
    ANewMetric() {
        Metric row;
        row.id = "test_bytes_per_sector";
        row.title = "Bytes a sector";
        row.unit = "B/sector";
        row.decimals = 2;
        row.sentence = "Bytes asked for by loads, a sector that they moved.";
        row.adding = Adding::formula;
        row.formula = "gld_bytes / gld_sectors";
        row.provenances = {.measured = true, .counted = true, .modelled = true};
        row.shown = true;
        row.charted = true;
        add_metric(row);
    }
    ~ANewMetric() override { remove_last_metric(); }
};

TEST_F(ANewMetric, IsAColumnAndAChart) {
    CasePage page;
    const auto record = sample::make_case({});
    page.set_case(sample::make_contents(record));
    const auto& table = page.table().table();
    const int column = table.column_of(QStringLiteral("test_bytes_per_sector"));
    ASSERT_GE(column, 0);
    EXPECT_FALSE(page.table().isColumnHidden(column));
    // Of stage 1: 1024 keys of 4 bytes, in 32 requests of 8 sectors.
    EXPECT_EQ(table.index(0, column).data().toString(), QStringLiteral("16.00"));
    EXPECT_EQ(table.headerData(column, Qt::Horizontal, StageTableModel::full_header_role).toString(),
              QStringLiteral("Bytes a sector (B/sector, measured)"));
    EXPECT_TRUE(table.index(0, column).data(Qt::ToolTipRole).toString().contains(QStringLiteral("a sector that they moved")));

    QMenu menu;
    page.table().fill_columns_menu(menu);
    QStringList names;
    for (const auto* action : menu.actions()) names << action->text();
    EXPECT_TRUE(names.contains(QStringLiteral("Bytes a sector (B/sector)")));

    page.set_metric(QStringLiteral("test_bytes_per_sector"));
    const auto& chart = page.breakdown().chart();
    EXPECT_EQ(typeset(chart.y.title), QStringLiteral("bytes a sector (B/sector, measured)"));
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_DOUBLE_EQ(*chart.series[0].points[0].y, 16);
}

TEST(WithoutIt, ThereIsNone) {
    StageTableModel model;
    model.set_rows(sample::make_contents(sample::make_case({}))->by_stage->table);
    EXPECT_EQ(model.column_of(QStringLiteral("test_bytes_per_sector")), -1);
    EXPECT_GE(model.column_of(QStringLiteral("gld_efficiency_pct")), 0);
}

}  // namespace
}  // namespace sortscope::gui
