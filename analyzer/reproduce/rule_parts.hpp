// What rules have in common: the values they look at, and how they say by how much.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/reproduce/rules.hpp"

namespace sortscope::analyzer::reproduce {

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

}  // namespace sortscope::analyzer::reproduce
