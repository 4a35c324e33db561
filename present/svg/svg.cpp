#include "present/svg/svg.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/core.h>

#include "present/svg/frame.hpp"
#include "present/svg/text.hpp"

namespace sortscope::present::svg {
namespace {

constexpr double title_size = 1.25, small_size = 0.92, line_space = 1.35;
constexpr double turned_degrees = 38;
constexpr const char* fonts = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

class Picture {
 public:
    Picture(const Chart& chart, const Style& style)
        : chart_(chart),
          style_(style),
          colours_(palette(style.dark)),
          px_(style.font_px),
          width_(std::max(style.width, 120)),
          height_(std::max(style.height, 90)) {}

    std::string draw() {
        begin();
        head();
        if (chart_.empty()) {
            empty_text();
        } else {
            lay_out();
            plot();
        }
        canvas_.close("svg");
        return canvas_.take();
    }

 private:
    bool heat() const { return chart_.heat.has_value(); }
    const Axis& horizontal_axis() const { return chart_.sideways ? chart_.y : chart_.x; }
    const Axis& vertical_axis() const { return chart_.sideways ? chart_.x : chart_.y; }

    void begin() {
        const auto size = style_.fluid
                              ? std::string("width=\"100%\"")
                              : fmt::format("width=\"{0}\" height=\"{1}\"", number(width_), number(height_));
        canvas_.open(
            fmt::format("svg xmlns=\"http://www.w3.org/2000/svg\" {} viewBox=\"0 0 {} {}\" role=\"img\" "
                        "xml:space=\"preserve\" font-family=\"{}\"",
                        size, number(width_), number(height_), fonts));
        canvas_.raw(
            "<title>" +
            escaped(chart_.conditions.empty() ? chart_.title : chart_.title + ": " + chart_.conditions) +
            "</title>\n");
        canvas_.rect({0, 0, width_, height_}, fmt::format("fill=\"{}\"", hex(colours_.background)));
    }

    void lines(const std::string& text, double& y, double px, Rgb colour, bool bold, std::size_t most) {
        for (const auto& line : wrapped(text, width_ - 2 * pad(), px, most, bold)) {
            y += px * line_space;
            canvas_.text({pad(), y - 0.3 * px}, line, {.px = px, .colour = colour, .bold = bold});
        }
    }
    double pad() const { return 0.75 * px_; }

    void head() {
        top_ = 0.4 * px_;
        lines(chart_.title, top_, title_size * px_, colours_.text, true, 2);
        lines(chart_.conditions, top_, px_, colours_.faint_text, false, 3);
        top_ += 0.55 * px_;
    }

    void empty_text() {
        const auto sentence =
            chart_.empty_text.empty() ? std::string("There is nothing to draw.") : chart_.empty_text;
        const auto text = wrapped(sentence, width_ * 0.8, px_, 8);
        double y =
            std::max(top_ + px_, height_ / 2 - static_cast<double>(text.size()) * px_ * line_space / 2);
        for (const auto& line : text) {
            canvas_.text({width_ / 2, y}, line,
                         {.px = px_, .colour = colours_.faint_text, .anchor = Anchor::middle});
            y += px_ * line_space;
        }
    }

    AxisScale x_scale() const { return {chart_.x, x_range(chart_)}; }
    AxisScale y_scale() const { return {chart_.y, y_range(chart_)}; }

    /// Sizes from outside in. Marks without room for their text go to the legend, which is then laid out
    /// again.
    void lay_out() {
        std::vector<std::size_t> unplaced;
        for (int round = 0; round < 3; ++round) {
            legend_.emplace(chart_, style_, unplaced);
            arrange();
            std::vector<std::size_t> left_out;
            labels_ = place_marks(*frame_, style_, left_out);
            if (left_out == unplaced) return;
            unplaced = left_out;
        }
        std::erase_if(labels_, [&](const MarkLabel& label) {
            return std::ranges::find(unplaced, label.mark) != unplaced.end();
        });
    }

