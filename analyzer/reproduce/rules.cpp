#include "analyzer/reproduce/rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

/// Smaller differences are none: the least effect that comparisons report.
constexpr double same_within = 0.02;

Verdict verdict_of(bool holds, bool in_shape) {
    return holds ? Verdict::holds : in_shape ? Verdict::holds_in_shape : Verdict::does_not_hold;
}

Finding unjudged(const std::string& why) { return {Verdict::cannot_be_judged, why, {}}; }

void add_part(Finding& finding, const std::string& part) {
    finding.by += (finding.by.empty() ? "" : "; ") + part;
}

/// The worse of two verdicts, with both texts.
Finding both(Finding first, const Finding& second) {
    first.verdict = std::max(first.verdict, second.verdict);
    add_part(first, second.by);
    first.contrasts.insert(first.contrasts.end(), second.contrasts.begin(), second.contrasts.end());
    return first;
}

/// The value of a column at a row.
struct RowValue {
    std::size_t row = 0;
    double value = 0;
};

/// Values of a column at the rows between Claim::from and Claim::to.
std::vector<RowValue> values_of(const Claim& claim, const Grid& grid, const std::string& column) {
    std::vector<RowValue> values;
    const auto* found = grid.find(column);
    if (found == nullptr) return values;
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        const auto position = grid.rows[row].position;
        if (found->values[row].number && position >= claim.from.value_or(position) &&
            position <= claim.to.value_or(position))
            values.push_back({row, *found->values[row].number});
    }
    return values;
}

/// Two columns at a row where both have a value above 0.
struct Pair {
    std::size_t row = 0;
    std::string column, other;
    double ratio = 0;
};

void add_pairs(std::vector<Pair>& pairs, const Claim& claim, const Grid& grid, const std::string& column,
               const std::string& other) {
    const auto* divisor = grid.find(other);
    if (divisor == nullptr) return;
    for (const auto& [row, value] : values_of(claim, grid, column))
        if (const auto& second = divisor->values[row].number; value > 0 && second && *second > 0)
            pairs.push_back({row, column, other, value / *second});
}

std::vector<Pair> pairs_of(const Claim& claim, const Grid& grid, const std::string& column,
                           const std::string& other) {
    std::vector<Pair> pairs;
    add_pairs(pairs, claim, grid, column, other);
    return pairs;
}

