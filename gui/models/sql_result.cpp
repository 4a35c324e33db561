#include "gui/models/sql_result.hpp"

#include "gui/models/output.hpp"

namespace sortscope::gui {
namespace {
constexpr size_t longest_cell = 2'000;  // on screen; CSV has the whole text

SqlValue held(const db::QueryValue& value) {
    if (const auto* whole = std::get_if<int64_t>(&value)) return {Number(*whole), {}};
    if (const auto* fraction = std::get_if<double>(&value)) return {Number(*fraction), {}};
    if (const auto* text = std::get_if<std::string_view>(&value)) return {std::nullopt, std::string(*text)};
    if (const auto* blob = std::get_if<db::QueryBlob>(&value)) {
        const QByteArray bytes(blob->bytes.data(), qsizetype(blob->bytes.size()));
        return {std::nullopt, "x'" + bytes.toHex().toStdString() + '\''};
    }
    return {};
}

present::Cell cell_of(const SqlValue& value) {
    auto text = text_of(value);
    if (!value.number && text.size() > longest_cell) text = text.substr(0, longest_cell) + " ...";
    return {text, value.number, std::nullopt, 0};
}
}  // namespace

std::string text_of(const SqlValue& value) {
    return value.number ? plain_digits(*value.number).toStdString() : value.text;
}

SqlResultPtr run_sql(const QString& path, const std::string& sql, const Stale& stale,
                     const SqlLimits& limits) {
    auto result = std::make_shared<SqlResult>();
    const auto began = std::chrono::steady_clock::now();
    size_t bytes = 0;
    db::Query query(native(path));
    const auto hold = [&](const std::vector<db::QueryValue>& row) {
        // `more` ends the query at its next step.
        result->more = result->more || result->rows() >= limits.rows ||
                       result->values.size() + row.size() > limits.cells || bytes > limits.bytes;
        if (result->more) return;
        for (const auto& value : row) {
            result->values.push_back(held(value));
            bytes += result->values.back().text.size();
        }
    };
    const db::QuerySink sink{[&](const auto& names) { result->columns = names; }, hold};
    try {
        query.run(sql, sink, {.stop = [&] { return result->more || stale(); }});
    } catch (const db::QueryEnded&) {
        if (!result->more) return nullptr;
    }
    result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    // Reads all rows: too slow for the window's thread.
    const auto rows = sql_chart_rows(SqlResultPtr(SqlResultPtr(), result.get()));
    result->numeric = present::numeric_columns(rows);
    result->suggested = present::suggested_choice(rows);
    return stale() ? nullptr : result;
}

Shared<size_t> export_sql(const QString& path, const std::string& sql, const QString& to,
                          const Stale& stale) {
    CsvFile file(to);
    auto rows = std::make_shared<size_t>(0);
    db::Query query(native(path));
    try {
        query.run(sql,
                  {[&](const auto& names) { file.write(names); },
                   [&](const std::vector<db::QueryValue>& row) {
                       std::vector<std::string> fields;
                       for (const auto& value : row) fields.push_back(text_of(held(value)));
                       file.write(fields);
                       ++*rows;
                   }},
                  {.stop = stale});
    } catch (const db::QueryEnded&) {
        return nullptr;
    }
    file.commit();
    return rows;
}

TableRowsPtr sql_rows(const SqlResultPtr& result) {
    auto rows = std::make_shared<TableRows>();
    for (size_t i = 0; i < result->columns.size(); ++i) {
        present::Column column;
        column.id = column.title = column.head = result->columns[i];
        column.align = result->numeric[i] ? present::Align::right : present::Align::left;
        column.hide_if_empty = false;
        rows->columns.push_back(std::move(column));
    }
    rows->count = result->rows();
    rows->cell = [result](size_t row, size_t column) { return cell_of(result->at(row, column)); };
    rows->again = [result] { return sql_rows(result); };
    return rows;
}

present::ResultRows sql_chart_rows(const SqlResultPtr& result) {
    return {.columns = result->columns,
            .rows = result->rows(),
            .number = [result](size_t row, size_t column) -> std::optional<double> {
                const auto& number = result->at(row, column).number;
                return number ? std::optional(number->as_double()) : std::nullopt;
            },
            .text = [result](size_t row, size_t column) { return text_of(result->at(row, column)); }};
}

SqlProblem sql_problem(const QString& message) {
    SqlProblem problem;
    QStringList lines = message.split(u'\n');
    if (lines.size() > 1 && lines.last().startsWith(u"'sortscope ")) lines.removeLast();
    // Lines that begin with blanks show the place of the error.
    QStringList sentences, place;
    for (const auto& line : std::as_const(lines))
        (line.startsWith(u' ') && !line.trimmed().isEmpty() ? place : sentences) << line;
    sentences.removeAll(QString());
    problem.sentence = sentences.join(u' ');
    problem.place = place.join(u'\n');
    return problem;
}
}
