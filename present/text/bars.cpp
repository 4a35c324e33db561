#include "present/text/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sortscope::present::text {

std::string bar(double fraction, int width, const Screen& screen) {
    static constexpr std::array<const char*, 8> parts{"",       "\u258F", "\u258E", "\u258D",
                                                      "\u258C", "\u258B", "\u258A", "\u2589"};
    if (width <= 0 || !(fraction > 0)) return {};
    fraction = std::min(fraction, 1.0);
    if (!screen.utf8) {
        const auto full = static_cast<std::size_t>(std::lround(fraction * width));
        return full == 0 ? "." : std::string(full, '#');
    }
    const auto eighths =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(fraction * width * 8)));
    std::string out;
    for (std::size_t i = 0; i < eighths / 8; ++i) out += "\u2588";
    return out + parts[eighths % 8];
}

}  // namespace sortscope::present::text
