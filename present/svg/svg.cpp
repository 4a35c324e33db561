#include "present/svg/svg.hpp"

#include <numbers>
#include <numeric>
#include <regex>

#include <fmt/core.h>

#include "core/ranges.hpp"
#include "present/svg/frame.hpp"

namespace sortscope::present::svg {
namespace {
constexpr double swatch_letters = 2.0;  // in font sizes
constexpr double gap_before_text = 0.5, gap_after_text = 1.2;

/// The title explains a single series of bars, but not a line.
bool needs_legend(const Chart& chart) {
    const auto is_named = [&](const Series& series) { return chart.is_named(series); };
    const auto named = std::ranges::count_if(chart.series, is_named);
    if (named != 1) return named > 1;
    const auto& only = *std::ranges::find_if(chart.series, is_named);
    return only.kind == Series::Kind::line || only.kind == Series::Kind::steps ||
           only.kind == Series::Kind::points ||
           only.provenance.value_or(Provenance::measured) != Provenance::measured;
}

class Legend {
 public:
    /// `marks`: indices of the marks without room in the plot.
    Legend(const Chart& chart, const Style& style, const std::vector<size_t>& marks)
        : chart_(chart), style_(style), px_(style.font_px * 0.92) {
        if (needs_legend(chart))
            for (size_t i = 0; i < chart.series.size(); ++i)
                if (chart.is_named(chart.series[i])) entries_.push_back({chart.series[i].name, i, false});
        for (const auto mark : marks) entries_.push_back({chart.marks[mark].label(), mark, true});
    }

    bool empty() const { return entries_.empty(); }

    /// Shortens names; ends with "and N more".
    void arrange(double width, double height) {
        const auto rows_there = size_t(std::max(1.0, std::floor(height / line_height())));
        const auto most_columns = size_t(std::max(1.0, std::floor(width / std::min(width, 12 * px_))));
        const auto count = entries_.size();
        size_t rows = 0;
        // The last entry, often the longest, may be wider than its column.
        const auto lay = [&](size_t columns) {
            widths_.assign(columns, 0);
            for (size_t i = 0; i + 1 < count; ++i)
                widths_[i % columns] = std::max(widths_[i % columns], entry_width(entries_[i]));
            const auto column = (count - 1) % columns;
            const double last = entry_width(entries_.back()), before = column_left(column);
            last_alone_ = column > 0 && before + last > width;
            rows = (count - 1) / columns + (last_alone_ ? 2 : 1);
            width_ = std::max(column_left(columns), std::min(width, (last_alone_ ? 0 : before) + last));
        };
        auto columns = count;
        for (lay(columns); columns > 1 && width_ > width; lay(columns)) --columns;
        while (rows > rows_there && columns < most_columns) lay(++columns);
        if (rows > rows_there || width_ > width) {
            widths_.assign(columns, width / double(columns));
            width_ = width;
            last_alone_ = false;
            rows = std::min((count + columns - 1) / columns, rows_there);
        }
        shown_ = last_alone_ ? count : std::min(count, rows * columns);
        height_ = double(rows) * line_height();
    }
    double width() const { return width_; }
    double height() const { return height_; }
    /// Width of one column with whole names.
    double natural_width() const {
        double widest = 0;
        for (const auto& entry : entries_) widest = std::max(widest, entry_width(entry));
        return widest;
    }
    size_t entries() const { return entries_.size(); }
    double line_height() const { return 1.45 * px_; }

    void draw(Canvas& canvas, Place corner) const {
        const auto& colours = palette(style_.dark);
        for (size_t i = 0; i < shown_; ++i) {
            const auto& entry = entries_[i];
            const bool last = i + 1 == entries_.size(), alone = last && last_alone_;
            const auto column = alone ? 0 : i % widths_.size();
            const Place left{corner.x + column_left(column),
                             corner.y + (double(i / widths_.size()) + (alone ? 1.5 : 0.5)) * line_height()};
            const bool rest = i + 1 == shown_ && shown_ < entries_.size();
            const double before = rest ? 0 : (swatch_letters + gap_before_text) * px_;
            const double room =
                (last ? width_ - column_left(column) : widths_[column]) - before - gap_after_text * 0.6 * px_;
            if (!rest) draw_swatch(canvas, entry, {left.x + swatch_letters * px_ / 2, left.y});
            const auto text = rest ? fmt::format("and {} more", entries_.size() - i) : entry.text;
            const bool strong = !rest && !entry.mark && chart_.series[entry.index].emphasised;
            canvas.text({left.x + before, left.y + 0.35 * px_}, shortened(text, room, px_, strong),
                        {.px = px_, .colour = rest ? colours.faint_text : colours.text, .bold = strong});
        }
    }

