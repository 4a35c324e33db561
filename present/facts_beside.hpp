// Facts of several cases, or runs, beside each other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "present/facts.hpp"

namespace sortscope::present {

/// One fact of all sides. `texts`: as many as there are sides, empty where a side has none.
struct FactsRow {
    std::string id, name;
    std::vector<std::string> texts;
    bool differs = false;
};

/// Facts with a text, met by their ids: in the order of the first side, then those that only others have.
std::vector<FactsRow> facts_beside(std::span<const Facts> sides);

}  // namespace sortscope::present
