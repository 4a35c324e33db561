// SVG as PNG and PDF, by librsvg and cairo. They are loaded when they are first asked for: no other command
// pays for them or needs them.
#pragma once

#include <string>
#include <string_view>

namespace sortscope::present::picture {

/// Why there are no PNG and PDF here, in a sentence with the remedy; empty where there are.
std::string missing();

/// `svg` as PNG, `scale` pixels for each of its px. Throws Error(environment) with missing(), Error(usage)
/// where it would be larger than 30,000 pixels on a side, Error(internal) where the library refuses it.
std::string png(std::string_view svg, double scale = 2);

/// `svg` as a PDF of one page (1 px is 0.75 pt); texts stay texts. Throws as png().
std::string pdf(std::string_view svg, const std::string& title = {});

}  // namespace sortscope::present::picture