    void arrange() {
        notes_ = wrapped(chart_.note, width_ - 2 * pad(), small_size * px_, 3);
        double bottom =
            height_ - 0.6 * px_ - static_cast<double>(notes_.size()) * small_size * px_ * line_space;
        note_top_ = bottom;
        const double room = bottom - top_;
        right_ = pad();
        legend_beside_ = false;
        if (!legend_->empty()) {
            // Beside the plot if it would take too much height.
            legend_->arrange(width_ - 2 * pad(), 0.42 * room);
            const bool all_beside =
                static_cast<double>(legend_->entries()) * legend_->line_height() <= room && width_ > 50 * px_;
            if (legend_->height() > 0.2 * room && all_beside) {
                legend_beside_ = true;
                legend_->arrange(std::min(legend_->natural_width(), 0.34 * width_), room);
                right_ += legend_->width() + 0.5 * px_;
            } else {
                bottom -= legend_->height() + 0.3 * px_;
                legend_top_ = bottom;
            }
        }
        if (chart_.has_colours()) right_ += colour_width();
        const double title_height = horizontal_axis().title.empty() ? 0.3 * px_ : px_ * line_space;
        bottom -= title_height;
        title_base_ = bottom + px_;
        arrange_left(bottom);
        // Horizontal ticks depend on the width, which depends on the height: twice.
        for (int i = 0; i < 2; ++i) {
            frame_.emplace(Frame{&chart_,
                                 {left_, top_, std::max(10.0, width_ - right_ - left_),
                                  std::max(10.0, bottom - top_ - 2 * px_)},
                                 x_scale(),
                                 y_scale()});
            horizontal_labels();
            const double below = turned_ ? 0.5 * px_ + turned_height_ : 1.5 * px_;
            frame_->plot.height = std::max(10.0, bottom - below - top_);
            arrange_left(bottom - below);
        }
        frame_->plot.x = left_;
        frame_->plot.width = std::max(10.0, width_ - right_ - left_);
        horizontal_labels();
        // The last label may overhang the plot.
        const double over = horizontal_overhang() - right_;
        if (over > 0 && !chart_.has_colours() && !legend_beside_)
            frame_->plot.width = std::max(10.0, frame_->plot.width - over), horizontal_labels();
        vertical_ = frame_->vertical().vertical_ticks(frame_->plot.height, px_);
    }

    double colour_width() const {
        double labels = 0;
        const AxisScale scale(chart_.colour, {chart_.colour.least, chart_.colour.largest});
        for (const auto& tick : scale.vertical_ticks(std::max(40.0, height_ * 0.6), px_))
            labels = std::max(labels, text_width(tick.text, px_));
        return 2.1 * px_ + labels + (chart_.colour.title.empty() ? 0 : 1.6 * px_) + 0.6 * px_;
    }

    /// Left of the plot: title in up to two lines, and labels.
    void arrange_left(double bottom) {
        const auto scale = chart_.sideways ? x_scale() : y_scale();
        const double height = std::max(10.0, bottom - top_);
        label_width_ = 0;
        for (const auto& tick : scale.vertical_ticks(height, px_))
            label_width_ = std::max(label_width_, text_width(tick.text, px_));
        if (scale.scale() == Scale::categories) label_width_ = std::min(label_width_, 0.38 * width_);
        vertical_title_ = wrapped(vertical_axis().title, height, px_, 2);
        left_ = 0.4 * px_ + static_cast<double>(vertical_title_.size()) * px_ * 1.25 +
                (vertical_title_.empty() ? 0.2 : 0.6) * px_ + label_width_ + 0.6 * px_;
    }

