#include "cli/output/text_page.hpp"

#include "core/printable.hpp"
#include "present/text/facts.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {

TextPage& TextPage::line(std::string_view text, int indent, int hang) {
    text_.append(static_cast<std::size_t>(indent), ' ');
    text_ += present::text::wrap(printable(text), screen_, indent + hang, indent) + '\n';
    return *this;
}

TextPage& TextPage::blank() { return drawn("\n"); }

TextPage& TextPage::table(const present::Table& table) {
    return drawn(present::text::draw(table, screen_)).marks(table.terminal_provenances());
}

TextPage& TextPage::facts(const present::Facts& facts) {
    return drawn(present::text::draw_facts(facts, screen_));
}

TextPage& TextPage::notes(const present::Facts& facts) {
    return drawn(present::text::draw_notes(facts, screen_));
}

TextPage& TextPage::drawn(std::string_view text) {
    text_ += text;
    return *this;
}

TextPage& TextPage::marks(const std::set<Provenance>& provenances) {
    marks_.insert(provenances.begin(), provenances.end());
    return *this;
}

TextPage& TextPage::legend(bool predicted) {
    return drawn(present::text::draw_legend(marks_, screen_, predicted));
}

}  // namespace sortscope::cli