 private:
    struct Entry {
        std::string text;
        size_t index = 0;
        bool mark = false;  ///< `index` is an index of Chart::marks, not of Chart::series
    };
    void draw_swatch(Canvas& canvas, const Entry& entry, Place middle) const {
        const auto& colours = palette(style_.dark);
        const double half = swatch_letters * px_ / 2;
        const Place left{middle.x - half, middle.y}, right{middle.x + half, middle.y};
        if (entry.mark) return canvas.line(left, right, mark_paint(colours));
        const auto& series = chart_.series[entry.index];
        const auto look = look_of(chart_, entry.index, style_);
        switch (series.kind) {
            case Series::Kind::bars:
            case Series::Kind::spans:
                return canvas.rect({middle.x - 0.4 * px_, middle.y - 0.4 * px_, 0.8 * px_, 0.8 * px_},
                                   bar_paint(look.colour, look.hollow));
            case Series::Kind::links:
                return draw_link(canvas, {middle.x, middle.y - 0.5 * px_}, {middle.x, middle.y + 0.5 * px_},
                                 series.head, look.colour, 1.6, 2.2);
            case Series::Kind::line:
            case Series::Kind::steps:
                canvas.line(left, right, stroke(look.colour, look.stroke, look.dashes));
                if (series.marked && series.kind == Series::Kind::line)
                    draw_mark(canvas, middle, look, colours.background);
                return;
            case Series::Kind::points:
                return draw_mark(canvas, middle, look, colours.background);
        }
    }
    double entry_width(const Entry& entry) const {
        return (swatch_letters + gap_before_text + gap_after_text) * px_ + text_width(entry.text, px_);
    }
    double column_left(size_t column) const {
        return std::accumulate(widths_.begin(), widths_.begin() + ptrdiff_t(column), 0.0);
    }

    const Chart& chart_;
    const Style& style_;
    double px_;
    std::vector<Entry> entries_;
    size_t shown_ = 0;
    std::vector<double> widths_;  ///< widths of the columns
    bool last_alone_ = false;     ///< the last entry has a separate row
    double width_ = 0, height_ = 0;
};

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
          height_(std::max(style.height, 90)),
          frame_{&chart, &style, {chart.x, x_range(chart)}, {chart.y, y_range(chart)}} {}

    std::string draw() {
        head();
        if (chart_.empty()) {
            empty_text();
        } else {
            lay_out();
            plot();
        }
        canvas_.raw("</svg>\n");
        return canvas_.take();
    }

 private:
    double pad() const { return 0.75 * px_; }

    void label(Place at, std::string_view text, Anchor anchor, double degrees = 0) {
        canvas_.text(at, text, {.px = px_, .colour = colours_.text, .anchor = anchor, .degrees = degrees});
    }

    void lines(const std::vector<std::string>& texts, double& y, double px, Rgb colour, bool bold = false) {
        for (const auto& line : texts) {
            y += px * line_space;
            canvas_.text({pad(), y - 0.3 * px}, line, {.px = px, .colour = colour, .bold = bold});
        }
    }
    std::vector<std::string> wrap(const std::string& text, double px, size_t most, bool bold = false) {
        return wrapped(text, width_ - 2 * pad(), px, most, bold);
    }

    void head() {
        canvas_.raw(fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {} viewBox=\"0 0 {} {}\" role=\"img\" "
            "xml:space=\"preserve\" font-family=\"{}\">\n<title>{}</title>\n",
            style_.fluid ? "width=\"100%\""
                         : fmt::format("width=\"{}\" height=\"{}\"", number(width_), number(height_)),
            number(width_), number(height_), fonts,
            escaped(chart_.conditions.empty() ? chart_.title : chart_.title + ": " + chart_.conditions)));
        canvas_.rect({0, 0, width_, height_}, fill(colours_.background));
        top_ = 0.4 * px_;
        const double px = title_size * px_;
        lines(wrap(chart_.title, px, 2, true), top_, px, colours_.text, true);
        lines(wrap(chart_.conditions, px_, 3), top_, px_, colours_.faint_text);
        top_ += 0.55 * px_;
        if (chart_.has(Series::Kind::links) && !chart_.marks.empty()) top_ += px_ * line_space;
    }

