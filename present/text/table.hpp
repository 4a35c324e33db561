// Draws present::Table on a terminal: aligned, fitted to the screen, with the provenance of its numbers marked.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "present/table.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::present::text {

/// The table below its title, each line indented by two; and below it, where columns had to be left out, a sentence that
/// names them. A column whose numbers share one provenance carries its mark in its head, so that the table stays readable;
/// where they differ each number carries its own. A rule stands before a total. Ends with a line end; no line has blanks at
/// its end, no text of a cell steers the terminal.
std::string draw(const Table& table, const Screen& screen);
/// The same without the sentence: the names of the columns are added to `left_out` instead, each once.
std::string draw(const Table& table, const Screen& screen, std::vector<std::string>& left_out);

/// "Left out to fit 80 columns: ..." indented by two, with its line end; nothing where nothing was left out.
std::string left_out_sentence(const std::vector<std::string>& left_out, const Screen& screen);

/// The legend of the marks of these provenances, indented by two, with its line end; nothing where there are no numbers.
std::string draw_legend(const std::set<Provenance>& provenances, const Screen& screen);

}  // namespace sortscope::present::text
