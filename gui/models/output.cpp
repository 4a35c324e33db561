#include "gui/models/output.hpp"

#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include <QFile>
#include <QFileInfo>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/sqlite/file_check.hpp"
#include "gui/models/text.hpp"
#include "present/csv/csv.hpp"

namespace sortscope::gui {

void spare_profiles(const QString& path) { db::spare_profiles(native(path)); }

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

namespace {

std::string plain_text(const present::Cell& cell, const present::Column& column) {
    if (cell.number) return plain_digits(*cell.number).toStdString();
    // No dash for an absent number: a program would read it as text.
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
    const int count = rows.isEmpty() ? model.rowCount() : static_cast<int>(rows.size());
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
    const auto count = rows.isEmpty() ? model.rowCount() : static_cast<int>(rows.size());
    if (count > most_copied_rows) return false;
    const auto& of = model.rows();
    if (!of || !of->arrivals) return true;
    for (int i = 0; i < count; ++i) {
        const int row = model.breakdown_row(rows.isEmpty() ? i : rows.at(i));
        if (row >= 0 && of->is_here && !of->is_here(static_cast<std::size_t>(row))) return false;
    }
    return true;
}

TableExport table_export(const TableModel& model, const QList<int>& columns) {
    TableExport table;
    const auto& rows = model.rows();
    if (!rows) return table;
    table.rows = rows->again ? rows->again() : rows;
    if (rows->stream) {
        // The pages belong to the window's thread: the writing thread must not destroy them.
        auto streamed = std::make_shared<TableRows>();
        streamed->columns = rows->columns;
        streamed->count = rows->count;
        streamed->total = rows->total;
        streamed->stream = rows->stream;
        table.rows = std::move(streamed);
    }
    table.order = model.order();
    for (const int column : columns) {
        table.columns.push_back(static_cast<std::size_t>(column));
        table.header << model.headerData(column, Qt::Horizontal, TableModel::full_header_role).toString();
    }
    return table;
}

std::shared_ptr<const std::size_t> write_csv(Readers& readers, const TableExport& table, const QString& to,
                                             const Stale& stale) {
    CsvFile file(to);
    std::vector<std::string> fields;
    for (const auto& title : table.header) fields.push_back(title.toStdString());
    file.write(fields);
    auto written = std::make_shared<std::size_t>(0);
    bool stopped = false;
    const auto& columns = table.rows->columns;
    const auto write = [&](const auto& cell_of) {
        fields.clear();
        for (const auto column : table.columns) fields.push_back(cell_of(column));
        file.write(fields);
        if (++*written % 1024 == 0) stopped = stale();
        return !stopped;
    };
    if (table.rows->stream) {
        table.rows->stream(readers, [&](const std::vector<present::Cell>& row) {
            return write([&](std::size_t column) { return plain_text(row[column], columns[column]); });
        });
    } else {
        for (std::size_t i = 0; i < table.rows->count && !stopped; ++i) {
            const auto row = table.order.empty() ? i : table.order[i];
            write([&](std::size_t column) {
                return plain_text(table.rows->cell(row, column), columns[column]);
            });
        }
    }
    if (stopped || stale()) return nullptr;
    if (table.rows->has_total()) {
        bool named = false;
        write([&](std::size_t column) -> std::string {
            if (!columns[column].names_row)
                return plain_text(
                    column < table.rows->total.size() ? table.rows->total[column] : present::Cell{},
                    columns[column]);
            return std::exchange(named, true) ? std::string() : "Total";
        });
        --*written;
    }
    file.commit();
    return written;
}

}  // namespace sortscope::gui
