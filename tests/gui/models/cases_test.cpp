// The cases of open files: their table, the words that find them, their tree.
#include <QAbstractItemModelTester>

#include "gui/models/cases.hpp"
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

CaseRecord record_of(const char* variant, std::uint64_t n, std::uint32_t block, int id) {
    auto record = sample::make_case({variant, n, block, BackendKind::cupti, false});
    record.id = CaseId{id};
    record.run = RunId{2};
    edit(record).config.params["max_keys"] = 16;
    return record;
}

bool accepts(const char* line, const CaseRecord& record) {
    return CaseFilterLine(QString::fromUtf8(line)).accepts(record, u"NVIDIA H200 GPU-1a"_s, u"before.db"_s);
}

TEST(CaseFilterLine, WordsAndFieldsMustAllMatch) {
    const auto record = record_of("bitonic-b2", 1 << 10, 256, 17);
    // One line of the filter a row.
    for (const auto& line :
         u"\nbitonic\nBITONIC-B2\nbitonic 2^10\n1024\nvariant:bitonic*\nvariant:*b2\nvariant:b*n*b2\n"
         "n:2^10\nn:1024\nn:>=1000\nn:512..2048\nn:..2^10\nblock:256\nblock:<257\nkey:u32\n"
         "input:uniform\ndevice:H200\nstatus:ok\nrun:2\ncase:10..20\ncase:17\nfile:before\n"
         "max_keys:16\nparam:max_keys\nb2|c4\nc4|b2\nvariant:(c4|bitonic-b2)\nn:2^9|2^10\n"
         "-variant:cub*\n-case:18\ntime:>0\nvariant:bitonic* n:2^10 device:H200 block:<257\nn:\n"
         "backend:cupti\ncache:*\nmode:*\nkeys:2^10\ntag:*"_s.split(u'\n'))
        EXPECT_TRUE(accepts(line.toUtf8(), record)) << line.toStdString();
    for (const auto& line :
         u"cub\nbitonic cub\nvariant:b2*\nn:2^11\nn:<1024\nn:>1024\nblock:<256\nkey:f32\n"
         "device:A100\nstatus:refused\nrun:1\ncase:18..\nmax_keys:8\nradix:4\nc2|c4\n-bitonic\n"
         "-n:2^10\nfile:after"_s.split(u'\n'))
        EXPECT_FALSE(accepts(line.toUtf8(), record)) << line.toStdString();
}

TEST(CaseFilterLine, WhatCannotBeUnderstoodIsSaidAndLeftAside) {
    const CaseFilterLine line(u"n:many bitonic"_s);
    EXPECT_TRUE(line.error().contains(u"many"_s));
    EXPECT_TRUE(line.error().contains(u"block"_s));
    EXPECT_TRUE(line.accepts(record_of("bitonic-b2", 1 << 10, 256, 1), {}, {}));
    EXPECT_FALSE(line.accepts(record_of("cub-radix", 1 << 10, 256, 1), {}, {}));
    EXPECT_TRUE(CaseFilterLine(u"n:2^10"_s).error().isEmpty());
}

TEST(CaseFilterLine, ACaseWithoutATimeHasNone) {
    auto record = record_of("bitonic-b2", 1 << 10, 256, 1);
    record.time.reset();
    EXPECT_FALSE(accepts("time:>0", record));
    EXPECT_TRUE(accepts("-time:>0", record));
}

TEST(CaseFilterLine, HostileTextsDoNoHarm) {
    const auto record = record_of("bitonic-b2", 1 << 10, 256, 1);
    for (const char* line :
         {"*", "**", "a:b:c", ":", "|", "()", "-", "--", "n:..", "n:99999999999999999999999999", "case:-5",
          "variant:***b2***", "\xc3\xa9:\xf0\x9f\x98\x80", "n:nan", "n:inf..2"})
        EXPECT_NO_THROW(accepts(line, record)) << line;
}

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
}

}  // namespace
}  // namespace sortscope::gui