/// "2^20", "2^10 and 2^12", "2^10, 2^12, .. 2^20 (6)".
std::string row_names(const Grid& grid, const std::set<std::size_t>& rows) {
    std::vector<std::string> names;
    for (const auto row : rows) names.push_back(grid.rows[row].name);
    if (names.size() > 4)
        return fmt::format("{}, {}, .. {} ({})", names[0], names[1], names.back(), names.size());
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

/// "6 of 9 sizes", "all 9 rows": sizes if every row is a number of keys.
std::string part_of(std::size_t part, const std::set<std::size_t>& rows, const Grid& grid) {
    const auto* what =
        std::ranges::all_of(rows, [&](std::size_t row) { return grid.rows[row].query.n.has_value(); })
            ? "sizes"
            : "rows";
    if (part != rows.size()) return fmt::format("{} of {} {}", part, rows.size(), what);
    return part == 1 ? "the only one" : fmt::format("all {} {}", part, what);
}

bool names_row(const Claim& claim, const Grid& grid, std::size_t row) {
    return std::ranges::find(claim.rows, grid.rows[row].name) != claim.rows.end();
}

/// Grades pairs that should have a ratio above 1 by more than 2 %, row by row.
Finding grade_pairs(std::vector<Pair> pairs, const Grid& grid, const char* word, const char* contrary) {
    if (pairs.empty()) return unjudged("no row has the values that it compares");
    std::ranges::stable_sort(pairs, {}, &Pair::ratio);
    std::set<std::size_t> rows, against, equal;
    Finding finding;
    for (const auto& pair : pairs) {
        rows.insert(pair.row);
        if (pair.ratio < 1 - same_within)
            against.insert(pair.row);
        else if (pair.ratio <= 1 + same_within)
            equal.insert(pair.row);
        if (pair.ratio <= 1 + same_within)
            finding.contrasts.push_back({pair.row, pair.column, pair.other, {}});
    }
    for (const auto row : against) equal.erase(row);
    const auto clear = rows.size() - against.size() - equal.size();
    finding.verdict = verdict_of(clear == rows.size(), 2 * clear > rows.size());
    finding.by = fmt::format("{} at {}", word, part_of(clear, rows, grid));
    if (!equal.empty()) finding.by += ", the same within 2 % at " + row_names(grid, equal);
    if (!against.empty()) finding.by += fmt::format(", {} at {}", contrary, row_names(grid, against));
    const auto named = [&](const Pair& pair) {
        return fmt::format("{} {}x {} at {}", pair.column, short_number(pair.ratio), pair.other,
                           grid.rows[pair.row].name);
    };
    finding.by += ": " + named(pairs.front());
    if (pairs.size() > 1) add_part(finding, named(pairs.back()));
    return finding;
}

Finding above(const Claim& claim, const Grid& grid) {
    std::vector<Pair> pairs;
    if (claim.than.empty()) {
        for (std::size_t i = 0; i + 1 < claim.columns.size(); ++i)
            add_pairs(pairs, claim, grid, claim.columns[i], claim.columns[i + 1]);
        return grade_pairs(std::move(pairs), grid, "in that order", "the other way round");
    }
    for (const auto& column : claim.columns)
        for (const auto& other : claim.than) add_pairs(pairs, claim, grid, column, other);
    return grade_pairs(std::move(pairs), grid, "above", "below");
}

Finding below(const Claim& claim, const Grid& grid) {
    std::vector<Pair> pairs;
    for (const auto& column : claim.columns)
        for (const auto& other : claim.than) add_pairs(pairs, claim, grid, other, column);
    return grade_pairs(std::move(pairs), grid, "below", "above");
}

Finding within(const Claim& claim, const Grid& grid) {
    struct Cell {
        std::size_t row;
        std::string name;
        double value, off;  ///< off: below 1 under the least, above 1 over the most, else 1
        std::string column;
        bool exact;  ///< one value is allowed
    };
    std::vector<Cell> cells;
    const bool ratio = !claim.than.empty();
    const auto bound = [](const std::vector<double>& bounds, std::size_t i, double otherwise) {
        return bounds.empty() ? otherwise : bounds[std::min(i, bounds.size() - 1)];
    };
    const bool equal = ratio && claim.least.empty() && claim.most.empty();
    for (std::size_t i = 0; i < claim.columns.size(); ++i) {
        const auto& column = claim.columns[i];
        const double least = equal ? 1 - claim.tolerance : bound(claim.least, i, 0),
                     most = equal ? 1 + claim.tolerance : bound(claim.most, i, 1e300);
        const auto* found = grid.find(column);
        const auto add = [&](std::size_t row, const std::string& name, double value) {
            const double off = value < least ? value / least : value > most ? value / most : 1;
            cells.push_back({row, name, value, off, column, least == most});
        };
        if (!ratio)
            for (const auto& [row, value] : values_of(claim, grid, column))
                add(row, fmt::format("{} {}{}", column, short_number(value), found->unit), value);
        else if (i < claim.than.size())
            for (const auto& pair : pairs_of(claim, grid, column, claim.than[i]))
                add(pair.row, fmt::format("{} {}x {}", column, short_number(pair.ratio), claim.than[i]),
                    pair.ratio);
    }
    if (cells.empty()) return unjudged("no row has the values that it compares");
    const auto [low, high] = std::ranges::minmax(cells, {}, &Cell::value);
    std::ranges::stable_sort(cells, std::greater{},
                             [](const Cell& cell) { return std::abs(std::log(cell.off)); });
    Finding finding;
    std::size_t under = 0, over = 0;
    bool near = true, exact = true;
    const double slack = std::max(0.05, 10 * claim.tolerance);
    for (const auto& cell : cells) {
        near = near && std::abs(cell.value - 1) <= slack;
        exact = exact && (!cell.exact || cell.off == 1);
        under += cell.off < 1;
        over += cell.off > 1;
        if (cell.off != 1) finding.contrasts.push_back({cell.row, cell.column, "", {}});
    }
    finding.verdict = verdict_of(under + over == 0, equal                 ? near
                                                    : claim.least.empty() ? 4 * (under + over) <= cells.size()
                                                                          : under == 0 && exact);
    if (ratio && low.value == 1 && high.value == 1) {
        finding.by = fmt::format("equal, number for number, in all {} values", cells.size());
        return finding;
    }
    const auto inside = cells.size() - under - over;
    finding.by = fmt::format("{} {} values are within bounds",
                             under + over == 0 ? "all" : fmt::format("{} of", inside), cells.size());
    if (under > 0) finding.by += fmt::format(", {} below", under);
    if (over > 0) finding.by += fmt::format(", {} above", over);
    finding.by += fmt::format(": {} at {}", low.name, grid.rows[low.row].name);
    if (cells.size() > 1) finding.by += fmt::format(" to {} at {}", high.name, grid.rows[high.row].name);
    if (claim.least.size() == 1 && claim.most.size() == 1)
        finding.by +=
            fmt::format(", claimed {} to {}", short_number(claim.least[0]), short_number(claim.most[0]));
    return finding;
}

Finding ratio_about_one(const Claim& claim, const Grid& grid, const std::string& column) {
    const auto values = values_of(claim, grid, column);
    if (values.empty()) return unjudged(column + ": not recorded");
    const double wanted = claim.value.value_or(1);
    const double factor = claim.tolerance > 1 ? claim.tolerance : 1.5;
    // The nearest: a ratio that grows with n passes the claimed value at some size.
    const auto nearest = *std::ranges::min_element(
        values, {}, [&](const RowValue& at) { return std::abs(std::log(at.value / wanted)); });
    const bool near = std::max(nearest.value / wanted, wanted / nearest.value) <= factor;
    const auto same_side = std::ranges::count_if(values, [&](const RowValue& at) {
        return wanted > 1 ? at.value > 1 + same_within : at.value < 1 - same_within;
    });
    const auto& first = values.front();
    const auto& last = values.back();
    Finding finding;
    finding.verdict = verdict_of(near, 2 * same_side > std::ssize(values));
    finding.by = fmt::format("{} {}x at {}, {}x at {}", column, short_number(first.value),
                             grid.rows[first.row].name, short_number(last.value), grid.rows[last.row].name);
    if (near) {
        add_part(finding, fmt::format("nearest to {} at {}: {}x", short_number(wanted),
                                      grid.rows[nearest.row].name, short_number(nearest.value)));
        return finding;
    }
    std::set<std::size_t> rows;
    for (auto at = values.rbegin(); at != values.rend(); ++at) {
        rows.insert(at->row);
        finding.contrasts.push_back({at->row, column, "", {}});
    }
    if (finding.verdict == Verdict::holds_in_shape)
        finding.by += fmt::format(": {} 1x at {}, within {}x of {}x at none", wanted > 1 ? "above" : "below",
                                  part_of(static_cast<std::size_t>(same_side), rows, grid),
                                  short_number(factor), short_number(wanted));
    if (values.size() < 3 || last.value <= first.value || last.value >= wanted) return finding;
    const auto& before = values[values.size() - 2];
    const double slope = std::log2(last.value / before.value) /
                         (grid.rows[last.row].position - grid.rows[before.row].position);
    const double at = grid.rows[last.row].position + std::log2(wanted / last.value) / slope;
    if (slope > 0.05 && at < 40)
        add_part(finding,
                 fmt::format("growing on as between the last two sizes it would reach {}x at about 2^{}",
                             short_number(wanted), short_number(at)));
    return finding;
}

Finding ratio_about(const Claim& claim, const Grid& grid) {
    auto finding = ratio_about_one(claim, grid, claim.columns.at(0));
    for (std::size_t i = 1; i < claim.columns.size(); ++i)
        finding = both(std::move(finding), ratio_about_one(claim, grid, claim.columns[i]));
    return finding;
}

Finding flat(const Claim& claim, const Grid& grid) {
    const auto& column = claim.columns.at(0);
    const auto values = values_of(claim, grid, column);
    if (values.size() < 2) return unjudged("fewer than two rows from there on");
    std::vector<double> numbers;
    for (const auto& at : values) numbers.push_back(at.value);
    const double middle = median(numbers);
    const auto off_of = [&](const RowValue& at) { return std::abs(at.value / middle - 1); };
    const auto worst = *std::ranges::max_element(values, {}, off_of);
    const double off = off_of(worst);
    const auto [least, most] = std::ranges::minmax(numbers);
    Finding finding;
    finding.verdict = verdict_of(off <= claim.tolerance, off <= 2 * claim.tolerance);
    finding.by =
        fmt::format("{} from {} to {}, {} % from its median at most ({})", column, short_number(least),
                    short_number(most), short_number(100 * off), grid.rows[worst.row].name);
    if (finding.verdict != Verdict::holds) finding.contrasts = {{worst.row, column, "", {}}};
    return claim.than.empty() ? finding : both(std::move(finding), below(claim, grid));
}

Finding crosses_near(const Claim& claim, const Grid& grid) {
    const auto& column = claim.columns.at(0);
    const auto& other = claim.than.at(0);
    const auto pairs = pairs_of(claim, grid, column, other);
    if (pairs.size() < 2) return unjudged("fewer than two rows have both");
    const double wanted = claim.value.value_or(0);
    std::optional<double> nearest;
    for (std::size_t i = 0; i + 1 < pairs.size(); ++i) {
        const double before = std::log(pairs[i].ratio), after = std::log(pairs[i + 1].ratio);
        if ((before < 0) == (after < 0)) continue;
        const double from = grid.rows[pairs[i].row].position, to = grid.rows[pairs[i + 1].row].position;
        const double at = from + (to - from) * before / (before - after);
        if (!nearest || std::abs(at - wanted) < std::abs(*nearest - wanted)) nearest = at;
    }
    Finding finding;
    finding.verdict =
        verdict_of(nearest && std::abs(*nearest - wanted) <= claim.tolerance, nearest.has_value());
    finding.by = nearest ? fmt::format("they cross at 2^{}, claimed 2^{}", short_number(*nearest),
                                       short_number(wanted))
                         : "they cross nowhere";
    const auto& first = pairs.front();
    const auto& last = pairs.back();
    add_part(finding,
             fmt::format("{} {}x {} at {}, {}x at {}", column, short_number(first.ratio), other,
                         grid.rows[first.row].name, short_number(last.ratio), grid.rows[last.row].name));
    if (finding.verdict != Verdict::holds) {
        const auto at = std::ranges::min_element(
            pairs, {}, [&](const Pair& pair) { return std::abs(grid.rows[pair.row].position - wanted); });
        finding.contrasts = {{nearest ? at->row : first.row, column, other, {}}};
    }
    return finding;
}

Finding least_first(const Claim& claim, const Grid& grid) {
    const auto& column = claim.columns.at(0);
    std::vector<std::string> beaten;
    std::size_t judged = 0;
    Finding finding;
    for (const auto& other : claim.than) {
        const auto pairs = pairs_of(claim, grid, other, column);
        if (pairs.empty()) continue;
        ++judged;
        const auto behind = std::ranges::find_if(pairs, [](const Pair& pair) { return pair.ratio <= 1; });
        if (behind == pairs.begin())
            finding.contrasts.push_back({pairs.front().row, column, other, {}});
        else
            beaten.push_back(
                fmt::format("{} up to {} ({}x at {})", other, grid.rows[std::prev(behind)->row].name,
                            short_number(pairs.front().ratio), grid.rows[pairs.front().row].name));
    }
    if (judged == 0) return unjudged("no row has the values that it compares");
    finding.verdict = verdict_of(beaten.size() == judged, !beaten.empty());
    finding.by = fmt::format("{} beats {}", column,
                             beaten.empty() ? "none" : fmt::format("{}", fmt::join(beaten, ", ")));
    for (const auto& contrast : finding.contrasts) add_part(finding, "not " + contrast.other);
    return finding;
}

Finding greatest_at(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t judged = 0, right = 0, close = 0;
    const double margin = claim.least.empty() ? 1 - same_within : claim.least.front();
    for (const auto& column : claim.columns) {
        std::vector<RowValue> inside, outside;
        const auto values = values_of(claim, grid, column);
        for (const auto& at : values) (names_row(claim, grid, at.row) ? inside : outside).push_back(at);
        if (inside.size() != claim.rows.size() || outside.empty()) continue;
        ++judged;
        const auto least = *std::ranges::min_element(inside, {}, &RowValue::value);
        const auto most = *std::ranges::max_element(outside, {}, &RowValue::value);
        const auto mean = [](const std::vector<RowValue>& some) {
            double sum = 0;
            for (const auto& at : some) sum += at.value;
            return sum / static_cast<double>(some.size());
        };
        const bool there = least.value >= most.value * margin;
        const auto place = [&](std::size_t row) {
            return std::ranges::find(values, row, &RowValue::row) - values.begin();
        };
        right += there;
        close += there || (inside.size() == 1 ? std::abs(place(least.row) - place(most.row)) == 1
                                              : mean(inside) > mean(outside));
        if (!there) finding.contrasts.push_back({least.row, column, column, most.row});
        add_part(finding, fmt::format("{}: {} at {}, {}x the {} at {}", column, short_number(least.value),
                                      grid.rows[least.row].name, short_number(least.value / most.value),
                                      short_number(most.value), grid.rows[most.row].name));
    }
    if (judged == 0) return unjudged("not all rows are recorded");
    finding.verdict = verdict_of(right == judged, close == judged);
    if (finding.verdict == Verdict::holds_in_shape && claim.rows.size() > 1)
        finding.by += ": greater in the mean only";
    return finding;
}

Finding climbs(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t steps = 0, right = 0, best = 0, judged = 0;
    for (const auto& column : claim.columns) {
        const auto values = values_of(claim, grid, column);
        auto rungs = values;
        if (!claim.rows.empty()) {
            rungs.clear();
            for (const auto& name : claim.rows)
                for (const auto& at : values)
                    if (grid.rows[at.row].name == name) rungs.push_back(at);
            if (rungs.size() != claim.rows.size()) continue;
        }
        if (rungs.size() < 2) continue;
        ++judged;
        const auto& last = rungs.back();
        const auto top = *std::ranges::max_element(values, {}, &RowValue::value);
        std::vector<std::string> ratios;
        for (std::size_t i = 0; i + 1 < rungs.size(); ++i) {
            const auto& [from, before] = rungs[i];
            const auto& [to, after] = rungs[i + 1];
            ++steps;
            if (before > 0 && after > before * (1 + same_within))
                ++right;
            else
                finding.contrasts.push_back({to, column, column, from});
            ratios.push_back(before > 0 ? "x" + short_number(after / before) : "from 0");
        }
        best += last.value >= top.value;
        if (last.value < top.value) finding.contrasts.push_back({last.row, column, column, top.row});
        add_part(finding,
                 fmt::format("{}: {} at {}, {} to {} at {}{}", column, short_number(rungs.front().value),
                             grid.rows[rungs.front().row].name, fmt::join(ratios, ", "),
                             short_number(last.value), grid.rows[last.row].name,
                             last.value >= top.value
                                 ? ", the greatest of all"
                                 : fmt::format(", not the greatest: {} is", grid.rows[top.row].name)));
    }
    if (judged == 0) return unjudged("not all rows are recorded");
    finding.verdict = verdict_of(right == steps && best == judged, 2 * right > steps);
    return finding;
}

Finding steps_at(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t judged = 0, there = 0;
    for (const auto& column : claim.columns) {
        const auto values = values_of(claim, grid, column);
        double step = -1, others = 0;
        std::string at;
        for (std::size_t i = 1; i < values.size(); ++i) {
            const auto& [row, value] = values[i];
            const double change = std::abs(value - values[i - 1].value);
            if (!names_row(claim, grid, row))
                others = std::max(others, change);
            else if (change > step)
                step = change, at = fmt::format("{} ({} to {})", grid.rows[row].name,
                                                short_number(values[i - 1].value), short_number(value));
        }
        if (at.empty()) continue;
        ++judged;
        there += step > others;
        add_part(finding, fmt::format("{}: {}, elsewhere {} at most", column, at, short_number(others)));
    }
    if (judged == 0) return unjudged("the rows at the step are not recorded");
    finding.verdict = verdict_of(there == judged, there > 0);
    return finding;
}

constexpr auto all_rules = std::to_array<RuleInfo>({
    {"above",
     "Each of `columns` is greater than each of `than`, or without it than the next of `columns`, by more "
     "than "
     "2 %, at every row. In shape: at more than half of the rows.",
     "columns", above},
    {"below",
     "Each of `columns` is less than each of `than`, by more than 2 %, at every row. In shape: at more than "
     "half of the rows.",
     "columns,than", below},
    {"within",
     "Each of `columns`, divided by the one of `than` at its place if given, is from `least` to `most` at "
     "every row. Without both it equals that of `than` within the part `tolerance`. In shape: none is below "
     "`least`, and none differs where `least` and `most` are equal; without `least`, at most a quarter are "
     "outside; without both, all are within ten times the tolerance, at least 5 %.",
     "columns", within},
    {"ratio_about",
     "Each of `columns` comes within the factor `tolerance` of `value` at some row. In shape: it is on the "
     "same side of 1 at more than half of the rows.",
     "columns,value", ratio_about},
    {"flat",
     "The first of `columns` is within the part `tolerance` of its median at every row, and below `than` if "
     "given. In shape: within twice that.",
     "columns", flat},
    {"crosses_near",
     "The first of `columns` and the first of `than` cross within `tolerance` powers of two of 2^`value`. In "
     "shape: they cross elsewhere.",
     "columns,than,value", crosses_near},
    {"least_first",
     "The first of `columns` is less than each of `than` at the first row that both have. In shape: than one "
     "of them.",
     "columns,than", least_first},
    {"greatest_at",
     "In each of `columns` every value of `rows` is at least `least` times all others (0.98 without it). In "
     "shape: greater in the mean, or for one row, the greatest is at the next row.",
     "columns,rows", greatest_at},
    {"climbs",
     "In each of `columns` the values rise in the order of `rows`, without it from row to row, by more than "
     "2 %, and the last is the greatest of all. In shape: more than half of the steps rise.",
     "columns", climbs},
    {"steps_at",
     "In each of `columns` the greatest change from row to row is the one into one of `rows`. In shape: in "
     "one of them.",
     "columns,rows", steps_at},
});

}  // namespace

