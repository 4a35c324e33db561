#include "present/svg/frame.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace sortscope::present::svg {

double Frame::px_per_x() const {
    const auto& range = x.range();
    if (x.scale() == Scale::logarithmic) return x_length();  // has no one length
    return range.largest > range.least ? x_length() / (range.largest - range.least) : x_length();
}

Box Frame::box(double x_from, double x_to, double y_from, double y_to) const {
    auto a = at(x_from, y_from), b = at(x_to, y_to);
    if (a.x > b.x) std::swap(a.x, b.x);
    if (a.y > b.y) std::swap(a.y, b.y);
    a = {std::clamp(a.x, plot.x, plot.right()), std::clamp(a.y, plot.y, plot.bottom())};
    b = {std::clamp(b.x, plot.x, plot.right()), std::clamp(b.y, plot.y, plot.bottom())};
    return {a.x, a.y, b.x - a.x, b.y - a.y};
}

Look look_of(const Chart& chart, std::size_t at, const Style& style) {
    const auto& series = chart.series[at];
    const auto& colours = palette(style.dark).series;
    Look look;
    look.colour = colours[series.colour.value_or(at) % colours.size()];
    look.hollow = series.provenance == Provenance::modelled || series.provenance == Provenance::published;
    look.shape = series.colour.value_or(at);  // what shares a colour (measured and published) shares the
                                              // shape of its marks, for print without colours
    // Two sorts may have one colour: their marks differ.
    for (std::size_t other = 0; other < at; ++other) {
        const auto& before = chart.series[other];
        if (series.colour && before.colour == series.colour && before.provenance == series.provenance &&
            before.dashed == series.dashed && before.kind == series.kind)
            look.shape += 3;
    }
    const double scale = style.font_px / 12;
    look.stroke = (series.emphasised ? 2.6 : 1.6) * scale;
    look.mark = (series.emphasised ? 3.8 : 3.1) * scale;
    return look;
}

void draw_mark(Canvas& canvas, Place place, const Look& look, Rgb background, std::string_view hint) {
    const double r = look.mark;
    const auto paint = look.hollow ? fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"",
                                                 hex(background), hex(look.colour), number(look.stroke * 0.8))
                                   : fmt::format("fill=\"{}\"", hex(look.colour));
    const auto polygon = [&](std::initializer_list<Place> corners) {
        std::string d;
        for (const auto& corner : corners)
            d += step(d.empty() ? 'M' : 'L', {place.x + corner.x * r, place.y + corner.y * r});
        canvas.path(d + "Z", paint, hint);
    };
    const auto strokes = [&](std::initializer_list<Place> ends) {
        std::string d;
        bool begin = true;
        for (const auto& end : ends) {
            d += step(begin ? 'M' : 'L', {place.x + end.x * r, place.y + end.y * r});
            begin = !begin;
        }
        canvas.path(d,
                    fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", hex(look.colour),
                                number(look.stroke)),
                    hint);
    };
    switch (look.shape % 8) {
        case 0:
            canvas.circle(place, r, paint, hint);
            break;
        case 1:
            polygon({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
            break;
        case 2:
            polygon({{0, -1.2}, {1.1, 0.85}, {-1.1, 0.85}});
            break;
        case 3:
            polygon({{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}});
            break;
        case 4:
            polygon({{0, 1.2}, {1.1, -0.85}, {-1.1, -0.85}});
            break;
        case 5:
            strokes({{-1, -1}, {1, 1}, {-1, 1}, {1, -1}});
            break;
        case 6:
            strokes({{-1.2, 0}, {1.2, 0}, {0, -1.2}, {0, 1.2}});
            break;
        default:
            polygon({{-1.2, 0}, {-0.6, -1.05}, {0.6, -1.05}, {1.2, 0}, {0.6, 1.05}, {-0.6, 1.05}});
            break;
    }
}

}  // namespace sortscope::present::svg
