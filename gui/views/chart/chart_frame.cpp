#include "gui/views/chart/chart_frame.hpp"

#include <numeric>

#include "present/axis.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::gui {
namespace {
using present::Scale;

constexpr int plot_row = 2;               // below legend and title
constexpr int plot_margin = 6;            // above the axes
constexpr int margin_beside = 6;          // above a legend beside the plot
constexpr int lowest_for_one = 190;       // least chart height for a legend of one name
constexpr int least_beside_legend = 120;  // least height below a legend of several lines
constexpr int letters[] = {90, 60, 45, 36, 28, 20, 13, 10, 7, 5};  // longest name; tooltips are whole
constexpr int longest_of_many = 28, shortest = 13;                 // letters; shorter only in narrow charts
constexpr double share_of_whole = 0.09;                            // height of a legend with many whole names
constexpr double legend_share = 0.22, most_of_low = 0.45, most_of_width = 0.4;

constexpr int least_below_names = 30;  // least height of a plot below names
constexpr double beside_line = 4;      // from a line to its name

/// Ticks of present/axis in the plot's font.
class Ticker : public QCPAxisTicker {
 public:
    using Label = std::function<QString(const QString&)>;

    /// `label` shortens a tick's typeset text.
    Ticker(const QCPAxis* axis, Shared<present::Axis> about, Label label = {})
        : axis_(axis), about_(std::move(about)), label_(std::move(label)) {}

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                  QVector<double>* sub_ticks, QVector<QString>* labels) override {
        const present::AxisScale scale(*about_, {range.lower, range.upper});
        const bool vertical = axis_->orientation() == Qt::Vertical;
        const auto* area = axis_->parentPlot()->axisRect();  // a new colour scale has no size yet
        const double length = vertical ? area->height() : area->width(),
                     px = QFontInfo(axis_->tickLabelFont()).pixelSize();
        // Names along the bottom are shortened to their slots.
        const bool elided = about_->names && !vertical && about_->scale == Scale::categories;
        const auto width = [this](std::string_view tick) { return width_of(text(std::string(tick))); };
        auto found = elided     ? scale.ticks(about_->ticks.size())
                     : vertical ? scale.vertical_ticks(length, px)
                                : scale.horizontal_ticks(length, px, width);
        ticks.clear();
        if (sub_ticks != nullptr) sub_ticks->clear();
        if (labels != nullptr) labels->clear();
        for (const auto& tick : found) {
            ticks << tick.at;
            if (labels != nullptr)
                *labels << (elided ? fitted_name(text(tick.text), QFontMetrics(axis_->tickLabelFont()),
                                                 int(length / std::max(range.size(), 1e-9)) - 10)
                                   : text(tick.text));
        }
    }

 private:
    QString text(const std::string& tick) const {
        const auto typed = tick.empty() ? u" "_s : typeset(tick);
        return label_ ? label_(typed) : typed;
    }
    /// Adds up the widths of characters: measuring hundreds of labels takes longer than a frame.
    double width_of(const QString& text) {
        if (const auto font = axis_->tickLabelFont(); font != font_) font_ = font, widths_.clear();
        double width = 0;
        for (const QChar character : text) {
            auto known = widths_.find(character);
            if (known == widths_.end())
                known = widths_.insert(character, QFontMetricsF(font_).horizontalAdvance(character));
            width += *known;
        }
        return width;
    }

    const QCPAxis* axis_;
    Shared<present::Axis> about_;
    Label label_;
    QFont font_;  ///< font of widths_
    QHash<QChar, double> widths_;
};

