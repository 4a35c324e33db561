#include "present/text/facts.hpp"

namespace sortscope::present::text {
namespace {

constexpr std::size_t margin = 2;
constexpr std::size_t name_width = 11;
constexpr std::size_t widest_name = 30;

}  // namespace

std::string draw_facts(const Facts& facts, const Screen& screen) {
    auto widest = name_width;
    for (const auto& fact : facts.facts)
        widest = std::max(widest, fact.text.empty() ? 0 : printable(fact.name).size() + 1);
    widest = std::min(widest, widest_name);
    const auto column = static_cast<int>(margin + widest);
    std::string out;
    for (const auto& fact : facts.facts) {
        if (fact.text.empty()) continue;
        auto name = std::string(margin, ' ') + printable(fact.name);
        name.resize(std::max(name.size() + 1, margin + widest), ' ');
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