bool GridColumn::has_values() const {
    return std::ranges::any_of(values, [](const Value& value) { return value.number.has_value(); });
}

const GridColumn* Grid::find(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &GridColumn::name);
    return found == columns.end() ? nullptr : &*found;
}

bool Grid::has_values() const { return std::ranges::any_of(columns, &GridColumn::has_values); }

std::string_view name_of(Verdict verdict) {
    return std::array{"holds", "holds in shape", "does not hold",
                      "cannot be judged here"}[static_cast<std::size_t>(verdict)];
}

std::span<const RuleInfo> rules() { return all_rules; }

const RuleInfo* find_rule(std::string_view name) {
    const auto found = std::ranges::find(all_rules, name, &RuleInfo::name);
    return found == all_rules.end() ? nullptr : found;
}

std::string short_number(double value) { return format_figure(value, 3); }

std::string rule_text(const Claim& claim) {
    std::vector<std::string> details;
    const auto add = [&](std::string_view name, const std::vector<std::string>& parts) {
        if (!parts.empty()) details.push_back(fmt::format("{}{}", name, fmt::join(parts, ", ")));
    };
    const auto number = [&](std::string_view name, std::optional<double> value) {
        if (value) add(name, {short_number(*value)});
    };
    const auto numbers = [&](std::string_view name, const std::vector<double>& values) {
        std::vector<std::string> parts;
        for (const double value : values) parts.push_back(short_number(value));
        add(name, parts);
    };
    add("", claim.columns);
    add("than ", claim.than);
    add("at ", claim.rows);
    number("value ", claim.value);
    numbers("least ", claim.least);
    numbers("most ", claim.most);
    if (claim.tolerance != 0) number("tolerance ", claim.tolerance);
    number("from 2^", claim.from);
    number("to 2^", claim.to);
    return details.empty() ? claim.rule : fmt::format("{} ({})", claim.rule, fmt::join(details, ", "));
}

}  // namespace sortscope::analyzer::reproduce
