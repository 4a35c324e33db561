#include "analyzer/reproduce/claims.hpp"

#include <set>

#include <fmt/format.h>

#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
constexpr double misses_within = 0.20;  // default tolerance

/// A value of a column. If `other` or `other_row` is set, its ratio to the value there.
struct At : Contrast {
    double value = 0;
    bool a_doubling = false;  ///< the ratio is per doubling, because rows are several doublings apart
    double off = 0;           ///< log(value / bound that it misses); 0 within bounds
    int digits = 3;           ///< printed digits
};
}  // namespace

struct Judged {
    const Claim& claim;
    const Grid& grid;

    const std::string& name(size_t row) const { return grid.rows[row].name; }
    double position(const At& at) const { return grid.rows[at.row].position; }
    bool is_named(const At& at) const { return contains(claim.rows, name(at.row)); }

    /// Returns the value with its unit: "1.05x", "8.55 ms".
    std::string number(const At& at) const {
        const auto text = format_figure(at.value, at.digits);
        if (!at.other.empty()) return text + (at.a_doubling ? "x a doubling" : "x");
        const auto& unit = grid.find(at.column)->unit;
        return text + (unit.empty() || unit == "x" ? "" : " ") + unit;
    }

    static std::string label(const Contrast& at) {
        return at.other.empty() || at.other_row ? at.column : at.column + " / " + at.other;
    }

    /// Returns "1.05 ms (a, 2^12)", "1.05x (a / b, 2^12)" or "1.05x (a, 2^10 to 2^12)". Here a and b are
    /// columns, 2^10 and 2^12 are rows. Returns "3 a" if the grid has one row. Omits the column if it equals
    /// `before`.
    std::string text(const At& at, std::string_view before = {}) const {
        if (at.other.empty() && grid.rows.size() == 1) return fmt::format("{} {}", number(at), at.column);
        return fmt::format("{} ({}{}{})", number(at), label(at) == before ? "" : label(at) + ", ",
                           at.other_row ? name(*at.other_row) + " to " : "", name(at.row));
    }

    /// Values of a column in the judged rows (Claim::from to Claim::to); if not `judged`, in all other rows.
    /// With `other`, ratios to column `other`, in rows where both columns are above 0.
    std::vector<At> values(const std::string& column, const std::string& other = {},
                           bool judged = true) const {
        std::vector<At> all;
        const auto *found = grid.find(column), *divisor = grid.find(other);
        if (found == nullptr || (divisor == nullptr && !other.empty())) return all;
        for (size_t row = 0; row < grid.rows.size(); ++row) {
            const double at = grid.rows[row].position;
            const bool within = at >= claim.from.value_or(at) && at <= claim.to.value_or(at);
            const auto number = found->values[row].number;
            const double second = other.empty() ? 1 : divisor->values[row].number.value_or(0);
            if (number && within == judged && (other.empty() || (*number > 0 && second > 0)))
                all.push_back({{row, column, other, {}}, *number / second});
        }
        return all;
    }
};

