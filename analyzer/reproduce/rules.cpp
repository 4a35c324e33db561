#include "analyzer/reproduce/rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "analyzer/reproduce/rule_parts.hpp"
#include "analyzer/reproduce/shape_rules.hpp"

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

}  // namespace sortscope::analyzer::reproduce
