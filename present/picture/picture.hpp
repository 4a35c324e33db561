// SVG as PNG and PDF, by librsvg, loaded on first use.
#pragma once

#include <string>

namespace sortscope::present::picture {
/// Reason why PNG and PDF are unavailable; empty if available.
std::string missing();

/// `scale`: pixels for each px. Throws Error(environment) with missing(), Error(usage) above 30,000 pixels a
/// side, Error(internal) if the library refuses `svg`.
std::string png(std::string_view svg, double scale = 2);

/// A PDF of one page (1 px is 0.75 pt); texts stay texts. Throws as png().
std::string pdf(std::string_view svg, const std::string& title = {});
}
