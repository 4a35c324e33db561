#include "gui/views/collect/collect_view.hpp"

#include "gui/views/collect/collect_form.hpp"
#include "views/workspace_fixture.hpp"

namespace sortscope::gui {
namespace {
class CollectViewTest : public ViewTest<CollectView> {
 protected:
    void SetUp() override {
        if (find_collector().isEmpty()) GTEST_SKIP() << "sortscope is neither beside the test nor on PATH";
        ASSERT_TRUE(show(view));
    }
    /// Chooses a variant, sizes and backend, and waits for the plan.
    bool choose(const char* variant, const char* sizes, const char* backend, const char* file) {
        view.form().variants().choose({QLatin1String(variant)});
        view.form().findChild<QLineEdit*>(u"--n"_s)->setText(QLatin1String(sizes));
        for (int i = 0; i < view.form().device_list().count(); ++i) {
            auto* item = view.form().device_list().item(i);
            item->setCheckState(item->data(Qt::UserRole).toStringList().front() == QLatin1String(backend)
                                    ? Qt::Checked
                                    : Qt::Unchecked);
        }
        view.form().output_line().setText(folder->filePath(QLatin1String(file)));
        return settled();
    }
    bool ended() {
        return QTest::qWaitFor([&] { return !view.collection().running(); }, 60000) && settled();
    }
};

TEST_F(CollectViewTest, OffersWhatThereIsAndSaysWhatItTakes) {
    EXPECT_GT(view.form().variants().tree().topLevelItemCount(), 3);
    EXPECT_GE(view.form().device_list().count(), 2);
    EXPECT_EQ(view.command(), u"sortscope collect --preset quick --resume --output sortscope.db"_s);
    ASSERT_TRUE(choose("butterfly-minmax", "1000,1024,2048", "simt", "plan.db"));
    EXPECT_TRUE(contains(view.plan(), u"Expected: 21 launches"_s)) << view.plan().toStdString();
    EXPECT_TRUE(contains(view.plan(), u"1 case left out"_s));
    EXPECT_TRUE(contains(view.command(), u"--variant butterfly-minmax --n 1000,1024,2048 --backend simt"_s));
    EXPECT_TRUE(contains(view.form().variants().sentence(), u"a power of two"_s));
    view.form().findChild<QLineEdit*>(u"--n"_s)->setText(u"many"_s);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(contains(view.plan(), u"many"_s));
    view.form().variants().find_line().setText(u"butterfly minmax"_s);
    int shown = 0;
    for (QTreeWidgetItemIterator item(
             &view.form().variants().tree(),
             QTreeWidgetItemIterator::NotHidden | QTreeWidgetItemIterator::NoChildren);
         *item != nullptr; ++item)
        ++shown;
    EXPECT_GE(shown, 1);
    EXPECT_LT(shown, 6);
}

TEST_F(CollectViewTest, CollectsAndOpensWhatItCollected) {
    ASSERT_TRUE(choose("cpu-std-sort", "1000,2000,4000", "cpu", "cpu.db"));
    view.start();
    ASSERT_TRUE(view.collection().running());
    EXPECT_FALSE(view.unfinished().isEmpty()) << "closing the window asks";
    EXPECT_FALSE(view.form().isEnabled());
    ASSERT_TRUE(ended());
    EXPECT_TRUE(view.status().startsWith(u"Finished"_s)) << view.status().toStdString();
    ASSERT_EQ(workspace.files().size(), 1);
    EXPECT_EQ(std::tuple(file().cases.size(), view.table()->table().rowCount()), std::tuple(3U, 3));
    EXPECT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_TRUE(contains(view.plan(), u"already stored"_s));
    CollectView next(workspace);
    next.restore_layout(view.layout_state());
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.command(), view.command());
    ASSERT_TRUE(choose("butterfly-minmax", "16", "simt", "no-such-folder/x.db"));
    view.start();
    ASSERT_TRUE(ended());
    EXPECT_FALSE(view.status().startsWith(u"Finished"_s)) << view.status().toStdString();
    EXPECT_TRUE(view.status().contains(u"no-such-folder"_s) ||
                view.messages().join(u' ').contains(u"no-such-folder"_s));
}

TEST_F(CollectViewTest, EndsAfterTheCurrentCaseAlsoInALowWindow) {
    view.resize(560, 430);
    ASSERT_TRUE(choose("bitonic-b2", "2^4..2^20", "simt", "ended.db"));
    view.start();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return view.collection().progress() && view.collection().progress()->done >= 1; }, 60000));
    QStringList in_title;  // always in sight
    for (const auto* button : view.toolbar().findChildren<QPushButton*>()) in_title << button->text();
    EXPECT_EQ(in_title, QStringList({u"Start"_s, u"End"_s}));
    EXPECT_FALSE(view.findChild<QProgressBar*>()->visibleRegion().isEmpty());
    EXPECT_FALSE(view.form().isVisible()) << "no choice is possible now";
    view.end();
    EXPECT_TRUE(view.status().contains(u"Ending"_s) || !view.collection().running())
        << view.status().toStdString();
    if (!QTest::qWaitFor([&] { return !view.collection().running(); }, 30000)) view.end();
    ASSERT_TRUE(ended());
    EXPECT_FALSE(contains(view.messages().join(u' '), u"Ctrl"_s)) << "a window has buttons";
    EXPECT_TRUE(view.form().isVisible());
    EXPECT_TRUE(view.status().contains(u"finished are in the file"_s) || view.status().contains(u"killed"_s))
        << view.status().toStdString();
    ASSERT_EQ(workspace.files().size(), 1);
    EXPECT_GE(file().cases.size(), 1U);
    EXPECT_LT(file().cases.size(), 17U);
}

TEST_F(CollectViewTest, TheWheelGoesOverTheFormAndChangesNoChoice) {
    const auto command = view.command();
    int boxes = 0;
    for (auto* box : view.form().findChildren<QComboBox*>()) {
        const int before = box->currentIndex();
        box->clearFocus();
        QWheelEvent turn(QPointF(5, 5), box->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120), Qt::NoButton,
                         Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(box, &turn);
        EXPECT_EQ(box->currentIndex(), before);
        boxes += box->count() > 1 ? 1 : 0;
    }
    EXPECT_GE(boxes, 2) << "there was something to change";
    ASSERT_TRUE(settled());
    EXPECT_EQ(view.command(), command);
}
}  // namespace
}
