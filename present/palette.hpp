// Colours of charts, for pictures, pages and the window alike: told apart also by people who see red and
// green alike.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sortscope::present {

struct Rgb {
    unsigned char r = 0, g = 0, b = 0;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// "#2f6db5".
std::string hex(Rgb colour);

/// `part` of `over` laid on `under`; part in 0..1.
Rgb blend(Rgb under, Rgb over, double part);

struct Palette {
    Rgb background, text;
    Rgb faint_text;  ///< axes and what is said in passing
    Rgb grid;
    Rgb band;  ///< behind every second stage
    std::array<Rgb, 10> series;
};
const Palette& palette(bool dark);
/// The same on another background, with another colour of text: a desktop's own.
Palette palette_on(Rgb background, Rgb text, bool dark);

/// The place in Palette::series of a variant's curve wherever it is drawn: from its name alone, so that a
/// sort has one colour in all charts. Two of the ten may meet: shapes of marks and the legend tell them
/// apart.
std::size_t variant_colour(std::string_view variant);
/// Places for the lines of one chart, by their variants: of each variant the first has that of its variant,
/// whatever else is drawn; further ones of it (of another device, block or key) the next that no line has, as
/// long as there is one.
std::vector<std::size_t> variant_colours(std::span<const std::string> variants);

/// The colour of a value on a chart's colour axis, `part` of the way from its least (0) to its largest (1);
/// other parts are bounded. From near the background to the strongest; brightness grows one way all along, so
/// that it prints in grey.
Rgb heat_colour(double part, bool dark);

/// The same of a ratio, 1 of which is half of the way: from blue (below 1) over grey to orange (above), which
/// also people who see red and green alike tell apart.
Rgb ratio_colour(double part, bool dark);

/// How well one colour reads on the other, 1 to 21: the contrast ratio of WCAG 2.1.
double contrast(Rgb one, Rgb other);

/// Black or white: which reads better on `fill`. One of the two has a contrast of 4.58 at least on any
/// colour, which any softer black would not have.
Rgb letters_on(Rgb fill);

}  // namespace sortscope::present
