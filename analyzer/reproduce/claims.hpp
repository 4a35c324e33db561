// Rules that judge a figure's claims by its values. docs/figures.md defines when each rule holds.
#pragma once

#include "analyzer/reproduce/figure.hpp"

namespace sortscope::analyzer::reproduce {
struct GridColumn {
    std::string name = {}, unit = {};
    std::string device = {};  ///< "NVIDIA H200"; for published columns, the document's device
    Provenance provenance = Provenance::measured;  ///< provenance of most values
    bool limit = false, hidden = false;
    size_t colour = 0;               ///< index in the palette
    std::vector<Value> values = {};  ///< one for each row

    bool has_values() const;
};

struct Grid {
    std::vector<Row> rows;
    std::vector<GridColumn> columns;
    std::string device = {};  ///< device of predicted values; empty: measured or published values
    const GridColumn* find(std::string_view name) const;
};

enum class ClaimVerdict { holds, holds_in_shape, does_not_hold, cannot_be_judged };
std::string_view name_of(ClaimVerdict verdict);  ///< "holds in shape", "cannot be judged here"

/// Two values that decided a claim.
struct Contrast {
    size_t row = 0;
    std::string column, other;        ///< `other` may be empty
    std::optional<size_t> other_row;  ///< row of the second value, if it differs
};

struct Finding {
    ClaimVerdict verdict = ClaimVerdict::cannot_be_judged;
    std::string by;                   ///< measured effect: "1.05x at 2^20, 0.99x to 1.31x over 9 sizes"
    std::vector<Contrast> contrasts;  ///< the worst first; empty if the claim holds
};

struct Judged;

struct RuleInfo {
    std::string_view name;
    std::string_view needs;  ///< required fields of the claim: "columns,than"
    Finding (*judge)(const Judged& judged);
};
std::span<const RuleInfo> rules();
/// Applies the claim's rule; it must exist.
Finding judge(const Claim& claim, const Grid& grid);
/// Returns "within (a, value 2, least 1.6)".
std::string rule_text(const Claim& claim);

/// Three significant digits: "1.05", "346", "0.0123".
std::string short_number(double value);
}
