#include "analyzer/reproduce/claims.hpp"

#include <iterator>
#include <set>

#include <fmt/format.h>

#include "analyzer/timing/verdict.hpp"
#include "core/statistics.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
/// The value of a column at a row; with `other`, its ratio to that column's.
struct At {
    size_t row = 0;
    double value = 0;
    std::string column, other = {};
};

struct Judged {
    const Claim& claim;
    const Grid& grid;

    const std::string& name(const At& at) const { return grid.rows[at.row].name; }
    double position(const At& at) const { return grid.rows[at.row].position; }
    bool is_named(const At& at) const { return std::ranges::find(claim.rows, name(at)) != claim.rows.end(); }
    /// "1.05x at 2^12"
    std::string text(const At& at, std::string_view unit = "x") const {
        return fmt::format("{}{} at {}", short_number(at.value), unit, name(at));
    }
    /// "a 1.05x b at 2^12"
    std::string ratio_text(const At& at) const {
        return fmt::format("{} {}x {} at {}", at.column, short_number(at.value), at.other, name(at));
    }

    /// Values of a column in the rows from Claim::from to Claim::to.
    std::vector<At> values(const std::string& column) const {
        std::vector<At> all;
        const auto* found = grid.find(column);
        for (size_t row = 0; found != nullptr && row < grid.rows.size(); ++row) {
            const double at = grid.rows[row].position;
            if (const auto& number = found->values[row].number;
                number && at >= claim.from.value_or(at) && at <= claim.to.value_or(at))
                all.push_back({row, *number, column});
        }
        return all;
    }

    /// In rows where both columns have a value above 0.
    std::vector<At> ratios(const std::string& column, const std::string& other) const {
        std::vector<At> all;
        const auto* divisor = grid.find(other);
        if (divisor == nullptr) return all;
        for (const auto& at : values(column))
            if (const double second = divisor->values[at.row].number.value_or(0); at.value > 0 && second > 0)
                all.push_back({at.row, at.value / second, column, other});
        return all;
    }
};

