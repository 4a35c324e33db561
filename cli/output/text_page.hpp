// The text of a command, put together from paragraphs, tables and facts.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/vocabulary.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::cli {

class TextPage {
 public:
    explicit TextPage(const present::text::Screen& screen) : screen_(screen) {}
    const present::text::Screen& screen() const { return screen_; }
    /// A line, cleaned and wrapped, `indent` columns in; what continues it is `hang` further in.
    TextPage& line(std::string_view text, int indent = 0, int hang = 0);
    TextPage& blank();
    /// The table, and its marks in the legend.
    TextPage& table(const present::Table& table);
    TextPage& facts(const present::Facts& facts);
    TextPage& notes(const present::Facts& facts);
    /// Text that is drawn already.
    TextPage& drawn(std::string_view text);
    TextPage& marks(const std::set<Provenance>& provenances);
    TextPage& legend(bool predicted = false);
    const std::string& text() const { return text_; }

 private:
    present::text::Screen screen_;
    std::set<Provenance> marks_;
    std::string text_;
};

}  // namespace sortscope::cli