/// Draws strokes and marks of series to find free places.
class Ink {
 public:
    explicit Ink(const QRect& area)
        : area_(area), picture_(area.size(), QImage::Format_ARGB32_Premultiplied) {
        picture_.fill(Qt::transparent);
    }
    void add(SeriesPlot& series) {
        QCPPainter painter(&picture_);
        painter.translate(-area_.topLeft());
        series.draw(&painter);
    }
    bool is_free(const QRectF& place) const {
        const auto part = (place.toAlignedRect().adjusted(-2, -2, 2, 2) & area_).translated(-area_.topLeft());
        for (int y = part.top(); y <= part.bottom(); ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(picture_.constScanLine(y));
            if (std::any_of(line + part.left(), line + part.right() + 1,
                            [](QRgb pixel) { return pixel != 0; }))
                return false;
        }
        return true;
    }

 private:
    QRect area_;
    QImage picture_;
};
/// Fits a title into one line, else into two with the unit in the second. Elides long lines.
QString fitted(const QString& title, const QFontMetrics& metrics, int room) {
    if (metrics.horizontalAdvance(title) <= room) return title;
    auto lines = QString(title).replace(u" ("_s, u"\n("_s).split(u'\n');
    for (auto& line : lines) line = metrics.elidedText(line, Qt::ElideRight, room);
    return lines.join(u'\n');
}

void colour(QCPAxis& axis, const ChartTheme& theme) {
    axis.setBasePen(QPen(theme.faint_text));
    axis.setTickPen(QPen(theme.faint_text));
    axis.setSubTickPen(QPen(theme.grid));
    axis.setLabelColor(theme.text);
    axis.setTickLabelColor(theme.text);
    axis.setLabelFont(text_font(TextSize::note));
    axis.setTickLabelFont(text_font(TextSize::note));
    axis.setLabelPadding(6);
    axis.grid()->setPen(QPen(theme.grid));
    axis.grid()->setSubGridPen(QPen(theme.grid, 0, Qt::DotLine));
    axis.grid()->setZeroLinePen(QPen(theme.grid));
}

/// A hidden element takes no room.
void show_element(QCPLayoutElement& element, bool shown) {
    element.setVisible(shown);
    // QCustomPlot shrinks only elements with an explicit least size.
    element.setMinimumSize(shown ? QSize(0, 0) : QSize(1, 1));
    element.setMaximumSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 0);
    element.setSizeConstraintRect(shown ? QCPLayoutElement::scrInnerRect : QCPLayoutElement::scrOuterRect);
}
}  // namespace

ChartFrame::ChartFrame(QCustomPlot& plot, const ChartDrawing& drawing)
    : plot_(plot),
      drawing_(drawing),
      above_(new QCPLayoutGrid),
      title_(new QCPTextElement(&plot)),
      margins_(new QCPMarginGroup(&plot)) {
    auto* layout = plot.plotLayout();
    for (const int row : {0, 1}) layout->insertRow(row);
    layout->addElement(0, 0, above_);
    layout->addElement(1, 0, title_);
    for (const int row : {0, 1}) layout->setRowStretchFactor(row, 0.001);
    layout->setRowSpacing(0);
    above_->addElement(0, 0, plot.legend);
    above_->addElement(0, 1, new QCPLayoutElement);
    above_->setColumnStretchFactor(0, 0.001);
    above_->setMargins(QMargins(8, 6, 8, 0));
    title_->setTextFlags(Qt::AlignLeft | Qt::AlignBottom);
    title_->setMargins(QMargins(8, 2, 8, 0));
    plot.legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot.legend->setColumnSpacing(16);
    plot.legend->setIconSize(14, 12);
    plot.axisRect()->setMinimumMargins(QMargins(10, plot_margin, 16, 6));
}

void ChartFrame::apply_theme() {
    const auto font = text_font(TextSize::note);
    plot_.setBackground(QBrush(drawing_.theme.background));
    for (auto* axis : {plot_.xAxis, plot_.yAxis}) colour(*axis, drawing_.theme);
    plot_.legend->setBrush(Qt::NoBrush);
    plot_.legend->setBorderPen(Qt::NoPen);
    plot_.legend->setFont(font);
    plot_.legend->setTextColor(drawing_.theme.text);
    title_->setFont(font);
    title_->setTextColor(drawing_.theme.text);
}

