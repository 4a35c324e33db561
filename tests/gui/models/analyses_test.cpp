#include "gui/models/analyses.hpp"

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
        EXPECT_EQ(base.file, &result->files[shown == query.files[0] ? 0 : 1]) << result->sides[result->base].name;
        EXPECT_NE(result->base, result->other);
    }
}

TEST(FileContents, EachReadingIsAnotherAndACopyIsNone) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.db"));
    sample::write_file(path.toStdString(), 10, 10);
    Readers readers;
    // Addresses come again once what stood there is gone; what was asked of the one before would pass for an answer about the other.
    auto first = read_file(readers.of(path), path, stamp_of(path));
    const auto reading = first->reading;
    EXPECT_EQ(FileContents(*first).reading, reading);
    first.reset();
    EXPECT_NE(read_file(readers.of(path), path, stamp_of(path))->reading, reading);
}

}  // namespace
}  // namespace sortscope::gui
