#include "gui/models/output.hpp"

#include <gmock/gmock.h>

#include <QFile>
#include <QTemporaryDir>

#include "core/error.hpp"

namespace sortscope::gui {
namespace {

QByteArray bytes_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(bytes), bytes.size());
}

TEST(OutputFile, ProfilesAndTheirLogsAreNeverWrittenOver) {
    const QTemporaryDir folder;
    const QByteArray database("SQLite format 3\0 and what follows", 33);
    const auto profiles = folder.filePath(QStringLiteral("sorts.db")),
               log = folder.filePath(QStringLiteral("sorts.db-wal")),
               link = folder.filePath(QStringLiteral("link.png"));
    put(profiles, database);
    put(log, "cases that were committed last");
    ASSERT_TRUE(QFile::link(profiles, link));
    for (const auto& path : {profiles, log, link}) {
        const auto before = bytes_of(path);
        EXPECT_TRUE(refusal_of_output(path).contains(QStringLiteral("Choose another name")))
            << refusal_of_output(path).toStdString();
        EXPECT_THROW(write_file(path, "a picture"), Error);
        EXPECT_EQ(bytes_of(path), before);
    }
    EXPECT_FALSE(refusal_of_output(folder.filePath(QStringLiteral("sorts.db-journal")))
                     .isEmpty());  // also where there is none as yet
    EXPECT_EQ(refusal_of_output(folder.filePath(QStringLiteral("other.db-wal"))),
              QString());  // of no database
}

TEST(OutputFile, IsWrittenWhole) {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("chart.csv"));
    put(path, "what stood there before, and is longer");
    EXPECT_EQ(refusal_of_output(path), QString());
    EXPECT_TRUE(write_file(path, "new"));
    EXPECT_EQ(bytes_of(path), "new");
    EXPECT_FALSE(write_file(folder.filePath(QStringLiteral("no/such/folder.csv")), "new"));
    EXPECT_FALSE(write_file(QStringLiteral("/dev/full"), "new"));
    EXPECT_TRUE(write_file(QStringLiteral("/dev/null"), "new"));
    EXPECT_TRUE(QFile::exists(QStringLiteral("/dev/null")));  // it is still what it was
    EXPECT_EQ(bytes_of(QStringLiteral("/dev/null")), "");
}

}  // namespace
}  // namespace sortscope::gui
