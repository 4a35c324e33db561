#include "present/table.hpp"

#include <cctype>

#include "present/cells.hpp"

namespace sortscope::present {
Column make_column(const std::string& title, int importance, std::string sentence) {
    auto head = title;
    for (auto& c : head) c = char(std::tolower(uint8_t(c)));
    auto id = head;
    std::ranges::replace(id, ' ', '_');
    return make_column(std::move(id), title, std::move(head), importance, std::move(sentence));
}

std::set<Provenance> Table::provenances(bool on_terminal) const {
    std::set<Provenance> found;
    for (const auto& row : rows)
        for (size_t i = 0; i < row.cells.size(); ++i) {
            const auto& cell = row.cells[i];
            const bool wanted = !on_terminal || (i < columns.size() && columns[i].importance > 0);
            if (cell.provenance && !cell.text.empty() && wanted) found.insert(*cell.provenance);
        }
    return found;
}

std::string_view provenance_mark(Provenance provenance) {
    switch (provenance) {
        case Provenance::measured:
            return "";
        case Provenance::counted:
            return "+";
        case Provenance::modelled:
            return "*";
        case Provenance::published:
            return "^";
    }
    return "?";
}

std::string provenance_sentence(Provenance provenance) {
    for (const auto& row : EnumTable<Provenance>::names())
        if (row.value == provenance) return std::string(row.name) + ": " + std::string(row.description);
    return {};
}

std::string legend(const std::set<Provenance>& provenances, bool others) {
    const auto part = [&](Provenance provenance, std::string_view meaning) {
        return provenances.contains(provenance)
                   ? std::string(provenance_mark(provenance)) + std::string(meaning)
                   : std::string();
    };
    const bool all = !others && provenances.size() < 2;
    const auto text =
        join({part(Provenance::measured, all ? "All values are measured" : "Unmarked values are measured"),
              part(Provenance::counted, " counted by software on the GPU"),
              part(Provenance::modelled, " modelled by the host interpreter, without a GPU"),
              part(Provenance::published, " published in a source document")},
             "; ");
    return text.empty() ? text : text + ".";
}

std::string provenance_names(const std::set<Provenance>& provenances) {
    return join(provenances, " and ", name_of<Provenance>);
}
}
