// The rules by which claims are judged: named functions over a figure's measured values. docs/figures.md
// lists them for people.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

}  // namespace sortscope::analyzer::reproduce
