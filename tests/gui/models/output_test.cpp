#include "gui/models/output.hpp"
#include "support.hpp"

#include "core/error.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(bytes), bytes.size());
}

TEST(OutputFile, ProfilesAndTheirLogsAreNeverWrittenOver) {
    const QTemporaryDir folder;
    const QByteArray database("SQLite format 3\0 and what follows", 33);
    const auto profiles = folder.filePath(u"sorts.db"_s), log = folder.filePath(u"sorts.db-wal"_s),
               link = folder.filePath(u"link.png"_s);
    put(profiles, database);
    put(log, "cases that were committed last");
    ASSERT_TRUE(QFile::link(profiles, link));
    for (const auto& path : {profiles, log, link}) {
        const auto before = bytes_of(path);
        EXPECT_TRUE(contains(refusal_of_output(path), u"Choose another name"_s));
        EXPECT_THROW(write_file(path, "a picture"), Error);
        EXPECT_EQ(bytes_of(path), before);
    }
    EXPECT_FALSE(
        refusal_of_output(folder.filePath(u"sorts.db-journal"_s)).isEmpty());  // also before it exists
    EXPECT_EQ(refusal_of_output(folder.filePath(u"other.db-wal"_s)),
              QString());  // of no database
}

TEST(OutputFile, IsWrittenWhole) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"chart.csv"_s);
    put(path, "what stood there before, and is longer");
    EXPECT_EQ(refusal_of_output(path), QString());
    EXPECT_TRUE(write_file(path, "new"));
    EXPECT_EQ(bytes_of(path), "new");
    EXPECT_FALSE(write_file(folder.filePath(u"no/such/folder.csv"_s), "new"));
    EXPECT_FALSE(write_file(u"/dev/full"_s, "new"));
    EXPECT_TRUE(write_file(u"/dev/null"_s, "new"));
    EXPECT_TRUE(QFile::exists(u"/dev/null"_s));  // it is still what it was
    EXPECT_EQ(bytes_of(u"/dev/null"_s), "");
}

}  // namespace
}  // namespace sortscope::gui
