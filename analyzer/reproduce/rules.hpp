// The rules by which claims are judged: named functions over a figure's measured values. docs/figures.md
// lists them for people.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/reproduce/figure.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer::reproduce {

/// One cell: a number in the column's unit, of which case, and where it comes from.
struct Value {
    std::optional<double> number;
    Provenance provenance = Provenance::measured;
    CaseId case_id{};
};

/// One column of values on one device.
struct GridColumn {
    std::string name;
    std::string unit;
    std::string device;                            ///< "NVIDIA H200"; of published columns the source's
    Provenance provenance = Provenance::measured;  ///< of most of its values
    bool limit = false, hidden = false;
    std::vector<Value> values;  ///< as many as rows
};

/// Rows by columns.
struct Grid {
    std::vector<Row> rows;
    std::vector<GridColumn> columns;
    const GridColumn* find(std::string_view name) const;
};

enum class Verdict { holds, holds_in_shape, does_not_hold, cannot_be_judged };
/// "holds", "holds in shape", "does not hold", "cannot be judged here".
std::string_view name_of(Verdict verdict);

/// Two values against each other that decided: what a reason is looked for in.
struct Contrast {
    std::size_t row = 0;
    std::string column, other;             ///< other may be empty
    std::optional<std::size_t> other_row;  ///< where the other value stands in another row
};

/// What a rule says of a claim.
struct Finding {
    Verdict verdict = Verdict::cannot_be_judged;
    std::string by;                   ///< by how much: "1.05x at 2^20, 0.99x to 1.31x over 9 sizes"
    std::vector<Contrast> contrasts;  ///< the worst first; empty where it holds
};

/// A rule with what a description must give it.
struct RuleInfo {
    std::string_view name;
    std::string_view sentence;  ///< what holds, holds in shape and does not
    std::string_view needs;     ///< "columns,than,value": fields of the claim
    Finding (*judge)(const Claim& claim, const Grid& grid);
};
std::span<const RuleInfo> rules();
/// Null where there is none of that name.
const RuleInfo* find_rule(std::string_view name);

/// Differences below this part are none: the least effect that comparisons tell.
inline constexpr double same_within = 0.02;

/// "1.05", "346", "0.0123": three significant digits.
std::string short_number(double value);
/// "2^20", "2^10 and 2^12", "2^10, 2^12, .. 2^20 (6)": names of rows.
std::string row_names(const Grid& grid, const std::vector<std::size_t>& rows);
/// "6 of 9 sizes"; without "of" where it is all of them: "all 9 sizes".
std::string part_of(std::size_t part, std::size_t all, const char* what = "rows");

/// "sizes" where all of the rows are numbers of keys, else "rows".
const char* rows_word(const Grid& grid, const std::set<std::size_t>& rows);

/// Rows between Claim::from and Claim::to, and among Claim::rows where some are named.
std::vector<std::size_t> judged_rows(const Claim& claim, const Grid& grid);

/// Two columns at the rows where both have a value.
struct Pair {
    std::size_t row = 0;
    std::string column, other;
    double a = 0, b = 0;
    double ratio() const { return a / b; }  ///< b is above 0
};
std::vector<Pair> pairs_of(const Grid& grid, const std::vector<std::size_t>& rows, const std::string& column,
                           const std::string& other);

/// Grades pairs that should have a > b by more than 2 %, row by row: *holds* where every row's pairs do, *in
/// shape* where those of more than half of the rows do. `word` and `contrary` say it: "above", "below".
Finding grade_pairs(std::vector<Pair> pairs, const Grid& grid, const char* word, const char* contrary);

/// Each of the claim's columns against each of `than`; the other way round where `swapped`.
std::vector<Pair> against_all(const Claim& claim, const Grid& grid, bool swapped);

/// Rows and values of a column at the judged rows, as far as it has them.
std::vector<std::pair<std::size_t, double>> values_of(const Claim& claim, const Grid& grid,
                                                      const std::string& column);

/// The worse of two findings, with both sentences.
Finding both(Finding first, const Finding& second);

/// Nothing to judge by.
Finding unjudged(const std::string& why);

Finding flat_after(const Claim& claim, const Grid& grid);
Finding crosses_near(const Claim& claim, const Grid& grid);
Finding least_first(const Claim& claim, const Grid& grid);
Finding peaks_at(const Claim& claim, const Grid& grid);
Finding greatest_at(const Claim& claim, const Grid& grid);
Finding climbs(const Claim& claim, const Grid& grid);
Finding steps_at(const Claim& claim, const Grid& grid);
Finding rises(const Claim& claim, const Grid& grid);
Finding launches_are(const Claim& claim, const Grid& grid);

}  // namespace sortscope::analyzer::reproduce
