#include "gui/views/chart/chart_view.hpp"

#include <ranges>

namespace sortscope::gui {
namespace {
using Kind = present::Series::Kind;
using present::Scale;

constexpr size_t most_bands = 400;     // more would be a grey haze
constexpr int lowest_for_lines = 260;  // least chart height for a caption of several lines
constexpr double most_for_caption = 0.16;
constexpr int steps_a_lane = 20;  // of the scroll bar
constexpr double reach_px = 14;   // from the mouse to a mark

QCPItemRect* add_stripe(QCustomPlot& plot, bool across, double from, double to, const QColor& colour) {
    auto* stripe = new QCPItemRect(&plot);
    stripe->setLayer(u"bands"_s);
    for (auto* corner : {stripe->topLeft, stripe->bottomRight}) {
        corner->setTypeX(across ? QCPItemPosition::ptAxisRectRatio : QCPItemPosition::ptPlotCoords);
        corner->setTypeY(across ? QCPItemPosition::ptPlotCoords : QCPItemPosition::ptAxisRectRatio);
    }
    stripe->topLeft->setCoords(across ? QPointF(0, from) : QPointF(from, 0));
    stripe->bottomRight->setCoords(across ? QPointF(1, to) : QPointF(to, 1));
    stripe->setPen(Qt::NoPen);
    stripe->setBrush(colour);
    return stripe;
}
}  // namespace

ChartView::ChartView()
    : pages_(new QStackedLayout(this)),
      message_(new QLabel),
      offer_(new QPushButton),
      caption_(new QLabel),
      plot_(new QCustomPlot),
      minimap_(new Minimap),
      ring_(new QFrame(plot_)),
      lanes_(new QScrollBar(Qt::Vertical, plot_)),
      frame_(*plot_, drawing_),
      zoom_(frame_, drawing_, *minimap_),
      output_(*plot_, drawing_),
      readout_(new ChartReadout(frame_, drawing_)) {
    caption_->setObjectName(u"chart_caption"_s);
    make_text(*caption_, {10, 6, 10, 2});
    caption_->setMinimumWidth(1);
    caption_->hide();
    message_->setObjectName(u"chart_message"_s);
    make_text(*message_);
    message_->setAlignment(Qt::AlignCenter);
    message_->setMargin(24);
    connect(offer_, &QPushButton::clicked, this, &ChartView::offer_taken);
    auto* empty = new QWidget;
    auto* column = new QVBoxLayout(empty);
    column->addStretch(1);
    column->addWidget(message_);
    column->addWidget(offer_, 0, Qt::AlignHCenter);
    column->addStretch(1);
    for (auto* ground : {empty, static_cast<QWidget*>(caption_)}) {
        ground->setAutoFillBackground(true);
        ground->setBackgroundRole(QPalette::Base);
    }
    pages_->addWidget(empty);
    pages_->addWidget(column_of({caption_, plot_, minimap_}, 1));
    build_plot();
    refresh_theme();
    show_message(tr("Choose a case on the left."));
}

void ChartView::build_plot() {
    plot_->setObjectName(u"chart_plot"_s);
    plot_->setAccessibleName(tr("Chart"));
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setMinimumHeight(150);
    plot_->setLocale(QLocale(QLocale::English));
    plot_->setMouseTracking(true);
    plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot_->setNoAntialiasingOnDrag(true);
    on_context_menu(*plot_, [this](QMenu& menu, const QPoint&) { fill_menu(menu); });
    plot_->installEventFilter(this);
    plot_->addLayer(u"bands"_s, plot_->layer(u"grid"_s), QCustomPlot::limBelow);
    connect(&zoom_, &ChartZoom::range_changed, this, &ChartView::range_changed);
    connect(plot_, &QCustomPlot::beforeReplot, this, [this] { drawing_.drawn = 0; });
    connect(plot_, &QCustomPlot::afterLayout, this, [this] {
        frame_.place_names();
        zoom_.fit();
    });
    connect(plot_, &QCustomPlot::afterReplot, this, [this] {
        update_caption();
        update_scroll_bar();
    });
    lanes_->setObjectName(u"lane_scroll_bar"_s);
    lanes_->setAccessibleName(tr("Lanes"));
    lanes_->hide();
    connect(lanes_, &QScrollBar::valueChanged, this, [this](int value) {
        const double from = zoom_.full_values().lower + double(value) / steps_a_lane;
        frame_.value().setRange(from, from + frame_.value().range().size());
        redraw();
    });
    connect(plot_, &QCustomPlot::legendClick, this,
            [this](QCPLegend*, QCPAbstractLegendItem* item, QMouseEvent* event) {
                if (const auto at = frame_.series_of(item))
                    event->modifiers().testFlag(Qt::ControlModifier) ? show_only(*at)
                                                                     : set_hidden(*at, !is_hidden(*at));
            });
    connect(plot_, &QCustomPlot::legendDoubleClick, this, [this](QCPLegend*, QCPAbstractLegendItem* item) {
        if (const auto at = frame_.series_of(item)) show_only(*at);
    });
    ring_->setObjectName(u"focus_ring"_s);
    ring_->setFrameStyle(int(QFrame::Box) | int(QFrame::Plain));
    ring_->setLineWidth(2);
    ring_->setForegroundRole(QPalette::Highlight);
    ring_->setAttribute(Qt::WA_TransparentForMouseEvents);
    ring_->hide();
}

void ChartView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    refresh_theme();
    if (!chart().empty()) rebuild(true);
}

