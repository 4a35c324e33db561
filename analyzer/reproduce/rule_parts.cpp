#include "analyzer/reproduce/rule_parts.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {

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

}  // namespace sortscope::analyzer::reproduce
