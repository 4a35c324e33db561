#include "present/csv/csv.hpp"

#include <fmt/core.h>

#include "core/csv_text.hpp"
#include "core/printable.hpp"
#include "present/cells.hpp"

namespace sortscope::present::csv {
namespace {
/// Quoted by RFC 4180, section 2.
std::string field(std::string_view raw) {
    const auto text = (is_formula(raw) ? "'" : "") + printable(raw, LineEnds::kept);
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

std::string value(const Column& column, const Cell& cell) {
    if (cell.number) {
        const auto number = plain_number(column, *cell.number);
        return number.is_whole() ? std::to_string(number.rounded()) : fmt::format("{}", number.as_double());
    }
    return field(cell.text == " " ? std::string_view{} : std::string_view(cell.text));
}

bool needs_mark(const Table& table, size_t column) {
    return std::ranges::any_of(table.rows, [&](const Row& row) {
        const auto& cell = row.at(column);
        return row.kind == Row::Kind::values && cell.provenance && *cell.provenance != Provenance::measured;
    });
}
}  // namespace

std::string record(const std::vector<std::string>& fields) {
    std::string text;
    for (const auto& one : fields) text += (&one == &fields.front() ? "" : ",") + field(one);
    return text + "\r\n";
}

std::string write(const Table& table) {
    std::vector<const Row*> rows;
    for (const auto& row : table.rows)
        if (row.kind == Row::Kind::values) rows.push_back(&row);
    std::vector<std::string> lines(rows.size() + 1);
    const char* between = "";
    const auto add = [&](const std::string& id, const auto& text) {
        lines[0] += between + field(id);
        for (size_t i = 0; i < rows.size(); ++i) lines[i + 1] += between + text(*rows[i]);
        between = ",";
    };
    for (size_t c = 0; c < table.columns.size(); ++c) {
        const auto& column = table.columns[c];
        if (column.fit == Fit::bar) continue;
        add(value_name(column), [&](const Row& row) { return value(column, row.at(c)); });
        if (needs_mark(table, c))
            add(column.id + "_provenance", [&](const Row& row) {
                const auto provenance = row.at(c).provenance;
                return provenance ? std::string(name_of(*provenance)) : std::string();
            });
    }
    std::string text;
    for (const auto& line : lines) text += line + "\r\n";
    return text;
}
}
