#include "gui/models/analyses.hpp"

#include "gui/models/text.hpp"
#include "gui/models/workspace.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(ReadComparison, TheSideOfTheCaseShownIsThatOfItsFile) {
    QTemporaryDir folder;
    Readers readers;
    ComparisonQuery query;
    query.across = "file";
    for (const auto* name : {"a.db", "b.db"}) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        sample::write_file(path.toStdString(), 10, 11);
        query.files.push_back(read_file(readers.of(path), path, stamp_of(path)));
    }
    const Stale never = [] { return false; };
    for (const auto& shown : query.files) {  // both have a case 2
        query.base = Workspace::ref_of(*shown, *shown->find(CaseId{2}));
        const auto result = read_comparison(readers, query, never);
        ASSERT_TRUE(result->problem.empty()) << result->problem;
        const auto& base = result->sides[result->base].cases.begin()->second;
        EXPECT_EQ(base.file, &result->files[shown == query.files[0] ? 0 : 1])
            << result->sides[result->base].name;
        EXPECT_NE(result->base, result->other);
    }
}

TEST(FileContents, EachReadingIsAnotherAndACopyIsNone) {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.db"_s);
    sample::write_file(path.toStdString(), 10, 10);
    Readers readers;
    // Addresses come again once what stood there is gone; what was asked of the one before would pass for an
    // answer about the other.
    auto first = read_file(readers.of(path), path, stamp_of(path));
    const auto reading = first->reading;
    EXPECT_EQ(FileContents(*first).reading, reading);
    first.reset();
    EXPECT_NE(read_file(readers.of(path), path, stamp_of(path))->reading, reading);
}

TEST(ReadNetwork, AComparedFileThatIsGoneIsSaidAndTheNetworkIsDrawn) {
    const QString path = QStringLiteral(SORTSCOPE_EXAMPLE);
    Readers readers;
    const auto from = read_file(readers.of(path), path, stamp_of(path));
    const auto contents_of = [&](std::string_view variant) {
        const auto found = std::ranges::find_if(from->cases, [&](const CaseRecord& record) {
            return record.subject.name == variant && record.keys() == 16;
        });
        return read_case(readers.of(path), path, found->id, u"time"_s);
    };
    const auto shown = contents_of("butterfly-full"), other = contents_of("bitonic-basic");
    auto gone = std::make_shared<CaseContents>(*other);
    gone->path = path + u".gone"_s;
    const auto alone = read_network(readers, *shown, &time_metric(), {gone});
    ASSERT_TRUE(alone->chart);
    EXPECT_FALSE(alone->chart->chart.series.empty());
    EXPECT_FALSE(alone->chart->chart.colour.ratio);
    EXPECT_NE(alone->chart->chart.note.find("Not read: bitonic-basic"), std::string::npos)
        << alone->chart->chart.note;
    EXPECT_TRUE(read_network(readers, *shown, &time_metric(), {gone, other})->chart->chart.colour.ratio);
    // What stands behind the one that gives the colours is not read.
    const auto first = read_network(readers, *shown, &time_metric(), {other, gone});
    EXPECT_TRUE(first->chart->chart.colour.ratio);
    EXPECT_EQ(first->chart->chart.note.find("Not read"), std::string::npos) << first->chart->chart.note;
}

}  // namespace
}  // namespace sortscope::gui
