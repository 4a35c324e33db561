#include "analyzer/reproduce/published.hpp"

#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "core/axes.hpp"
#include "core/csv_text.hpp"
#include "core/text.hpp"
#include "core/text_file.hpp"

namespace sortscope::analyzer::reproduce {
constexpr size_t longest_table = 16 << 20;

size_t PublishedTable::column(std::string_view name_) const {
    if (const auto at = std::ranges::find(columns, name_); at != columns.end())
        return size_t(at - columns.begin());
    throw Error(ErrorKind::data,
                fmt::format("{} has no column '{}'. It has {}.", name, name_, fmt::join(columns, ", ")));
}

PublishedTable parse_published(std::string_view text, const std::string& name) {
    PublishedTable table;
    table.name = name;
    // Comments become empty lines, so that errors give the right line.
    std::string values;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) values += (line.starts_with('#') ? "" : line) + '\n';
    CsvReader reader(name, values);
    std::vector<CsvField> fields;
    while (reader.next(fields)) {
        std::vector<std::string> row;
        for (auto& field : fields) row.push_back(std::move(field.text));
        if (table.columns.empty()) {
            table.columns = std::move(row);
            continue;
        }
        if (row.size() != table.columns.size())
            reader.refuse(fields.front().line, 1,
                          fmt::format("the row has {}, and the header names {}.", plural(row.size(), "field"),
                                      plural(table.columns.size(), "column")));
        table.rows.push_back(std::move(row));
    }
    if (table.columns.empty()) throw Error(ErrorKind::data, name + " has no header.");
    return table;
}

Value PublishedTable::value(const Overlay& overlay, const Row& row) const {
    Value value{{}, Provenance::published};
    if (overlay.column.empty() && row.published.empty()) return value;
    const auto at = column(overlay.column.empty() ? row.published : overlay.column);
    const auto found = std::ranges::find_if(rows, [&](const std::vector<std::string>& fields) {
        return (overlay.row_column.empty() || fields[column(overlay.row_column)] == row.published) &&
               std::ranges::all_of(overlay.where,
                                   [&](const auto& one) { return fields[column(one.first)] == one.second; });
    });
    if (found == rows.end() || (*found)[at].empty()) return value;
    const auto& field = (*found)[at];
    value.printed = field;
    if (field == "FAIL") return value;
    value.number = AxisValue::parse(field).number();
    if (!value.number)
        throw Error(ErrorKind::data,
                    fmt::format("{}: '{}' in column '{}' is no number.", name, field, columns[at]));
    return value;
}

namespace {
PublishedTable published_table(const std::string& csv, const std::string& folder) {
    const auto beside = folder + "/" + csv;
    std::error_code failed;
    if (!folder.empty() && std::filesystem::exists(beside, failed))
        return parse_published(
            read_text_file(beside, longest_table, "'csv' names a table of published values."), csv);
    for (const auto& file : embedded_files())
        if (file.name == csv) return parse_published(file.text, csv);
    throw Error(ErrorKind::data,
                fmt::format("There is no published table '{}'{}.", csv,
                            folder.empty() ? "" : " beside the description, in '" + folder + "'"));
}
}  // namespace

std::vector<Value> published_values(const Column& column, const Figure& figure) {
    const auto table = published_table(column.published.csv, figure.folder);
    std::vector<Value> values;
    for (const auto& row : figure.rows) values.push_back(table.value(column.published, row));
    return values;
}
}
