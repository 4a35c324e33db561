// Replaces picture.cpp in builds without librsvg.
#include "core/error.hpp"
#include "present/picture/picture.hpp"

namespace sortscope::present::picture {
std::string missing() {
    return "This sortscope was built without librsvg, so it writes no PNG and PDF. Install librsvg2-dev "
           "(tools/install-dependencies does) and build again, or export SVG and convert it: "
           "rsvg-convert FILE.svg -o FILE.png.";
}

std::string png(std::string_view, double) { throw Error(ErrorKind::environment, missing()); }
std::string pdf(std::string_view, const std::string&) { throw Error(ErrorKind::environment, missing()); }
}
