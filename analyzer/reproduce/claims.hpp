// Rules judge the claims of a figure by its values. docs/figures.md says when each holds.
#pragma once

#include "analyzer/reproduce/figure.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer::reproduce {
struct Value {
    std::optional<double> number;  ///< in the column's unit
    Provenance provenance = Provenance::measured;
    CaseId case_id{};
    std::string printed{};  ///< of a published value: its text in the document
};

struct GridColumn {
    std::string name, unit;
    std::string device;                            ///< "NVIDIA H200"; of published columns the source's
    Provenance provenance = Provenance::measured;  ///< of most of its values
    bool limit = false, hidden = false;
    std::vector<Value> values;  ///< as many as rows

    bool has_values() const;
};

struct Grid {
    std::vector<Row> rows;
    std::vector<GridColumn> columns;
    const GridColumn* find(std::string_view name) const;
};

enum class ClaimVerdict { holds, holds_in_shape, does_not_hold, cannot_be_judged };
std::string_view name_of(ClaimVerdict verdict);  ///< "holds in shape", "cannot be judged here"

/// Two values that decided.
struct Contrast {
    size_t row = 0;
    std::string column, other;        ///< other may be empty
    std::optional<size_t> other_row;  ///< if the other value is in another row
};

struct Finding {
    ClaimVerdict verdict = ClaimVerdict::cannot_be_judged;
    std::string by;                   ///< by how much: "1.05x at 2^20, 0.99x to 1.31x over 9 sizes"
    std::vector<Contrast> contrasts;  ///< the worst first; empty if it holds
};

struct Judged;

struct RuleInfo {
    std::string_view name;
    std::string_view needs;  ///< "columns,than,value": fields of the claim
    Finding (*judge)(const Judged& judged);
};
std::span<const RuleInfo> rules();
const RuleInfo* find_rule(std::string_view name);  ///< null if there is none
/// Applies the claim's rule, which must exist.
Finding judge(const Claim& claim, const Grid& grid);
/// "ratio_about (a, value 2, tolerance 1.5)".
std::string rule_text(const Claim& claim);

/// Three significant digits: "1.05", "346", "0.0123".
std::string short_number(double value);
}
