// What Throughput can draw: curves of other cases, any quantity, bounds and published curves.
#include <QListWidget>

#include "gui/models/analyses.hpp"
#include "gui/views/throughput_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class ThroughputTest : public ViewTest<ThroughputView> {};

TEST_F(ThroughputTest, CurvesOfOthersAreDashed) {
    const auto alone = chart().series.size();
    // One of another key or input has a curve of its own; one of a curve drawn marks it.
    ASSERT_TRUE(compare(view, other()));
    EXPECT_GE(chart().series.size(), alone);
    ASSERT_TRUE(draw_others(view, false));
    EXPECT_EQ(chart().series.size(), alone);
    for (const auto& series : chart().series) EXPECT_EQ(series.name.find("compared"), std::string::npos);
}

TEST_F(ThroughputTest, AMetricOfAnotherFilesCaseIsLeftOutWithASentence) {
    const QString copy = folder->filePath(u"metric.db"_s);
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    ASSERT_TRUE(open_and_show(good()));
    ASSERT_TRUE(compare(view, other(), copy));
    EXPECT_EQ(chart().note.find("Not drawn"), std::string::npos);
    auto& box = box_of(view, "quantity");
    choose(box, box.count() - 1);
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(chart().note.find("Not drawn"), std::string::npos) << chart().note;
}

TEST_F(ThroughputTest, ThroughputShowsAnyQuantityOverAnyAxis) {
    auto& box = box_of(view, "quantity");
    ASSERT_GT(box.count(), 6) << "the quantities, and the metrics that the case has";
    for (int i = 0; i < box.count(); ++i) {
        if (!box.itemData(i).isValid()) continue;
        choose(box, i);
        ASSERT_TRUE(settled(&view));
        EXPECT_TRUE(view.chart()->has_chart() || !view.chart()->message().isEmpty())
            << box.itemText(i).toStdString();
        if (!view.chart()->has_chart()) continue;
        for (const auto& one : chart().series)
            for (const auto& point : one.points)
                EXPECT_TRUE(!point.y || std::isfinite(*point.y)) << box.itemText(i).toStdString();
    }
    choose(box, 0);
    const auto least = x_extent(chart()).least;
    choose(box_of(view, "axis"), 1);
    ASSERT_TRUE(settled(&view));
    EXPECT_DOUBLE_EQ(x_extent(chart()).least, least + 2);  // keys of four bytes
    EXPECT_EQ(chart().x.title, "bytes of keys");
    ThroughputView next(workspace);
    next.restore_layout(view.layout_state());
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.chart()->chart().x.title, "bytes of keys");
}

TEST_F(ThroughputTest, ThroughputIsHeldAgainstBoundsAndSources) {
    const auto alone = chart().series.size();
    view.bounds().setChecked(true);
    ASSERT_TRUE(settled(&view));
    const auto& bounded = chart();
    EXPECT_TRUE(bounded.series.size() > alone || bounded.note.find("No bounds") != std::string::npos)
        << bounded.note;
    // The list has published curves after those of the file.
    auto& list = view.curve_list().list();
    int published = -1;
    for (int i = 0; i < list.count(); ++i)
        if (list.item(i)->text().endsWith(u"(published)"_s)) published = i;
    if (published >= 0) {
        list.item(published)->setCheckState(Qt::Checked);
        EXPECT_TRUE(std::ranges::any_of(chart().series, [](const auto& one) {
            return one.provenance == Provenance::published && one.dashed;
        }));
    }
    EXPECT_FALSE(source_curves().empty());
    EXPECT_FALSE(sources_of().empty());
    EXPECT_TRUE(sources_of("no such sort").empty());
}

}  // namespace
}  // namespace sortscope::gui
