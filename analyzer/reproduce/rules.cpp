#include "analyzer/reproduce/rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

Finding equal(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t cells = 0;
    double worst = 0;
    for (std::size_t i = 0; i < std::min(claim.columns.size(), claim.than.size()); ++i)
        for (const auto& pair : pairs_of(grid, judged_rows(claim, grid), claim.columns[i], claim.than[i])) {
            ++cells;
            const double off = std::abs(pair.ratio() - 1);
            if (off > worst) worst = off, finding.contrasts = {{pair.row, pair.column, "", {}}};
        }
    if (cells == 0) return unjudged("no row has the values that it compares");
    finding.verdict = worst <= claim.tolerance                        ? Verdict::holds
                      : worst <= std::max(0.05, 10 * claim.tolerance) ? Verdict::holds_in_shape
                                                                      : Verdict::does_not_hold;
    if (worst == 0)
        finding.by = "equal, number for number, in all " + std::to_string(cells) + " values";
    else
        finding.by = std::to_string(cells) + " values, " + short_number(100 * worst) +
                     " % apart at most, at " + grid.rows[finding.contrasts[0].row].name;
    if (finding.verdict == Verdict::holds) finding.contrasts.clear();
    return finding;
}

Finding descending(const Claim& claim, const Grid& grid) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i + 1 < claim.columns.size(); ++i) {
        const auto more = pairs_of(grid, judged_rows(claim, grid), claim.columns[i], claim.columns[i + 1]);
        pairs.insert(pairs.end(), more.begin(), more.end());
    }
    return grade_pairs(std::move(pairs), grid, "in that order", "the other way round");
}

Finding above(const Claim& claim, const Grid& grid) {
    return grade_pairs(against_all(claim, grid, false), grid, "above", "below");
}
Finding below(const Claim& claim, const Grid& grid) {
    return grade_pairs(against_all(claim, grid, true), grid, "below", "above");
}

Finding about_one(const Claim& claim, const Grid& grid, const std::string& column) {
    const auto values = values_of(claim, grid, column);
    if (values.empty()) return unjudged(column + ": not recorded");
    const double wanted = claim.value.value_or(1);
    const double factor = claim.tolerance > 1 ? claim.tolerance : 1.5;
    const auto& [last_row, last] = values.back();
    // Where it came nearest: a ratio that grows with n passes the claimed value at some size.
    auto nearest = values.front();
    for (const auto& value : values)
        if (std::abs(std::log(value.second / wanted)) < std::abs(std::log(nearest.second / wanted)))
            nearest = value;
    Finding finding;
    finding.by = column + " " + short_number(values.front().second) + "x at " +
                 grid.rows[values.front().first].name + ", " + short_number(last) + "x at " +
                 grid.rows[last_row].name;
    const bool near = std::max(nearest.second / wanted, wanted / nearest.second) <= factor;
    std::size_t same_side = 0;
    std::set<std::size_t> rows;
    for (const auto& value : values) {
        rows.insert(value.first);
        if ((value.second > 1 + same_within) == (wanted > 1) && std::abs(value.second - 1) > same_within)
            ++same_side;
    }
    finding.verdict = near                            ? Verdict::holds
                      : 2 * same_side > values.size() ? Verdict::holds_in_shape
                                                      : Verdict::does_not_hold;
    if (near) {
        finding.by += "; nearest to " + short_number(wanted) + " at " + grid.rows[nearest.first].name + ": " +
                      short_number(nearest.second) + "x";
        return finding;
    }
    if (finding.verdict == Verdict::holds_in_shape)
        finding.by += ": " + std::string(wanted > 1 ? "above" : "below") + " 1x at " +
                      part_of(same_side, rows.size(), rows_word(grid, rows)) + ", within " +
                      short_number(factor) + "x of " + short_number(wanted) + "x at none";
    if (values.size() >= 3 && last > values.front().second && last < wanted) {
        const auto& [row, before] = values[values.size() - 2];
        const double slope =
            std::log2(last / before) / (grid.rows[last_row].position - grid.rows[row].position);
        if (slope > 0.05) {
            const double at = grid.rows[last_row].position + std::log2(wanted / last) / slope;
            if (at < 40)
                finding.by += "; growing on as between the last two sizes it would reach " +
                              short_number(wanted) + "x at about 2^" + short_number(at);
        }
    }
    for (auto value = values.rbegin(); value != values.rend(); ++value)
        finding.contrasts.push_back({value->first, column, "", {}});
    return finding;
}

