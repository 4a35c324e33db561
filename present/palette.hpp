// Chart colours that readers with red-green blindness can distinguish.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/condition.hpp"

namespace sortscope::present {
struct Rgb {
    unsigned char r = 0, g = 0, b = 0;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};

std::string hex(Rgb colour);

/// Mixes `part` (0 to 1) of `over` into `under`.
Rgb blend(Rgb under, Rgb over, double part);

struct Palette {
    Rgb background, text;
    Rgb faint_text;  ///< axes and remarks
    Rgb grid;
    Rgb band;  ///< behind every second stage
    std::array<Rgb, 10> series;
};
const Palette& palette(bool dark);
Palette palette_on(Rgb background, Rgb text, bool dark);

/// Index into Palette::series, from the name alone; two variants may share an index.
size_t variant_colour(std::string_view variant);
/// Colours a line by its variant; on a further device of this variant, by variant and device. A line whose
/// colour is taken gets the next free colour. Up to ten lines differ. `compared` (the case shown, then the
/// cases compared with it) keep their colours in every chart.
std::vector<size_t> line_colours(std::span<const Condition> lines, std::span<const Condition> compared = {});

/// `part`: 0 to 1. Brightness is monotonic, for print in grey.
Rgb heat_colour(double part, bool dark);

/// Blue below ratio 1, grey at 1 (part 0.5), orange above.
Rgb ratio_colour(double part, bool dark);

double contrast(Rgb one, Rgb other);

/// Black or white: contrast at least 4.58 on any colour.
Rgb letters_on(Rgb fill);
}