    /// Ticks below the plot; names without room are turned and shortened.
    void horizontal_labels() {
        const auto& scale = frame_->horizontal();
        turned_ = false;
        turned_height_ = 0;
        horizontal_.clear();
        if (scale.scale() != Scale::categories || !scale.axis().names) {
            horizontal_ = scale.horizontal_ticks(
                frame_->plot.width, px_, [this](std::string_view text) { return text_width(text, px_); });
            return;
        }
        const auto all = scale.ticks(scale.axis().ticks.size());
        const double slot = frame_->plot.width / static_cast<double>(std::max<std::size_t>(all.size(), 1));
        double widest = 0;
        for (const auto& tick : all) widest = std::max(widest, text_width(tick.text, px_));
        if (widest + 0.9 * px_ <= slot || (slot > 7 * px_ && widest < 1.6 * slot)) {
            for (const auto& tick : all)
                horizontal_.push_back({tick.at, shortened(tick.text, slot - 0.8 * px_, px_)});
            return;
        }
        turned_ = true;
        const double radians = turned_degrees * std::numbers::pi / 180;
        const double room_below = 0.3 * (height_ - top_) / std::sin(radians);
        for (const auto& tick : scale.ticks(static_cast<std::size_t>(
                 std::max(1.0, frame_->plot.width / (1.25 * px_ / std::sin(radians)))))) {
            const double room_left =
                (frame_->horizontal_px(tick.at) - 0.3 * px_) / std::cos(radians) - 0.8 * px_;
            horizontal_.push_back(
                {tick.at, shortened(tick.text, std::max(3 * px_, std::min(room_below, room_left)), px_)});
            turned_height_ =
                std::max(turned_height_, text_width(horizontal_.back().text, px_) * std::sin(radians) +
                                             px_ * std::cos(radians));
        }
    }
    double horizontal_overhang() const {
        double over = 0;
        if (!turned_)
            for (const auto& tick : horizontal_)
                over = std::max(over, frame_->horizontal_px(tick.at) + text_width(tick.text, px_) / 2 -
                                          frame_->plot.right());
        return over + 2;
    }

    void plot() {
        const auto& box = frame_->plot;
        for (const auto& band : chart_.bands) {
            const bool rows = chart_.sideways != band.of_y;  // it lies from left to right
            const double a = rows ? frame_->vertical_px(band.from) : frame_->horizontal_px(band.from);
            const double b = rows ? frame_->vertical_px(band.to) : frame_->horizontal_px(band.to);
            const double low = rows ? box.y : box.x, high = rows ? box.bottom() : box.right();
            const double from = std::clamp(std::min(a, b), low, high),
                         length = std::clamp(std::max(a, b), low, high) - from;
            const auto colour = band.of_y ? blend(colours_.background, colours_.text, 0.08) : colours_.band;
            canvas_.rect(rows ? Box{box.x, from, box.width, length} : Box{from, box.y, length, box.height},
                         fmt::format("fill=\"{}\"", hex(colour)));
        }
        if (!heat()) grid();
        draw_heat(canvas_, *frame_, style_);
        draw_series(canvas_, *frame_, style_);
        draw_marks(canvas_, *frame_, style_, labels_);
        axes();
        if (!legend_->empty())
            legend_->draw(canvas_, legend_beside_ ? Place{width_ - pad() - legend_->width(), top_}
                                                  : Place{pad(), legend_top_});
        if (chart_.has_colours()) colour_bar();
        double y = note_top_;
        for (const auto& line : notes_) {
            y += small_size * px_ * line_space;
            canvas_.text({pad(), y - 0.3 * px_}, line,
                         {.px = small_size * px_, .colour = colours_.faint_text});
        }
    }

    void grid() {
        const auto& box = frame_->plot;
        const auto paint = fmt::format("stroke=\"{}\"", hex(colours_.grid));
        // A network with crossing wires draws them itself.
        if (chart_.has(Series::Kind::links) &&
            !chart_.has(Series::Kind::line)) {  // one for each element, whether it has a label or not
            const auto& range = frame_->vertical().range();
            for (double at = std::ceil(range.least);
                 at <= range.largest && box.height / (range.largest - range.least) > 2; ++at)
                canvas_.line({box.x, frame_->vertical_px(at)}, {box.right(), frame_->vertical_px(at)},
                             fmt::format("stroke=\"{}\"", hex(colours_.faint_text)));
            return;
        }
        const bool lanes = frame_->vertical().scale() == Scale::categories;
        if (!lanes)
            for (const auto& tick : vertical_)
                canvas_.line({box.x, frame_->vertical_px(tick.at)},
                             {box.right(), frame_->vertical_px(tick.at)}, paint);
        if (frame_->horizontal().scale() != Scale::categories)
            for (const auto& tick : horizontal_)
                canvas_.line({frame_->horizontal_px(tick.at), box.y},
                             {frame_->horizontal_px(tick.at), box.bottom()}, paint);
    }

