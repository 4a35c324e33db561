#include "analyzer/reproduce/shape_rules.hpp"

#include <algorithm>
#include <cmath>

#include "analyzer/reproduce/rule_parts.hpp"
#include "core/statistics.hpp"

namespace sortscope::analyzer::reproduce {

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
