// Rules that look at the shape of curves: where they cross, peak, step, climb and stay flat. rules() says
// what each wants.
#pragma once

#include "analyzer/reproduce/rules.hpp"

namespace sortscope::analyzer::reproduce {

Finding flat_after(const Claim& claim, const Grid& grid);
Finding crosses_near(const Claim& claim, const Grid& grid);
Finding least_first(const Claim& claim, const Grid& grid);
Finding peaks_at(const Claim& claim, const Grid& grid);
Finding greatest_at(const Claim& claim, const Grid& grid);
Finding climbs(const Claim& claim, const Grid& grid);
Finding steps_at(const Claim& claim, const Grid& grid);
Finding rises(const Claim& claim, const Grid& grid);
Finding launches_are(const Claim& claim, const Grid& grid);

}  // namespace sortscope::analyzer::reproduce
