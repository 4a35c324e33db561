#include "present/text/table.hpp"

#include <numeric>

#include "present/cells.hpp"

namespace sortscope::present::text {
namespace {
const std::string margin(table_indent, ' ');

std::string pad(const std::string& text, int width, Align align) {
    const auto blanks = size_t(std::max(0, width - display_width(text)));
    return align == Align::left ? text + std::string(blanks, ' ') : std::string(blanks, ' ') + text;
}

/// Wraps `text` into indented lines; in Markdown into a paragraph.
std::string indented(const std::string& text, const Screen& screen) {
    if (screen.markdown) return escape_markdown(printable(text)) + "\n\n";
    return margin + wrap(printable(text), screen, table_indent, table_indent) + '\n';
}

std::string name_of_column(const Column& column) { return join({column.head, column.subhead}, " "); }

void end_line(std::string& line, std::string& out) {
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
    line.clear();
}

bool absent(const Column& column, const Cell& cell) {
    return column.fit == Fit::bar ? cell.fraction <= 0
                                  : cell.text.find_first_not_of(' ') == std::string::npos;
}

std::string cell_text(const Column& column, const Plan& plan, const Cell& cell) {
    if (column.fit == Fit::bar) return {};
    auto text = cell.text.empty() ? std::string("-") : printable(cell.text);
    if (!plan.cell_marks) return text;
    const auto own =
        cell.provenance && !cell.text.empty() ? provenance_mark(*cell.provenance) : std::string_view{};
    return text + (own.empty() ? std::string(" ") : std::string(own));
}

int total(const std::vector<Plan>& plans) {
    return std::accumulate(plans.begin(), plans.end(), table_indent - column_gap,
                           [](int sum, const Plan& plan) { return sum + plan.width + column_gap; });
}

std::vector<std::string> lines_of(std::string_view text, int width) {
    std::vector<std::string> lines;
    if (display_width(text) <= width) return {std::string(text)};
    // Continued source lines are two columns deeper.
    const auto depth = std::min(text.find_first_not_of(' '), size_t(std::max(0, width / 2)));
    const auto first = int(depth);
    const auto broken = std::string(depth, ' ') + wrap(text.substr(depth), Screen{std::max(1, width), false},
                                                       first == 0 ? 0 : first + 2, first);
    for (size_t from = 0; from <= broken.size();) {
        const auto end = std::min(broken.find('\n', from), broken.size());
        lines.push_back(broken.substr(from, end - from));
        from = end + 1;
    }
    return lines;
}

constexpr int widest_bar = 24;
constexpr int widest_piece = 14;    ///< longer pieces are broken if there is no room
constexpr size_t most_texts = 100;  ///< texts that decide a wrapped column's width

int least_width(const Column& column, const Plan& plan) {
    if (column.fit == Fit::whole) return plan.natural;
    return std::min(plan.natural,
                    std::max({column.least, display_width(plan.head), std::min(plan.piece, widest_piece)}));
}

int lines_in(const Plan& plan, int width) {
    int lines = 0;
    for (const auto& text : plan.texts) lines += int(lines_of(text, width).size());
    return lines;
}

int longest_piece(std::string_view text) {
    int longest = 0;
    for (size_t from = 0; from < text.size();) {
        const auto end = std::min(text.find_first_of(" -_,:;/=", from), text.size() - 1) + 1;
        const auto piece = text.substr(from, end - from);
        longest = std::max(longest, display_width(piece) - (piece.ends_with(' ') ? 1 : 0));
        from = end;
    }
    return longest;
}

/// Widens wrapped columns by up to `slack`, first the columns that save most lines. Returns the rest of
/// `slack`.
int widen_wrapped(std::vector<Plan>& plans, const std::vector<Column>& columns, int slack) {
    while (true) {
        Plan* best = nullptr;
        int best_more = 0;
        double best_saved = 0;
        for (auto& plan : plans) {
            if (columns[plan.column].fit != Fit::wrap) continue;
            const int lines = lines_in(plan, plan.width);
            for (int more = 1; more <= std::min(slack, plan.natural - plan.width); ++more) {
                const double saved = double(lines - lines_in(plan, plan.width + more)) / more;
                if (saved > best_saved) best_saved = saved, best_more = more, best = &plan;
            }
        }
        if (best == nullptr) return slack;
        best->width += best_more;
        slack -= best_more;
    }
}

/// Shortens bars to widen wrapped texts.
void lend_to_texts(std::vector<Plan>& plans, const std::vector<Column>& columns) {
    constexpr int shortest_bar = 3;
    for (auto& bar : plans) {
        if (columns[bar.column].fit != Fit::bar) continue;
        for (auto& text : plans) {
            if (columns[text.column].fit != Fit::wrap) continue;
            const int more = std::clamp(bar.width - shortest_bar, 0, text.natural - text.width);
            text.width += more;
            bar.width -= more;
        }
    }
}

std::vector<Plan> plan_columns(const Table& table) {
    std::vector<Plan> plans;
    for (size_t c = 0; c < table.columns.size(); ++c) {
        const auto& column = table.columns[c];
        if (column.importance <= 0) continue;
        std::set<Provenance> found;
        bool any = false;
        for (const auto& row : table.rows) {
            const auto& cell = row.at(c);
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
        size_t values = 0;
        for (const auto& row : table.rows) {
            if (row.kind == Row::Kind::rule || row.kind == Row::Kind::group) continue;
            auto text = cell_text(column, plan, row.at(c));
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
        if (values < 2 || !found.empty()) plan.constant.clear();  // equal measured values are still a result
        plans.push_back(std::move(plan));
    }
    return plans;
}

/// Removes constant columns, then the least important, until the rest fits. Returns the removed names.
std::vector<std::string> fit(std::vector<Plan>& plans, const std::vector<Column>& columns,
                             std::optional<int> width) {
    std::vector<std::string> left_out;
    for (auto& plan : plans) plan.width = plan.natural;
    if (!width || total(plans) <= *width) return left_out;
    while (true) {
        for (auto& plan : plans) plan.width = least_width(columns[plan.column], plan);
        int slack = *width - total(plans);
        if (slack >= 0) {
            slack = widen_wrapped(plans, columns, slack);
            for (auto& plan : plans) {
                if (columns[plan.column].fit != Fit::bar) continue;
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
        if (least == plans.end() || columns[least->column].importance >= 1000) return left_out;
        const auto& column = columns[least->column];
        const auto name = name_of_column(column);
        const bool shared = std::ranges::count(columns, name, name_of_column) > 1;
        if (column.fit != Fit::bar) left_out.push_back(shared ? column.title : name);
        plans.erase(least);
    }
}
}  // namespace

std::string bar(double fraction, int width, const Screen& screen) {
    static constexpr std::array<const char*, 8> parts{"",       "\u258F", "\u258E", "\u258D",
                                                      "\u258C", "\u258B", "\u258A", "\u2589"};
    if (width <= 0 || !(fraction > 0)) return {};
    fraction = std::min(fraction, 1.0);
    if (!screen.utf8) {
        const auto full = size_t(std::lround(fraction * width));
        return full == 0 ? "." : std::string(full, '#');
    }
    const auto eighths = std::max<size_t>(1, size_t(std::lround(fraction * width * 8)));
    std::string out;
    for (size_t i = 0; i < eighths / 8; ++i) out += "\u2588";
    return out + parts[eighths % 8];
}

RowByRow::RowByRow(const Table& part, const Screen& screen)
    : columns_(part.columns),
      screen_(screen),
      plans_(plan_columns(part)),
      grouped_(!part.rows.empty() && part.rows.front().kind == Row::Kind::group) {
    const auto planned = plans_;
    left_out_ = fit(plans_, columns_, screen_.width);
    const auto can_lift = [&](const Plan& plan) {
        return !screen_.markdown && columns_[plan.column].heads_group;
    };
    if (!left_out_.empty() && std::ranges::any_of(planned, can_lift)) {
        plans_ = planned;
        for (const auto& plan : planned)
            if (can_lift(plan)) lifted_.push_back(plan.column);
        std::erase_if(plans_, can_lift);
        left_out_ = fit(plans_, columns_, screen_.width);
    }
    drawn_.resize(columns_.size());
    for (const auto& plan : plans_) drawn_[plan.column] = true;
    for (const auto c : lifted_) drawn_[c] = true;
    left_out_said_ = left_out_;
    for (const auto& plan : planned) {
        if (drawn_[plan.column] || plan.constant.empty()) continue;
        const auto name = name_of_column(columns_[plan.column]);
        if (const auto found = std::ranges::find(left_out_said_, name); found != left_out_said_.end())
            *found += " (" + plan.constant + " in every row)";
    }
}

/// `texts`: lines of each column. `at_bottom` aligns columns at the last line.
void RowByRow::draw(const std::vector<std::vector<std::string>>& texts, bool at_bottom) {
    size_t lines = 0;
    for (const auto& text : texts) lines = std::max(lines, text.size());
    for (size_t line = 0; line < lines; ++line) {
        for (size_t i = 0; i < plans_.size(); ++i) {
            const auto missing = at_bottom ? lines - texts[i].size() : 0;
            const bool has = line >= missing && line - missing < texts[i].size();
            line_ += line_.empty() ? margin : std::string(column_gap, ' ');
            line_ +=
                pad(has ? texts[i][line - missing] : "", plans_[i].width, columns_[plans_[i].column].align);
        }
        end_line(line_, out_);
    }
    after_rule_ = false;
}

/// `strong` makes texts bold, except absent ones.
std::string RowByRow::markdown_row(const std::vector<std::string>& texts, bool strong) const {
    std::string line = "|";
    for (const auto& text : texts) {
        const auto shown = escape_markdown(text.substr(0, text.find_last_not_of(' ') + 1));
        const auto mark = strong && !shown.empty() && shown != "-" ? "**" : "";
        line += " " + (mark + shown) + mark + " |";
    }
    return line + "\n";
}

std::string RowByRow::heads() {
    if (screen_.markdown) {
        std::vector<std::string> names;
        std::string rule = "|";
        for (const auto& plan : plans_) {
            names.push_back(join({plan.head, columns_[plan.column].subhead}, " "));
            rule += columns_[plan.column].align == Align::left ? " --- |" : " ---: |";
        }
        return markdown_row(names) + rule + "\n";
    }
    const auto subhead = [&](const Plan& plan) -> const auto& { return columns_[plan.column].subhead; };
    const bool two = !std::ranges::all_of(plans_, &std::string::empty, subhead);
    std::vector<std::vector<std::string>> texts;
    for (const auto& plan : plans_) {
        const bool wrapped = columns_[plan.column].fit == Fit::wrap;
        auto& lines = texts.emplace_back(wrapped ? lines_of(plan.head, plan.width) : std::vector{plan.head});
        if (two) lines.push_back(subhead(plan));
    }
    draw(texts, true);
    if (!grouped_) rule();
    return std::exchange(out_, {});
}

std::string RowByRow::row(const Row& row) {
    const auto text = [&](const Plan& plan) {
        const auto& column = columns_[plan.column];
        const auto& cell = row.at(plan.column);
        return column.fit == Fit::bar ? bar(cell.fraction, plan.width, screen_)
                                      : cell_text(column, plan, cell);
    };
    if (screen_.markdown) {
        if (row.kind == Row::Kind::rule) return {};
        std::vector<std::string> texts(plans_.size());
        if (row.kind != Row::Kind::group)
            texts = mapped(plans_, text);
        else if (!texts.empty())
            texts[0] = printable(row.at(0).text);
        return markdown_row(texts, row.kind != Row::Kind::values);
    }
    const bool first_total = row.kind == Row::Kind::total && !after_rule_ && !after_total_;
    after_total_ = row.kind == Row::Kind::total;
    if (row.kind == Row::Kind::rule || first_total) rule();
    if (row.kind == Row::Kind::group) {
        out_ += "\n" + wrap(printable(row.at(0).text), screen_, 0, 0) + "\n";
        after_rule_ = true;
    } else if (row.kind != Row::Kind::rule) {
        head_of_group(row);
        draw(mapped(plans_, [&](const Plan& plan) {
            return columns_[plan.column].fit == Fit::wrap ? lines_of(text(plan), plan.width)
                                                          : std::vector{text(plan)};
        }));
    }
    return std::exchange(out_, {});
}

/// "bitonic-c4, u32, block 256".
void RowByRow::head_of_group(const Row& row) {
    std::vector<std::string> parts;
    for (const auto c : lifted_)
        if (const auto& cell = row.at(c); !absent(columns_[c], cell))
            parts.push_back((cell.number ? columns_[c].head + " " : std::string()) + cell.text);
    if (!parts.empty())
        out_ += margin + wrap(printable(join(parts)), screen_, table_indent + 2, table_indent) + '\n';
}

void RowByRow::rule() {
    line_ = margin;
    for (int i = table_indent; i < total(plans_); ++i) line_ += screen_.utf8 ? "\u2500" : "-";
    end_line(line_, out_);
    after_rule_ = true;
}

std::string RowByRow::all(const std::vector<Row>& rows) {
    auto text = heads();
    for (const auto& each : rows) text += row(each);
    return text + end();
}

std::string draw(const Table& table, const Screen& screen) {
    RowByRow drawing(table, screen);
    return draw_title(table, screen) + drawing.all(table.rows) +
           left_out_sentence(drawing.left_out_said(), screen) + draw_notes(table, screen);
}

std::string draw_in_parts(const Table& table, const Screen& screen) {
    if (screen.markdown) return draw(table, screen);
    auto plans = plan_columns(table);
    for (auto& plan : plans) plan.width = plan.natural;
    const auto rest = std::stable_partition(
        plans.begin(), plans.end(), [&](const Plan& plan) { return table.columns[plan.column].names_row; });
    const std::vector<Plan> names(plans.begin(), rest);
    std::vector<std::vector<Plan>> parts;
    for (auto plan = rest; plan != plans.end(); ++plan) {
        if (parts.empty() || (screen.width && parts.back().size() > names.size() &&
                              total(parts.back()) + column_gap + plan->width > *screen.width))
            parts.push_back(names);
        parts.back().push_back(*plan);
    }
    if (parts.size() < 2 || total(names) > screen.width.value_or(0) / 2) return draw(table, screen);
    std::string text;
    for (size_t i = 0; i < parts.size(); ++i) {
        Table part;
        if (i == 0) part.title = table.title;
        if (i + 1 == parts.size()) part.notes = table.notes;
        part.columns = mapped(parts[i], [&](const Plan& plan) { return table.columns[plan.column]; });
        for (auto row : table.rows) {
            if (row.kind == Row::Kind::values || row.kind == Row::Kind::total)
                row.cells = mapped(parts[i], [&](const Plan& plan) { return row.at(plan.column); });
            const auto is_free = [](const Cell& cell) { return cell.text == " "; };
            if (row.kind == Row::Kind::values &&
                std::all_of(row.cells.begin() + ptrdiff_t(names.size()), row.cells.end(), is_free))
                continue;
            part.rows.push_back(std::move(row));
        }
        text += (i == 0 ? "" : "\n") + draw(part, screen);
    }
    return text;
}

std::string draw_rows(const Table& table, const Screen& screen, std::vector<std::string>& left_out) {
    RowByRow drawing(table, screen);
    for (const auto& name : drawing.left_out())
        if (!contains(left_out, name)) left_out.push_back(name);
    return drawing.all(table.rows);
}

std::string draw_title(const Table& table, const Screen& screen, int first) {
    if (table.title.empty()) return {};
    if (screen.markdown) return "**" + escape_markdown(printable(table.title)) + "**\n\n";
    return std::string(size_t(first), ' ') + wrap(printable(table.title), screen, table_indent, first) + '\n';
}

std::string draw_notes(const Table& table, const Screen& screen) {
    std::string out;
    for (const auto& note : table.notes) out += indented(note, screen);
    return out;
}

std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen,
                              bool of_several) {
    if (left_out.empty()) return {};
    return indented(std::string(of_several ? "Left out of tables that do not fit " : "Left out to fit ") +
                        std::to_string(screen.width.value_or(0)) + " columns: " + join(left_out) +
                        ". A wider terminal, --wide or --json has them.",
                    screen);
}

std::string draw_legend(const std::set<Provenance>& provenances, const Screen& screen, bool others) {
    const auto text = legend(provenances, others);
    return text.empty() ? text : indented(text, screen);
}

std::string draw_facts(const Facts& facts, const Screen& screen) {
    constexpr size_t least = 13, most = 32;  // columns of the names, with the margin
    auto width = least;
    for (const auto& fact : facts.facts)
        if (!fact.text.empty())
            width = std::clamp(printable(fact.name).size() + margin.size() + 1, width, most);
    const auto column = int(width);
    std::string out;
    for (const auto& fact : facts.facts) {
        if (fact.text.empty()) continue;
        if (screen.markdown) {
            out += "- **" + escape_markdown(printable(fact.name)) +
                   "**: " + escape_markdown(printable(fact.text)) + "\n";
            continue;
        }
        auto name = margin + printable(fact.name);
        name.resize(std::max(name.size() + 1, width), ' ');
        out += name + wrap(printable(fact.text), screen, column, column) + '\n';
    }
    if (screen.markdown && !out.empty()) out += '\n';
    return out;
}

std::string draw_notes(const Facts& facts, const Screen& screen) {
    std::string out;
    for (const auto& note : facts.notes) {
        if (note.in_facts) continue;
        const auto about = note.about.empty() ? std::string(name_of(note.severity)) : note.about;
        const auto text = printable(about + ": " + note.text);
        out += screen.markdown ? "- " + escape_markdown(text) + '\n'
                               : margin + wrap(text, screen, 2 * table_indent, table_indent) + '\n';
    }
    return out;
}
}