void ChartView::show_message(const QString& sentence, const QString& offer) {
    message_->setText(sentence);
    message_->setAccessibleName(sentence);
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    readout_->put_away();
    pages_->setCurrentIndex(0);
}

QString ChartView::message() const { return pages_->currentIndex() == 0 ? message_->text() : QString(); }

void ChartView::set_chart(BarChartPtr chart, bool keep_range) {
    if (!keep_range) current_row_ = -1;
    std::set<std::string> hidden;  // names of series that stay hidden
    for (size_t i = 0; i < this->chart().series.size(); ++i)
        if (is_hidden(i)) hidden.insert(this->chart().series[i].name);
    drawing_.chart = chart ? std::move(chart) : std::make_shared<BarChart>();
    drawing_.hidden.clear();
    for (const auto& series : this->chart().series) drawing_.hidden.push_back(hidden.contains(series.name));
    if (!has(drawing_.hidden, false)) drawing_.hidden.clear();
    drawing_.highlighted.reset();
    drawing_.stage_rows.clear();
    drawing_.cell.reset();
    drawing_.has_rows = this->chart().heat || drawing_.has_slots() || drawing_.last_row() > 0;
    rebuild(keep_range);
}

void ChartView::rebuild(bool keep_range) {
    const QSignalBlocker quiet(zoom_);
    const auto kept = keep_range && is_zoomed() ? std::optional(zoom_.ranges()) : std::nullopt;
    drawing_.marks.clear();
    plot_->clearPlottables();
    plot_->clearItems();
    drawing_.plots.clear();
    heat_ = nullptr;
    readout_->put_away();
    frame_.clear();
    if (chart().empty() || (drawing_.has_bar_slots() && chart().x.ticks.empty())) {
        set_caption({});
        return show_message(chart().empty_text.empty() ? tr("Choose a case on the left.")
                                                       : typeset(chart().empty_text));
    }
    pages_->setCurrentIndex(1);
    plot_->setAccessibleName(chart().title.empty() ? tr("Chart") : typeset(chart().title));
    frame_.set_up();
    if (chart().bands.size() <= most_bands)
        for (const auto& band : chart().bands)
            add_stripe(*plot_, chart().sideways != band.of_y, band.from, band.to, drawing_.theme.band);
    for (size_t i = 0; i < chart().series.size(); ++i) {
        auto* plot = new SeriesPlot(frame_.key(), frame_.value(), drawing_, i);
        drawing_.plots.push_back(plot);
        const auto& series = chart().series[i];
        // The legend can hide kernels even if a metric colours their spans.
        const bool spans = series.kind == Kind::spans && !series.name.empty();
        if (!spans && !chart().is_named(series)) plot->removeFromLegend();
    }
    if (chart().heat) heat_ = new HeatPlot(frame_.key(), frame_.value(), drawing_);
    frame_.draw_lines();
    zoom_.set_full(kept);
    frame_.arrange();
    update_highlight();
}

