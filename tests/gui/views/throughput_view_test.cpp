// What Throughput can draw: curves of other cases, any quantity, bounds and published curves.
#include <QComboBox>
#include <QListWidget>

#include <qcustomplot.h>

#include "gui/models/analyses.hpp"
#include "gui/models/text.hpp"
#include "gui/views/throughput_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

TEST_F(OverlayTest, CurvesOfOthersAreDashed) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    const auto alone = view.chart()->chart().series.size();
    // One of another key or input has a curve of its own; one of a curve drawn marks it.
    compare();
    ASSERT_TRUE(settled(&view));
    EXPECT_GE(view.chart()->chart().series.size(), alone);
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().series.size(), alone);
    for (const auto& series : view.chart()->chart().series)
        EXPECT_EQ(series.name.find("compared"), std::string::npos);
}

TEST_F(OverlayTest, AMetricOfAnotherFilesCaseIsLeftOutWithASentence) {
    const QString copy = folder->filePath(u"metric.db"_s);
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled());
    const auto from = workspace.file(copy);
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(other_)));
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.chart()->chart().note.find("Not drawn"), std::string::npos);
    auto& box = view.quantity_box();
    choose(box, box.count() - 1);
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.chart()->chart().note.find("Not drawn"), std::string::npos) << view.chart()->chart().note;
}

TEST_F(OverlayTest, ThroughputShowsAnyQuantityOverAnyAxis) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    auto& box = view.quantity_box();
    ASSERT_GT(box.count(), 6) << "the quantities, and the metrics that the case has";
    for (int i = 0; i < box.count(); ++i) {
        if (!box.itemData(i).isValid()) continue;
        choose(box, i);
        ASSERT_TRUE(settled(&view));
        EXPECT_TRUE(view.chart()->has_chart() || !view.chart()->message().isEmpty())
            << box.itemText(i).toStdString();
        if (!view.chart()->has_chart()) continue;
        for (const auto& one : view.chart()->chart().series)
            for (const auto& point : one.points)
                EXPECT_TRUE(!point.y || std::isfinite(*point.y)) << box.itemText(i).toStdString();
    }
    choose(box, 0);
    const auto least = x_extent(view.chart()->chart()).least;
    choose(view.axis_box(), 1);
    ASSERT_TRUE(settled(&view));
    EXPECT_DOUBLE_EQ(x_extent(view.chart()->chart()).least, least + 2);  // keys of four bytes
    EXPECT_EQ(view.chart()->chart().x.title, "bytes of keys");
    ThroughputView next(workspace);
    next.restore_layout(view.layout_state());
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.chart()->chart().x.title, "bytes of keys");
}

TEST_F(OverlayTest, ThroughputIsHeldAgainstBoundsAndSources) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    const auto alone = view.chart()->chart().series.size();
    view.set_bounds(true);
    ASSERT_TRUE(settled(&view));
    const auto& bounded = view.chart()->chart();
    EXPECT_TRUE(bounded.series.size() > alone || bounded.note.find("No bounds") != std::string::npos)
        << bounded.note;
    // The list has published curves after those of the file.
    auto& list = view.curve_list().list();
    int published = -1;
    for (int i = 0; i < list.count(); ++i)
        if (list.item(i)->text().endsWith(u"(published)"_s)) published = i;
    if (published >= 0) {
        list.item(published)->setCheckState(Qt::Checked);
        EXPECT_TRUE(std::ranges::any_of(view.chart()->chart().series, [](const auto& one) {
            return one.provenance == Provenance::published && one.dashed;
        }));
    }
    EXPECT_FALSE(source_curves().empty());
    EXPECT_FALSE(sources_of().empty());
    EXPECT_TRUE(sources_of("no such sort").empty());
}

}  // namespace
}  // namespace sortscope::gui
