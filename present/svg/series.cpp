#include "present/svg/frame.hpp"

#include <tuple>

#include "core/ranges.hpp"

namespace sortscope::present::svg {
double Frame::px_per_x() const {
    const auto& range = x.range();
    if (x.scale() == Scale::logarithmic) return x_length();  // px per x vary on a logarithmic axis
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

Look look_of(const Chart& chart, size_t at, const Style& style) {
    const auto& series = chart.series[at];
    const auto& colours = palette(style.dark).series;
    const double scale = style.font_px / 12;
    return {.colour = colours[series.colour.value_or(at) % colours.size()],
            .hollow = series.is_estimate(),
            .dashes = series.provenance == Provenance::modelled ? "2 3"
                      : series.dashed                           ? "6 4"
                                                                : "",
            // Shapes distinguish series in print without colours.
            .shape = chart.mark_shape(at),
            .stroke = (series.emphasised ? 2.6 : 1.6) * scale,
            .mark = (series.emphasised ? 3.8 : 3.1) * scale};
}

std::string bar_paint(Rgb colour, bool hollow) {
    return hollow ? fill(colour) + " fill-opacity=\"0.5\" " + stroke(colour, 0.8, "3 2") : fill(colour);
}

std::string mark_paint(const Palette& colours) { return stroke(colours.text, 1.2, "6 3"); }

void draw_mark(Canvas& canvas, Place place, const Look& look, Rgb background, std::string_view hint) {
    const auto paint =
        look.hollow ? fill(background) + " " + stroke(look.colour, look.stroke * 0.8) : fill(look.colour);
    std::string d;
    for (const auto& [x, y] : mark_corners(look.shape))
        d += step(d.empty() ? 'M' : 'L', {place.x + x * look.mark, place.y + y * look.mark});
    d.empty() ? canvas.circle(place, look.mark, paint, hint) : canvas.path(d + "Z", paint, hint);
}

namespace {
void arrow_head(Canvas& canvas, Place tip, Place from, double size, const std::string& paint,
                std::string_view text) {
    const double x = tip.x - from.x, y = tip.y - from.y, length = std::hypot(x, y);
    if (!(length > 0)) return;
    const Place along{x / length * size, y / length * size};
    canvas.path(
        step('M', tip) +
            step('L', {tip.x - 1.5 * along.x - 0.7 * along.y, tip.y - 1.5 * along.y + 0.7 * along.x}) +
            step('L', {tip.x - 1.5 * along.x + 0.7 * along.y, tip.y - 1.5 * along.y - 0.7 * along.x}) + "Z",
        paint, text);
}
}  // namespace

void draw_link(Canvas& canvas, Place from, Place to, int head, Rgb colour, double width, double dot,
               std::string_view hint) {
    canvas.line(from, to, stroke(colour, width), hint);
    for (const int end : {-1, 1}) {
        const auto at = end < 0 ? from : to;
        if (end != head)
            canvas.circle(at, dot, fill(colour), hint);
        else
            arrow_head(canvas, at, end < 0 ? to : from, 1.6 * dot + 1.4, fill(colour), hint);
    }
}

namespace {
using Kind = Series::Kind;

class SeriesInk {
 public:
    SeriesInk(Canvas& canvas, const Frame& frame)
        : canvas_(canvas),
          frame_(frame),
          chart_(*frame.chart),
          style_(*frame.style),
          colours_(palette(style_.dark)) {}

    void all() {
        const auto each = [&](std::initializer_list<Kind> kinds, void (SeriesInk::*draw)(const Drawn&)) {
            for (size_t i = 0; i < chart_.series.size(); ++i)
                if (contains(kinds, chart_.series[i].kind))
                    (this->*draw)({i, chart_.series[i], look_of(chart_, i, style_)});
        };
        bars();
        each({Kind::spans}, &SeriesInk::spans);
        each({Kind::line, Kind::steps}, &SeriesInk::line);
        each({Kind::links}, &SeriesInk::links);  // links cover their wires
        each({Kind::line, Kind::points}, &SeriesInk::points);
    }

 private:
    struct Drawn {
        size_t index;
        const Series& series;
        Look look;
    };
    struct Bar {
        size_t series = 0, point = 0;
        double x = 0, from = 0, to = 0;
    };

    std::string hint(size_t series, size_t point) const {
        return style_.tooltips ? chart_.hint(series, point) : std::string();
    }
    bool drawable(const Point& point) const {
        return point.y && frame_.y.takes(*point.y) && frame_.x.takes(point.x);
    }
    Rgb colour(const Point& point, const Look& look) const {
        return point.heat ? colour_of(chart_, *point.heat, style_.dark) : look.colour;
    }

    std::vector<Bar> laid_bars(double& slot) const {
        std::vector<Bar> bars;
        std::map<double, std::pair<double, double>> tops;  // ends of the bars above and below 0, by position
        const bool logarithmic = frame_.y.scale() == Scale::logarithmic;
        const double base = logarithmic ? frame_.y.range().least : 0;
        for (size_t s = 0; s < chart_.series.size(); ++s) {
            if (chart_.series[s].kind != Kind::bars) continue;
            const auto& points = chart_.series[s].points;
            for (size_t p = 0; p < points.size(); ++p) {
                if (!drawable(points[p])) continue;
                auto& top = tops.try_emplace(points[p].x, base, base).first->second;
                auto& edge = *points[p].y < base ? top.second : top.first;
                const double from = chart_.stacked ? edge : base;
                const double to = chart_.stacked && !logarithmic ? from + *points[p].y : *points[p].y;
                if (chart_.stacked) edge = to;
                bars.push_back({s, p, points[p].x, from, to});
            }
        }
        slot = 1;
        if (frame_.x.scale() != Scale::categories) {
            slot = frame_.x.range().largest - frame_.x.range().least;
            for (auto a = tops.begin(); a != tops.end() && std::next(a) != tops.end(); ++a)
                slot = std::min(slot, std::next(a)->first - a->first);
            if (tops.size() < 2) slot /= 8;
        }
        return bars;
    }

    void bars() {
        double slot = 1;
        auto bars = laid_bars(slot);
        if (bars.empty()) return;
        std::set<size_t> kinds;
        for (const auto& bar : bars) kinds.insert(bar.series);
        const auto beside = double(chart_.stacked ? 1 : kinds.size());
        const double slot_px = slot * frame_.px_per_x();
        if (slot_px < 1) keep_tallest(bars);
        const double broadest = 9 * style_.font_px * beside;  // few bars do not fill the plot
        const double taken = std::min(beside > 1 ? 0.7 : 0.8, broadest / slot_px);
        const double part = taken / beside;
        const double width = std::max(slot * part, 1.0 / frame_.px_per_x());
        for (const auto& bar : bars) {
            const auto place = double(std::distance(kinds.begin(), kinds.find(bar.series)));
            const double left =
                beside > 1 ? bar.x - taken / 2 * slot + place * slot * part : bar.x - width / 2;
            const auto look = look_of(chart_, bar.series, style_);
            const auto& point = chart_.series[bar.series].points[bar.point];
            canvas_.rect(frame_.box(left, left + width, bar.from, bar.to),
                         bar_paint(colour(point, look), look.hollow), hint(bar.series, bar.point));
            if (chart_.series[bar.series].intervals && slot_px * part > 4)
                interval(point, left + width / 2, bar.to - *point.y, colours_.text);
        }
    }

    void keep_tallest(std::vector<Bar>& bars) const {
        std::map<long, std::pair<double, double>> best;  // height and -position, by pixel
        const auto pixel = [&](double x) { return std::lround(frame_.x.part(x) * frame_.x_length()); };
        for (const auto& bar : bars) {
            const std::pair own(std::abs(bar.to), -bar.x);
            auto& of = best.try_emplace(pixel(bar.x), own).first->second;
            of = std::max(of, own);
        }
        std::erase_if(bars, [&](const Bar& bar) { return best.at(pixel(bar.x)).second != -bar.x; });
    }

    void spans(const Drawn& drawn) {
        const auto& [s, series, look] = drawn;
        struct Open {
            Box box;
            Rgb colour;
            std::string text;
            bool thin = false;
        };
        std::map<double, Open> open;  // last span of each lane; thin spans may extend it
        const auto put = [&](const Open& one) {
            // A rim separates adjacent spans.
            const auto rim = one.box.width > 4 ? " " + stroke(colours_.background, 0.5) : "";
            canvas_.rect(one.box, fill(one.colour) + rim, one.text);
        };
        for (size_t p = 0; p < series.points.size(); ++p) {
            const auto& point = series.points[p];
            if (!point.y || !frame_.x.takes(point.x) || !frame_.x.takes(point.x_end)) continue;
            auto box = frame_.box(point.x, point.x_end, *point.y - 0.36, *point.y + 0.36);
            const bool thin = box.width < 1;
            if (thin) box.width = std::min(1.0, frame_.plot.right() - box.x);
            const auto found = open.find(*point.y);
            if (found != open.end() && thin && found->second.thin &&
                box.x < found->second.box.right() + 0.5) {
                found->second.box.width =
                    std::max(found->second.box.width, box.right() - found->second.box.x);
                continue;
            }
            if (found != open.end()) put(found->second);
            open.insert_or_assign(*point.y, Open{box, colour(point, look), hint(s, p), thin});
        }
        for (const auto& [lane, one] : open) put(one);
    }

    void links(const Drawn& drawn) {
        const auto& [s, series, look] = drawn;
        const double wire =
            frame_.plot.height / std::max(1.0, frame_.y.range().largest - frame_.y.range().least);
        const double dot = std::clamp(wire * 0.16, 0.8, 3.2);
        std::set<std::tuple<long, long, long>> places;
        for (size_t p = 0; p < series.points.size(); ++p) {
            const auto& point = series.points[p];
            const auto from = frame_.at(point.x, point.low), to = frame_.at(point.x, point.high);
            if (!places.emplace(std::lround(from.x), std::lround(from.y), std::lround(to.y)).second) continue;
            draw_link(canvas_, from, to, series.head, colour(point, look), std::clamp(wire * 0.09, 0.6, 1.8),
                      dot, hint(s, p));
        }
    }

    /// Splits a line at gaps. Of many points, keeps the least and the greatest of each pixel.
    std::vector<std::vector<Place>> pieces(const Series& series) const {
        std::vector<std::vector<Place>> pieces(1);
        const bool dense = double(series.points.size()) > 2 * frame_.x_length();
        const auto along = [&](Place at) { return std::lround(chart_.sideways ? at.y : at.x); };
        const auto across = [&](Place at) { return chart_.sideways ? at.x : at.y; };
        for (const auto& point : series.points) {
            auto& piece = pieces.back();
            if (!drawable(point)) {
                if (!piece.empty()) pieces.emplace_back();
                continue;
            }
            piece.push_back(frame_.at(point.x, *point.y));
            if (!dense || piece.size() < 3 || along(piece.end()[-3]) != along(piece.back())) continue;
            // Of three places on one pixel, drops the middle value.
            std::vector<Place> last(piece.end() - 3, piece.end());
            std::ranges::stable_sort(last, {}, across);
            piece.erase(std::find_if(piece.end() - 3, piece.end(),
                                     [&](Place at) { return across(at) == across(last[1]); }));
        }
        return pieces;
    }

    void line(const Drawn& drawn) {
        const auto& series = drawn.series;
        const auto& look = drawn.look;
        const auto connected = pieces(series);
        std::string d;
        for (const auto& piece : connected)
            for (size_t i = 0; i < piece.size(); ++i) {
                if (i > 0 && series.kind == Kind::steps)
                    d += chart_.sideways ? "V" + number(piece[i].y) + "H" + number(piece[i].x)
                                         : "H" + number(piece[i].x) + "V" + number(piece[i].y);
                else if (piece.size() > 1)
                    d += step(i == 0 ? 'M' : 'L', piece[i]);
            }
        if (d.empty()) return;
        if (series.floor) {
            std::string area;
            for (const auto& piece : connected) {
                if (piece.size() < 2) continue;
                const double base = frame_.at(series.points.front().x, *series.floor).y;
                area += step('M', {piece.front().x, base}) + "V" + number(piece.front().y);
                for (size_t i = 1; i < piece.size(); ++i)
                    area += "H" + number(piece[i].x) + "V" + number(piece[i].y);
                area += "V" + number(base) + "Z";
            }
            canvas_.path(area, fill(blend(colours_.background, look.colour, 0.35)));
        }
        // Lines of a network are wires.
        const bool wire = chart_.has(Kind::links);
        canvas_.path(
            d, unfilled +
                   stroke(wire ? colours_.faint_text : look.colour, wire ? 1 : look.stroke, look.dashes) +
                   " stroke-linejoin=\"round\"");
    }

    /// `shift`: distance of a stacked bar's end from its value.
    void interval(const Point& point, double x, double shift, Rgb colour) {
        if (!(point.low < point.high) || !frame_.y.takes(point.high)) return;
        const double low = frame_.y.takes(point.low) ? point.low : frame_.y.range().least;
        const auto a = frame_.at(x, low + shift), b = frame_.at(x, point.high + shift);
        const double cap = 2.5 * style_.font_px / 12;
        const auto across = [&](Place at) {
            return chart_.sideways ? step('M', {at.x, at.y - cap}) + step('L', {at.x, at.y + cap})
                                   : step('M', {at.x - cap, at.y}) + step('L', {at.x + cap, at.y});
        };
        canvas_.path(step('M', a) + step('L', b) + across(a) + across(b), unfilled + stroke(colour));
    }

    void points(const Drawn& drawn) {
        const auto& series = drawn.series;
        const auto& look = drawn.look;
        const bool dense = double(series.points.size()) * 5 > frame_.x_length();
        const bool marks = series.kind == Kind::points || (series.marked && !dense);
        // A point between two gaps gets a mark, since a line needs two points.
        const auto alone = [&](size_t p) {
            return (p == 0 || !drawable(series.points[p - 1])) &&
                   (p + 1 == series.points.size() || !drawable(series.points[p + 1]));
        };
        std::set<std::pair<long, long>> places;
        for (size_t p = 0; p < series.points.size(); ++p) {
            const auto& point = series.points[p];
            if (!drawable(point)) continue;
            if (series.intervals && !dense) interval(point, point.x, 0, look.colour);
            if (!marks && !alone(p)) continue;
            const auto at = frame_.at(point.x, *point.y);
            const double near = dense ? look.mark : 1;  // marks of a dense cloud must not cover each other
            if (!places.emplace(std::lround(at.x / near), std::lround(at.y / near)).second) continue;
            auto mark = look;
            mark.colour = colour(point, look);
            draw_mark(canvas_, at, mark, colours_.background, hint(drawn.index, p));
            if (series.best == p) {
                const double frame = 2.6 * look.mark;
                canvas_.rect({at.x - frame / 2, at.y - frame / 2, frame, frame},
                             unfilled + stroke(colours_.text, 1.2));
            }
        }
    }

    Canvas& canvas_;
    const Frame& frame_;
    const Chart& chart_;
    const Style& style_;
    const Palette& colours_;
};
}  // namespace

void draw_series(Canvas& canvas, const Frame& frame) { SeriesInk(canvas, frame).all(); }

namespace {
void draw_dense_heat(Canvas& canvas, const Frame& frame, double width, double height) {
    const auto& chart = *frame.chart;
    const auto columns = chart.x.ticks.size();
    std::map<std::pair<long, long>, double> pixels;
    for (size_t cell = 0; cell < chart.heat->values.size(); ++cell) {
        const auto& value = chart.heat->values[cell];
        if (!value) continue;
        const auto at = frame.at(double(cell % columns), double(cell / columns));
        auto& pixel =
            pixels.try_emplace({std::lround(std::floor(at.x)), std::lround(std::floor(at.y))}, *value)
                .first->second;
        pixel = std::max(pixel, *value);
    }
    for (const auto& [at, value] : pixels)
        canvas.rect({std::min(double(at.first), frame.plot.right() - width),
                     std::min(double(at.second), frame.plot.bottom() - height), width, height},
                    fill(colour_of(chart, value, frame.style->dark)));
}
}  // namespace

void draw_heat(Canvas& canvas, const Frame& frame) {
    const auto& chart = *frame.chart;
    const auto& style = *frame.style;
    const auto columns = chart.x.ticks.size(), rows = chart.y.ticks.size();
    if (!chart.heat || columns == 0 || rows == 0 || chart.heat->values.size() < columns * rows) return;
    const auto& colours = palette(style.dark);
    canvas.rect(frame.plot, fill(colours.band));
    const double width = frame.plot.width / double(columns), height = frame.plot.height / double(rows);
    if (width < 2 || height < 2)
        return draw_dense_heat(canvas, frame, std::max(1.0, width), std::max(1.0, height));
    const auto cell_box = [&](size_t cell, double gap) {
        return Box{frame.plot.x + double(cell % columns) * width + gap / 2,
                   frame.plot.y + double(cell / columns) * height + gap / 2, width - gap, height - gap};
    };
    const double gap = std::min({1.0, width * 0.08, height * 0.08});
    // All texts have one size; below 7 px, no text is drawn.
    double px = std::min(style.font_px * 0.95, height * 0.7);
    for (const auto& text : chart.heat->texts)
        if (!text.empty()) px = std::min(px, px * (width - 4) / std::max(1.0, text_width(text, px)));
    for (size_t cell = 0; cell < columns * rows; ++cell) {
        const auto& value = chart.heat->values[cell];
        if (!value) continue;
        const auto box = cell_box(cell, gap);
        const auto colour = colour_of(chart, *value, style.dark);
        canvas.rect(box, fill(colour),
                    style.tooltips ? chart.hint(chart.series.size(), cell) : std::string());
        if (px >= 7 && !chart.heat->texts[cell].empty())
            canvas.text({box.x + box.width / 2, box.y + box.height / 2 + 0.36 * px}, chart.heat->texts[cell],
                        {.px = px, .colour = letters_on(colour), .anchor = Anchor::middle});
    }
    for (const auto cell : chart.heat->outlined)
        canvas.rect(cell_box(cell, 2),
                    unfilled + stroke(colours.series[1], width < 12 || height < 12 ? 1.2 : 2.4));
}

void draw_colour_bar(Canvas& canvas, const Frame& frame, const Box& box) {
    const auto& chart = *frame.chart;
    const double px = frame.style->font_px;
    const auto& colours = palette(frame.style->dark);
    const AxisScale scale(chart.colour, {chart.colour.least, chart.colour.largest});
    constexpr int pieces = 48;
    const double height = box.height / pieces;
    for (int i = 0; i < pieces; ++i)
        canvas.rect({box.x, box.bottom() - (i + 1) * height, box.width, height + 0.5},
                    fill(scale_colour(chart, (i + 0.5) / pieces, frame.style->dark)));
    canvas.rect(box, unfilled + stroke(colours.faint_text, 0.7));
    for (const auto& tick : scale.vertical_ticks(box.height, px)) {
        const double y = box.bottom() - scale.part(tick.at) * box.height;
        canvas.line({box.right(), y}, {box.right() + 3, y}, stroke(colours.faint_text));
        canvas.text({box.right() + 5, std::clamp(y + 0.35 * px, box.y + 0.75 * px, box.bottom())}, tick.text,
                    {.px = px, .colour = colours.text});
    }
}

namespace {
constexpr double size_of_font = 0.92;

/// Returns whether the mark's line is vertical.
bool upright(const Chart& chart, const Mark& mark) {
    return (mark.across == Mark::Across::x) != chart.sideways;
}

/// Possible left ends of a label's base line, the best first.
std::vector<Place> candidates(const Frame& frame, const Mark& mark, double width, double px) {
    std::vector<Place> places;
    const auto& plot = frame.plot;
    if (upright(*frame.chart, mark)) {
        const double x = frame.horizontal_px(mark.at);
        // Labels go above a network: its wires leave no room.
        if (frame.chart->has(Series::Kind::links)) return {{x, plot.y - 0.4 * px}};
        for (double y = plot.y + 1.1 * px; y < plot.y + plot.height * 0.6; y += 1.3 * px)
            for (const double left : {x + 0.35 * px, x - 0.35 * px - width}) places.push_back({left, y});
        return places;
    }
    const double y = frame.vertical_px(mark.at);
    for (const double left :
         {plot.right() - width - 0.4 * px, plot.x + 0.4 * px, plot.x + (plot.width - width) / 2})
        for (const double base : {y - 0.35 * px, y + 1.05 * px}) places.push_back({left, base});
    return places;
}
}  // namespace

std::vector<MarkLabel> place_marks(const Frame& frame, std::vector<size_t>& left_out) {
    std::vector<MarkLabel> labels;
    std::vector<Box> taken;
    const auto& marks = frame.chart->marks;
    const double px = size_of_font * frame.style->font_px;
    for (size_t i = 0; i < marks.size(); ++i) {
        const auto text = marks[i].label();
        if (text.empty()) continue;
        const double width = text_width(text, px);
        const auto places = candidates(frame, marks[i], width, px);
        const auto box = [&](const Place& place) {
            return Box{place.x, place.y - 0.85 * px, width, 1.15 * px};
        };
        const auto found = std::ranges::find_if(places, [&](const Place& place) {
            return (frame.plot.contains(box(place)) || place.y < frame.plot.y) &&
                   std::ranges::none_of(taken, [&](const Box& other) { return other.overlaps(box(place)); });
        });
        if (found == places.end()) {
            left_out.push_back(i);
            continue;
        }
        taken.push_back(box(*found));
        labels.push_back({i, *found});
    }
    return labels;
}

void draw_marks(Canvas& canvas, const Frame& frame, const std::vector<MarkLabel>& labels) {
    const auto& chart = *frame.chart;
    const auto& colours = palette(frame.style->dark);
    for (const auto& mark : chart.marks) {
        if (!(mark.across == Mark::Across::x ? frame.x : frame.y).takes(mark.at)) continue;
        const bool up = upright(chart, mark);
        const double at = up ? frame.horizontal_px(mark.at) : frame.vertical_px(mark.at);
        canvas.line(up ? Place{at, frame.plot.y} : Place{frame.plot.x, at},
                    up ? Place{at, frame.plot.bottom()} : Place{frame.plot.right(), at}, mark_paint(colours),
                    frame.style->tooltips ? mark.label() : std::string());
    }
    for (const auto& label : labels)
        canvas.text(
            label.at, chart.marks[label.mark].label(),
            {.px = size_of_font * frame.style->font_px, .colour = colours.text, .halo = &colours.background});
}
}
