#include "gui/views/run_browser.hpp"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTest>
#include <QTreeView>

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

int shown_cases(RunBrowser& browser) {
    int cases = 0;
    const auto* model = browser.tree().model();
    for (int run = 0; run < model->rowCount(); ++run) {
        const auto parent = model->index(run, 0);
        for (int group = 0; group < model->rowCount(parent); ++group)
            cases += model->rowCount(model->index(group, 0, parent));
    }
    return cases;
}

TEST(RunBrowser, SelectsCasesAndSaysSo) {
    RunBrowser browser;
    browser.set_contents(sample::make_file(40));
    QSignalSpy selected(&browser, &RunBrowser::case_selected);
    EXPECT_TRUE(browser.select(CaseId{17}));
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toLongLong(), 17);
    EXPECT_FALSE(browser.select(CaseId{999}));
    browser.select_first();
    EXPECT_EQ(selected.last()[0].toLongLong(), 1);
}

TEST(RunBrowser, FindsCasesByTheirWords) {
    RunBrowser browser;
    browser.set_contents(sample::make_file(40));
    QAbstractItemModelTester tester(browser.tree().model(),
                                    QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(shown_cases(browser), 40);
    browser.filter_line().setText(QStringLiteral("bitonic-xor 2^11"));
    QTest::keyClick(&browser.filter_line(), Qt::Key_Return);
    const int found = shown_cases(browser);
    EXPECT_GT(found, 0);
    EXPECT_LT(found, 10);
    browser.filter_line().setText(QStringLiteral("no such words"));
    QTest::keyClick(&browser.filter_line(), Qt::Key_Return);
    EXPECT_EQ(shown_cases(browser), 0);
    EXPECT_TRUE(browser.select(CaseId{3}));  // a hidden case clears the filter
    EXPECT_EQ(shown_cases(browser), 40);
}

TEST(RunBrowser, SortsBySize) {
    RunBrowser browser;
    browser.set_contents(sample::make_file(40));
    browser.tree().sortByColumn(RunTreeModel::name_column, Qt::DescendingOrder);
    const auto* model = browser.tree().model();
    const auto group = model->index(0, 0, model->index(0, 0));
    for (int row = 1; row < model->rowCount(group); ++row)
        EXPECT_GE(model->index(row - 1, 0, group).data(RunTreeModel::sort_role).toDouble(),
                  model->index(row, 0, group).data(RunTreeModel::sort_role).toDouble());
}

}  // namespace
}  // namespace sortscope::gui
