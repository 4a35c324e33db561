#include "analyzer/reproduce/published.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "analyzer/reproduce/embedded.hpp"
#include "core/error.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

/// Fields of a line; a field in quotes may hold commas, and quotes twice.
std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') fields.back() += line[++i];
        else if (c == '"') quoted = !quoted;
        else if (c == ',' && !quoted) fields.emplace_back();
        else fields.back() += c;
    }
    return fields;
}

}  // namespace

std::size_t PublishedTable::column(std::string_view name_) const {
    const auto found = std::ranges::find(columns, name_);
    if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
    std::string known;
    for (const auto& column : columns) known += (known.empty() ? "" : ", ") + column;
    throw Error(ErrorKind::data, name + " has no column '" + std::string(name_) + "'. It has " + known + ".");
}

PublishedTable parse_published(std::string_view text, const std::string& name) {
    PublishedTable table;
    table.name = name;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const auto end = text.find('\n');
        auto line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (line.front() == '#') {
            line.remove_prefix(1);
            while (line.starts_with(' ')) line.remove_prefix(1);
            table.comments.emplace_back(line);
            continue;
        }
        auto fields = fields_of(line);
        if (table.columns.empty()) {
            table.columns = std::move(fields);
            continue;
        }
        if (fields.size() != table.columns.size())
            throw Error(ErrorKind::data, name + ", line " + std::to_string(number) + ": " + std::to_string(fields.size()) +
                                             " fields where the header has " + std::to_string(table.columns.size()) + ".");
        table.rows.push_back(std::move(fields));
    }
    if (table.columns.empty()) throw Error(ErrorKind::data, name + " has no header.");
    return table;
}

PublishedTable published_table(const std::string& csv, const std::string& folder) {
    if (!folder.empty()) {
        std::ifstream in(folder + "/" + csv, std::ios::binary);
        if (in) {
            std::ostringstream text;
            text << in.rdbuf();
            return parse_published(text.str(), csv);
        }
    }
    for (const auto& file : embedded_files())
        if (file.name == csv) return parse_published(file.text, csv);
    throw Error(ErrorKind::data, "There is no published table '" + csv + "'" + (folder.empty() ? "." : " beside the description, in '" + folder + "'."));
}

std::optional<double> published_value(const PublishedTable& table, const Overlay& overlay, const Row& row) {
    const auto value = table.column(overlay.column.empty() ? row.published : overlay.column);
    for (const auto& fields : table.rows) {
        bool fits = overlay.row_column.empty() || fields[table.column(overlay.row_column)] == row.published;
        for (const auto& [column, text] : overlay.where) fits = fits && fields[table.column(column)] == text;
        if (!fits) continue;
        const auto& field = fields[value];
        double number = 0;
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
        if (field.empty()) return std::nullopt;
        if (error != std::errc() || end != field.data() + field.size())
            throw Error(ErrorKind::data, table.name + ": '" + field + "' in column '" + table.columns[value] + "' is no number.");
        return number;
    }
    return std::nullopt;
}

const std::vector<PublishedClaim>& published_claims() {
    static const auto claims = [] {
        const auto table = published_table("claims.csv", {});
        std::vector<PublishedClaim> all;
        for (const auto& row : table.rows)
            all.push_back({row[table.column("source")], row[table.column("id")], row[table.column("claim")], row[table.column("kind")]});
        return all;
    }();
    return claims;
}

}  // namespace sortscope::analyzer::reproduce
