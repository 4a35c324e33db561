#include "gui/models/run_tree_model.hpp"

#include <QAbstractItemModelTester>

#include "gui/models/text.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using Tester = QAbstractItemModelTester;
using Level = RunTreeModel::Level;

/// A child of a node.
QModelIndex open(const RunTreeModel& model, const QModelIndex& parent, int row) {
    return model.index(row, 0, parent);
}

TEST(RunTreeModel, IsAGoodItemModelEmptyAndFilled) {
    RunTreeModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    const auto file = sample::make_file(40);
    model.set_files({file, file});
    EXPECT_EQ(model.rowCount(), 2);
    const auto first = model.index(0, 0);
    EXPECT_TRUE(model.hasChildren(first));
    EXPECT_EQ(model.rowCount(first), 2);
    open(model, open(model, open(model, first, 0), 0), 0);
    model.set_files({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(RunTreeModel, ShowsFilesRunsDevicesAndVariants) {
    RunTreeModel model;
    model.set_files({sample::make_file(40)});
    const auto file = model.index(0, 0);
    EXPECT_EQ(file.data().toString(), u"example.db"_s);
    const auto run = open(model, file, 0);
    EXPECT_EQ(run.data().toString(), u"Run 1, 2026-11-20 21:04 UTC"_s);
    EXPECT_TRUE(run.data(Qt::ToolTipRole).toString().contains(u"sortscope collect --preset quick"_s));
    EXPECT_EQ(run.siblingAtColumn(RunTreeModel::cases_column).data().toString(), u"20"_s);
    const auto device = open(model, run, 0);
    EXPECT_EQ(model.level(device), Level::device);
    EXPECT_TRUE(device.data().toString().contains(u"Example GPU"_s));
    const auto variant = open(model, device, 1);
    EXPECT_EQ(variant.data().toString(), u"bitonic-xor"_s);
    EXPECT_EQ(model.rowCount(device), 4);
    EXPECT_EQ(variant.parent(), device);
    EXPECT_EQ(device.parent(), run);
    EXPECT_FALSE(model.hasChildren(variant));
    const auto cases = model.cases(variant);
    ASSERT_EQ(cases.size(), 5U);
    for (const auto& listed : cases) EXPECT_EQ(listed.record().subject.name, "bitonic-xor");
    EXPECT_EQ(model.cases({}).size(), 40U);
}

TEST(RunTreeModel, ANodeIsFoundAgainByItsNames) {
    RunTreeModel model;
    model.set_files({sample::make_file(40)});
    const auto variant = open(model, open(model, open(model, model.index(0, 0), 1), 0), 2);
    const auto path = model.path_of(variant);
    EXPECT_EQ(path.size(), 4);
    model.set_files({sample::make_file(80)});
    const auto again = model.find(path);
    ASSERT_TRUE(again.isValid());
    EXPECT_EQ(model.path_of(again), path);
    EXPECT_FALSE(model.find({u"gone.db"_s}).isValid());
}

TEST(RunTreeModel, DevicesOfOneNameAreToldApart) {
    auto file = std::make_shared<FileContents>(*sample::make_file(8));
    for (std::size_t i = 0; i < file->cases.size(); ++i) {
        file->cases[i].run = RunId{1};
        file->cases[i].device.uuid = i % 2 == 0 ? "GPU-aaaaaaaa" : "GPU-bbbbbbbb";
    }
    file->compute();
    RunTreeModel model;
    model.set_files({file});
    const auto run = open(model, model.index(0, 0), 0);
    ASSERT_EQ(model.rowCount(run), 2);
    EXPECT_NE(model.index(0, 0, run).data().toString(), model.index(1, 0, run).data().toString());
}

TEST(RunTreeModel, SaysHowManyCasesAKilledRunLacks) {
    auto file = std::make_shared<FileContents>(*sample::make_file(10));
    file->runs[0].planned_cases = 9;
    file->runs[0].ended_utc.clear();
    RunTreeModel model;
    model.set_files({file});
    const auto run = open(model, model.index(0, 0), 0);
    EXPECT_EQ(run.siblingAtColumn(RunTreeModel::cases_column).data().toString(), u"5 of 9"_s);
    EXPECT_TRUE(run.data(Qt::ToolTipRole).toString().contains(u"Not ended"_s));
}

TEST(RunTreeModel, HoldsAHundredThousandCases) {
    RunTreeModel model;
    model.set_files({sample::make_file(100000)});
    std::size_t cases = 0;
    const auto file = model.index(0, 0);
    for (int run = 0; run < model.rowCount(file); ++run)
        cases += model.cases(model.index(run, 0, file)).size();
    EXPECT_EQ(cases, 100000U);
    EXPECT_TRUE(model.children().isEmpty());  // no object an item
}

}  // namespace
}  // namespace sortscope::gui
