#include "present/table.hpp"

#include <algorithm>
#include <cctype>

namespace sortscope::present {

Column make_column(const std::string& title, int importance, std::string sentence) {
    auto head = title;
    for (auto& c : head) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    auto id = head;
    std::ranges::replace(id, ' ', '_');
    return make_column(std::move(id), title, std::move(head), importance, std::move(sentence));
}

std::set<Provenance> Table::provenances(bool on_terminal) const {
    std::set<Provenance> found;
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            const bool wanted = !on_terminal || (i < columns.size() && columns[i].importance > 0);
            if (cell.provenance && !cell.text.empty() && wanted) found.insert(*cell.provenance);
        }
    return found;
}

}  // namespace sortscope::present
