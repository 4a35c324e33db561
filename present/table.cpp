#include "present/table.hpp"

namespace sortscope::present {
namespace {

template <class Wanted>
std::set<Provenance> provenances_of(const Table& table, const Wanted& wanted) {
    std::set<Provenance> found;
    for (const auto& row : table.rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            if (row.cells[i].provenance && !row.cells[i].text.empty() && wanted(i))
                found.insert(*row.cells[i].provenance);
    return found;
}

}  // namespace

std::set<Provenance> Table::provenances() const {
    return provenances_of(*this, [](std::size_t) { return true; });
}

std::set<Provenance> Table::terminal_provenances() const {
    return provenances_of(*this,
                          [this](std::size_t i) { return i < columns.size() && columns[i].importance > 0; });
}

}  // namespace sortscope::present
