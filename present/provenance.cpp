#include "present/provenance.hpp"

namespace sortscope::present {

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
    std::string text;
    const auto add = [&](Provenance provenance, std::string_view meaning) {
        if (!provenances.contains(provenance)) return;
        text += (text.empty() ? "" : "; ") + std::string(provenance_mark(provenance)) + std::string(meaning);
    };
    add(Provenance::measured,
        others || provenances.size() > 1 ? "Unmarked values are measured" : "All values are measured");
    add(Provenance::counted, " counted by software on the GPU");
    add(Provenance::modelled, " modelled by the host interpreter, without a GPU");
    add(Provenance::published, " published in a source document");
    return text.empty() ? text : text + ".";
}

std::string provenance_names(const std::set<Provenance>& provenances) {
    std::string text;
    for (const auto provenance : provenances)
        text += (text.empty() ? "" : " and ") + std::string(name_of(provenance));
    return text;
}

}  // namespace sortscope::present