void ChartFrame::clear() {
    line_names_.clear();
    if (!scale_) return;
    plot_.plotLayout()->remove(scale_);
    plot_.plotLayout()->simplify();
}

void ChartFrame::set_up() {
    name_series();
    set_up_axis(key(), drawing_.data().x);
    set_up_axis(value(), drawing_.data().y);
    if (drawing_.data().has_colours()) add_colour_scale();
}

void ChartFrame::set_up_axis(QCPAxis& axis, const present::Axis& about) {
    axis.setLabel(typeset_if_any(about.title));
    axis.setTickLength(0, 4);
    axis.setScaleType(about.scale == Scale::logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setVisible(about.scale != Scale::categories);
    const bool lanes = axis.orientation() == Qt::Vertical && about.scale == Scale::categories;
    axis.setRangeReversed(lanes);  // names begin at the top, as in a table
    const auto shorten = [this](const QString& text) {
        return fitted_name(text, QFontMetrics(plot_.yAxis->tickLabelFont()), int(0.4 * plot_.width()));
    };
    axis.setTicker(QSharedPointer<Ticker>::create(&axis, Shared<present::Axis>(drawing_.chart, &about),
                                                  lanes ? Ticker::Label(shorten) : Ticker::Label()));
}

void ChartFrame::add_colour_scale() {
    place_legend(false);  // the scale is beside the plot
    const auto& about = drawing_.data().colour;
    scale_ = new QCPColorScale(&plot_);
    plot_.plotLayout()->addElement(plot_row, 1, scale_);
    plot_.plotLayout()->setColumnStretchFactor(1, 0.001);
    scale_->setType(QCPAxis::atRight);
    scale_->setBarWidth(12);
    if (drawing_.has_lanes()) scale_->setMinimumMargins({lane_bar_width + 6, 0, 0, 0});
    scale_->setRangeDrag(false);
    scale_->setRangeZoom(false);
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= 10; ++i) {
        const auto stop = present::scale_colour(drawing_.data(), i / 10.0, drawing_.is_dark());
        gradient.setColorStopAt(i / 10.0, QColor(stop.r, stop.g, stop.b));
    }
    scale_->setGradient(gradient);
    const bool logarithmic = about.scale == Scale::logarithmic && about.least > 0;
    scale_->setDataScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    scale_->setDataRange(
        QCPRange(about.least, about.largest > about.least ? about.largest : about.least + 1));
    auto* axis = scale_->axis();
    colour(*axis, drawing_.theme);
    axis->setTicker(QSharedPointer<Ticker>::create(axis, Shared<present::Axis>(drawing_.chart, &about)));
    axis->setPadding(10);  // the title is at the window's edge
    axis->setSubTicks(false);
    axis->setTickLength(0, 3);
    axis->setBasePen(QPen(drawing_.theme.grid));
    plot_.axisRect()->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
    scale_->setMarginGroup(QCP::msTop | QCP::msBottom, margins_);
}

void ChartFrame::set_space_above(int pixels) {
    auto margins = plot_.axisRect()->minimumMargins();
    if (margins.top() == plot_margin + pixels) return;
    margins.setTop(plot_margin + pixels);
    plot_.axisRect()->setMinimumMargins(margins);
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot_.plotLayout()->update(phase);
}

