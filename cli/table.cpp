#include "cli/table.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/core.h>

#include "cli/bars.hpp"

namespace sortscope::cli {
namespace {

constexpr int indent = 2;
constexpr int gap = 2;
constexpr int widest_bar = 24;

/// How a column is drawn.
struct Plan {
    std::size_t column = 0;
    int natural = 0;
    int width = 0;
    std::string title;       ///< with the mark, where all its numbers share one
    bool cell_marks = false; ///< numbers carry marks of their own
};

std::string pad(const std::string& text, int width, Align align) {
    const auto blanks = static_cast<std::size_t>(std::max(0, width - display_width(text)));
    return align == Align::left ? text + std::string(blanks, ' ') : std::string(blanks, ' ') + text;
}

std::string cell_text(const Column& column, const Plan& plan, const Cell& cell) {
    if (column.fit == Fit::bar) return {};
    auto text = cell.text.empty() ? std::string("-") : cell.text;
    if (!plan.cell_marks) return text;
    const auto own = cell.provenance && !cell.text.empty() ? mark(*cell.provenance) : std::string_view{};
    return text + (own.empty() ? std::string(" ") : std::string(own));
}

bool absent(const Column& column, const Cell& cell) {
    return column.fit == Fit::bar ? cell.fraction <= 0 : cell.text.find_first_not_of(' ') == std::string::npos;
}

const Cell& cell_at(const std::vector<Cell>& row, std::size_t column) {
    static const Cell none;
    return column < row.size() ? row[column] : none;
}

int least_width(const Column& column, const Plan& plan) {
    if (column.fit == Fit::whole) return plan.natural;
    return std::min(plan.natural, std::max(column.least, display_width(plan.title)));
}

int total(const std::vector<Plan>& plans) {
    return std::accumulate(plans.begin(), plans.end(), indent - gap,
                           [](int sum, const Plan& plan) { return sum + plan.width + gap; });
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : ", ") + part;
    return text;
}

void end_line(std::string& line, std::string& out) {
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
    line.clear();
}

std::vector<Plan> plan_columns(const std::vector<Column>& columns, const std::vector<std::vector<Cell>>& rows) {
    std::vector<Plan> plans;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const auto& column = columns[c];
        std::set<Provenance> found;
        bool any = false;
        for (const auto& row : rows) {
            const auto& cell = cell_at(row, c);
            if (absent(column, cell)) continue;
            any = true;
            if (cell.provenance) found.insert(*cell.provenance);
        }
        if (!any && column.hide_if_empty) continue;
        Plan plan;
        plan.column = c;
        plan.title = column.title;
        plan.cell_marks = found.size() > 1;
        if (found.size() == 1) plan.title += mark(*found.begin());
        plan.natural = std::max(display_width(plan.title), display_width(column.unit));
        if (column.fit == Fit::bar) plan.natural = std::max(plan.natural, widest_bar);
        for (const auto& row : rows)
            if (!row.empty())
                plan.natural = std::max(plan.natural, display_width(cell_text(column, plan, cell_at(row, c))));
        plans.push_back(std::move(plan));
    }
    return plans;
}

/// Sets widths and takes the least important columns out until all fits; gives the names of those.
std::vector<std::string> fit(std::vector<Plan>& plans, const std::vector<Column>& columns, std::optional<int> width) {
    std::vector<std::string> left_out;
    for (auto& plan : plans) plan.width = plan.natural;
    if (!width || total(plans) <= *width) return left_out;
    while (true) {
        for (auto& plan : plans) plan.width = least_width(columns[plan.column], plan);
        int slack = *width - total(plans);
        if (slack >= 0) {
            for (const auto kind : {Fit::shorten, Fit::bar})
                for (auto& plan : plans) {
                    if (columns[plan.column].fit != kind) continue;
                    const int more = std::min(slack, plan.natural - plan.width);
                    plan.width += more;
                    slack -= more;
                }
            return left_out;
        }
        const auto least = std::ranges::min_element(
            plans, {}, [&](const Plan& plan) { return columns[plan.column].importance; });
        if (least == plans.end() || columns[least->column].importance >= 1000) return left_out;
        const auto& column = columns[least->column];
        if (column.fit != Fit::bar) left_out.push_back(column.title + (column.unit.empty() ? "" : " " + column.unit));
        plans.erase(least);
    }
}

}  // namespace