Finding ratio_about(const Claim& claim, const Grid& grid) {
    Finding finding;
    for (std::size_t i = 0; i < claim.columns.size(); ++i) {
        auto one = about_one(claim, grid, claim.columns[i]);
        finding = i == 0 ? std::move(one) : both(std::move(finding), one);
    }
    return finding;
}

Finding ratio_within(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::vector<std::pair<double, std::size_t>> values;
    for (const auto& column : claim.columns)
        for (const auto& [row, value] : values_of(claim, grid, column)) values.emplace_back(value, row);
    if (values.empty()) return unjudged("no row has the ratio");
    const auto [least, most] = std::ranges::minmax(values);
    const double low = claim.least.value_or(0), high = claim.most.value_or(1e300);
    const bool holds = least.first >= low && most.first <= high;
    finding.verdict = holds                ? Verdict::holds
                      : least.first >= low ? Verdict::holds_in_shape
                                           : Verdict::does_not_hold;
    finding.by = short_number(least.first) + "x at " + grid.rows[least.second].name + " to " +
                 short_number(most.first) + "x at " + grid.rows[most.second].name + ", claimed " +
                 short_number(low) + "x to " + short_number(high) + "x";
    std::set<std::size_t> rows, below, above;
    for (const auto& [value, row] : values) {
        rows.insert(row);
        if (value < low) below.insert(row);
        if (value > high) above.insert(row);
    }
    const auto at = [&](const std::set<std::size_t>& some) {
        return part_of(some.size(), rows.size(), rows_word(grid, rows));
    };
    if (finding.verdict == Verdict::holds_in_shape)
        finding.by += ": " + short_number(low) + "x at least holds, " + short_number(high) +
                      "x at most fails at " + at(above);
    else if (!below.empty())
        finding.by += ": less at " + at(below) + (above.empty() ? std::string() : ", more at " + at(above));
    if (!holds)
        finding.contrasts = {{least.first < low ? least.second : most.second, claim.columns.front(), "", {}}};
    return finding;
}

Finding bounded(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t cells = 0, beyond = 0;
    std::optional<Pair> worst;
    for (std::size_t i = 0; i < std::min(claim.columns.size(), claim.than.size()); ++i)
        for (const auto& pair : pairs_of(grid, judged_rows(claim, grid), claim.columns[i], claim.than[i])) {
            ++cells;
            if (pair.ratio() > 1 + same_within)
                ++beyond, finding.contrasts.push_back({pair.row, pair.column, "", {}});
            if (!worst || pair.ratio() > worst->ratio()) worst = pair;
        }
    if (!worst) return unjudged("no row has a rate and its bound");
    finding.verdict = beyond == 0           ? Verdict::holds
                      : 4 * beyond <= cells ? Verdict::holds_in_shape
                                            : Verdict::does_not_hold;
    finding.by = std::to_string(cells - beyond) + " of " + std::to_string(cells) +
                 " are no higher, within 2 %; the nearest, or farthest beyond, is " + worst->column + " at " +
                 grid.rows[worst->row].name + ": " + short_number(worst->ratio()) + "x its bound";
    const auto at = std::ranges::find_if(finding.contrasts, [&](const Contrast& one) {
        return one.row == worst->row && one.column == worst->column;
    });
    if (at != finding.contrasts.end()) std::iter_swap(finding.contrasts.begin(), at);
    return finding;
}

