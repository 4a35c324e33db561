// A search for the best configuration as JSON.
#pragma once

#include "present/json/writer.hpp"
#include "present/tables/tune.hpp"

namespace sortscope::present::json {

/// "best": .., "next": .., the margin, "certainty", what was saved, "configurations": [..], "rounds": [..];
/// into the object that is open.
void members_of_tune(Writer& out, const TunedSort& sort, const analyzer::TuneResult& result);

}  // namespace sortscope::present::json
