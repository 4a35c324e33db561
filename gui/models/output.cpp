#include "gui/models/output.hpp"

#include <filesystem>

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/sqlite/overwrite_guard.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {

void spare_profiles(const QString& path) {
    db::spare_profiles(std::filesystem::path(QFile::encodeName(path).toStdString()));
}

QString refusal_of_output(const QString& path) {
    try {
        spare_profiles(path);
    } catch (const Error& error) {
        return to_qstring(error.what());
    }
    return {};
}

QString refusal_of_name(const QByteArray& name) {
    const auto decoded = QFile::decodeName(name);
    // The sign for what could not be read is what such a name has in lists of the library's own.
    const bool kept = QFile::encodeName(decoded) == name &&
                      (!decoded.contains(QChar::ReplacementCharacter) || QFileInfo::exists(decoded));
    if (kept) return {};
    return QStringLiteral(
               "'%1' is not UTF-8, and the window opens and writes only files whose names are. Rename the "
               "file or make a link to it; 'sortscope' itself takes any name.")
        .arg(to_qstring(printable(name.toStdString())));
}

bool write_file(const QString& path, const QByteArray& bytes) {
    spare_profiles(path);
    const QFileInfo there(path);
    if (there.exists() && !there.isFile() && !there.isDir()) {
        QFile device(path);
        return device.open(QIODevice::WriteOnly) && device.write(bytes) == bytes.size() && device.flush();
    }
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

}  // namespace sortscope::gui