constexpr auto all_rules = std::to_array<RuleInfo>({
    {"above",
     "Each of `columns` is greater than each of `than`, by more than 2 %, at every row. In shape: at more "
     "than half of the rows.",
     "columns,than", above},
    {"below",
     "Each of `columns` is less than each of `than`, by more than 2 %, at every row. In shape: at more than "
     "half of the rows.",
     "columns,than", below},
    {"descending",
     "Each of `columns` is greater than the next, by more than 2 %, at every row. In shape: at more than "
     "half of the rows.",
     "columns", descending},
    {"equal",
     "Each of `columns` is what the one of `than` at its place is, at every row, within the part "
     "`tolerance`. In shape: within ten times that, and 5 % at least.",
     "columns,than,tolerance", equal},
    {"bounded",
     "No value of `columns` is above that of `than` at its place, by more than 2 %. In shape: at most a "
     "quarter of them are.",
     "columns,than", bounded},
    {"ratio_about",
     "Each of `columns` comes within the factor `tolerance` of `value` at some row. In shape: it is on the "
     "same side of 1 at more than half of the rows.",
     "columns,value,tolerance", ratio_about},
    {"ratio_within",
     "Each of `columns` is from `least` to `most` at every row. In shape: nowhere below `least`.",
     "columns,least,most", ratio_within},
    {"flat_after",
     "The first of `columns` is within the part `tolerance` of its median at every row from `from` on, and "
     "below `than` where it is given. In shape: within twice that.",
     "columns,from,tolerance", flat_after},
    {"crosses_near",
     "The first of `columns` and the first of `than` cross within `tolerance` powers of two of 2^`value`. In "
     "shape: they cross elsewhere.",
     "columns,than,value,tolerance", crosses_near},
    {"least_first",
     "The first of `columns` is less than each of `than` at the first row that both have. In shape: than one "
     "of them.",
     "columns,than", least_first},
    {"peaks_at",
     "Each of `columns` is greatest at the row `rows`, within 2 %. In shape: there or at a neighbouring row.",
     "columns,rows", peaks_at},
    {"greatest_at",
     "In each of `columns` every value of `rows` is greater than all others, by more than 2 %. In shape: in "
     "the mean.",
     "columns,rows", greatest_at},
    {"climbs",
     "In each of `columns` the values of `rows` rise in the order given, by more than 2 %, and the last is "
     "the greatest of all rows. In shape: more than half of the steps rise.",
     "columns,rows", climbs},
    {"steps_at",
     "In each of `columns` the greatest change from row to row is the one into one of `rows`. In shape: in "
     "one of them.",
     "columns,rows", steps_at},
    {"rises", "Each of `columns` is above 0 and rises from row to row. In shape: one of them.", "columns",
     rises},
    {"launches_are",
     "Of a timeline: it has `value` launches, and two transfers or more. In shape: the launches alone.",
     "value", launches_are},
});

}  // namespace

const GridColumn* Grid::find(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &GridColumn::name);
    return found == columns.end() ? nullptr : &*found;
}

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds:
            return "holds";
        case Verdict::holds_in_shape:
            return "holds in shape";
        case Verdict::does_not_hold:
            return "does not hold";
        case Verdict::cannot_be_judged:
            return "cannot be judged here";
    }
    return "?";
}

std::span<const RuleInfo> rules() { return all_rules; }

const RuleInfo* find_rule(std::string_view name) {
    const auto found = std::ranges::find(all_rules, name, &RuleInfo::name);
    return found == all_rules.end() ? nullptr : found;
}

std::string short_number(double value) { return format_figure(value, 3); }

std::string row_names(const Grid& grid, const std::vector<std::size_t>& rows) {
    if (rows.empty()) return "none";
    if (rows.size() == 1) return grid.rows[rows[0]].name;
    if (rows.size() == 2) return grid.rows[rows[0]].name + " and " + grid.rows[rows[1]].name;
    if (rows.size() <= 4) {
        std::string text;
        for (std::size_t i = 0; i < rows.size(); ++i)
            text += (i == 0 ? "" : i + 1 == rows.size() ? " and " : ", ") + grid.rows[rows[i]].name;
        return text;
    }
    return grid.rows[rows[0]].name + ", " + grid.rows[rows[1]].name + ", .. " + grid.rows[rows.back()].name +
           " (" + std::to_string(rows.size()) + ")";
}

std::string part_of(std::size_t part, std::size_t all, const char* what) {
    if (part == all)
        return (all == 1 ? "the only " : "all " + std::to_string(all) + " ") +
               (all == 1 ? std::string("one") : std::string(what));
    return std::to_string(part) + " of " + std::to_string(all) + " " + what;
}

const char* rows_word(const Grid& grid, const std::set<std::size_t>& rows) {
    return std::ranges::all_of(rows, [&](std::size_t row) { return grid.rows[row].query.n.has_value(); })
               ? "sizes"
               : "rows";
}

