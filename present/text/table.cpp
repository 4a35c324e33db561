#include "present/text/table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "present/provenance.hpp"
#include "present/text/bars.hpp"

namespace sortscope::present::text {
namespace {

constexpr int indent = 2;
constexpr int gap = 2;
constexpr int widest_bar = 24;

/// How a column is drawn.
struct Plan {
    std::size_t column = 0;
    int natural = 0;
    int width = 0;
    std::string head;        ///< with the mark, where all its numbers share one
    bool cell_marks = false; ///< numbers carry marks of their own
};

std::string pad(const std::string& text, int width, Align align) {
    const auto blanks = static_cast<std::size_t>(std::max(0, width - display_width(text)));
    return align == Align::left ? text + std::string(blanks, ' ') : std::string(blanks, ' ') + text;
}

std::string cell_text(const Column& column, const Plan& plan, const Cell& cell) {
    if (column.fit == Fit::bar) return {};
    auto text = cell.text.empty() ? std::string("-") : printable(cell.text);
    if (!plan.cell_marks) return text;
    const auto own = cell.provenance && !cell.text.empty() ? provenance_mark(*cell.provenance) : std::string_view{};
    return text + (own.empty() ? std::string(" ") : std::string(own));
}

bool absent(const Column& column, const Cell& cell) {
    return column.fit == Fit::bar ? cell.fraction <= 0 : cell.text.find_first_not_of(' ') == std::string::npos;
}

const Cell& cell_at(const Row& row, std::size_t column) {
    static const Cell none;
    return column < row.cells.size() ? row.cells[column] : none;
}

int least_width(const Column& column, const Plan& plan) {
    if (column.fit == Fit::whole) return plan.natural;
    return std::min(plan.natural, std::max(column.least, display_width(plan.head)));
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

/// The columns that a terminal shows at all.
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
        for (const auto& row : table.rows)
            if (row.kind != Row::Kind::rule && row.kind != Row::Kind::group)
                plan.natural = std::max(plan.natural, display_width(cell_text(column, plan, cell_at(row, c))));
        plans.push_back(std::move(plan));
    }
    return plans;
}

/// A text that is cut says less than a short bar does: bars give up what they need not.
void lend_to_texts(std::vector<Plan>& plans, const std::vector<Column>& columns) {
    constexpr int shortest_bar = 3;
    for (auto& bar : plans) {
        if (columns[bar.column].fit != Fit::bar) continue;
        for (auto& text : plans) {
            if (columns[text.column].fit != Fit::shorten) continue;
            const int more = std::clamp(bar.width - shortest_bar, 0, text.natural - text.width);
            text.width += more;
            bar.width -= more;
        }
    }
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
            lend_to_texts(plans, columns);
            return left_out;
        }
        const auto least = std::ranges::min_element(
            plans, {}, [&](const Plan& plan) { return columns[plan.column].importance; });
        if (least == plans.end() || columns[least->column].importance >= 1000) return left_out;
        const auto& column = columns[least->column];
        if (column.fit != Fit::bar) left_out.push_back(column.head + (column.subhead.empty() ? "" : " " + column.subhead));
        plans.erase(least);
    }
}

/// Writes the lines of a table whose columns are planned.
class Drawing {
 public:
    /// `grouped`: the first row is a group's title, which parts the head from what follows as well as a rule does.
    Drawing(const std::vector<Column>& columns, const std::vector<Plan>& plans, const Screen& screen, bool grouped)
        : columns_(columns), plans_(plans), screen_(screen), grouped_(grouped) {}

    void heads() {
        draw([](const Plan& plan) { return plan.head; });
        if (std::ranges::any_of(plans_, [&](const Plan& plan) { return !columns_[plan.column].subhead.empty(); }))
            draw([&](const Plan& plan) { return columns_[plan.column].subhead; });
        if (!grouped_) rule();
    }
    void row(const Row& row) {
        const bool first_total = row.kind == Row::Kind::total && !after_rule_ && !after_total_;
        after_total_ = row.kind == Row::Kind::total;
        if (row.kind == Row::Kind::rule || first_total) rule();
        if (row.kind == Row::Kind::rule) return;
        if (row.kind == Row::Kind::group) {
            out_ += "\n" + wrap(printable(cell_at(row, 0).text), screen_, 0, 0) + "\n";
            after_rule_ = true;
            return;
        }
        draw([&](const Plan& plan) {
            const auto& column = columns_[plan.column];
            const auto& cell = cell_at(row, plan.column);
            if (column.fit == Fit::bar) return pad(bar(cell.fraction, plan.width, screen_), plan.width, Align::left);
            const auto text = cell_text(column, plan, cell);
            return column.fit == Fit::shorten ? shorten(text, plan.width, screen_) : text;
        });
    }
    std::string take() { return std::exchange(out_, {}); }