void ChartView::set_current_row(int row) {
    current_row_ = row >= 0 && row <= drawing_.last_row() && !chart().empty() ? row : -1;
    update_highlight();
    if (current_row_ >= 0 && !chart().heat) zoom_.bring_row_into_view(size_t(current_row_));
}

void ChartView::set_current_cell(std::optional<std::pair<size_t, size_t>> column_and_row) {
    std::optional<size_t> cell;
    if (column_and_row && chart().heat)
        cell = column_and_row->second * chart().x.ticks.size() + column_and_row->first;
    if (std::exchange(drawing_.cell, cell) != cell) redraw();
}

std::optional<std::pair<double, double>> ChartView::stripe() const {
    if (!highlight_) return std::nullopt;
    const auto from = highlight_->topLeft->coords(), to = highlight_->bottomRight->coords();
    return chart().sideways ? std::pair(from.y(), to.y()) : std::pair(from.x(), to.x());
}

QString ChartView::readout() const { return readout_->isHidden() ? QString() : readout_->text(); }

void ChartView::update_highlight() {
    drawing_.row = current_row_ >= 0 ? std::optional(size_t(current_row_)) : std::nullopt;
    if (highlight_) plot_->removeItem(highlight_);
    if (drawing_.row && !chart().heat && drawing_.has_slots()) {
        const double at = current_row_;
        const auto place =
            drawing_.has_row_slots() ? present::Extent{at, at} : drawing_.places_of_row(*drawing_.row);
        if (!place.empty())
            highlight_ = add_stripe(*plot_, chart().sideways, place.least - 0.5, place.largest + 0.5,
                                    drawing_.theme.highlight);
    }
    redraw();
}

void ChartView::set_hidden(size_t series, bool hidden) {
    if (series >= drawing_.plots.size()) return;  // a message has no series
    drawing_.hidden.resize(drawing_.plots.size());
    drawing_.hidden[series] = hidden;
    frame_.show_hidden(series);
    redraw();
}

/// Cuts a too high caption to one line; its tooltip is whole.
void ChartView::set_caption(const QString& text) {
    said_ = text;
    const int room = std::max(60, width() - 24);
    const auto metrics = caption_->fontMetrics();
    const auto lines = metrics.boundingRect(QRect(0, 0, room, 1000), Qt::TextWordWrap, text).height();
    const bool low = height() < lowest_for_lines || lines > most_for_caption * height();
    const QString shown = low ? elided(text, metrics, room) : text;
    if (caption_->text() == shown && caption_->isHidden() == text.isEmpty()) return;
    caption_->setWordWrap(!low);
    caption_->setText(shown);
    caption_->setToolTip(shown == text ? QString() : text);
    caption_->setAccessibleName(text);
    caption_->setVisible(!text.isEmpty());
    // Update later: a layout that resizes the plot now uses the caption's old height.
    QMetaObject::invokeMethod(caption_, &QWidget::updateGeometry, Qt::QueuedConnection);
}

void ChartView::update_caption() {
    QStringList words;
    for (const auto* text : {&chart().conditions, &chart().note}) {
        auto said = typeset_if_any(*text);
        if (!said_beside_.isEmpty()) said = said.remove(said_beside_).trimmed();
        if (!said.isEmpty()) words << said;
    }
    if (drawing_.has_bar_slots() && !drawing_.plots.empty()) {
        const auto [first, last] = drawing_.bars_in(frame_.key().range());
        const auto count = [](size_t bars) { return to_qstring(format_grouped(int64_t(bars))); };
        if (drawing_.drawn > 0 && drawing_.drawn < last - first)
            words << tr("%1 of %2 bars are drawn: the longest at each place. Zoom in to see all.")
                         .arg(count(drawing_.drawn), count(last - first));
    }
    set_caption(words.join(u" \u2013 "_s));
}