std::vector<std::size_t> judged_rows(const Claim& claim, const Grid& grid) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        const auto& row = grid.rows[i];
        if (claim.from && row.position < *claim.from) continue;
        if (claim.to && row.position > *claim.to) continue;
        rows.push_back(i);
    }
    return rows;
}

std::vector<Pair> pairs_of(const Grid& grid, const std::vector<std::size_t>& rows, const std::string& column,
                           const std::string& other) {
    std::vector<Pair> pairs;
    const auto* a = grid.find(column);
    const auto* b = grid.find(other);
    if (a == nullptr || b == nullptr) return pairs;
    for (const auto row : rows) {
        const auto& first = a->values[row].number;
        const auto& second = b->values[row].number;
        if (first && second && *first > 0 && *second > 0)
            pairs.push_back({row, column, other, *first, *second});
    }
    return pairs;
}

std::vector<Pair> against_all(const Claim& claim, const Grid& grid, bool swapped) {
    std::vector<Pair> pairs;
    for (const auto& column : claim.columns)
        for (const auto& other : claim.than) {
            const auto more =
                pairs_of(grid, judged_rows(claim, grid), swapped ? other : column, swapped ? column : other);
            pairs.insert(pairs.end(), more.begin(), more.end());
        }
    return pairs;
}

std::vector<std::pair<std::size_t, double>> values_of(const Claim& claim, const Grid& grid,
                                                      const std::string& column) {
    std::vector<std::pair<std::size_t, double>> values;
    const auto* found = grid.find(column);
    if (found == nullptr) return values;
    for (const auto row : judged_rows(claim, grid))
        if (found->values[row].number) values.emplace_back(row, *found->values[row].number);
    return values;
}

Finding both(Finding first, const Finding& second) {
    const auto badness = [](Verdict verdict) {
        switch (verdict) {
            case Verdict::holds:
                return 0;
            case Verdict::holds_in_shape:
                return 1;
            case Verdict::does_not_hold:
                return 2;
            case Verdict::cannot_be_judged:
                return 3;
        }
        return 3;
    };
    if (badness(second.verdict) > badness(first.verdict)) first.verdict = second.verdict;
    first.by += "; " + second.by;
    first.contrasts.insert(first.contrasts.end(), second.contrasts.begin(), second.contrasts.end());
    return first;
}

Finding unjudged(const std::string& why) {
    Finding finding;
    finding.by = why;
    return finding;
}

Finding grade_pairs(std::vector<Pair> pairs, const Grid& grid, const char* word, const char* contrary) {
    if (pairs.empty()) return unjudged("no row has the values that it compares");
    std::ranges::stable_sort(pairs, [](const Pair& a, const Pair& b) { return a.ratio() < b.ratio(); });
    Finding finding;
    std::set<std::size_t> rows, against, equal;
    for (const auto& pair : pairs) {
        rows.insert(pair.row);
        if (pair.ratio() < 1 - same_within)
            against.insert(pair.row);
        else if (pair.ratio() <= 1 + same_within)
            equal.insert(pair.row);
    }
    for (const auto row : against) equal.erase(row);
    const auto clear = rows.size() - against.size() - equal.size();
    const auto& worst = pairs.front();
    const auto& best = pairs.back();
    const auto named = [&](const Pair& pair) {
        return pair.column + " " + short_number(pair.ratio()) + "x " + pair.other + " at " +
               grid.rows[pair.row].name;
    };
    finding.by = std::string(word) + " at " + part_of(clear, rows.size(), rows_word(grid, rows));
    if (!equal.empty())
        finding.by += ", the same within 2 % at " + row_names(grid, {equal.begin(), equal.end()});
    if (!against.empty())
        finding.by +=
            ", " + std::string(contrary) + " at " + row_names(grid, {against.begin(), against.end()});
    finding.by += ": " + named(worst);
    if (pairs.size() > 1) finding.by += "; " + named(best);
    if (clear == rows.size())
        finding.verdict = Verdict::holds;
    else
        finding.verdict = 2 * clear > rows.size() ? Verdict::holds_in_shape : Verdict::does_not_hold;
    if (finding.verdict != Verdict::holds)
        for (const auto& pair : pairs)
            if (pair.ratio() <= 1 + same_within)
                finding.contrasts.push_back({pair.row, pair.column, pair.other, {}});
    return finding;
}

