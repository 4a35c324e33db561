#include "present/text/column_plan.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "present/provenance.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::present::text {
namespace {

constexpr int widest_bar = 24;
constexpr int widest_piece = 14;         ///< longer ones are broken where there is no room
constexpr std::size_t most_texts = 100;  ///< that wrapped columns are fitted to

int least_width(const Column& column, const Plan& plan) {
    if (column.fit == Fit::whole) return plan.natural;
    return std::min(plan.natural,
                    std::max({column.least, display_width(plan.head), std::min(plan.piece, widest_piece)}));
}

/// Short names of rows ("k=16 tile") are read on one line: what makes room for them is a column less.
bool names_short(const Column& column, const Plan& plan) {
    return column.names_row && column.fit == Fit::wrap && plan.natural <= widest_piece;
}

/// Lines that the texts of a wrapped column take in this width.
int lines_in(const Plan& plan, int width) {
    int lines = 0;
    for (const auto& text : plan.texts) lines += static_cast<int>(lines_of(text, width).size());
    return lines;
}

/// Columns of the longest part that a wrapped text is not broken within: a word, or a piece of one that ends
/// with a mark.
int longest_piece(std::string_view text) {
    int longest = 0;
    for (std::size_t from = 0; from < text.size();) {
        const auto end = std::min(text.find_first_of(" -_,:;/=", from), text.size() - 1) + 1;
        const auto piece = text.substr(from, end - from);
        longest = std::max(longest, display_width(piece) - (piece.ends_with(' ') ? 1 : 0));
        from = end;
    }
    return longest;
}

/// Gives `slack` to wrapped columns, always where a column of it saves most lines.
int widen_wrapped(std::vector<Plan>& plans, const std::vector<Column>& columns, int slack) {
    while (true) {
        Plan* best = nullptr;
        int best_more = 0;
        double best_saved = 0;
        for (auto& plan : plans) {
            if (columns[plan.column].fit != Fit::wrap) continue;
            const int lines = lines_in(plan, plan.width);
            for (int more = 1; more <= std::min(slack, plan.natural - plan.width); ++more) {
                const double saved = static_cast<double>(lines - lines_in(plan, plan.width + more)) / more;
                if (saved > best_saved) best_saved = saved, best_more = more, best = &plan;
            }
        }
        if (best == nullptr) return slack;
        best->width += best_more;
        slack -= best_more;
    }
}

/// Where no column is left that could go, wrapped texts and their heads get narrower than words like it, the
/// widest first. Numbers are never cut.
void squeeze(std::vector<Plan>& plans, const std::vector<Column>& columns, int over) {
    constexpr int narrowest = 6;
    for (; over > 0; --over) {
        Plan* widest = nullptr;
        for (auto& plan : plans)
            if (columns[plan.column].fit == Fit::wrap &&
                plan.width > std::max(narrowest, display_width(columns[plan.column].subhead)) &&
                (widest == nullptr || plan.width > widest->width))
                widest = &plan;
        if (widest == nullptr) return;
        --widest->width;
    }
}

/// A text that is cut says less than a short bar does: bars give up what they need not.
void lend_to_texts(std::vector<Plan>& plans, const std::vector<Column>& columns) {
    constexpr int shortest_bar = 3;
    for (auto& bar : plans) {
        if (columns[bar.column].fit != Fit::bar) continue;
        for (auto& text : plans) {
            const auto kind = columns[text.column].fit;
            if (kind != Fit::shorten && kind != Fit::wrap) continue;
            const int more = std::clamp(bar.width - shortest_bar, 0, text.natural - text.width);
            text.width += more;
            bar.width -= more;
        }
    }
}

}  // namespace

std::string cell_text(const Column& column, const Plan& plan, const Cell& cell) {
    if (column.fit == Fit::bar) return {};
    auto text = cell.text.empty() ? std::string("-") : printable(cell.text);
    if (!plan.cell_marks) return text;
    const auto own =
        cell.provenance && !cell.text.empty() ? provenance_mark(*cell.provenance) : std::string_view{};
    return text + (own.empty() ? std::string(" ") : std::string(own));
}

bool absent(const Column& column, const Cell& cell) {
    return column.fit == Fit::bar ? cell.fraction <= 0
                                  : cell.text.find_first_not_of(' ') == std::string::npos;
}

const Cell& cell_at(const Row& row, std::size_t column) {
    static const Cell none;
    return column < row.cells.size() ? row.cells[column] : none;
}

int total(const std::vector<Plan>& plans) {
    return std::accumulate(plans.begin(), plans.end(), table_indent - column_gap,
                           [](int sum, const Plan& plan) { return sum + plan.width + column_gap; });
}