/// Chooses the longest legend names that leave room for the chart. Many names go beside the plot.
void ChartFrame::arrange() {
    auto* legend = plot_.legend;
    const double all = plot_.height();
    const auto items = int(legend_items().size());
    const int least = lay_legend(shortest);
    const auto rows = [&] { return (items + legend->wrap() - 1) / std::max(1, legend->wrap()); };
    const bool beside = least > legend_share * all && rows() > 2 && scale_ == nullptr &&
                        items * (least / rows() + legend->rowSpacing()) + margin_beside <= all &&
                        widest_in_legend() <= most_of_width * plot_.width();
    place_legend(beside);
    if (beside) {
        legend->setWrap(1);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
        show_element(*legend, true);
        return fit_titles(0);
    }
    int height = 0;
    for (const int longest : letters) {
        height = lay_legend(longest);
        const double share = items > 4 && longest > longest_of_many ? share_of_whole : legend_share;
        if (height <= std::max<double>(least, share * all) && widest_in_legend() <= legend_width()) break;
    }
    // Longer names may need no more rows.
    for (const int longest : letters)
        if (lay_legend(longest) <= height && widest_in_legend() <= legend_width()) break;
    // Without a legend, tooltips have the names.
    const bool alone = items == 1 && all < lowest_for_one;
    const bool crowded = height > most_of_low * all || (rows() > 2 && all - height < least_beside_legend);
    const bool shown = items > 0 && !alone && !crowded;
    show_element(*legend, shown);
    fit_titles(shown ? height + 10 : 0);
}

void ChartFrame::place_legend(bool beside) {
    if (beside == (beside_ != nullptr)) return;
    auto* legend = plot_.legend;
    auto* layout = plot_.plotLayout();
    if (beside) {
        above_->take(legend);
        beside_ = new QCPLayoutGrid;
        layout->addElement(plot_row, 1, beside_);  // first: its parts need the plot
        beside_->setMargins(QMargins(0, margin_beside, 8, 0));
        beside_->addElement(0, 0, legend);
        beside_->addElement(1, 0, new QCPLayoutElement);
        beside_->setRowStretchFactor(0, 0.001);
        layout->setColumnStretchFactor(1, 0.001);
    } else {
        beside_->take(legend);
        layout->remove(std::exchange(beside_, nullptr));
        layout->simplify();
        above_->addElement(0, 0, legend);
    }
}

void ChartFrame::show_hidden(size_t series) {
    const auto& theme = drawing_.theme;
    if (auto* item = plot_.legend->itemWithPlottable(drawing_.plots[series]))
        item->setTextColor(drawing_.is_hidden(series) ? blend(theme.background, theme.text, 0.4)
                                                      : theme.text);
}

/// Omits a provenance that all names and the axis have.
void ChartFrame::name_series() {
    const auto suffix_of = [](const std::string& name) {
        const auto at = name.rfind(" (");
        return at == std::string::npos ? std::string() : name.substr(at);
    };
    const auto& chart = drawing_.data();
    const auto suffix = chart.series.empty() ? std::string() : suffix_of(chart.series.front().name);
    const bool shared = !suffix.empty() && chart.y.title.find(suffix.substr(2)) != std::string::npos &&
                        std::ranges::all_of(chart.series, [&](const present::Series& one) {
                            return one.name.empty() || suffix_of(one.name) == suffix;
                        });
    names_ = present::mapped(chart.series, [&](const present::Series& one) {
        return one.name.substr(0, shared ? one.name.rfind(suffix) : std::string::npos);
    });
    short_names_ = present::without_shared_parts(names_, ", ");
}

std::vector<QCPAbstractLegendItem*> ChartFrame::legend_items() const {
    std::vector<QCPAbstractLegendItem*> items;
    for (int i = 0; i < plot_.legend->itemCount(); ++i)
        if (auto* item = plot_.legend->item(i)) items.push_back(item);  // null at the end of the last row
    return items;
}

std::optional<size_t> ChartFrame::series_of(QCPAbstractLegendItem* item) const {
    for (size_t i = 0; i < drawing_.plots.size(); ++i)
        if (item != nullptr && plot_.legend->itemWithPlottable(drawing_.plots[i]) == item) return i;
    return std::nullopt;
}