    void axes() {
        const auto& box = frame_->plot;
        const auto paint = fmt::format("stroke=\"{}\"", hex(colours_.faint_text));
        canvas_.line({box.x, box.y}, {box.x, box.bottom()}, paint);
        canvas_.line({box.x, box.bottom()}, {box.right(), box.bottom()}, paint);
        for (const auto& tick : vertical_) {
            const double y = frame_->vertical_px(tick.at);
            if (frame_->vertical().scale() != Scale::categories)
                canvas_.line({box.x - 3, y}, {box.x, y}, paint);
            canvas_.text({box.x - 0.5 * px_, y + 0.35 * px_}, shortened(tick.text, label_width_ + 1, px_),
                         {.px = px_, .colour = colours_.text, .anchor = Anchor::end});
        }
        for (const auto& tick : horizontal_) {
            const double x = frame_->horizontal_px(tick.at);
            if (frame_->horizontal().scale() != Scale::categories)
                canvas_.line({x, box.bottom()}, {x, box.bottom() + 3}, paint);
            const double centred = std::clamp(x, text_width(tick.text, px_) / 2 + 1,
                                              width_ - text_width(tick.text, px_) / 2 - 1);
            if (turned_)
                canvas_.text(
                    {x + 0.25 * px_, box.bottom() + 1.05 * px_}, tick.text,
                    {.px = px_, .colour = colours_.text, .anchor = Anchor::end, .degrees = -turned_degrees});
            else
                canvas_.text({centred, box.bottom() + 1.3 * px_}, tick.text,
                             {.px = px_, .colour = colours_.text, .anchor = Anchor::middle});
        }
        axis_titles();
    }

    void axis_titles() {
        const auto& box = frame_->plot;
        const auto title = shortened(horizontal_axis().title, width_ - 2 * pad(), px_);
        const double half = text_width(title, px_) / 2;
        const double middle =
            std::clamp(box.x + box.width / 2, pad() + half, std::max(pad() + half, width_ - pad() - half));
        if (!title.empty())
            canvas_.text({middle, title_base_}, title,
                         {.px = px_, .colour = colours_.text, .anchor = Anchor::middle});
        double x = 0.4 * px_ + px_;
        for (const auto& line : vertical_title_) {
            const double reach = text_width(line, px_) / 2;
            const double y = std::clamp(box.y + box.height / 2, top_ + reach - 0.5 * px_,
                                        std::max(top_ + reach - 0.5 * px_, height_ - reach));
            canvas_.text({x, y}, line,
                         {.px = px_, .colour = colours_.text, .anchor = Anchor::middle, .degrees = -90});
            x += 1.25 * px_;
        }
    }

    void colour_bar() {
        const auto& box = frame_->plot;
        const double x = box.right() + 0.9 * px_;
        draw_colour_bar(canvas_, chart_, {x, box.y, 0.9 * px_, box.height}, style_);
        if (chart_.colour.title.empty()) return;
        const double end = box.right() + colour_width() - 0.5 * px_;
        canvas_.text({end, box.y + box.height / 2},
                     shortened(chart_.colour.title, std::max(box.height, 4 * px_), px_),
                     {.px = px_, .colour = colours_.text, .anchor = Anchor::middle, .degrees = -90});
    }

    const Chart& chart_;
    const Style& style_;
    const Palette& colours_;
    double px_, width_, height_;
    Canvas canvas_;
    double top_ = 0, left_ = 0, right_ = 0, legend_top_ = 0, note_top_ = 0, title_base_ = 0, label_width_ = 0,
           turned_height_ = 0;
    bool turned_ = false, legend_beside_ = false;
    std::optional<Legend> legend_;
    std::optional<Frame> frame_;
    std::vector<Tick> vertical_, horizontal_;
    std::vector<std::string> vertical_title_, notes_;
    std::vector<MarkLabel> labels_;
};

}  // namespace

Style print_style() {
    Style style;
    style.width = 480;
    style.height = 390;
    style.font_px = 15;
    return style;
}

int natural_height(const Chart& chart, const Style& style) {
    const auto& rows = chart.sideways ? chart.x : chart.y;
    if (rows.scale != Scale::categories) return style.height;
    constexpr int most = 4000;
    // Names need more room than numbers.
    const double wanted = (rows.names ? 1.7 : 1.3) * style.font_px * static_cast<double>(rows.ticks.size()) +
                          12 * style.font_px;
    return wanted >= most ? most : std::max(static_cast<int>(wanted), style.height);
}

std::string draw(const Chart& chart, const Style& style) { return Picture(chart, style).draw(); }

}  // namespace sortscope::present::svg
