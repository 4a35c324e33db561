#include "gui/models/sql_result.hpp"

#include <QAbstractItemModelTester>

#include "support.hpp"

namespace sortscope::gui {
namespace {
class SqlResultTest : public testing::Test {
 protected:
    void SetUp() override { sample::write_file(path.toStdString(), 8, 10); }

    QTemporaryDir folder;
    const QString path = folder.filePath(u"sql.db"_s);
};

constexpr const char* many_rows =
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000) SELECT i, i * 0.5 AS "
    "half, 'r' || i AS name FROM c";

TEST_F(SqlResultTest, HoldsValuesOfEachKind) {
    const auto result = run_sql(path, "SELECT 1 AS a, 0.1 AS b, 'x' AS c, NULL AS d, x'00ff' AS e", never);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->rows(), 1U);
    EXPECT_EQ(result->columns, (std::vector<std::string>{"a", "b", "c", "d", "e"}));
    for (size_t i = 0; const auto* text : {"1", "0.1", "x", "", "x'00ff'"})
        EXPECT_EQ(text_of(result->at(0, i++)), text);
    EXPECT_FALSE(result->more);
    TableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.set_rows(sql_rows(run_sql(path, many_rows, never)));
    ASSERT_EQ(model.rowCount(), 5000);
    model.sort(0, Qt::DescendingOrder);
    EXPECT_EQ(model.index(0, 2).data().toString(), u"r5000"_s);
    EXPECT_EQ(model.columns()[2].align, present::Align::left);
    EXPECT_EQ(model.columns()[1].align, present::Align::right);
    for (int column = 0; column < model.columnCount(); ++column)
        EXPECT_FALSE(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().contains(u'\n'))
            << column;
    for (const size_t most : {100U, 5000U}) {
        const auto part = run_sql(path, many_rows, never, {.rows = most});
        ASSERT_TRUE(part);
        EXPECT_EQ(std::tuple(part->rows(), part->more), std::tuple(most, most == 100));
    }
}

TEST_F(SqlResultTest, WritesEveryRowAndSaysWhatIsWrongInASentenceWithItsPlace) {
    const auto to = folder.filePath(u"out.csv"_s);
    const auto rows = export_sql(path, many_rows, to, never);
    ASSERT_TRUE(rows);
    EXPECT_EQ(*rows, 5000U);
    const auto text = bytes_of(to);
    EXPECT_TRUE(text.startsWith("i,half,name\r\n1,0.5,r1\r\n"));
    EXPECT_EQ(text.count('\n'), 5001);
    EXPECT_THROW(export_sql(path, "SELECT 1", u"/no/such/folder/x.csv"_s, never), std::runtime_error);
    SqlProblem problem;
    try {
        run_sql(path, "SELECT varint FROM cases", never);
    } catch (const std::exception& error) {
        problem = sql_problem(QString::fromUtf8(error.what()));
    }
    EXPECT_TRUE(contains(problem.sentence, u"no such column: varint"_s));
    EXPECT_TRUE(contains(problem.sentence, u"variant"_s));
    EXPECT_FALSE(contains(problem.sentence, u"sortscope query"_s));
    EXPECT_TRUE(contains(problem.place, u"^"_s));
}
}  // namespace
}