    void empty_text() {
        const auto text = wrapped(chart_.empty_text.empty() ? "There is nothing to draw." : chart_.empty_text,
                                  width_ * 0.8, px_, 8);
        double y = std::max(top_ + px_, height_ / 2 - double(text.size()) * px_ * line_space / 2);
        for (const auto& line : text) {
            canvas_.text({width_ / 2, y}, line,
                         {.px = px_, .colour = colours_.faint_text, .anchor = Anchor::middle});
            y += px_ * line_space;
        }
    }

    /// Moves marks without room to the legend, then lays out again.
    void lay_out() {
        std::vector<size_t> unplaced;
        for (int round = 0; round < 3; ++round) {
            legend_.emplace(chart_, style_, unplaced);
            arrange();
            std::vector<size_t> left_out;
            labels_ = place_marks(frame_, left_out);
            if (left_out == unplaced) return;
            unplaced = left_out;
        }
        std::erase_if(labels_, [&](const MarkLabel& label) { return contains(unplaced, label.mark); });
    }

    void arrange() {
        notes_ = wrap(chart_.note, small_size * px_, 3);
        double bottom = height_ - 0.6 * px_ - double(notes_.size()) * small_size * px_ * line_space;
        note_top_ = bottom;
        const double room = bottom - top_;
        right_ = pad();
        legend_beside_ = false;
        if (!legend_->empty()) {
            // A legend that is too high goes beside the plot.
            legend_->arrange(width_ - 2 * pad(), 0.42 * room);
            const bool all_beside =
                double(legend_->entries()) * legend_->line_height() <= room && width_ > 50 * px_;
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
        const double title_height = frame_.horizontal().axis().title.empty() ? 0.3 * px_ : px_ * line_space;
        bottom -= title_height;
        title_base_ = bottom + px_;
        arrange_left(bottom);
        auto& plot = frame_.plot;
        for (int i = 0; i < 2; ++i) {
            plot = {left_, top_, std::max(10.0, width_ - right_ - left_),
                    std::max(10.0, bottom - top_ - 2 * px_)};
            horizontal_labels();
            const double below = turned_height_ > 0 ? 0.5 * px_ + turned_height_ : 1.5 * px_;
            plot.height = std::max(10.0, bottom - below - top_);
            arrange_left(bottom - below);
        }
        plot.x = left_;
        plot.width = std::max(10.0, width_ - right_ - left_);
        horizontal_labels();
        // The last label may overhang the plot.
        const double over = horizontal_overhang() - right_;
        if (over > 0 && !chart_.has_colours() && !legend_beside_)
            plot.width = std::max(10.0, plot.width - over), horizontal_labels();
        vertical_ = frame_.vertical().vertical_ticks(plot.height, px_);
    }

    double widest(const std::vector<Tick>& ticks) const {
        double widest = 0;
        for (const auto& tick : ticks) widest = std::max(widest, text_width(tick.text, px_));
        return widest;
    }

    double colour_width() const {
        const AxisScale scale(chart_.colour, {chart_.colour.least, chart_.colour.largest});
        // Try several heights: a higher bar has finer ticks with longer labels.
        double labels = 0;
        for (const double part : {0.4, 0.6, 0.8, 1.0})
            labels = std::max(labels, widest(scale.vertical_ticks(std::max(40.0, height_ * part), px_)));
        return 2.1 * px_ + labels + (chart_.colour.title.empty() ? 0 : 1.6 * px_) + 0.6 * px_;
    }

    void arrange_left(double bottom) {
        const auto& scale = frame_.vertical();
        const double height = std::max(10.0, bottom - top_);
        label_width_ = widest(scale.vertical_ticks(height, px_));
        if (scale.scale() == Scale::categories) label_width_ = std::min(label_width_, 0.38 * width_);
        vertical_title_ = wrapped(scale.axis().title, height, px_, 2);
        left_ = 0.4 * px_ + double(vertical_title_.size()) * px_ * 1.25 +
                (vertical_title_.empty() ? 0.2 : 0.6) * px_ + label_width_ + 0.6 * px_;
    }

    /// Names without room are turned and shortened.
    void horizontal_labels() {
        const auto& scale = frame_.horizontal();
        turned_height_ = 0;
        horizontal_.clear();
        if (scale.scale() != Scale::categories || !scale.axis().names) {
            horizontal_ = scale.horizontal_ticks(
                frame_.plot.width, px_, [this](std::string_view text) { return text_width(text, px_); });
            return;
        }
        const auto all = scale.ticks(scale.axis().ticks.size());
        const double slot = frame_.plot.width / double(std::max<size_t>(all.size(), 1));
        const double longest = widest(all);
        if (longest + 0.9 * px_ <= slot || (slot > 7 * px_ && longest < 1.6 * slot)) {
            for (const auto& tick : all)
                horizontal_.push_back({tick.at, shortened(tick.text, slot - 0.8 * px_, px_)});
            return;
        }
        const double radians = turned_degrees * std::numbers::pi / 180;
        const double room_below = 0.3 * (height_ - top_) / std::sin(radians);
        for (const auto& tick :
             scale.ticks(size_t(std::max(1.0, frame_.plot.width / (1.25 * px_ / std::sin(radians)))))) {
            const double room_left =
                (frame_.horizontal_px(tick.at) - 0.3 * px_) / std::cos(radians) - 0.8 * px_;
            horizontal_.push_back(
                {tick.at, shortened(tick.text, std::max(3 * px_, std::min(room_below, room_left)), px_)});
            turned_height_ =
                std::max(turned_height_, text_width(horizontal_.back().text, px_) * std::sin(radians) +
                                             px_ * std::cos(radians));
        }
    }
    double horizontal_overhang() const {
        double over = 0;
        if (turned_height_ == 0)
            for (const auto& tick : horizontal_)
                over = std::max(over, frame_.horizontal_px(tick.at) + text_width(tick.text, px_) / 2 -
                                          frame_.plot.right());
        return over + 2;
    }

    void plot() {
        const auto &x = frame_.x.range(), &y = frame_.y.range();
        for (const auto& band : chart_.bands)
            canvas_.rect(band.of_y ? frame_.box(x.least, x.largest, band.from, band.to)
                                   : frame_.box(band.from, band.to, y.least, y.largest),
                         fill(band.of_y ? blend(colours_.background, colours_.text, 0.08) : colours_.band));
        if (!chart_.heat) grid();
        draw_heat(canvas_, frame_);
        draw_series(canvas_, frame_);
        draw_marks(canvas_, frame_, labels_);
        axes();
        if (!legend_->empty())
            legend_->draw(canvas_, legend_beside_ ? Place{width_ - pad() - legend_->width(), top_}
                                                  : Place{pad(), legend_top_});
        if (chart_.has_colours()) colour_bar();
        lines(notes_, note_top_, small_size * px_, colours_.faint_text);
    }

    void grid() {
        const auto& box = frame_.plot;
        const auto across = [&](double at, Rgb colour) {
            const double y = frame_.vertical_px(at);
            canvas_.line({box.x, y}, {box.right(), y}, stroke(colour));
        };
        // Draws every wire, labelled or not. Crossing wires are line series.
        if (chart_.has(Series::Kind::links) && !chart_.has(Series::Kind::line)) {
            const auto& range = frame_.vertical().range();
            if (box.height / (range.largest - range.least) > 2)
                for (double at = std::ceil(range.least); at <= range.largest; ++at)
                    across(at, colours_.faint_text);
            return;
        }
        if (frame_.vertical().scale() != Scale::categories)
            for (const auto& tick : vertical_) across(tick.at, colours_.grid);
        if (frame_.horizontal().scale() != Scale::categories)
            for (const auto& tick : horizontal_) {
                const double x = frame_.horizontal_px(tick.at);
                canvas_.line({x, box.y}, {x, box.bottom()}, stroke(colours_.grid));
            }
    }

    void axes() {
        const auto& box = frame_.plot;
        const auto paint = stroke(colours_.faint_text);
        canvas_.line({box.x, box.y}, {box.x, box.bottom()}, paint);
        canvas_.line({box.x, box.bottom()}, {box.right(), box.bottom()}, paint);
        for (const auto& tick : vertical_) {
            const double y = frame_.vertical_px(tick.at);
            if (frame_.vertical().scale() != Scale::categories)
                canvas_.line({box.x - 3, y}, {box.x, y}, paint);
            label({box.x - 0.5 * px_, y + 0.35 * px_}, shortened(tick.text, label_width_ + 1, px_),
                  Anchor::end);
        }
        for (const auto& tick : horizontal_) {
            const double x = frame_.horizontal_px(tick.at), half = text_width(tick.text, px_) / 2 + 1;
            if (frame_.horizontal().scale() != Scale::categories)
                canvas_.line({x, box.bottom()}, {x, box.bottom() + 3}, paint);
            if (turned_height_ > 0)
                label({x + 0.25 * px_, box.bottom() + 1.05 * px_}, tick.text, Anchor::end, -turned_degrees);
            else
                label({std::clamp(x, half, width_ - half), box.bottom() + 1.3 * px_}, tick.text,
                      Anchor::middle);
        }
        const auto title = shortened(frame_.horizontal().axis().title, width_ - 2 * pad(), px_);
        const double least = pad() + text_width(title, px_) / 2;
        if (!title.empty())
            label({std::clamp(box.x + box.width / 2, least, std::max(least, width_ - least)), title_base_},
                  title, Anchor::middle);
        double x = 1.4 * px_;
        for (const auto& line : vertical_title_) {
            const double reach = text_width(line, px_) / 2, highest = top_ + reach - 0.5 * px_;
            label({x, std::clamp(box.y + box.height / 2, highest, std::max(highest, height_ - reach))}, line,
                  Anchor::middle, -90);
            x += 1.25 * px_;
        }
    }

    void colour_bar() {
        const auto& box = frame_.plot;
        draw_colour_bar(canvas_, frame_, {box.right() + 0.9 * px_, box.y, 0.9 * px_, box.height});
        if (!chart_.colour.title.empty())
            label({box.right() + colour_width() - 0.5 * px_, box.y + box.height / 2},
                  shortened(chart_.colour.title, std::max(box.height, 4 * px_), px_), Anchor::middle, -90);
    }

    const Chart& chart_;
    const Style& style_;
    const Palette& colours_;
    double px_, width_, height_;
    Canvas canvas_;
    double top_ = 0, left_ = 0, right_ = 0, legend_top_ = 0, note_top_ = 0, title_base_ = 0, label_width_ = 0,
           turned_height_ = 0;  ///< height of turned names; 0 without turned names
    bool legend_beside_ = false;
    std::optional<Legend> legend_;
    Frame frame_;
    std::vector<Tick> vertical_, horizontal_;
    std::vector<std::string> vertical_title_, notes_;
    std::vector<MarkLabel> labels_;
};
}  // namespace

