#include "gui/models/case_rows.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <QFileInfo>

#include "analyzer/curves/curve.hpp"
#include "core/times.hpp"
#include "gui/models/text.hpp"
#include "present/cells.hpp"
#include "present/tables/list.hpp"

namespace sortscope::gui {
namespace {

/// Columns that are always shown.
bool is_always_shown(std::string_view id) {
    return id == "case_id" || id == "variant" || id == "n" || id == "block_threads" || id == "median_ns" ||
           id == "rate_mkeys_per_s";
}

std::optional<Number> number_of(std::string_view id, const CaseRecord& record) {
    if (id == "case_id") return Number(static_cast<std::int64_t>(record.id));
    if (id == "n") return record.keys() == 0 ? std::nullopt : std::optional(Number(record.keys()));
    if (id == "block_threads")
        return record.block() == 0 ? std::nullopt : std::optional(Number(std::int64_t{record.block()}));
    if (id == "median_ns") return record.time ? std::optional(Number(record.time->median_ns)) : std::nullopt;
    if (id == "spread_pct") {
        const auto spread = record.time ? spread_of(*record.time) : std::nullopt;
        return spread ? std::optional(Number(*spread * 100)) : std::nullopt;
    }
    if (id == "rate_mkeys_per_s") {
        const auto rate = analyzer::rate_mkeys_per_s(record);
        return rate ? std::optional(Number(*rate)) : std::nullopt;
    }
    if (id == "time_trials")
        return record.time ? std::optional(Number(std::int64_t{record.time->count})) : std::nullopt;
    if (id == "run_id") return Number(static_cast<std::int64_t>(record.run));
    return std::nullopt;
}

present::Row row_of(const ListedCase& listed) {
    const auto* record = &listed.record();
    auto table = present::case_table(std::span(&record, 1));
    auto& row = table.rows.front();
    // Distinguish devices of one name.
    for (std::size_t i = 0; i < table.columns.size() && i < row.cells.size(); ++i)
        if (table.columns[i].id == "device" && !record->device.name.empty())
            row.cells[i].text = listed.file->device_name(*record).toStdString();
    return std::move(row);
}

/// Cells. It keeps the last row, since views ask for the cells of a row one after the other.
struct Cells {
    std::vector<ListedCase> cases;
    std::vector<std::string> ids;
    std::vector<std::size_t> places;  ///< by column: index in the table of present/
    std::optional<std::size_t> row;
    present::Row last;

    present::Cell at(std::size_t wanted, std::size_t column) {
        if (ids[column] == "file")
            return present::text_cell(QFileInfo(cases[wanted].file->path).fileName().toStdString());
        if (row != wanted) {
            last = row_of(cases[wanted]);
            row = wanted;
        }
        const auto place = places[column];
        return place < last.cells.size() ? last.cells[place] : present::Cell{};
    }
};

/// The text that decides whether a column differs; fast, since it is read for all cases of a file.
std::string said(std::string_view id, const CaseRecord& record) {
    if (id == "key") return record.axes.text("key");
    if (id == "input") return record.input_name();
    if (id == "parameters") return parameters_text(record.axes);
    if (id == "cache_state") return record.cache_state;
    if (id == "time_mode") return std::string(name_of(record.time_mode));
    if (id == "status") return std::string(name_of(record.status));
    if (id == "run_id") return std::to_string(static_cast<std::int64_t>(record.run));
    if (id == "name") return record.annotation.name;
    if (id == "tags") {
        std::string tags;
        for (const auto& tag : record.annotation.tags) tags += tag + ",";
        return tags;
    }
    if (id == "device") return record.device.uuid.empty() ? record.device.name : record.device.uuid;
    return {};
}

}  // namespace

TableRowsPtr case_rows(std::vector<ListedCase> cases) {
    auto rows = std::make_shared<TableRows>();
    // The list is narrow: put the most important columns first.
    rows->columns = present::case_table({}).columns;
    const auto rank = [](const present::Column& column) {
        constexpr std::string_view first[] = {
            "case_id", "variant", "n", "key", "block_threads", "median_ns", "rate_mkeys_per_s", "parameters"};
        return std::ranges::find(first, std::string_view(column.id)) - std::begin(first);
    };
    std::vector<std::string> listed_as;
    for (const auto& column : rows->columns) listed_as.push_back(column.id);
    std::ranges::stable_sort(rows->columns, {}, rank);
    present::Column file;
    file.id = "file";
    file.title = "File";
    file.sentence = "The file that the case is in.";
    file.align = present::Align::left;
    rows->columns.push_back(file);
    std::set<const FileContents*> files;
    for (const auto& listed : cases) files.insert(listed.file.get());
    for (auto& column : rows->columns) {
        column.shown = is_always_shown(column.id) || (column.id == "file" && files.size() > 1);
        if (column.shown || cases.empty()) continue;
        const auto first = said(column.id, cases.front().record());
        for (const auto& listed : cases)
            if (said(column.id, listed.record()) != first) {
                column.shown = true;
                break;
            }
    }
    rows->count = cases.size();
    auto cells = std::make_shared<Cells>();
    cells->cases = std::move(cases);
    for (const auto& column : rows->columns) {
        cells->ids.push_back(column.id);
        cells->places.push_back(
            static_cast<std::size_t>(std::ranges::find(listed_as, column.id) - listed_as.begin()));
    }
    rows->cell = [cells](std::size_t row, std::size_t column) { return cells->at(row, column); };
    rows->again = [cells] { return case_rows(cells->cases); };
    const auto columns = rows->columns;
    rows->number = [cells, columns](std::size_t row, std::size_t column) {
        return columns[column].align == present::Align::left
                   ? std::nullopt
                   : number_of(columns[column].id, cells->cases[row].record());
    };
    return rows;
}

}  // namespace sortscope::gui
