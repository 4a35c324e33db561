#include "gui/models/source_model.hpp"

#include <QAbstractItemModelTester>

#include "support.hpp"

namespace sortscope::gui {
namespace {
analyzer::Listing sample_listing(bool with_text = true, const std::string& heat = "sectors") {
    const auto record = sortscope::sample::modelled_case(1024);
    std::vector<SiteCounts> sites = record.launches.front().sites;
    auto counted = sites.front();
    counted.provenance = Provenance::counted;
    sites.push_back(counted);
    return analyzer::listing(record.sources[0].file, analyzer::by_line(sites, {}),
                             with_text ? &record.sources[0] : nullptr, heat);
}

class SourceModelTest : public testing::Test {
 protected:
    void SetUp() override { model.set_listing(sample_listing()); }
    QVariant at(uint32_t line, const char* id, int role = Qt::DisplayRole) const {
        return cell(model, model.row_of_line(line), id, role);
    }
    QString text(uint32_t line, const char* id, int role = Qt::DisplayRole) const {
        return at(line, id, role).toString();
    }

    SourceModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(SourceModelTest, ShowsLinesAsTheyAreWrittenWithTheirCounts) {
    EXPECT_EQ(text(12, "text"),
              u"        const Key low = c.load(data, i), high = c.load(data, i + distance);"_s);
    EXPECT_EQ(text(2, "text"), u"#pragma once"_s);
    EXPECT_EQ(text(2, "sectors"), QString()) << "no value is missing";
    EXPECT_EQ(std::tuple(text(3, "text"), text(15, "stores")), std::tuple(QString(), u"16"_s));
    EXPECT_EQ(text(15, "efficiency_pct"),
              u"50.0 (modelled)"_s);  // line 12 was counted, too
    EXPECT_EQ(text(14, "divergent_pct"), u"25.0"_s);
    EXPECT_EQ(at(15, "text", SourceModel::heat_role).toDouble(), 1);
    EXPECT_EQ(at(12, "text", SourceModel::heat_role).toDouble(), 0.5);
    EXPECT_EQ(at(14, "text", SourceModel::heat_role).toDouble(), 0);
    EXPECT_TRUE(at(14, "text", SourceModel::recorded_role).toBool());
    EXPECT_FALSE(at(13, "text", SourceModel::recorded_role).toBool());
    EXPECT_EQ(model.line_of_row(model.row_of_line(15)), 15U);
    EXPECT_EQ(model.line_of_row(model.row_of_line(12) + 1), 12U) << "its second provenance";
    EXPECT_EQ(model.row_of_line(99), -1);
    for (int column = 0; column < model.columnCount(); ++column) {
        const auto& about = model.columns()[size_t(column)];
        const auto head = model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        EXPECT_EQ(head.section(u'\n', 1).trimmed().isEmpty(), about.unit.empty()) << head.toStdString();
    }
    EXPECT_EQ(model.headerData(model.column_of(u"stores"_s), Qt::Horizontal, Qt::DisplayRole).toString(),
              u"stores\nrequests"_s);
    const auto said = text(15, "text", Qt::AccessibleTextRole);
    EXPECT_TRUE(said.startsWith(u"line 15: c.store(data, i, high)"_s)) << said.toStdString();
    EXPECT_TRUE(contains(said, u"share of sectors"_s));
    EXPECT_TRUE(contains(said, u"efficiency 50.0 %"_s));
    EXPECT_EQ(text(13, "text", Qt::AccessibleTextRole), u"line 13: const bool up = (i & size) == 0;"_s);
    EXPECT_TRUE(text(15, "text", Qt::ToolTipRole).startsWith(u"Line 15: "_s));
    EXPECT_EQ(model.rowCount(), 21) << "20 lines; one was counted twice";
    EXPECT_EQ(std::tuple(model.lines(), model.recorded_lines()), std::tuple(20, 3));
    model.set_listing(sample_listing(false));
    EXPECT_EQ(model.lines(), 3);
    model.clear();
    EXPECT_EQ(std::tuple(model.rowCount(), model.line_of_row(0)), std::tuple(0, 0U));
}
}  // namespace
}