namespace {
constexpr double same_within = default_min_effect;

ClaimVerdict verdict_of(bool holds, bool in_shape) {
    return holds      ? ClaimVerdict::holds
           : in_shape ? ClaimVerdict::holds_in_shape
                      : ClaimVerdict::does_not_hold;
}

Finding unjudged(const std::string& why = "no row has the values that it compares") {
    return {ClaimVerdict::cannot_be_judged, why, {}};
}

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

Contrast contrast_at(const At& at, std::optional<size_t> other_row = {}) {
    return {at.row, at.column, other_row ? at.column : at.other, other_row};
}

/// "2^20", "2^10 and 2^12", "2^10, 2^12, .. 2^20 (6)".
std::string row_names(const Grid& grid, const std::set<size_t>& rows) {
    std::vector<std::string> names;
    for (const auto row : rows) names.push_back(grid.rows[row].name);
    if (names.size() > 4)
        return fmt::format("{}, {}, .. {} ({})", names[0], names[1], names.back(), names.size());
    const auto last = names.back();
    names.pop_back();
    return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string part_of(size_t part, const std::set<size_t>& rows, const Grid& grid) {
    const bool sizes =
        std::ranges::all_of(rows, [&](auto row) { return grid.rows[row].query.n.has_value(); });
    const auto* what = sizes ? "sizes" : "rows";
    if (part != rows.size()) return fmt::format("{} of {} {}", part, rows.size(), what);
    return part == 1 ? "the only one" : fmt::format("all {} {}", part, what);
}

/// Ratios should be above 1 by more than 2 %, row by row.
Finding grade_ratios(const Judged& judged, std::vector<At> ratios, const char* word, const char* contrary) {
    if (ratios.empty()) return unjudged();
    std::ranges::stable_sort(ratios, {}, &At::value);
    std::set<size_t> rows, against, equal;
    Finding finding;
    for (const auto& at : ratios) {
        rows.insert(at.row);
        if (at.value > 1 + same_within) continue;
        (at.value < 1 - same_within ? against : equal).insert(at.row);
        finding.contrasts.push_back(contrast_at(at));
    }
    for (const auto row : against) equal.erase(row);
    const auto clear = rows.size() - against.size() - equal.size();
    finding.verdict = verdict_of(clear == rows.size(), 2 * clear > rows.size());
    finding.by = fmt::format("{} at {}", word, part_of(clear, rows, judged.grid));
    if (!equal.empty()) finding.by += ", the same within 2 % at " + row_names(judged.grid, equal);
    if (!against.empty()) finding.by += fmt::format(", {} at {}", contrary, row_names(judged.grid, against));
    finding.by += ": " + judged.ratio_text(ratios.front());
    if (ratios.size() > 1) add_part(finding, judged.ratio_text(ratios.back()));
    return finding;
}

Finding ordered(const Judged& judged, bool above) {
    const auto &columns = judged.claim.columns, &than = judged.claim.than;
    std::vector<At> ratios;
    const auto add = [&](const std::string& greater, const std::string& less) {
        std::ranges::move(judged.ratios(greater, less), std::back_inserter(ratios));
    };
    for (size_t i = 0; than.empty() && i + 1 < columns.size(); ++i) add(columns[i], columns[i + 1]);
    for (const auto& column : columns)
        for (const auto& other : than) add(above ? column : other, above ? other : column);
    return than.empty() ? grade_ratios(judged, ratios, "in that order", "the other way round")
                        : grade_ratios(judged, ratios, above ? "above" : "below", above ? "below" : "above");
}

Finding above(const Judged& judged) { return ordered(judged, true); }
Finding below(const Judged& judged) { return ordered(judged, false); }

Finding within(const Judged& judged) {
    const auto& claim = judged.claim;
    struct Cell {
        At at;
        double off;  ///< value / the bound that it exceeds, else 1
        bool exact;  ///< one value is allowed
        std::string text;
    };
    std::vector<Cell> cells;
    const bool ratio = !claim.than.empty(), equal = ratio && claim.least.empty() && claim.most.empty();
    const auto bound = [](const std::vector<double>& bounds, size_t i, double otherwise) {
        return bounds.empty() ? otherwise : bounds[std::min(i, bounds.size() - 1)];
    };
    for (size_t i = 0; i < claim.columns.size(); ++i) {
        const auto& column = claim.columns[i];
        const double least = equal ? 1 - claim.tolerance : bound(claim.least, i, 0),
                     most = equal ? 1 + claim.tolerance : bound(claim.most, i, 1e300);
        if (ratio && i >= claim.than.size()) break;
        for (auto& at : ratio ? judged.ratios(column, claim.than[i]) : judged.values(column)) {
            const double off = at.value < least ? at.value / least : at.value > most ? at.value / most : 1;
            auto text = ratio ? judged.ratio_text(at)
                              : fmt::format("{} {}", column, judged.text(at, judged.grid.find(column)->unit));
            at.other.clear();
            cells.push_back({std::move(at), off, least == most, std::move(text)});
        }
    }
    if (cells.empty()) return unjudged();
    const auto value = [](const Cell& cell) { return cell.at.value; };
    const auto [low, high] = std::ranges::minmax(cells, {}, value);
    std::ranges::stable_sort(cells, std::greater{},
                             [](const Cell& cell) { return std::abs(std::log(cell.off)); });
    Finding finding;
    size_t under = 0, over = 0;
    bool near = true, exact = true;
    for (const auto& cell : cells) {
        near = near && std::abs(cell.at.value - 1) <= std::max(0.05, 10 * claim.tolerance);
        exact = exact && (!cell.exact || cell.off == 1);
        under += cell.off < 1;
        over += cell.off > 1;
        if (cell.off != 1) finding.contrasts.push_back(contrast_at(cell.at));
    }
    const auto outside = under + over;
    finding.verdict = verdict_of(outside == 0, equal                 ? near
                                               : claim.least.empty() ? 4 * outside <= cells.size()
                                                                     : under == 0 && exact);
    if (ratio && value(low) == 1 && value(high) == 1) {
        finding.by = fmt::format("equal, number for number, in all {} values", cells.size());
        return finding;
    }
    finding.by =
        fmt::format("{} {} values are within bounds",
                    outside == 0 ? "all" : fmt::format("{} of", cells.size() - outside), cells.size());
    if (under > 0) finding.by += fmt::format(", {} below", under);
    if (over > 0) finding.by += fmt::format(", {} above", over);
    finding.by += ": " + low.text;
    if (cells.size() > 1) finding.by += " to " + high.text;
    if (claim.least.size() == 1 && claim.most.size() == 1)
        finding.by +=
            fmt::format(", claimed {} to {}", short_number(claim.least[0]), short_number(claim.most[0]));
    return finding;
}

Finding ratio_about_one(const Judged& judged, const std::string& column) {
    const auto values = judged.values(column);
    if (values.empty()) return unjudged(column + ": not recorded");
    const double wanted = judged.claim.value.value_or(1);
    const double factor = judged.claim.tolerance > 1 ? judged.claim.tolerance : 1.5;
    // A ratio that grows with n passes the claimed value at some size.
    const auto nearest = *std::ranges::min_element(
        values, {}, [&](const At& at) { return std::abs(std::log(at.value / wanted)); });
    const bool near = std::max(nearest.value / wanted, wanted / nearest.value) <= factor;
    const auto same_side = std::ranges::count_if(values, [&](const At& at) {
        return wanted > 1 ? at.value > 1 + same_within : at.value < 1 - same_within;
    });
    const auto& last = values.back();
    Finding finding;
    finding.verdict = verdict_of(near, 2 * same_side > std::ssize(values));
    finding.by = fmt::format("{} {}, {}", column, judged.text(values.front()), judged.text(last));
    if (near) {
        add_part(finding, fmt::format("nearest to {} at {}: {}x", short_number(wanted), judged.name(nearest),
                                      short_number(nearest.value)));
        return finding;
    }
    std::set<size_t> rows;
    for (auto at = values.rbegin(); at != values.rend(); ++at) {
        rows.insert(at->row);
        finding.contrasts.push_back(contrast_at(*at));
    }
    if (finding.verdict == ClaimVerdict::holds_in_shape)
        finding.by += fmt::format(": {} 1x at {}, within {}x of {}x at none", wanted > 1 ? "above" : "below",
                                  part_of(size_t(same_side), rows, judged.grid), short_number(factor),
                                  short_number(wanted));
    if (values.size() < 3 || last.value <= values.front().value || last.value >= wanted) return finding;
    const auto& before = values[values.size() - 2];
    const double slope =
        std::log2(last.value / before.value) / (judged.position(last) - judged.position(before));
    const double at = judged.position(last) + std::log2(wanted / last.value) / slope;
    if (slope > 0.05 && at < 40)
        add_part(finding,
                 fmt::format("growing on as between the last two sizes it would reach {}x at about 2^{}",
                             short_number(wanted), short_number(at)));
    return finding;
}

Finding ratio_about(const Judged& judged) {
    const auto& columns = judged.claim.columns;
    auto finding = ratio_about_one(judged, columns.at(0));
    for (const auto& column : std::span(columns).subspan(1))
        finding = both(std::move(finding), ratio_about_one(judged, column));
    return finding;
}

Finding flat(const Judged& judged) {
    const auto& claim = judged.claim;
    const auto values = judged.values(claim.columns.at(0));
    if (values.size() < 2) return unjudged("fewer than two rows from there on");
    std::vector<double> numbers;
    for (const auto& at : values) numbers.push_back(at.value);
    const auto off_of = [middle = median(numbers)](const At& at) { return std::abs(at.value / middle - 1); };
    const auto worst = *std::ranges::max_element(values, {}, off_of);
    const double off = off_of(worst);
    const auto [least, most] = std::ranges::minmax(numbers);
    Finding finding;
    finding.verdict = verdict_of(off <= claim.tolerance, off <= 2 * claim.tolerance);
    finding.by =
        fmt::format("{} from {} to {}, {} % from its median at most ({})", worst.column, short_number(least),
                    short_number(most), short_number(100 * off), judged.name(worst));
    if (finding.verdict != ClaimVerdict::holds) finding.contrasts = {contrast_at(worst)};
    return claim.than.empty() ? finding : both(std::move(finding), below(judged));
}

Finding crosses_near(const Judged& judged) {
    const auto ratios = judged.ratios(judged.claim.columns.at(0), judged.claim.than.at(0));
    if (ratios.size() < 2) return unjudged("fewer than two rows have both");
    const double wanted = judged.claim.value.value_or(0);
    const auto off = [&](double position) { return std::abs(position - wanted); };
    std::optional<double> nearest;
    for (size_t i = 0; i + 1 < ratios.size(); ++i) {
        const double before = std::log(ratios[i].value), after = std::log(ratios[i + 1].value);
        if ((before < 0) == (after < 0)) continue;
        const double from = judged.position(ratios[i]), to = judged.position(ratios[i + 1]);
        const double at = from + (to - from) * before / (before - after);
        if (!nearest || off(at) < off(*nearest)) nearest = at;
    }
    Finding finding;
    finding.verdict = verdict_of(nearest && off(*nearest) <= judged.claim.tolerance, nearest.has_value());
    finding.by = nearest ? fmt::format("they cross at 2^{}, claimed 2^{}", short_number(*nearest),
                                       short_number(wanted))
                         : "they cross nowhere";
    add_part(finding, judged.ratio_text(ratios.front()) + ", " + judged.text(ratios.back()));
    if (finding.verdict != ClaimVerdict::holds) {
        const auto at = std::ranges::min_element(
            ratios, {}, [&](const At& ratio) { return off(judged.position(ratio)); });
        finding.contrasts = {contrast_at(nearest ? *at : ratios.front())};
    }
    return finding;
}

Finding least_first(const Judged& judged) {
    const auto& column = judged.claim.columns.at(0);
    std::vector<std::string> beaten;
    Finding finding;
    for (const auto& other : judged.claim.than) {
        const auto ratios = judged.ratios(other, column);
        if (ratios.empty()) continue;
        const auto behind = std::ranges::find_if(ratios, [](const At& at) { return at.value <= 1; });
        if (behind == ratios.begin())
            finding.contrasts.push_back({behind->row, column, other, {}});
        else
            beaten.push_back(fmt::format("{} up to {} ({})", other, judged.name(*std::prev(behind)),
                                         judged.text(ratios.front())));
    }
    if (beaten.empty() && finding.contrasts.empty()) return unjudged();
    finding.verdict = verdict_of(finding.contrasts.empty(), !beaten.empty());
    finding.by = fmt::format("{} beats {}", column,
                             beaten.empty() ? "none" : fmt::format("{}", fmt::join(beaten, ", ")));
    for (const auto& contrast : finding.contrasts) add_part(finding, "not " + contrast.other);
    return finding;
}

Finding greatest_at(const Judged& judged) {
    const auto& claim = judged.claim;
    Finding finding;
    size_t columns = 0, right = 0, close = 0;
    const double margin = claim.least.empty() ? 1 - same_within : claim.least.front();
    for (const auto& column : claim.columns) {
        const auto values = judged.values(column);
        std::vector<At> inside, outside;
        for (const auto& at : values) (judged.is_named(at) ? inside : outside).push_back(at);
        if (inside.size() != claim.rows.size() || outside.empty()) continue;
        ++columns;
        const auto least = *std::ranges::min_element(inside, {}, &At::value);
        const auto most = *std::ranges::max_element(outside, {}, &At::value);
        const auto mean = [](const std::vector<At>& some) {
            double sum = 0;
            for (const auto& at : some) sum += at.value;
            return sum / double(some.size());
        };
        const auto place = [&](const At& at) { return std::ranges::find(values, at.row, &At::row); };
        const bool there = least.value >= most.value * margin;
        right += there;
        close += there || (inside.size() == 1 ? std::abs(place(least) - place(most)) == 1
                                              : mean(inside) > mean(outside));
        if (!there) finding.contrasts.push_back(contrast_at(least, most.row));
        add_part(finding, fmt::format("{}: {}, {}x the {}", column, judged.text(least, ""),
                                      short_number(least.value / most.value), judged.text(most, "")));
    }
    if (columns == 0) return unjudged("not all rows are recorded");
    finding.verdict = verdict_of(right == columns, close == columns);
    if (finding.verdict == ClaimVerdict::holds_in_shape && claim.rows.size() > 1)
        finding.by += ": greater in the mean only";
    return finding;
}

Finding climbs(const Judged& judged) {
    const auto& names = judged.claim.rows;
    Finding finding;
    size_t steps = 0, right = 0, best = 0, columns = 0;
    for (const auto& column : judged.claim.columns) {
        const auto values = judged.values(column);
        std::vector<At> rungs;
        for (const auto& name : names)
            std::ranges::copy_if(values, std::back_inserter(rungs),
                                 [&](const At& at) { return judged.name(at) == name; });
        if (rungs.size() != names.size()) continue;
        if (names.empty()) rungs = values;
        if (rungs.size() < 2) continue;
        ++columns;
        const auto& last = rungs.back();
        const auto top = *std::ranges::max_element(values, {}, &At::value);
        std::vector<std::string> ratios;
        for (size_t i = 1; i < rungs.size(); ++i) {
            const At &from = rungs[i - 1], &to = rungs[i];
            const bool rises = from.value > 0 && to.value > from.value * (1 + same_within);
            ++steps;
            right += rises;
            if (!rises) finding.contrasts.push_back(contrast_at(to, from.row));
            ratios.push_back(from.value > 0 ? "x" + short_number(to.value / from.value) : "from 0");
        }
        const bool is_top = last.value >= top.value;
        best += is_top;
        if (!is_top) finding.contrasts.push_back(contrast_at(last, top.row));
        add_part(finding, fmt::format("{}: {}, {} to {}{}", column, judged.text(rungs.front(), ""),
                                      fmt::join(ratios, ", "), judged.text(last, ""),
                                      is_top ? ", the greatest of all"
                                             : fmt::format(", not the greatest: {} is", judged.name(top))));
    }
    if (columns == 0) return unjudged("not all rows are recorded");
    finding.verdict = verdict_of(right == steps && best == columns, 2 * right > steps);
    return finding;
}

Finding steps_at(const Judged& judged) {
    Finding finding;
    size_t columns = 0, there = 0;
    for (const auto& column : judged.claim.columns) {
        const auto values = judged.values(column);
        double step = -1, others = 0;
        std::string at;
        for (size_t i = 1; i < values.size(); ++i) {
            const At &before = values[i - 1], &now = values[i];
            const double change = std::abs(now.value - before.value);
            if (!judged.is_named(now))
                others = std::max(others, change);
            else if (change > step)
                step = change, at = fmt::format("{} ({} to {})", judged.name(now), short_number(before.value),
                                                short_number(now.value));
        }
        if (at.empty()) continue;
        ++columns;
        there += step > others;
        add_part(finding, fmt::format("{}: {}, elsewhere {} at most", column, at, short_number(others)));
    }
    if (columns == 0) return unjudged("the rows at the step are not recorded");
    finding.verdict = verdict_of(there == columns, there > 0);
    return finding;
}

constexpr auto all_rules = std::to_array<RuleInfo>({
    {"above", "columns", above},
    {"below", "columns,than", below},
    {"within", "columns", within},
    {"ratio_about", "columns,value", ratio_about},
    {"flat", "columns", flat},
    {"crosses_near", "columns,than,value", crosses_near},
    {"least_first", "columns,than", least_first},
    {"greatest_at", "columns,rows", greatest_at},
    {"climbs", "columns", climbs},
    {"steps_at", "columns,rows", steps_at},
});
}  // namespace

bool GridColumn::has_values() const {
    return std::ranges::any_of(values, [](const Value& value) { return value.number.has_value(); });
}

const GridColumn* Grid::find(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &GridColumn::name);
    return found == columns.end() ? nullptr : &*found;
}

std::string_view name_of(ClaimVerdict verdict) {
    return std::array{"holds", "holds in shape", "does not hold", "cannot be judged here"}[size_t(verdict)];
}

std::span<const RuleInfo> rules() { return all_rules; }

const RuleInfo* find_rule(std::string_view name) {
    const auto found = std::ranges::find(all_rules, name, &RuleInfo::name);
    return found == all_rules.end() ? nullptr : found;
}

Finding judge(const Claim& claim, const Grid& grid) { return find_rule(claim.rule)->judge({claim, grid}); }

std::string short_number(double value) { return format_figure(value, 3); }

std::string rule_text(const Claim& claim) {
    std::vector<std::string> details;
    const auto add = [&](std::string_view name, const std::vector<std::string>& parts) {
        if (!parts.empty()) details.push_back(fmt::format("{}{}", name, fmt::join(parts, ", ")));
    };
    const auto numbers = [&](std::string_view name, const std::vector<double>& values) {
        std::vector<std::string> parts;
        std::ranges::transform(values, std::back_inserter(parts), short_number);
        add(name, parts);
    };
    const auto number = [&](std::string_view name, std::optional<double> value) {
        if (value) numbers(name, {*value});
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
}
