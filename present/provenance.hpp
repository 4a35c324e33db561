// How a provenance is shown: a mark at a number, one sentence, the legend below a table.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/vocabulary.hpp"

namespace sortscope::present {

/// The mark of a number: "" measured, "+" counted, "*" modelled, "^" published.
std::string_view provenance_mark(Provenance provenance);

/// "Modelled by the host interpreter: ...": what a figure of this provenance is, for a tooltip or a badge.
std::string provenance_sentence(Provenance provenance);

/// The legend of numbers of these provenances: "All values are measured.", "Unmarked values are measured; *
/// modelled by ...". `others`: numbers beside them carry marks that are explained elsewhere, so that "all"
/// would not be true.
std::string legend(const std::set<Provenance>& provenances, bool others = false);

/// "measured and modelled": in the vocabulary's order.
std::string provenance_names(const std::set<Provenance>& provenances);

}  // namespace sortscope::present