/// Uses as many columns as fit; returns the height.
int ChartFrame::lay_legend(int longest) {
    auto* legend = plot_.legend;
    for (size_t i = 0; i < drawing_.plots.size(); ++i) {
        const auto name = typeset(names_[i]);
        drawing_.plots[i]->setName(
            name.size() <= longest ? name : shortened_name(typeset(short_names_[i]), longest));
    }
    int highest = 1;
    std::vector<int> widths;
    for (auto* item : legend_items()) {
        item->setMargins(QMargins(0, 1, 0, 3));  // room for underscores
        highest = std::max(highest, item->minimumOuterSizeHint().height());
        widths.push_back(item->minimumOuterSizeHint().width());
    }
    const auto width_of = [&](int columns) {
        std::vector<int> widest(size_t(columns), 0);
        for (size_t i = 0; i < widths.size(); ++i)
            widest[i % widest.size()] = std::max(widest[i % widest.size()], widths[i]);
        return std::accumulate(widest.begin(), widest.end(), (columns - 1) * legend->columnSpacing());
    };
    const int count = int(widths.size());
    int columns = std::max(1, count);
    while (columns > 1 && width_of(columns) > legend_width()) --columns;
    if (legend->wrap() != columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    return (count + columns - 1) / columns * highest;
}

int ChartFrame::legend_width() const {
    const auto own = plot_.legend->margins();
    const auto row = above_->margins();
    return plot_.width() - own.left() - own.right() - row.left() - row.right() - above_->columnSpacing();
}

int ChartFrame::widest_in_legend() const {
    int widest = 1;
    for (auto* item : legend_items()) widest = std::max(widest, item->minimumOuterSizeHint().width());
    return widest;
}

/// A title too long for the y axis goes above the chart.
void ChartFrame::fit_titles(int legend_height) {
    const auto& chart = drawing_.data();
    const auto x = typeset_if_any((chart.sideways ? chart.y : chart.x).title),
               y = typeset_if_any((chart.sideways ? chart.x : chart.y).title);
    const QFontMetrics metrics(plot_.xAxis->labelFont());
    const int names = plot_.axisRect()->margins().left();  // from the last layout
    const int across = plot_.width() - (names > 0 ? names : plot_.width() / 6) - 20 -
                       (beside_ != nullptr ? widest_in_legend() : 0);
    const int up = plot_.height() - legend_height - 60;  // without the x axis and margins
    plot_.xAxis->setLabel(fitted(x, metrics, std::max(60, across)));
    if (scale_)
        scale_->setLabel(chart.colour.title.empty() ? u" "_s
                                                    : fitted(typeset(chart.colour.title), metrics, up));
    const auto along = fitted(y, metrics, up);
    const bool above = QString(along).replace(u'\n', u' ') != y;
    plot_.yAxis->setLabel(above ? QString() : along);
    title_->setText(above ? metrics.elidedText(y, Qt::ElideRight, std::max(60, plot_.width() - 24))
                          : QString());
    show_element(*title_, above);
}

void ChartFrame::draw_lines() {
    const auto& chart = drawing_.data();
    for (const auto& mark : chart.marks) {
        const bool vertical = (mark.across == present::Mark::Across::x) != chart.sideways;  // on the screen
        auto* line = new QCPItemStraightLine(&plot_);
        line->setPen(QPen(drawing_.theme.faint_text, 1.2,
                          mark.provenance == Provenance::measured ? Qt::SolidLine : Qt::DashLine));
        // Two points: the line continues beyond both.
        line->point1->setCoords(vertical ? QPointF(mark.at, 1) : QPointF(1, mark.at));
        line->point2->setCoords(vertical ? QPointF(mark.at, 2) : QPointF(2, mark.at));
        if (mark.text.empty()) continue;
        QCPItemLine* leader = nullptr;
        if (!vertical) {
            leader = new QCPItemLine(&plot_);
            leader->setClipToAxisRect(false);
            leader->setPen(QPen(drawing_.theme.faint_text, 1, Qt::DotLine));
            leader->setTail(QCPLineEnding(QCPLineEnding::esDisc, 5, 5));
            for (auto* end : {leader->start, leader->end}) end->setType(QCPItemPosition::ptAbsolute);
        }
        auto* text = new QCPItemText(&plot_);
        text->setText(typeset(mark.label()));
        text->setColor(drawing_.theme.text);
        auto behind = drawing_.theme.background;
        behind.setAlpha(210);
        text->setBrush(behind);
        text->setFont(text_font(TextSize::note));
        text->setPadding(QMargins(4, 1, 4, 1));
        text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->setClipToAxisRect(vertical);
        if (vertical) {
            text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            text->position->setCoords(mark.at, 0.01);
        } else {
            text->position->setType(QCPItemPosition::ptAbsolute);
            line_names_.push_back({text, leader, mark.at});
        }
    }
}

void ChartFrame::place_names() {
    set_space_above(0);
    if (line_names_.empty() || area().isEmpty()) return;
    // Space above moves the lines, so names may lose their place. Try up to three times.
    for (int space = 0, tries = 0; tries < 3; ++tries) {
        const int wanted = place_names_within(space);
        if (wanted <= space) return;
        if (area().height() - (wanted - space) < least_below_names) break;
        space = wanted;
        set_space_above(space);
    }
    // Names without room are only in tooltip and caption.
    set_space_above(0);
    place_names_within(0);
}

/// Returns the space that all names need above the plot. Hides names without space.
int ChartFrame::place_names_within(int space) {
    using Kind = present::Series::Kind;
    const QRectF area = this->area();
    Ink ink(this->area());
    for (size_t i = 0; i < drawing_.plots.size(); ++i)  // names may cover bars and spans
        if (const auto kind = drawing_.data().series[i].kind;
            kind == Kind::points || kind == Kind::line || kind == Kind::steps)
            ink.add(*drawing_.plots[i]);
    std::vector<QRectF> taken;
    double right_above = area.right();  // right end of the next name above the plot
    int lowest = 0, highest = 0;        // from the plot to the name's row; height of all rows
    for (const auto& name : line_names_) {
        const double line = value().coordToPixel(name.at);
        name.text->setVisible(false);
        name.leader->setVisible(false);
        if (line < area.top() - 1 || line > area.bottom() + 1) continue;  // the line is out of sight
        const QSizeF size = QSizeF(QFontMetrics(name.text->font()).size(0, name.text->text())) + QSizeF(8, 2);
        QRectF best;
        for (double right = area.right() - 2; right - size.width() >= area.left() && best.isNull();
             right -= 12)
            for (const double top : {line - size.height() - beside_line, line + beside_line}) {
                const QRectF place(QPointF(right - size.width(), top), size);
                if (best.isNull() && top >= area.top() && place.bottom() <= area.bottom() &&
                    ink.is_free(place) &&
                    std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
                    best = place;
            }
        if (best.isNull()) {
            const int height = int(std::ceil(size.height()));
            if (highest > lowest && right_above - size.width() < area.left())
                right_above = area.right(), lowest = highest;
            highest = std::max(highest, lowest + height + 1);
            best = QRectF(std::max(2.0, right_above - size.width()), area.top() - lowest - 1 - height,
                          size.width(), height);
            right_above = best.left() - 8;
            if (highest > space) continue;
            // Prefers a place where the leader crosses no strokes.
            double down = best.right() - 8;
            const double height_of_leader = std::max(1.0, line - area.top() - 3);
            for (double x = down; x > best.left() + 4; x -= 3)
                if (x < area.right() && ink.is_free(QRectF(x, area.top(), 1, height_of_leader))) {
                    down = x;
                    break;
                }
            name.leader->start->setCoords(down, line);
            name.leader->end->setCoords(down, best.bottom());
            name.leader->setVisible(true);
        }
        taken.push_back(best);
        name.text->setVisible(true);
        name.text->position->setCoords(best.topLeft());
    }
    return highest;
}
}
