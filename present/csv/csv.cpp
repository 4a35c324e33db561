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

struct Output {
    size_t column = 0;
    bool provenance = false;  ///< writes the provenance of the column's numbers, not the numbers
};

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
    std::vector<Output> outputs;
    std::string text;
    const auto add = [&](const std::string& what, bool first) { text += (first ? "" : ",") + what; };
    for (size_t c = 0; c < table.columns.size(); ++c) {
        const auto& column = table.columns[c];
        if (column.fit == Fit::bar) continue;
        add(field(value_name(column)), outputs.empty());
        outputs.push_back({c, false});
        if (!needs_mark(table, c)) continue;
        add(field(column.id + "_provenance"), false);
        outputs.push_back({c, true});
    }
    text += "\r\n";
    for (const auto& row : table.rows) {
        if (row.kind != Row::Kind::values) continue;
        for (size_t i = 0; i < outputs.size(); ++i) {
            const auto& cell = row.at(outputs[i].column);
            if (!outputs[i].provenance)
                add(value(table.columns[outputs[i].column], cell), i == 0);
            else
                add(cell.provenance ? std::string(name_of(*cell.provenance)) : std::string(), i == 0);
        }
        text += "\r\n";
    }
    return text;
}
}