Finding flat_after(const Claim& claim, const Grid& grid) {
    const auto values = values_of(claim, grid, claim.columns.at(0));
    if (values.size() < 2) return unjudged("fewer than two rows from there on");
    std::vector<double> numbers;
    for (const auto& value : values) numbers.push_back(value.second);
    const double middle = median(numbers);
    auto worst = values.front();
    for (const auto& value : values)
        if (std::abs(value.second / middle - 1) > std::abs(worst.second / middle - 1)) worst = value;
    const double off = std::abs(worst.second / middle - 1);
    Finding finding;
    finding.verdict = off <= claim.tolerance       ? Verdict::holds
                      : off <= 2 * claim.tolerance ? Verdict::holds_in_shape
                                                   : Verdict::does_not_hold;
    const auto [least, most] = std::ranges::minmax(numbers);
    finding.by = claim.columns[0] + " from " + short_number(least) + " to " + short_number(most) + ", " +
                 short_number(100 * off) + " % from its median at most (" + grid.rows[worst.first].name + ")";
    if (finding.verdict != Verdict::holds) finding.contrasts = {{worst.first, claim.columns[0], "", {}}};
    return claim.than.empty() ? finding
                              : both(std::move(finding),
                                     grade_pairs(against_all(claim, grid, true), grid, "below", "above"));
}

Finding crosses_near(const Claim& claim, const Grid& grid) {
    const auto pairs = pairs_of(grid, judged_rows(claim, grid), claim.columns.at(0), claim.than.at(0));
    if (pairs.size() < 2) return unjudged("fewer than two rows have both");
    std::vector<double> crossings;
    for (std::size_t i = 0; i + 1 < pairs.size(); ++i) {
        const double before = std::log(pairs[i].ratio()), after = std::log(pairs[i + 1].ratio());
        if ((before < 0) == (after < 0)) continue;
        const double from = grid.rows[pairs[i].row].position, to = grid.rows[pairs[i + 1].row].position;
        crossings.push_back(from + (to - from) * before / (before - after));
    }
    Finding finding;
    const auto ends = [&] {
        return claim.columns[0] + " " + short_number(pairs.front().ratio()) + "x " + claim.than[0] + " at " +
               grid.rows[pairs.front().row].name + ", " + short_number(pairs.back().ratio()) + "x at " +
               grid.rows[pairs.back().row].name;
    };
    if (crossings.empty()) {
        finding.verdict = Verdict::does_not_hold;
        finding.by = "they cross nowhere: " + ends();
        finding.contrasts = {{pairs.front().row, claim.columns[0], claim.than[0], {}}};
        return finding;
    }
    const double wanted = claim.value.value_or(0);
    const auto nearest =
        *std::ranges::min_element(crossings, {}, [&](double at) { return std::abs(at - wanted); });
    const double off = std::abs(nearest - wanted);
    finding.verdict = off <= claim.tolerance ? Verdict::holds : Verdict::holds_in_shape;
    finding.by =
        "they cross at 2^" + short_number(nearest) + ", claimed 2^" + short_number(wanted) + "; " + ends();
    if (finding.verdict != Verdict::holds) {
        const auto at = std::ranges::min_element(
            pairs, {}, [&](const Pair& pair) { return std::abs(grid.rows[pair.row].position - wanted); });
        finding.contrasts = {{at->row, claim.columns[0], claim.than[0], {}}};
    }
    return finding;
}

