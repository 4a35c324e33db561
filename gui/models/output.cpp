#include "gui/models/output.hpp"

#include <filesystem>
#include <stdexcept>

#include <QFile>
#include <QFileInfo>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/sqlite/overwrite_guard.hpp"
#include "gui/models/text.hpp"
#include "present/csv/csv.hpp"

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
    // Qt lists such a name with replacement characters.
    const bool kept = QFile::encodeName(decoded) == name &&
                      (!decoded.contains(QChar::ReplacementCharacter) || QFileInfo::exists(decoded));
    if (kept) return {};
    return u"'%1' is not UTF-8, but the window needs file names in UTF-8. Rename the file or make a link "
           "to "
           "it; 'sortscope' takes any name."_s.arg(to_qstring(printable(name.toStdString())));
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

CsvFile::CsvFile(const QString& path) : file_(path) {
    spare_profiles(path);
    if (!file_.open(QIODevice::WriteOnly)) refuse();
}

void CsvFile::refuse() const {
    throw std::runtime_error(u"Cannot write the table to %1: %2. Choose a folder that you may write to."_s
                                 .arg(file_.fileName(), file_.errorString())
                                 .toStdString());
}

void CsvFile::flush() {
    if (file_.write(text_.data(), static_cast<qint64>(text_.size())) < 0) refuse();
    text_.clear();
}

void CsvFile::write(const std::vector<std::string>& fields) {
    constexpr std::size_t piece_bytes = 1 << 16;
    text_ += present::csv::record(fields);
    if (text_.size() >= piece_bytes) flush();
}

void CsvFile::commit() {
    flush();
    if (!file_.commit()) refuse();
}

}  // namespace sortscope::gui
