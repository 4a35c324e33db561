#include "present/text/facts.hpp"

namespace sortscope::present::text {
namespace {

constexpr std::size_t margin = 2;
constexpr std::size_t name_width = 11;

}  // namespace

std::string draw_facts(const Facts& facts, const Screen& screen) {
    constexpr int column = margin + name_width;
    std::string out;
    for (const auto& fact : facts.facts) {
        if (fact.text.empty()) continue;
        auto name = std::string(margin, ' ') + printable(fact.name);
        name.resize(std::max(name.size() + 1, std::size_t{column}), ' ');
        out += name + wrap(printable(fact.text), screen, column, column) + '\n';
    }
    return out;
}

std::string draw_notes(const Facts& facts, const Screen& screen) {
    std::string out;
    for (const auto& note : facts.notes) {
        if (note.in_facts) continue;
        const auto about = note.about.empty() ? std::string(name_of(note.severity)) : note.about;
        out += std::string(margin, ' ') + wrap(printable(about + ": " + note.text), screen, 4, margin) + '\n';
    }
    return out;
}

}  // namespace sortscope::present::text