void ChartView::update_scroll_bar() {
    const auto full = zoom_.full_values(), shown = frame_.value().range();
    const int most = drawing_.has_lanes() ? int(std::lround((full.size() - shown.size()) * steps_a_lane)) : 0;
    lanes_->setVisible(most > 0);
    if (most <= 0) return;
    const QSignalBlocker quiet(lanes_);
    const auto area = frame_.area();
    lanes_->setGeometry(area.right() + 2, area.top(), lane_bar_width, area.height());
    lanes_->setRange(0, most);
    lanes_->setPageStep(int(shown.size() * steps_a_lane));
    lanes_->setSingleStep(steps_a_lane);
    lanes_->setValue(int(std::lround((shown.lower - full.lower) * steps_a_lane)));
}

void ChartView::set_said_beside(const QString& sentence) {
    if (std::exchange(said_beside_, sentence) != sentence && !chart().empty()) update_caption();
}

std::optional<ChartView::Hit> ChartView::hit(const QPointF& position) const {
    if (!has_chart() || !frame_.area().contains(position.toPoint())) return std::nullopt;
    if (heat_ != nullptr)
        if (const auto cell = heat_->hit(position)) return Hit{drawing_.plots.size(), *cell};
    std::optional<Hit> found;
    double nearest = reach_px;
    for (const auto& mark : drawing_.marks | std::views::reverse) {
        if (drawing_.has_lanes() && chart().series[mark.series].kind != Kind::spans)
            continue;  // the readout shows series in lanes
        if (const double away = drawing_.distance(mark, position); away < nearest)
            nearest = away, found = Hit{mark.series, mark.point};
    }
    return found;
}

int ChartView::row_at(const QPoint& position) const {
    if (!has_chart() || !frame_.area().contains(position)) return -1;
    if (drawing_.has_bar_slots()) {  // the whole slot counts as the bar
        const auto row =
            std::lround(frame_.key().pixelToCoord(chart().sideways ? position.y() : position.x()));
        return row >= 0 && row <= drawing_.last_row() ? int(row) : -1;
    }
    const auto found = hit(position);
    if (!found) return -1;
    return int(found->series == drawing_.plots.size()
                   ? found->point / chart().x.ticks.size()
                   : chart().series[found->series].points[found->point].row);
}

void ChartView::choose(const Hit& at) {
    if (at.series == drawing_.plots.size()) {
        const auto columns = chart().x.ticks.size();
        return emit cell_selected(int(at.point % columns), int(at.point / columns));
    }
    const auto& point = chart().series[at.series].points[at.point];
    if (point.case_id != CaseId{})
        emit case_selected(qlonglong(point.case_id));
    else if (chart().series[at.series].kind != Kind::bars || !drawing_.has_slots())
        move_row(int(point.row));
}