std::vector<Plan> plan_columns(const Table& table) {
    std::vector<Plan> plans;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const auto& column = table.columns[c];
        if (column.importance <= 0) continue;
        std::set<Provenance> found;
        bool any = false;
        for (const auto& row : table.rows) {
            const auto& cell = cell_at(row, c);
            if (row.kind == Row::Kind::group || absent(column, cell)) continue;
            any = true;
            if (cell.provenance) found.insert(*cell.provenance);
        }
        if (!any && column.hide_if_empty) continue;
        Plan plan;
        plan.column = c;
        plan.head = printable(column.head);
        plan.cell_marks = found.size() > 1;
        if (found.size() == 1) plan.head += provenance_mark(*found.begin());
        plan.natural = std::max(display_width(plan.head), display_width(column.subhead));
        if (column.fit == Fit::bar) plan.natural = std::max(plan.natural, widest_bar);
        std::size_t values = 0;
        for (const auto& row : table.rows) {
            if (row.kind == Row::Kind::rule || row.kind == Row::Kind::group) continue;
            auto text = cell_text(column, plan, cell_at(row, c));
            plan.natural = std::max(plan.natural, display_width(text));
            if (row.kind == Row::Kind::values) {
                if (values++ == 0)
                    plan.constant = text;
                else if (plan.constant != text)
                    plan.constant.clear();
            }
            if (column.fit != Fit::wrap || plan.texts.size() == most_texts) continue;
            plan.piece = std::max(plan.piece, longest_piece(text));
            plan.texts.insert(std::move(text));
        }
        if (values < 2 || !found.empty())
            plan.constant.clear();  // what was measured is news also where it is the same
        plans.push_back(std::move(plan));
    }
    return plans;
}

std::vector<std::string> lines_of(std::string_view text, int width) {
    std::vector<std::string> lines;
    if (display_width(text) <= width) return {std::string(text)};
    // Source text goes on two columns deeper than it begins.
    const auto depth =
        std::min(text.find_first_not_of(' '), static_cast<std::size_t>(std::max(0, width / 2)));
    const auto first = static_cast<int>(depth);
    const auto broken = std::string(depth, ' ') + wrap(text.substr(depth), Screen{std::max(1, width), false},
                                                       first == 0 ? 0 : first + 2, first);
    for (std::size_t from = 0; from <= broken.size();) {
        const auto end = std::min(broken.find('\n', from), broken.size());
        lines.push_back(broken.substr(from, end - from));
        from = end + 1;
    }
    return lines;
}

std::vector<std::size_t> lift_heads(std::vector<Plan>& plans, const std::vector<Column>& columns) {
    std::vector<std::size_t> lifted;
    for (const auto& plan : plans)
        if (columns[plan.column].heads_group) lifted.push_back(plan.column);
    std::erase_if(plans, [&](const Plan& plan) { return columns[plan.column].heads_group; });
    return lifted;
}

std::vector<std::string> fit(std::vector<Plan>& plans, const std::vector<Column>& columns,
                             std::optional<int> width) {
    std::vector<std::string> left_out;
    for (auto& plan : plans) plan.width = plan.natural;
    if (!width || total(plans) <= *width) return left_out;
    bool whole_names = true;
    while (true) {
        int names = 1000;  // the importance of short names that are kept whole
        for (auto& plan : plans) {
            const auto& column = columns[plan.column];
            plan.width = least_width(column, plan);
            if (!whole_names || !names_short(column, plan) || plan.width == plan.natural) continue;
            plan.width = plan.natural;
            names = std::min(names, column.importance);
        }
        int slack = *width - total(plans);
        if (slack >= 0) {
            slack = widen_wrapped(plans, columns, slack);
            for (const auto kind : {Fit::shorten, Fit::bar})
                for (auto& plan : plans) {
                    if (columns[plan.column].fit != kind) continue;
                    const int more = std::min(slack, plan.natural - plan.width);
                    plan.width += more;
                    slack -= more;
                }
            lend_to_texts(plans, columns);
            return left_out;
        }
        const auto least = std::ranges::min_element(plans, {}, [&](const Plan& plan) {
            const int importance = columns[plan.column].importance;
            return std::pair(plan.constant.empty() || importance >= 1000, importance);
        });
        // No column goes that says more than the names do.
        if (whole_names && (least == plans.end() || columns[least->column].importance >= names)) {
            whole_names = false;
            continue;
        }
        if (least == plans.end() || columns[least->column].importance >= 1000) {
            squeeze(plans, columns, -slack);
            return left_out;
        }
        const auto& column = columns[least->column];
        if (column.fit != Fit::bar)
            left_out.push_back(column.head + (column.subhead.empty() ? "" : " " + column.subhead));
        plans.erase(least);
    }
}

}  // namespace sortscope::present::text
