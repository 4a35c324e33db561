// Figures made anew as JSON.
#pragma once

#include <span>
#include <string>

#include "analyzer/reproduce/reproduction.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// {"id": .., "rows": [..], "columns": [{"name", "provenance", "device", "unit", "values": [..]}, ..],
/// "claims": [..], "missing": [..]}. `file`: of the commands that collect what is missing.
void write_reproduction(Writer& out, const analyzer::reproduce::Reproduction& made, const std::string& file);

/// What there is to reproduce.
void write_figures(Writer& out, std::span<const analyzer::reproduce::Figure> figures);

}  // namespace sortscope::present::json