void Table::row(std::vector<Cell> cells) {
    if (cells.empty()) cells.emplace_back();
    rows_.push_back(std::move(cells));
}

std::set<Provenance> Table::provenances() const {
    std::set<Provenance> found;
    for (const auto& row : rows_)
        for (const auto& cell : row)
            if (cell.provenance && !cell.text.empty()) found.insert(*cell.provenance);
    return found;
}

std::string Table::render(const Screen& screen) const {
    std::vector<std::string> left_out;
    const auto text = render(screen, left_out);
    return text + left_out_sentence(left_out, screen);
}

std::string Table::render(const Screen& screen, std::vector<std::string>& left_out) const {
    auto plans = plan_columns(columns_, rows_);
    for (const auto& name : fit(plans, columns_, screen.width))
        if (std::ranges::find(left_out, name) == left_out.end()) left_out.push_back(name);
    const std::string margin(indent, ' ');
    std::string out;
    std::string line;

    const auto draw = [&](auto&& text_of) {
        for (const auto& plan : plans) {
            line += line.empty() ? margin : std::string(gap, ' ');
            line += pad(text_of(plan), plan.width, columns_[plan.column].align);
        }
        end_line(line, out);
    };
    const auto draw_rule = [&] {
        line = margin;
        for (int i = indent; i < total(plans); ++i) line += screen.utf8 ? "\u2500" : "-";
        end_line(line, out);
    };

    draw([](const Plan& plan) { return plan.title; });
    if (std::ranges::any_of(plans, [&](const Plan& plan) { return !columns_[plan.column].unit.empty(); }))
        draw([&](const Plan& plan) { return columns_[plan.column].unit; });
    draw_rule();
    for (const auto& row : rows_) {
        if (row.empty()) {
            draw_rule();
            continue;
        }
        draw([&](const Plan& plan) {
            const auto& column = columns_[plan.column];
            const auto& cell = cell_at(row, plan.column);
            if (column.fit == Fit::bar) return pad(bar(cell.fraction, plan.width, screen), plan.width, Align::left);
            const auto text = cell_text(column, plan, cell);
            return column.fit == Fit::shorten ? shorten(text, plan.width, screen) : text;
        });
    }
    return out;
}

std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen) {
    if (left_out.empty()) return {};
    const auto text = fmt::format("Left out to fit {} columns: {}. A wider terminal or --json has them.",
                                  screen.width.value_or(0), joined(left_out));
    return std::string(indent, ' ') + wrap(text, screen, indent, indent) + '\n';
}

std::string_view mark(Provenance provenance) {
    switch (provenance) {
        case Provenance::measured: return "";
        case Provenance::counted: return "+";
        case Provenance::modelled: return "*";
        case Provenance::published: return "^";
    }
    return "?";
}

std::string legend(const std::set<Provenance>& provenances) {
    std::string text;
    const auto add = [&](Provenance provenance, std::string_view meaning) {
        if (!provenances.contains(provenance)) return;
        text += (text.empty() ? "" : "; ") + std::string(mark(provenance)) + std::string(meaning);
    };
    add(Provenance::measured, provenances.size() > 1 ? "Unmarked values are measured" : "All values are measured");
    add(Provenance::counted, " counted by software on the GPU");
    add(Provenance::modelled, " modelled by the host interpreter, without a GPU");
    add(Provenance::published, " published in a source document");
    return text.empty() ? text : text + ".";
}

}  // namespace sortscope::cli