Finding least_first(const Claim& claim, const Grid& grid) {
    const auto rows = judged_rows(claim, grid);
    std::optional<std::size_t> first;
    std::string until;
    std::vector<std::string> beaten, unbeaten;
    Finding finding;
    for (const auto& other : claim.than) {
        const auto pairs = pairs_of(grid, rows, claim.columns.at(0), other);
        if (pairs.empty()) continue;
        if (!first) first = pairs.front().row;
        if (pairs.front().ratio() < 1)
            beaten.push_back(other);
        else
            unbeaten.push_back(other),
                finding.contrasts.push_back({pairs.front().row, claim.columns[0], other, {}});
        // It stays ahead up to the row before the first at which it is behind.
        std::size_t ahead = 0;
        while (ahead < pairs.size() && pairs[ahead].ratio() < 1) ++ahead;
        if (ahead > 0)
            until += (until.empty() ? "" : ", ") + other + " up to " + grid.rows[pairs[ahead - 1].row].name +
                     " (" + short_number(1 / pairs.front().ratio()) + "x at " +
                     grid.rows[pairs.front().row].name + ")";
    }
    if (!first) return unjudged("no row has the values that it compares");
    finding.verdict = unbeaten.empty() ? Verdict::holds
                      : beaten.empty() ? Verdict::does_not_hold
                                       : Verdict::holds_in_shape;
    finding.by = until.empty() ? claim.columns[0] + " beats none of them at " + grid.rows[*first].name
                               : claim.columns[0] + " beats " + until;
    for (const auto& other : unbeaten) finding.by += "; not " + other;
    return finding;
}

Finding peaks_at(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t at_it = 0, near = 0, judged = 0;
    for (const auto& column : claim.columns) {
        const auto values = values_of(claim, grid, column);
        if (values.size() < 3) continue;
        const auto wanted = std::ranges::find_if(
            values, [&](const auto& value) { return grid.rows[value.first].name == claim.rows.at(0); });
        if (wanted == values.end()) continue;
        ++judged;
        const auto best = std::ranges::max_element(values, {}, &std::pair<std::size_t, double>::second);
        const bool there = wanted->second >= best->second * (1 - same_within);
        if (there)
            ++at_it;
        else if (std::abs(best - wanted) == 1)
            ++near;
        if (!there) finding.contrasts.push_back({wanted->first, column, column, best->first});
        finding.by += (finding.by.empty() ? "" : "; ") + column +
                      (there ? " peaks there" : " peaks at " + grid.rows[best->first].name) + ", " +
                      short_number(wanted->second) + (there ? "" : " against " + short_number(best->second));
    }
    if (judged == 0) return unjudged("no column has enough rows");
    finding.verdict = at_it == judged          ? Verdict::holds
                      : at_it + near == judged ? Verdict::holds_in_shape
                                               : Verdict::does_not_hold;
    return finding;
}

Finding greatest_at(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t judged = 0, apart = 0, means = 0;
    for (const auto& column : claim.columns) {
        double least = 1e300, most = 0, inside = 0, outside = 0;
        std::size_t in = 0, out = 0, row_in = 0;
        for (const auto& [row, value] : values_of(claim, grid, column)) {
            if (std::ranges::find(claim.rows, grid.rows[row].name) != claim.rows.end()) {
                if (value < least) least = value, row_in = row;
                inside += value, ++in;
            } else
                most = std::max(most, value), outside += value, ++out;
        }
        if (in != claim.rows.size() || out == 0) continue;
        ++judged;
        if (least > most * (1 + same_within))
            ++apart;
        else
            finding.contrasts.push_back({row_in, column, "", {}});
        if (inside / static_cast<double>(in) > outside / static_cast<double>(out)) ++means;
        finding.by += (finding.by.empty() ? "" : "; ") + column + ": the least of them is " +
                      short_number(least / most) + "x the greatest of the others";
    }
    if (judged == 0) return unjudged("not all rows are recorded");
    finding.verdict = apart == judged   ? Verdict::holds
                      : means == judged ? Verdict::holds_in_shape
                                        : Verdict::does_not_hold;
    if (finding.verdict == Verdict::holds_in_shape) finding.by += ": greater in the mean, not each than all";
    return finding;
}

