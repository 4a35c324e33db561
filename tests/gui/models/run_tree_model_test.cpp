#include "gui/models/run_tree_model.hpp"

#include <QAbstractItemModelTester>

#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using Tester = QAbstractItemModelTester;

TEST(RunTreeModel, IsAGoodItemModelEmptyAndFilled) {
    RunTreeModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    model.set_contents(sample::make_file(40));
    EXPECT_EQ(model.rowCount(), 2);
    model.set_contents(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(model.first_case().isValid());
}

TEST(RunTreeModel, ShowsRunsVariantsAndCases) {
    RunTreeModel model;
    model.set_contents(sample::make_file(40));
    const auto run = model.index(0, 0);
    EXPECT_EQ(run.data().toString(), QStringLiteral("Run 1, 2026-11-20 21:04 UTC"));
    EXPECT_TRUE(
        run.data(Qt::ToolTipRole).toString().contains(QStringLiteral("sortscope collect --preset quick")));
    EXPECT_EQ(run.siblingAtColumn(RunTreeModel::source_column).data().toString(), QStringLiteral("20 cases"));
    ASSERT_EQ(model.rowCount(run), 4);
    const auto variant = model.index(1, 0, run);
    EXPECT_EQ(variant.data().toString(), QStringLiteral("bitonic-xor"));
    ASSERT_EQ(model.rowCount(variant), 5);
    const auto record = model.index(0, 0, variant);
    EXPECT_EQ(record.data().toString(), QStringLiteral("u32 2\u00b9\u00b9 uniform, block 64"));
    EXPECT_EQ(record.parent(), variant);
    EXPECT_EQ(variant.parent(), run);
    EXPECT_EQ(record.data(RunTreeModel::case_id_role).toLongLong(), 2);
    EXPECT_FALSE(variant.data(RunTreeModel::case_id_role).isValid());
    EXPECT_EQ(model.rowCount(record), 0);
}

TEST(RunTreeModel, SortRolesAreNumbers) {
    RunTreeModel model;
    model.set_contents(sample::make_file(40));
    const auto first = model.index_of(CaseId{1});  // 2^10, block 32
    const auto fifth = model.index_of(CaseId{5});  // 2^14, block 512
    ASSERT_TRUE(first.isValid() && fifth.isValid());
    EXPECT_LT(first.data(RunTreeModel::sort_role).toDouble(), fifth.data(RunTreeModel::sort_role).toDouble());
    const auto time = first.siblingAtColumn(RunTreeModel::time_column);
    EXPECT_EQ(time.data(RunTreeModel::sort_role).toLongLong(), model.case_at(first)->time->median_ns);
    EXPECT_TRUE(time.data().toString().endsWith(QStringLiteral("ns")));
}

TEST(RunTreeModel, FindsCasesByIdAndRefusesUnknownOnes) {
    RunTreeModel model;
    model.set_contents(sample::make_file(40));
    for (std::int64_t id = 1; id <= 40; ++id) {
        const auto index = model.index_of(CaseId{id});
        ASSERT_TRUE(index.isValid());
        EXPECT_EQ(model.case_at(index)->id, CaseId{id});
    }
    EXPECT_FALSE(model.index_of(CaseId{41}).isValid());
    EXPECT_EQ(model.case_at(model.index(0, 0)), nullptr);
}

TEST(RunTreeModel, MarksModelledCasesAndThoseThatDidNotEndWell) {
    auto file = std::make_shared<FileContents>(*sample::make_file(2));
    file->cases[0].backend = BackendKind::simt;
    file->cases[0].time.reset();
    file->cases[1].status = CaseStatus::refused;
    file->cases[1].message = "The variant takes powers of two alone.";
    RunTreeModel model;
    model.set_contents(file);
    const auto modelled = model.index_of(CaseId{1});
    EXPECT_EQ(modelled.siblingAtColumn(RunTreeModel::source_column).data().toString(),
              QStringLiteral("modelled"));
    EXPECT_EQ(modelled.siblingAtColumn(RunTreeModel::time_column).data().toString(),
              QStringLiteral("\u2013"));
    EXPECT_FALSE(modelled.siblingAtColumn(RunTreeModel::time_column).data(RunTreeModel::sort_role).isValid());
    const auto refused = model.index_of(CaseId{2});
    EXPECT_EQ(refused.siblingAtColumn(RunTreeModel::source_column).data().toString(),
              QStringLiteral("refused"));
    EXPECT_TRUE(refused.data(Qt::ToolTipRole).toString().contains(QStringLiteral("powers of two alone")));
    EXPECT_EQ(model.first_case(), modelled);
}

TEST(RunTreeModel, CasesOfTwoEqualDevicesAreToldApart) {
    auto file = std::make_shared<FileContents>(*sample::make_file(8));
    for (std::size_t i = 0; i < file->cases.size(); ++i) {
        auto& record = file->cases[i];
        record.run = RunId{1};
        record.variant = "bitonic-b2";
        record.device.uuid = i % 2 == 0 ? "GPU-aaaaaaaa" : "GPU-bbbbbbbb";
    }
    file->compute();
    RunTreeModel model;
    model.set_contents(file);
    const auto variant = model.index(0, 0, model.index(0, 0));
    const QString first = model.index(0, 0, variant).data().toString(), second = model.index(1, 0, variant).data().toString();
    EXPECT_TRUE(first.contains(QStringLiteral("Example GPU"))) << first.toStdString();
    EXPECT_NE(first.section(u',', -1), second.section(u',', -1));
}

TEST(RunTreeModel, AnUnverifiedCaseHasNoRate) {
    auto file = std::make_shared<FileContents>(*sample::make_file(2));
    file->cases[1].status = CaseStatus::unverified;
    RunTreeModel model;
    model.set_contents(file);
    const auto rate = [&](int id) { return model.index_of(CaseId{id}).siblingAtColumn(RunTreeModel::rate_column); };
    EXPECT_TRUE(rate(1).data().toString().endsWith(QStringLiteral(" Mkey/s")));
    EXPECT_EQ(rate(2).data().toString(), QStringLiteral("\u2013"));
    EXPECT_FALSE(rate(2).data(RunTreeModel::sort_role).isValid());
}

TEST(RunTreeModel, SaysHowManyCasesAKilledRunLacks) {
    auto file = std::make_shared<FileContents>(*sample::make_file(10));
    file->runs[0].planned_cases = 9;
    file->runs[0].ended_utc.clear();
    RunTreeModel model;
    model.set_contents(file);
    EXPECT_EQ(model.index(0, RunTreeModel::source_column).data().toString(), QStringLiteral("5 of 9"));
    EXPECT_TRUE(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Not ended")));
}

TEST(RunTreeModel, HoldsAHundredThousandCases) {
    RunTreeModel model;
    const auto file = sample::make_file(100000);
    model.set_contents(file);
    int cases = 0;
    for (int run = 0; run < model.rowCount(); ++run)
        for (int group = 0; group < model.rowCount(model.index(run, 0)); ++group)
            cases += model.rowCount(model.index(group, 0, model.index(run, 0)));
    EXPECT_EQ(cases, 100000);
    EXPECT_TRUE(model.children().isEmpty());  // no object an item
    EXPECT_EQ(model.case_at(model.index_of(CaseId{99999}))->id, CaseId{99999});
}

}  // namespace
}  // namespace sortscope::gui