Style print_style() { return {.width = 480, .height = 390, .font_px = 15}; }

int natural_height(const Chart& chart, const Style& style) {
    const auto& rows = chart.sideways ? chart.x : chart.y;
    if (rows.scale != Scale::categories) return style.height;
    // Names need more room than numbers.
    const double wanted =
        (rows.names ? 1.7 : 1.3) * style.font_px * double(rows.ticks.size()) + 12 * style.font_px;
    return wanted >= 4000 ? 4000 : std::max(int(wanted), style.height);
}

std::string draw(const Chart& chart, const Style& style) { return Picture(chart, style).draw(); }

std::string draw_for_pages(const Chart& chart, Style style) {
    style.dark = false;
    auto light = draw(chart, style);
    style.dark = true;
    const auto dark = draw(chart, style);
    // Light and dark pictures have equal elements: the n-th colours belong together.
    static const std::regex paint(R"x((fill|stroke)="(#[0-9a-f]{6})")x");
    std::map<std::string, std::string> rules;
    for (std::sregex_iterator from(light.begin(), light.end(), paint), to(dark.begin(), dark.end(), paint),
         end;
         from != end && to != end; ++from, ++to)
        rules[fmt::format("[{}]", from->str())] = fmt::format("{{{}:{}}}", to->str(1), to->str(2));
    std::string sheet = "<style>@media (prefers-color-scheme:dark){";
    for (const auto& [selector, rule] : rules) sheet += selector + rule;
    return light.insert(light.find("<title>"), sheet + "}</style>\n");
}
}