void ChartView::hover(const QPointF& position, const QPoint& global) {
    const auto at = hit(position);
    plot_->setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const bool read =
        drawing_.has_lines() && !drawing_.has_slots() && frame_.area().contains(position.toPoint());
    if (const auto hint = at ? chart().hint(at->series, at->point) : std::string(); !hint.empty()) {
        readout_->show_if(read && drawing_.has_lanes(), position);
        return QToolTip::showText(global, typeset(hint), plot_);
    }
    QToolTip::hideText();
    const auto named = frame_.series_at(position.toPoint());
    if (std::exchange(drawing_.highlighted, named) != named) redraw();
    if (named)
        QToolTip::showText(
            global,
            typeset(chart().series[*named].name) + tr("\nClick: hide or show. Ctrl+click: show only this."),
            plot_);
    readout_->show_if(read, position);
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::Resize) {
        // QCustomPlot prints a warning about an empty plot.
        if (static_cast<QResizeEvent*>(event)->size().isEmpty()) return true;
        ring_->setGeometry(plot_->rect());
        QMetaObject::invokeMethod(
            this,
            [this] {
                frame_.arrange();
                set_caption(said_);
                redraw();
            },
            Qt::QueuedConnection);
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        ring_->raise();
        ring_->setVisible(event->type() == QEvent::FocusIn);
    }
    if (!has_chart()) return QWidget::eventFilter(watched, event);
    switch (event->type()) {
        case QEvent::MouseMove: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->buttons() == Qt::NoButton) hover(mouse->position(), mouse->globalPosition().toPoint());
            break;
        }
        case QEvent::Leave:
            readout_->put_away();
            break;
        case QEvent::MouseButtonPress: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->button() != Qt::LeftButton) break;
            if (const int row = row_at(mouse->position().toPoint());
                row >= 0 && drawing_.has_row_slots() && !chart().heat)
                move_row(row);
            if (const auto at = hit(mouse->position())) choose(*at);
            break;
        }
        case QEvent::MouseButtonDblClick: {
            const auto position = static_cast<QMouseEvent*>(event)->position().toPoint();
            if (plot_->legend->outerRect().contains(position)) break;
            if (hit(position) && row_at(position) >= 0)
                emit row_activated(row_at(position));
            else
                zoom_.reset();
            break;
        }
        case QEvent::Wheel:
            if (zoom_.wheel(*static_cast<QWheelEvent*>(event))) return true;
            break;
        case QEvent::KeyPress:
            if (press_key(*static_cast<QKeyEvent*>(event))) return true;
            break;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

bool ChartView::press_key(const QKeyEvent& event) {
    const bool at_row = current_row_ >= 0 && drawing_.has_row_slots();
    const double centre = at_row ? current_row_ : frame_.key().range().center();
    const auto is = [&](auto... keys) { return ((event.key() == keys) || ...); };
    const bool back = is(Qt::Key_Left, Qt::Key_Up), minus = is(Qt::Key_Minus);
    if (back || is(Qt::Key_Right, Qt::Key_Down)) {
        if (event.modifiers().testFlag(Qt::ControlModifier))
            zoom_.change(1, centre, back ? -0.2 : 0.2);
        else
            move_row(std::clamp(current_row_ + (back ? -1 : 1), 0, drawing_.last_row()));
    } else if (is(Qt::Key_Home, Qt::Key_End)) {
        move_row(is(Qt::Key_Home) ? 0 : drawing_.last_row());
    } else if (minus || is(Qt::Key_Plus, Qt::Key_Equal)) {
        zoom_.change(minus ? 1.5 : 1 / 1.5, centre, 0);
    } else if (is(Qt::Key_0)) {
        zoom_.reset();
    } else if (is(Qt::Key_Return, Qt::Key_Enter)) {
        if (current_row_ >= 0) emit row_activated(current_row_);
    } else {
        return false;
    }
    return true;
}

void ChartView::fill_menu(QMenu& menu) {
    menu.addAction(tr("Show &all"), &zoom_, &ChartZoom::reset);
    menu.addAction(tr("&Copy picture"), this, [this] { output_.copy_picture(); });
    menu.addAction(tr("Copy &values"), this, [this] { copy_text(output_.as_csv()); });
    if (drawing_.plots.size() < 2) return;
    auto* curves = menu.addMenu(tr("&Series"));
    curves->addAction(tr("Show all"), this, &ChartView::show_all);
    curves->addSeparator();
    for (size_t i = 0; i < drawing_.plots.size(); ++i) {
        auto* action = curves->addAction(action_text(shortened_name(typeset(chart().series[i].name), 70)));
        action->setCheckable(true);
        action->setChecked(!is_hidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) { set_hidden(i, !shown); });
    }
}

