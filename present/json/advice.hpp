// Advice as JSON.
#pragma once

#include "analyzer/advice/advice.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// "limits": [..], "sort": {..}, "stages": [..], "findings": [..], "limited_by": a sentence where there is no
/// finding; into the object that is open.
void members_of_advice(Writer& out, const analyzer::Advice& advice);

}  // namespace sortscope::present::json
