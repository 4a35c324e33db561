#include "present/facts.hpp"

namespace sortscope::present {
void Facts::add(std::string id, std::string fact_title, std::string text, std::string brief,
                std::string sentence, std::optional<Provenance> provenance) {
    if (text.empty() && brief.empty()) return;
    facts.push_back({.id = id,
                     .name = id,
                     .title = std::move(fact_title),
                     .text = std::move(text),
                     .brief = std::move(brief),
                     .sentence = std::move(sentence),
                     .provenance = provenance});
}

std::vector<FactsRow> facts_beside(std::span<const Facts> sides) {
    std::vector<FactsRow> rows;
    for (size_t side = 0; side < sides.size(); ++side)
        for (const auto& fact : sides[side].facts) {
            if (fact.text.empty()) continue;
            auto row = std::ranges::find(rows, fact.id, &FactsRow::id);
            if (row == rows.end())
                row = rows.insert(rows.end(),
                                  {fact.id, fact.name, std::vector<std::string>(sides.size()), false});
            row->texts[side] = fact.text;
        }
    for (auto& row : rows)
        row.differs = std::ranges::adjacent_find(row.texts, std::not_equal_to{}) != row.texts.end();
    return rows;
}
}