namespace {
QString position_text(const present::Axis& axis, double x) {
    if (axis.scale == Scale::log2) {
        const auto whole = std::llround(x);
        if (std::abs(x - double(whole)) < 1e-9 && axis.powers) return typeset("2^" + std::to_string(whole));
        return to_qstring(format_grouped(std::llround(std::exp2(x))));
    }
    return to_qstring(format_significant(x)) + (axis.unit.empty() ? QString() : u' ' + typeset(axis.unit));
}
}  // namespace

ChartReadout::ChartReadout(const ChartFrame& frame, const ChartDrawing& drawing)
    : QLabel(&frame.plot()), frame_(frame), drawing_(drawing) {
    setObjectName(u"chart_readout"_s);
    setTextFormat(Qt::RichText);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setFrameShape(QFrame::StyledPanel);
    setMargin(5);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void ChartReadout::show_if(bool shown, const QPointF& position) {
    if (!shown) return put_away();
    const double wanted = frame_.key().pixelToCoord(position.x());
    const auto& chart = drawing_.data();
    const bool lanes = chart.y.scale == Scale::categories;  // no value axis: hints name the values
    double best = std::numeric_limits<double>::infinity(), at = 0;
    for (size_t i = 0; i < chart.series.size(); ++i) {
        if (drawing_.is_hidden(i) || chart.series[i].kind == Kind::spans) continue;
        const auto& points = chart.series[i].points;
        const auto after = std::ranges::lower_bound(points, wanted, {}, &present::Point::x);
        if (lanes && after != points.begin() && after != points.end()) best = 0, at = std::prev(after)->x;
        for (const auto near : {after, after == points.begin() ? after : std::prev(after)})
            if (near != points.end() && near->y && std::abs(near->x - wanted) < best)
                best = std::abs(near->x - wanted), at = near->x;
    }
    if (!std::isfinite(best)) return put_away();
    std::multimap<double, QString, std::greater<>> lines;  // ordered by value
    for (size_t i = 0; i < chart.series.size(); ++i) {
        const auto& series = chart.series[i];
        const auto found = std::ranges::lower_bound(series.points, at - 1e-9, {}, &present::Point::x);
        if (drawing_.is_hidden(i) || series.kind == Kind::spans || found == series.points.end() || !found->y)
            continue;
        const bool holds = series.kind == Kind::steps || series.points.size() == 1 ||
                           std::abs(found->x - at) < 1e-6 * std::max(1.0, std::abs(at));
        if (holds)
            lines.emplace(
                lanes ? -double(i) : *found->y,
                u"<tr><td><span style=\"color:%1\">\u25a0</span>&nbsp;%2</td><td "
                "align=\"right\">&nbsp;&nbsp;%3</td></tr>"_s.arg(
                    drawing_.colour(i).name(), shortened_name(typeset(series.name), 44).toHtmlEscaped(),
                    lanes ? typeset(found->hint).toHtmlEscaped()
                          : to_qstring(format_significant(*found->y))));
    }
    constexpr size_t most_lines = 14;
    QString text = u"<b>%1</b><table cellspacing=\"0\">"_s.arg(position_text(chart.x, at).toHtmlEscaped());
    for (const auto& [value, line] : lines | std::views::take(most_lines)) text += line;
    setText(text + u"</table>"_s + typeset_if_any(chart.y.unit).toHtmlEscaped());
    adjustSize();
    const auto area = frame_.area();
    const int x = position.x() > area.center().x() ? area.left() + 10 : area.right() - width() - 10;
    move(x, area.top() + 8);
    show();
    if (!crosshair_) {
        crosshair_ = new QCPItemStraightLine(&frame_.plot());
        crosshair_->setPen(QPen(drawing_.theme.faint_text, 1, Qt::DotLine));
    } else if (crosshair_->point1->coords().x() == at) {
        return;
    }
    crosshair_->point1->setCoords(at, 1);
    crosshair_->point2->setCoords(at, 2);
    frame_.redraw();
}

void ChartReadout::put_away() {
    hide();
    if (!crosshair_) return;
    frame_.plot().removeItem(crosshair_);
    frame_.redraw();
}
}
