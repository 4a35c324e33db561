#include "gui/models/output.hpp"

#include "core/printable.hpp"
#include "db/sqlite/file_check.hpp"
#include "present/csv/csv.hpp"

namespace sortscope::gui {
QString refusal_of_output(const QString& path) {
    try {
        db::spare_profiles(native(path));
    } catch (const Error& error) {
        return to_qstring(error.what());
    }
    return {};
}

QString refusal_of_name(const QByteArray& name) {
    const auto decoded = QFile::decodeName(name);
    // Qt lists a name that is not UTF-8 with replacement characters.
    const bool kept = QFile::encodeName(decoded) == name &&
                      (!decoded.contains(QChar::ReplacementCharacter) || QFileInfo::exists(decoded));
    if (kept) return {};
    return u"'%1' is not UTF-8, but the window needs file names in UTF-8. Rename the file or make a link to "
           u"it; "
           "'sortscope' takes any name."_s.arg(to_qstring(printable(name.toStdString())));
}

bool write_file(const QString& path, const QByteArray& bytes) {
    db::spare_profiles(native(path));
    const QFileInfo there(path);
    if (there.exists() && !there.isFile() && !there.isDir()) {
        QFile device(path);
        return device.open(QIODevice::WriteOnly) && device.write(bytes) == bytes.size() && device.flush();
    }
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

CsvFile::CsvFile(const QString& path) : file_(path) {
    db::spare_profiles(native(path));
    if (!file_.open(QIODevice::WriteOnly)) refuse();
}

void CsvFile::refuse() const {
    throw std::runtime_error(u"Cannot write the table to %1: %2. Choose a folder that you may write to."_s
                                 .arg(file_.fileName(), file_.errorString())
                                 .toStdString());
}

void CsvFile::write(const std::vector<std::string>& fields) {
    const auto text = present::csv::record(fields);
    if (file_.write(text.data(), qint64(text.size())) < 0) refuse();
}

namespace {
std::string plain_text(const present::Cell& cell, const present::Column& column) {
    if (cell.number) return plain_digits(*cell.number).toStdString();
    // An absent number is empty: a program would read a dash as text.
    return column.align == present::Align::left ? cell.text : std::string();
}

QString without_breaks(QString text) {
    for (QChar& character : text)
        if (character == u'\t' || character == u'\n' || character == u'\r') character = u' ';
    return text;
}
}  // namespace

QString plain_digits(const Number& number) {
    if (number.is_whole()) return QString::number(number.rounded());
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number.as_double());
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
}

QString tab_separated(const TableModel& model, const QList<int>& rows, const QList<int>& columns) {
    QStringList lines, cells;
    for (const int column : columns)
        cells << model.headerData(column, Qt::Horizontal, TableModel::full_header_role).toString();
    lines << cells.join(u'\t');
    const int count = rows.isEmpty() ? model.rowCount() : int(rows.size());
    for (int i = 0; i < count; ++i) {
        const int row = rows.isEmpty() ? i : rows.at(i);
        cells.clear();
        for (const int column : columns)
            cells << without_breaks(model.index(row, column).data(TableModel::plain_role).toString());
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

bool can_copy(const TableModel& model, const QList<int>& rows) {
    const int count = rows.isEmpty() ? model.rowCount() : int(rows.size());
    if (count > most_copied_rows) return false;
    for (int i = 0; i < count && model.rows() && model.rows()->is_here; ++i) {
        const int row = model.breakdown_row(rows.isEmpty() ? i : rows.at(i));
        if (row >= 0 && !model.rows()->is_here(size_t(row))) return false;
    }
    return true;
}

TableExport table_export(const TableModel& model, const QList<int>& columns) {
    TableExport table;
    const auto& rows = model.rows();
    if (!rows) return table;
    table.rows = rows->again ? rows->again() : rows;
    table.order = model.order();
    for (const int column : columns) {
        table.columns.push_back(size_t(column));
        table.header << model.headerData(column, Qt::Horizontal, TableModel::full_header_role).toString();
    }
    return table;
}

Shared<size_t> write_csv(Readers& readers, const TableExport& table, const QString& to, const Stale& stale) {
    CsvFile file(to);
    std::vector<std::string> fields;
    for (const auto& title : table.header) fields.push_back(title.toStdString());
    file.write(fields);
    auto written = std::make_shared<size_t>(0);
    const auto& columns = table.rows->columns;
    const auto write = [&](const auto& cell_of) {
        fields.clear();
        for (const auto column : table.columns) fields.push_back(cell_of(column));
        file.write(fields);
        return ++*written % 1024 != 0 || !stale();
    };
    if (table.rows->stream) {
        table.rows->stream(readers, [&](const std::vector<present::Cell>& row) {
            return write([&](size_t column) { return plain_text(row[column], columns[column]); });
        });
    } else {
        for (size_t i = 0; i < table.rows->count; ++i) {
            const auto row = table.order.empty() ? i : table.order[i];
            const bool wanted = write(
                [&](size_t column) { return plain_text(table.rows->cell(row, column), columns[column]); });
            if (!wanted) break;
        }
    }
    if (stale()) return nullptr;
    for (const auto& total : table.rows->totals) {
        bool named = false;
        const auto label = total_name(total);
        write([&](size_t column) -> std::string {
            if (!columns[column].names_row) return plain_text(total[column], columns[column]);
            return std::exchange(named, true) ? std::string() : label;
        });
        --*written;
    }
    file.commit();
    return written;
}
}
