// Reproduced figures as JSON.
#pragma once

#include <span>
#include <string>

#include "analyzer/reproduce/reproduction.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// `file`: for the commands that collect what is missing.
void write_reproduction(Writer& out, const analyzer::reproduce::Reproduction& made, const std::string& file);

void write_figures(Writer& out, std::span<const analyzer::reproduce::Figure> figures);

}  // namespace sortscope::present::json
