#include "gui/models/case_rows.hpp"

#include <QAbstractItemModelTester>

#include "gui/models/table_model.hpp"
#include "gui/models/text.hpp"
#include "sample.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::gui {
namespace {

std::vector<ListedCase> all_of(const FileContentsPtr& file) {
    std::vector<ListedCase> cases;
    for (std::size_t i = 0; i < file->cases.size(); ++i) cases.push_back({file, i});
    return cases;
}

const present::Column& column(const TableRows& rows, const char* id) {
    return *std::ranges::find(rows.columns, id, &present::Column::id);
}

TEST(CaseRows, WhatTellsCasesApartHasColumns) {
    const auto file = sample::make_file(40);
    const auto rows = case_rows(all_of(file));
    EXPECT_EQ(rows->count, 40U);
    for (const auto* id :
         {"case_id", "variant", "n", "block_threads", "median_ns", "rate_mkeys_per_s", "run_id"})
        EXPECT_TRUE(column(*rows, id).shown) << id;
    EXPECT_FALSE(column(*rows, "key").shown);   // all alike
    EXPECT_FALSE(column(*rows, "file").shown);  // one alone
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.set_rows(rows);
    const auto cell = [&](int row, const char* id, int role = Qt::DisplayRole) {
        return model.index(row, model.column_of(QString::fromLatin1(id))).data(role);
    };
    EXPECT_EQ(cell(1, "case_id").toString(), u"2"_s);
    EXPECT_EQ(cell(1, "variant").toString(), u"bitonic-xor"_s);
    EXPECT_EQ(cell(1, "n").toString(), u"2\u00b9\u00b9"_s);
    EXPECT_EQ(cell(1, "block_threads").toString(), u"64"_s);
    EXPECT_TRUE(cell(1, "median_ns").toString().endsWith(u"s"_s));
    EXPECT_EQ(cell(1, "median_ns", TableModel::plain_role).toLongLong(), file->cases[1].time->median_ns);
    EXPECT_EQ(cell(1, "n", TableModel::plain_role).toLongLong(), 2048);
}

TEST(CaseRows, SortByNumbers) {
    TableModel model;
    model.set_rows(case_rows(all_of(sample::make_file(40))));
    for (const char* id : {"n", "median_ns", "rate_mkeys_per_s", "block_threads"}) {
        const int at = model.column_of(QString::fromLatin1(id));
        model.sort(at, Qt::DescendingOrder);
        for (int row = 1; row < model.rowCount(); ++row)
            EXPECT_GE(model.index(row - 1, at).data(TableModel::sort_role).toDouble(),
                      model.index(row, at).data(TableModel::sort_role).toDouble())
                << id;
    }
}

TEST(CaseRows, ParametersStandWhole) {
    auto file = std::make_shared<FileContents>(*sample::make_file(2));
    edit(file->cases[0]).config.params = {{"max_keys", 16}, {"ways", 4}};
    file->compute();
    const auto rows = case_rows(all_of(file));
    EXPECT_TRUE(column(*rows, "parameters").shown);
    const auto at = static_cast<std::size_t>(&column(*rows, "parameters") - rows->columns.data());
    EXPECT_EQ(rows->cell(0, at).text, "max_keys=16, ways=4");
}

TEST(CaseRows, AnUnverifiedCaseHasNoRateAndAModelledOneNoTime) {
    auto file = std::make_shared<FileContents>(*sample::make_file(3));
    file->cases[1].status = CaseStatus::unverified;
    file->cases[2].backend = BackendKind::simt;
    file->cases[2].time.reset();
    file->compute();
    const auto rows = case_rows(all_of(file));
    const auto at = [&](const char* id) {
        return static_cast<std::size_t>(&column(*rows, id) - rows->columns.data());
    };
    EXPECT_TRUE(rows->cell(0, at("rate_mkeys_per_s")).number);
    EXPECT_FALSE(rows->cell(1, at("rate_mkeys_per_s")).number);
    EXPECT_FALSE(rows->number(1, at("rate_mkeys_per_s")));
    EXPECT_FALSE(rows->number(2, at("median_ns")));
    EXPECT_EQ(rows->cell(2, at("median_ns")).text, "");
    EXPECT_TRUE(column(*rows, "status").shown);
}

TEST(CaseRows, DevicesOfOneNameAreToldApart) {
    auto file = std::make_shared<FileContents>(*sample::make_file(2));
    file->cases[0].device.uuid = "GPU-aaaaaaaa";
    file->cases[1].device.uuid = "GPU-bbbbbbbb";
    file->compute();
    const auto rows = case_rows(all_of(file));
    EXPECT_TRUE(column(*rows, "device").shown);
    const auto at = static_cast<std::size_t>(&column(*rows, "device") - rows->columns.data());
    EXPECT_NE(rows->cell(0, at).text, rows->cell(1, at).text);
}

}  // namespace
}  // namespace sortscope::gui
