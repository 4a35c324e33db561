// Draws Facts on a terminal.
#pragma once

#include <string>

#include "present/facts.hpp"
#include "present/text/terminal.hpp"

namespace sortscope::present::text {

/// "  device     NVIDIA H200 ...", one line a fact, wrapped.
std::string draw_facts(const Facts& facts, const Screen& screen);

/// "  warning: Another process ...", one line a note that no fact has.
std::string draw_notes(const Facts& facts, const Screen& screen);

}  // namespace sortscope::present::text
