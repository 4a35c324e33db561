// Marks, sentences and legends of provenances.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/vocabulary.hpp"

namespace sortscope::present {

/// "" measured, "+" counted, "*" modelled, "^" published.
std::string_view provenance_mark(Provenance provenance);

/// For tooltips.
std::string provenance_sentence(Provenance provenance);

/// "Unmarked values are measured; * modelled by ...". `others`: other tables carry further marks.
std::string legend(const std::set<Provenance>& provenances, bool others = false);

/// "measured and modelled".
std::string provenance_names(const std::set<Provenance>& provenances);

}  // namespace sortscope::present