Finding climbs(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t judged = 0, right = 0, best = 0, columns = 0;
    for (const auto& column : claim.columns) {
        const auto* found = grid.find(column);
        if (found == nullptr) continue;
        std::vector<std::pair<std::size_t, double>> rungs;
        double top = 0;
        std::size_t top_row = 0;
        for (std::size_t i = 0; i < grid.rows.size(); ++i)
            if (found->values[i].number && *found->values[i].number > top)
                top = *found->values[i].number, top_row = i;
        for (const auto& name : claim.rows)
            for (std::size_t i = 0; i < grid.rows.size(); ++i)
                if (grid.rows[i].name == name && found->values[i].number)
                    rungs.emplace_back(i, *found->values[i].number);
        if (rungs.size() != claim.rows.size()) continue;
        ++columns;
        std::string ratios;
        for (std::size_t i = 0; i + 1 < rungs.size(); ++i) {
            ++judged;
            const double ratio = rungs[i + 1].second / rungs[i].second;
            if (ratio > 1 + same_within)
                ++right;
            else
                finding.contrasts.push_back({rungs[i + 1].first, column, column, rungs[i].first});
            ratios += (ratios.empty() ? "" : ", ") + std::string("x") + short_number(ratio);
        }
        if (rungs.back().second >= top)
            ++best;
        else
            finding.contrasts.push_back({rungs.back().first, column, column, top_row});
        finding.by +=
            (finding.by.empty() ? "" : "; ") + column + ": " + short_number(rungs.front().second) + " " +
            ratios +
            (rungs.back().second >= top ? ", the last the fastest of all"
                                        : ", the last not the fastest: " + grid.rows[top_row].name + " is");
    }
    if (columns == 0) return unjudged("not all rungs are recorded");
    finding.verdict = right == judged && best == columns ? Verdict::holds
                      : 2 * right > judged               ? Verdict::holds_in_shape
                                                         : Verdict::does_not_hold;
    return finding;
}

Finding steps_at(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t judged = 0, there = 0;
    for (const auto& column : claim.columns) {
        const auto values = values_of(claim, grid, column);
        double step = 0, others = 0;
        std::string at;
        for (std::size_t i = 1; i < values.size(); ++i) {
            const double change = std::abs(values[i].second - values[i - 1].second);
            const bool named =
                std::ranges::find(claim.rows, grid.rows[values[i].first].name) != claim.rows.end();
            if (!named)
                others = std::max(others, change);
            else if (at.empty() || change > step)
                step = change, at = grid.rows[values[i].first].name + " (" +
                                    short_number(values[i - 1].second) + " to " +
                                    short_number(values[i].second) + ")";
        }
        if (at.empty()) continue;
        ++judged;
        if (step > others) ++there;
        finding.by += (finding.by.empty() ? "" : "; ") + column + ": " + at + ", elsewhere " +
                      short_number(others) + " at most";
    }
    if (judged == 0) return unjudged("the rows at the step are not recorded");
    finding.verdict = there == judged ? Verdict::holds
                      : there > 0     ? Verdict::holds_in_shape
                                      : Verdict::does_not_hold;
    return finding;
}

Finding rises(const Claim& claim, const Grid& grid) {
    Finding finding;
    std::size_t judged = 0, right = 0;
    for (const auto& column : claim.columns) {
        const auto values = values_of(claim, grid, column);
        if (values.size() < 2) continue;
        ++judged;
        bool all = values.front().second > 0;
        for (std::size_t i = 1; i < values.size(); ++i) all = all && values[i].second > values[i - 1].second;
        if (all) ++right;
        finding.by += (finding.by.empty() ? "" : "; ") + column + " " + short_number(values.front().second) +
                      " at " + grid.rows[values.front().first].name + ", " +
                      short_number(values.back().second) + " at " + grid.rows[values.back().first].name;
    }
    if (judged == 0) return unjudged("fewer than two rows are recorded");
    finding.verdict = right == judged ? Verdict::holds
                      : right > 0     ? Verdict::holds_in_shape
                                      : Verdict::does_not_hold;
    return finding;
}

/// Of timelines: the grid has one row a lane's count (analyzer/reproduce/reproduction.cpp makes it).
Finding launches_are(const Claim& claim, const Grid& grid) {
    const auto* launches = grid.find("launches");
    const auto* transfers = grid.find("transfers");
    if (launches == nullptr || launches->values.empty() || !launches->values[0].number)
        return unjudged("the case is not recorded");
    const double count = *launches->values[0].number;
    const double moved = transfers == nullptr ? 0 : transfers->values[0].number.value_or(0);
    Finding finding;
    const bool same = count == claim.value.value_or(0);
    finding.verdict = same && moved >= 2 ? Verdict::holds
                      : same             ? Verdict::holds_in_shape
                                         : Verdict::does_not_hold;
    finding.by =
        short_number(count) + " launches and " + short_number(moved) + " transfers are in the timeline";
    return finding;
}

}  // namespace sortscope::analyzer::reproduce