 private:
    template <class TextOf>
    void draw(const TextOf& text_of) {
        for (const auto& plan : plans_) {
            line_ += line_.empty() ? std::string(indent, ' ') : std::string(gap, ' ');
            line_ += pad(text_of(plan), plan.width, columns_[plan.column].align);
        }
        end_line(line_, out_);
        after_rule_ = false;
    }
    void rule() {
        line_ = std::string(indent, ' ');
        for (int i = indent; i < total(plans_); ++i) line_ += screen_.utf8 ? "\u2500" : "-";
        end_line(line_, out_);
        after_rule_ = true;
    }

    const std::vector<Column>& columns_;
    const std::vector<Plan>& plans_;
    const Screen& screen_;
    bool grouped_;
    std::string line_, out_;
    bool after_rule_ = false;
    bool after_total_ = false;
};

}  // namespace

struct RowByRow::Impl {
    std::vector<Column> columns;
    Screen screen;
    std::vector<Plan> plans;
    std::vector<std::string> left_out;
    std::vector<bool> drawn;
    Drawing drawing;

    Impl(const Table& part, const Screen& where)
        : columns(part.columns), screen(where), plans(plan_columns(part)),
          drawing(columns, plans, screen, !part.rows.empty() && part.rows.front().kind == Row::Kind::group) {
        left_out = fit(plans, columns, screen.width);
        drawn.resize(columns.size());
        for (const auto& plan : plans) drawn[plan.column] = true;
    }
};

RowByRow::RowByRow(const Table& part, const Screen& screen) : impl_(std::make_unique<Impl>(part, screen)) {}
RowByRow::~RowByRow() = default;
const std::vector<bool>& RowByRow::drawn() const { return impl_->drawn; }
const std::vector<std::string>& RowByRow::left_out() const { return impl_->left_out; }

std::string RowByRow::heads() {
    impl_->drawing.heads();
    return impl_->drawing.take();
}

std::string RowByRow::row(const Row& row) {
    impl_->drawing.row(row);
    return impl_->drawing.take();
}

std::string draw(const Table& table, const Screen& screen) {
    std::vector<std::string> left_out;
    const auto text = draw_rows(table, screen, left_out);
    return draw_title(table, screen) + text + left_out_sentence(left_out, screen) + draw_notes(table, screen);
}

std::string draw_rows(const Table& table, const Screen& screen, std::vector<std::string>& left_out) {
    RowByRow drawing(table, screen);
    for (const auto& name : drawing.left_out())
        if (std::ranges::find(left_out, name) == left_out.end()) left_out.push_back(name);
    auto text = drawing.heads();
    for (const auto& row : table.rows) text += drawing.row(row);
    return text;
}

std::string draw_title(const Table& table, const Screen& screen, int first) {
    if (table.title.empty()) return {};
    return std::string(static_cast<std::size_t>(first), ' ') + wrap(printable(table.title), screen, indent, first) + '\n';
}

std::string draw_notes(const Table& table, const Screen& screen) {
    std::string out;
    for (const auto& note : table.notes) out += std::string(indent, ' ') + wrap(printable(note), screen, indent, indent) + '\n';
    return out;
}

std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen) {
    if (left_out.empty()) return {};
    const auto text = "Left out to fit " + std::to_string(screen.width.value_or(0)) + " columns: " + joined(left_out) +
                      ". A wider terminal or --json has them.";
    return std::string(indent, ' ') + wrap(text, screen, indent, indent) + '\n';
}

std::string draw_legend(const std::set<Provenance>& provenances, const Screen& screen) {
    const auto text = legend(provenances);
    return text.empty() ? text : std::string(indent, ' ') + wrap(text, screen, indent, indent) + '\n';
}

}  // namespace sortscope::present::text
