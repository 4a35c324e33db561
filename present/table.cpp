#include "present/table.hpp"

namespace sortscope::present {

std::set<Provenance> Table::provenances() const {
    std::set<Provenance> found;
    for (const auto& row : rows)
        for (const auto& cell : row.cells)
            if (cell.provenance && !cell.text.empty()) found.insert(*cell.provenance);
    return found;
}

}  // namespace sortscope::present