namespace {
ClaimVerdict verdict_of(bool holds, bool in_shape) {
    return holds      ? ClaimVerdict::holds
           : in_shape ? ClaimVerdict::holds_in_shape
                      : ClaimVerdict::does_not_hold;
}

void add_part(Finding& finding, const std::string& part) {
    finding.by += (finding.by.empty() ? "" : "; ") + part;
}

double bound_of(const std::vector<double>& bounds, size_t i, double otherwise) {
    return bounds.empty() ? otherwise : bounds[std::min(i, bounds.size() - 1)];
}

/// Returns "2^20", "2^10 and 2^12" or "2^10, 2^12, .. 2^20 (6)".
std::string row_names(const Grid& grid, const std::set<size_t>& rows) {
    std::vector<std::string> names;
    for (const auto row : rows) names.push_back(grid.rows[row].name);
    if (names.size() == 1) return names[0];
    if (names.size() > 4)
        return fmt::format("{}, {}, .. {} ({})", names[0], names[1], names.back(), names.size());
    return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

/// Values of one part of a claim. The part's index selects its bounds in Claim::least and Claim::most.
struct Part {
    std::string name;
    std::vector<At> values;
};

/// The claim holds if all values are from least to most. It holds in shape if at least `least_part` of the
/// values are, and the others miss by at most the tolerance.
Finding in_bounds(const Judged& judged, const std::vector<Part>& parts, double least_part = 0.75) {
    std::vector<At> values;
    std::vector<std::string> unrecorded;
    for (size_t i = 0; i < parts.size(); ++i) {
        const double least = bound_of(judged.claim.least, i, 0), most = bound_of(judged.claim.most, i, 1e300);
        if (parts[i].values.empty()) unrecorded.push_back(parts[i].name);
        for (auto at : parts[i].values) {
            const double bound = at.value < least ? least : std::min(at.value, most);
            // Adds digits until a value that misses its bound also looks different in print.
            while (at.value != bound && at.digits < 9 &&
                   format_figure(at.value, at.digits) == format_figure(bound, at.digits))
                ++at.digits;
            if (at.value != bound) at.off = std::log(at.value / bound);
            values.push_back(std::move(at));
        }
    }
    if (values.empty()) return {ClaimVerdict::cannot_be_judged, "no row has the values that it compares", {}};
    const auto low = *std::ranges::min_element(values, {}, &At::value),
               high = *std::ranges::max_element(values, {}, &At::value);
    const auto missed_by = [](const At& at) { return std::abs(at.off); };
    std::ranges::stable_sort(values, std::greater{}, missed_by);
    Finding finding;
    std::set<size_t> below, above;
    for (const auto& at : values) {
        if (at.off == 0) break;
        (at.off < 0 ? below : above).insert(at.row);
        finding.contrasts.push_back(at);
    }
    const auto inside = values.size() - finding.contrasts.size();
    const bool near = missed_by(values.front()) <=
                      std::log1p(judged.claim.tolerance > 0 ? judged.claim.tolerance : misses_within);
    finding.verdict =
        verdict_of(finding.contrasts.empty(), near && double(inside) >= least_part * double(values.size()));
    std::vector<std::string> texts;
    if (values.size() > 1)
        texts.push_back(inside == values.size() ? plural(inside, "value")
                                                : fmt::format("{} of {} hold", inside, values.size()));
    if (!below.empty()) texts.push_back("too low at " + row_names(judged.grid, below));
    if (!above.empty()) texts.push_back("too high at " + row_names(judged.grid, above));
    finding.by = fmt::format("{}{}", fmt::join(texts, ", "), texts.empty() ? "" : ": ");
    if (values.size() > 1 && low.value == high.value) {
        const auto& than = judged.claim.than;
        const auto equal =
            " equal " + (low.value == 1 && !than.empty() ? fmt::format("{}", fmt::join(than, " or "))
                                                         : judged.number(low));
        finding.by = finding.contrasts.empty() ? "all " + plural(values.size(), "value") + equal
                                               : finding.by + "all" + equal;
    } else {
        finding.by += judged.text(low);
    }
    if (low.value != high.value)
        finding.by += (judged.grid.rows.size() == 1 ? ", " : " to ") + judged.text(high, Judged::label(low));
    if (unrecorded.empty()) return finding;
    add_part(finding, fmt::format("not recorded: {}", fmt::join(unrecorded, ", ")));
    if (finding.contrasts.empty()) finding.verdict = ClaimVerdict::cannot_be_judged;
    return finding;
}

Finding within(const Judged& judged) {
    const auto &columns = judged.claim.columns, &than = judged.claim.than;
    std::vector<Part> parts;
    for (size_t i = 0; i < columns.size(); ++i) {
        const auto others = than.empty()                    ? std::vector<std::string>(1)
                            : than.size() == columns.size() ? std::vector{than[i]}
                                                            : than;
        for (const auto& other : others) {
            auto& part = parts.emplace_back(Judged::label({0, columns[i], other, {}}),
                                            judged.values(columns[i], other));
            if (!judged.claim.rows.empty())
                std::erase_if(part.values, [&](const At& at) { return !judged.is_named(at); });
        }
    }
    return in_bounds(judged, parts);
}

Finding steps(const Judged& judged) {
    const auto& names = judged.claim.rows;
    std::vector<Part> parts;
    for (const auto& column : judged.claim.columns) {
        const auto values = judged.values(column);
        auto order = names.empty() ? values : std::vector<At>();
        for (const auto& name : names)
            if (const auto* at =
                    find_or_null(values, name, [&](const At& one) { return judged.name(one.row); }))
                order.push_back(*at);
        parts.push_back({column, {}});
        if (!names.empty() && order.size() != names.size()) continue;
        for (size_t i = 1; i < order.size(); ++i) {
            const At &before = order[i - 1], &now = order[i];
            // If one column has named rows, each step has its own bounds.
            if (i > 1 && !names.empty() && judged.claim.columns.size() == 1) parts.push_back({column, {}});
            if (before.value <= 0) continue;
            // Rows of an axis may be several doublings apart.
            const double doublings = names.empty() ? judged.position(now) - judged.position(before) : 1;
            parts.back().values.push_back({{now.row, column, column, before.row},
                                           std::pow(now.value / before.value, 1 / doublings),
                                           doublings != 1});
        }
    }
    return in_bounds(judged, parts);
}

/// Judges the least value of the named rows, divided by the greatest value of the other rows.
Finding peak(const Judged& judged) {
    std::vector<Part> parts;
    std::vector<std::string> left_out;
    for (const auto& column : judged.claim.columns) {
        auto inside = judged.values(column);
        const auto others = std::ranges::stable_partition(inside, std::bind_front(&Judged::is_named, judged));
        const std::vector<At> outside(others.begin(), others.end());
        inside.erase(others.begin(), others.end());
        auto& part = parts.emplace_back(column);
        if (inside.size() != judged.claim.rows.size() || outside.empty()) continue;
        const auto least = *std::ranges::min_element(inside, {}, &At::value);
        const auto most = *std::ranges::max_element(outside, {}, &At::value);
        part.values.push_back({{least.row, column, column, most.row}, least.value / most.value});
        for (const auto& at : judged.values(column, {}, false))
            if (at.value > least.value)
                left_out.push_back(fmt::format("{} at {}", judged.number(at), judged.name(at.row)));
    }
    auto finding = in_bounds(judged, parts, 0);
    if (!left_out.empty()) add_part(finding, fmt::format("not judged: {}", fmt::join(left_out, ", ")));
    return finding;
}

Finding crosses(const Judged& judged) {
    const auto& claim = judged.claim;
    Finding finding{ClaimVerdict::holds, {}, {}};
    for (const auto& other : claim.than) {
        const auto ratios = judged.values(claim.columns.front(), other);
        if (ratios.size() < 2)
            return {ClaimVerdict::cannot_be_judged,
                    fmt::format("fewer than two rows have {} and {}", claim.columns.front(), other),
                    {}};
        const auto &first = ratios.front(), &last = ratios.back();
        std::vector<double> crossings;
        for (size_t i = 0; i + 1 < ratios.size(); ++i) {
            const double before = std::log(ratios[i].value), after = std::log(ratios[i + 1].value);
            const double from = judged.position(ratios[i]), to = judged.position(ratios[i + 1]);
            if ((before < 0) != (after < 0))
                crossings.push_back(std::lerp(from, to, before / (before - after)));
        }
        const bool passes = first.value < 1 && last.value > 1 && crossings.size() == 1;
        const double off = passes && claim.value ? std::abs(crossings.front() - *claim.value) : 0;
        const auto verdict =
            verdict_of(passes && off <= claim.tolerance, passes && off <= 2 * claim.tolerance);
        finding.verdict = std::max(finding.verdict, verdict);
        if (verdict != ClaimVerdict::holds) finding.contrasts.push_back(passes ? last : first);
        std::string places;
        for (const double at : crossings) places += (places.empty() ? " at 2^" : ", 2^") + short_number(at);
        add_part(finding, fmt::format("{}{}{} ({} at {}, {} at {})",
                                      finding.by.empty() ? first.column + " crosses " : "", other,
                                      places.empty() ? " nowhere" : places, judged.number(first),
                                      judged.name(first.row), judged.number(last), judged.name(last.row)));
    }
    return finding;
}

constexpr auto all_rules = std::to_array<RuleInfo>({
    {"within", "columns", within},
    {"steps", "columns", steps},
    {"peak", "columns,rows,least", peak},
    {"crosses", "columns,than", crosses},
});
}  // namespace

bool GridColumn::has_values() const {
    return std::ranges::any_of(values, [](const Value& value) { return value.number.has_value(); });
}

const GridColumn* Grid::find(std::string_view name) const {
    return find_or_null(columns, name, &GridColumn::name);
}

std::string_view name_of(ClaimVerdict verdict) {
    return std::array{"holds", "holds in shape", "does not hold", "cannot be judged here"}[size_t(verdict)];
}

std::span<const RuleInfo> rules() { return all_rules; }

Finding judge(const Claim& claim, const Grid& grid) {
    return find_or_null(all_rules, claim.rule, &RuleInfo::name)->judge({claim, grid});
}

std::string short_number(double value) { return format_figure(value, 3); }

std::string rule_text(const Claim& claim) {
    if (claim.rule.empty()) return "none";
    std::vector<std::string> details;
    const auto add = [&](std::string_view name, auto&& values) {
        if (!values.empty()) details.push_back(fmt::format("{}{}", name, fmt::join(values, ", ")));
    };
    const auto numbers = std::views::transform(short_number);
    add("", claim.columns);
    add("than ", claim.than);
    add("at ", claim.rows);
    if (claim.value) details.push_back("value " + short_number(*claim.value));
    add("least ", claim.least | numbers);
    add("most ", claim.most | numbers);
    if (claim.tolerance != 0) details.push_back("tolerance " + short_number(claim.tolerance));
    if (claim.from) details.push_back("from 2^" + short_number(*claim.from));
    if (claim.to) details.push_back("to 2^" + short_number(*claim.to));
    if (claim.later) details.emplace_back("later than the data");
    return fmt::format("{} ({})", claim.rule, fmt::join(details, ", "));
}
}
