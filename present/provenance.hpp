// Marks, sentences and legends of provenances.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/vocabulary.hpp"

namespace sortscope::present {

/// "" measured, "+" counted, "*" modelled, "^" published.
std::string_view provenance_mark(Provenance provenance);

/// "Modelled by the host interpreter: ...", for a tooltip.
std::string provenance_sentence(Provenance provenance);

/// "All values are measured.", "Unmarked values are measured; * modelled by ...". `others`: other tables
/// carry further marks, so "all" is avoided.
std::string legend(const std::set<Provenance>& provenances, bool others = false);

/// "measured and modelled".
std::string provenance_names(const std::set<Provenance>& provenances);

}  // namespace sortscope::present
