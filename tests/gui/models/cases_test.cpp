#include <QAbstractItemModelTester>

#include "gui/models/cases.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::gui {
namespace {
std::vector<ListedCase> all_of(const FilePtr& file) {
    std::vector<ListedCase> cases;
    for (size_t i = 0; i < file->cases.size(); ++i) cases.push_back({file, i});
    return cases;
}

class CaseRowsTest : public testing::Test {
 protected:
    void list() {
        file->compute();
        rows = case_rows(all_of(file));
    }
    size_t at(const char* id) const {
        return size_t(std::ranges::find(rows->columns, id, &present::Column::id) - rows->columns.begin());
    }
    bool shown(const char* id) const { return rows->columns.at(at(id)).shown; }
    present::Cell cell(size_t row, const char* id) const { return rows->cell(row, at(id)); }

    std::shared_ptr<FileContents> file = sample::make_file(3);
    TableRowsPtr rows;
};

TEST_F(CaseRowsTest, WhatTellsCasesApartHasColumns) {
    file = sample::make_file(40);
    list();
    EXPECT_EQ(rows->count, 40U);
    for (const auto* id : {"label", "median_ns"}) EXPECT_TRUE(shown(id)) << id;
    for (const auto* id : {"case_id", "variant", "n", "key", "file", "time_trials"})
        EXPECT_FALSE(shown(id)) << id;
    EXPECT_TRUE(contains(typeset(cell(1, "label").text), u"bitonic-xor \u00b7 2\u00b9\u00b9 u32"_s));
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.set_rows(rows);
    const auto text = [&](const char* id, int role = Qt::DisplayRole) {
        return gui::cell(model, 1, id, role).toString();
    };
    EXPECT_EQ(std::tuple(text("case_id"), text("variant"), text("n"), text("block_threads")),
              std::tuple(u"2"_s, u"bitonic-xor"_s, u"2\u00b9\u00b9"_s, u"64"_s));
    EXPECT_TRUE(text("median_ns").endsWith(u"s"_s));
    EXPECT_EQ(text("median_ns", TableModel::plain_role).toLongLong(), file->cases[1].time->median_ns);
    EXPECT_EQ(text("n", TableModel::plain_role), u"2048"_s);
}

TEST_F(CaseRowsTest, AProgramWithoutKeysIsNamedByItsAxes) {
    for (auto& record : file->cases) {
        record.subject = Subject::program("radix_sort");
        record.axes = {};
        record.axes.set("Elements{io}", int64_t{65536});
    }
    list();
    EXPECT_EQ(cell(0, "label").text, "radix_sort \u00b7 Elements{io}=65536");
}

TEST_F(CaseRowsTest, ShowParametersDevicesAndWhatIsAbsent) {
    file->cases[1] = file->cases[0];
    file->cases[1].id = CaseId{2};
    edit(file->cases[0]).config.params = {{"max_keys", 16}, {"ways", 4}};
    file->cases[0].device.uuid = "GPU-aaaaaaaa";
    file->cases[1].device.uuid = "GPU-bbbbbbbb";
    list();
    EXPECT_TRUE(contains(typeset(cell(0, "label").text), u"max_keys=16"_s));
    EXPECT_EQ(cell(0, "parameters").text, "max_keys=16, ways=4");
    EXPECT_NE(cell(0, "label").text, cell(1, "label").text);
    EXPECT_NE(cell(0, "device").text, cell(1, "device").text);
    file->cases[1].status = CaseStatus::unverified;
    file->cases[2].backend = BackendKind::simt;
    file->cases[2].time.reset();
    list();
    EXPECT_TRUE(cell(0, "rate_mkeys_per_s").number);
    EXPECT_FALSE(cell(1, "rate_mkeys_per_s").number);
    EXPECT_FALSE(cell(2, "median_ns").number);
    EXPECT_EQ(cell(2, "median_ns").text, "");
    EXPECT_TRUE(shown("status")) << "cases that failed are seen";
}

TEST(CaseLabels, ANarrowListDistinguishesAllCases) {
    const QFontMetrics metrics(QGuiApplication::font());
    for (const char* name : {"h200.db", "h200-sources.db", "h200x2.db"}) {
        const auto path = QStringLiteral(SORTSCOPE_SOURCE_DIR "/examples/") + QLatin1StringView(name);
        const db::Reader reader(native(path));
        const auto file = read_file(reader, path, stamp_of(path));
        const auto rows = case_rows(all_of(file));
        std::map<QString, QString> whole;
        for (size_t row = 0; row < rows->count; ++row) {
            const auto label = typeset(rows->cell(row, 0).text);
            const auto fitted = fitted_label(label, metrics, 170);
            EXPECT_LE(metrics.horizontalAdvance(fitted), 170);
            EXPECT_EQ(whole.try_emplace(fitted, label).first->second, label) << fitted.toStdString();
        }
    }
}

/// Case 17 of run 2 in before.db, on an H200.
ListedCase listed_case(const char* variant, bool timed = true) {
    auto file = std::make_shared<FileContents>();
    file->path = u"/folder/before.db"_s;
    auto& record =
        file->cases.emplace_back(sample::make_case({variant, 1 << 10, 256, BackendKind::cupti, false}));
    record.id = CaseId{17};
    record.run = RunId{2};
    record.device.name = "NVIDIA H200";
    edit(record).config.params["max_keys"] = 16;
    record.annotation.name = "mine";
    record.annotation.tags = {"base"};
    if (!timed) record.time.reset();
    file->compute();
    return {file, 0};
}

bool accepts(const char* line, const ListedCase& listed) {
    return CaseFilterLine(QString::fromUtf8(line)).accepts(listed);
}

TEST(CaseFilterLine, WordsAndFieldsMustAllMatch) {
    const auto listed = listed_case("bitonic-b2");
    for (const auto& line :
         QByteArray("\nbitonic\nBITONIC-B2\nbitonic 2^10\n1024\nbefore H200 ok\ncase 17\ncupti\n"
                    "variant:bitonic*\nvariant:*b2\nvariant:b*n*b2\nvariant:(c4|bitonic-b2)\n-variant:cub*\n"
                    "n:2^10\nn:1024\nn:>=1000\nn:<=1024\nn:512..2048\nn:..2^10\nn:2^9|2^10\nn:\n"
                    "block:256\nblock:<257\nkey:u32\ninput:uniform\ndevice:H200\nstatus:ok\nrun:2\n"
                    "case:10..20\ncase:17\n-case:18\nfile:before\nmax_keys:16\nparam:max_keys\nb2|c4\nc4|b2\n"
                    "time:>0\ntime:<1000\nbackend:cupti\ncache:*\nmode:*\ntag:*\ntag:base\ntag:mine\n"
                    "variant:bitonic* n:2^10 device:H200 block:<257")
             .split('\n'))
        EXPECT_TRUE(accepts(line, listed)) << line.toStdString();
    for (const auto& line :
         QByteArray("cub\nbitonic cub\nvariant:b2*\nvariant:b.tonic*\nn:2^11\nn:<1024\nn:>1024\nn:1025..\n"
                    "block:<256\nkey:f32\ndevice:A100\nstatus:refused\nrun:1\ncase:18..\nmax_keys:8\n"
                    "radix:4\nc2|c4\n-bitonic\n-n:2^10\nfile:after\nfile:folder\ntag:other")
             .split('\n'))
        EXPECT_FALSE(accepts(line, listed)) << line.toStdString();
    const auto untimed = listed_case("bitonic-b2", false);
    EXPECT_FALSE(accepts("time:>0", untimed));
    EXPECT_TRUE(accepts("-time:>0", untimed));
    auto pairs = listed_case("bitonic-b2");
    EXPECT_FALSE(accepts("key:u3", pairs)) << "a key type's name is whole";
    EXPECT_TRUE(accepts("key:u*", pairs));
    EXPECT_TRUE(CaseFilterLine(u"BITONIC-b2 n:2^10"_s).names(pairs));
    EXPECT_FALSE(CaseFilterLine(u"bitonic"_s).names(pairs));
    const CaseFilterLine line(u"n:many bitonic"_s);
    EXPECT_TRUE(contains(line.error(), u"many"_s));
    EXPECT_TRUE(contains(line.error(), u"block"_s));
    EXPECT_TRUE(line.accepts(listed_case("bitonic-b2")));
    EXPECT_FALSE(line.accepts(listed_case("cub-radix")));
    EXPECT_TRUE(CaseFilterLine(u"n:2^10"_s).error().isEmpty());
    for (const char* hostile :
         {"*", "**", "a:b:c", ":", "|", "()", "-", "--", "n:..", "n:99999999999999999999999999", "case:-5",
          "variant:***b2***", "\xc3\xa9:\xf0\x9f\x98\x80", "n:nan", "n:inf..2", "[", "\\"})
        EXPECT_NO_THROW(accepts(hostile, listed_case("bitonic-b2"))) << hostile;
}

class RunTreeModelTest : public testing::Test {
 protected:
    QModelIndex open(std::initializer_list<int> rows) {
        QModelIndex found;
        for (const int row : rows) found = model.index(row, 0, found);
        return found;
    }
    static QString count(const QModelIndex& index) {
        return index.siblingAtColumn(RunTreeModel::cases_column).data().toString();
    }

    RunTreeModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    std::shared_ptr<FileContents> file = sample::make_file(10);
};

TEST_F(RunTreeModelTest, ShowsFilesRunsDevicesAndVariants) {
    model.set_files({file, sample::make_file(40)});
    const auto path = model.path_of(open({1, 1, 0, 2}));
    EXPECT_EQ(path.size(), 4);
    model.set_files({sample::make_file(80)});
    EXPECT_EQ(model.path_of(model.find(path)), path);
    EXPECT_FALSE(model.find({u"gone.db"_s}).isValid());
    model.set_files({sample::make_file(40)});
    EXPECT_EQ(open({0}).data().toString(), u"example.db"_s);
    EXPECT_EQ(model.rowCount(open({0})), 2);
    const auto run = open({0, 0}), device = open({0, 0, 0}), variant = open({0, 0, 0, 1});
    EXPECT_EQ(run.data().toString(), u"Run 1, 2026-11-20 21:04 UTC"_s);
    EXPECT_TRUE(run.data(Qt::ToolTipRole).toString().contains(u"sortscope collect --preset quick"_s));
    EXPECT_EQ(count(run), u"20"_s);
    EXPECT_TRUE(contains(device.data().toString(), u"Example GPU"_s));
    EXPECT_EQ(std::tuple(variant.data().toString(), model.rowCount(device)), std::tuple(u"bitonic-xor"_s, 4));
    EXPECT_EQ(std::tuple(variant.parent(), device.parent()), std::tuple(device, run));
    EXPECT_FALSE(model.hasChildren(variant));
    const auto cases = model.cases(variant);
    ASSERT_EQ(cases.size(), 5U);
    for (const auto& listed : cases) EXPECT_EQ(listed.record().subject.name, "bitonic-xor");
    EXPECT_EQ(model.cases({}).size(), 40U);
    model.set_files({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(RunTreeModelTest, DevicesOfOneNameAreToldApart) {
    for (size_t i = 0; i < file->cases.size(); ++i) {
        file->cases[i].run = RunId{1};
        file->cases[i].device.uuid = i % 2 == 0 ? "GPU-aaaaaaaa" : "GPU-bbbbbbbb";
    }
    file->compute();
    model.set_files({file});
    ASSERT_EQ(model.rowCount(open({0, 0})), 2);
    EXPECT_NE(open({0, 0, 0}).data().toString(), open({0, 0, 1}).data().toString());
    EXPECT_EQ(count(open({0, 1})), u"0"_s) << "of a run without cases";
    EXPECT_FALSE(model.hasChildren(open({0, 1})));
    file->runs[0].planned_cases = 12;
    file->runs[0].ended_utc.clear();
    model.set_files({file});
    EXPECT_EQ(count(open({0, 0})), u"10 of 12"_s);
    EXPECT_TRUE(open({0, 0}).data(Qt::ToolTipRole).toString().contains(u"not ended"_s));
}
}  // namespace
}
