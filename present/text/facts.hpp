// Draws present::Facts on a terminal: a name, and the text beside it.
#pragma once

#include <string>

#include "present/facts.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::present::text {

/// "  device     NVIDIA H200 ...", a line a fact that has a text, long ones wrapped under themselves.
std::string draw_facts(const Facts& facts, const Screen& screen);

/// "  warning: Another process ...", a line a note that no fact says already.
std::string draw_notes(const Facts& facts, const Screen& screen);

}  // namespace sortscope::present::text
