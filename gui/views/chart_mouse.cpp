// What mouse and keys do in a chart.
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QToolTip>
#include <QWheelEvent>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"

namespace sortscope::gui {
namespace {

using Kind = present::Series::Kind;

QString position_text(const present::Axis& axis, double x) {
    if (axis.scale == present::Scale::log2) {
        const auto whole = std::llround(x);
        if (std::abs(x - static_cast<double>(whole)) < 1e-9 && axis.powers)
            return typeset("2^" + std::to_string(whole));
        return to_qstring(format_grouped(std::llround(std::exp2(x))));
    }
    return to_qstring(format_significant(x)) + (axis.unit.empty() ? QString() : u' ' + typeset(axis.unit));
}

}  // namespace

bool ChartView::has_lines() const {
    return std::ranges::any_of(chart().series, [](const auto& series) {
        return series.kind == Kind::line || series.kind == Kind::steps;
    });
}

std::optional<ChartView::Hit> ChartView::hit(const QPointF& position) const {
    if (!has_chart() || !plot_->axisRect()->rect().contains(position.toPoint())) return std::nullopt;
    // What is drawn last lies on top.
    for (std::size_t i = series_.size(); i-- > 0;)
        if (const auto point = series_[i]->hit(position)) return Hit{i, *point};
    if (heat_ != nullptr)
        if (const auto cell = heat_->hit(position)) return Hit{std::nullopt, *cell};
    return std::nullopt;
}

int ChartView::row_at(const QPoint& position) const {
    if (!has_chart() || !plot_->axisRect()->rect().contains(position)) return -1;
    const bool bars = !series_.empty() && chart().series.front().kind == Kind::bars &&
                      chart().x.scale == present::Scale::categories;
    if (bars) {  // the whole place of a bar is the bar's
        const auto row =
            std::lround(key_axis()->pixelToCoord(chart().sideways ? position.y() : position.x()));
        return row >= 0 && row <= last_row() ? static_cast<int>(row) : -1;
    }
    const auto found = hit(position);
    if (!found) return -1;
    if (!found->series)
        return static_cast<int>(found->point / std::max<std::size_t>(1, chart().x.ticks.size()));
    return static_cast<int>(chart().series[*found->series].points[found->point].row);
}

void ChartView::choose(const Hit& at) {
    if (!at.series) {
        const auto columns = std::max<std::size_t>(1, chart().x.ticks.size());
        emit cell_selected(static_cast<int>(at.point % columns), static_cast<int>(at.point / columns));
        return;
    }
    const auto& point = chart().series[*at.series].points[at.point];
    if (point.case_id != CaseId{})
        emit case_selected(static_cast<qlonglong>(point.case_id));
    else if (chart().series[*at.series].kind != Kind::bars || chart().x.scale != present::Scale::categories) {
        set_current_row(static_cast<int>(point.row));
        emit row_selected(static_cast<int>(point.row));
    }
}

void ChartView::move_row(int row) {
    set_current_row(std::clamp(row, 0, last_row()));
    emit row_selected(current_row_);
}

void ChartView::hover(const QPointF& position, const QPoint& global) {
    const auto at = hit(position);
    plot_->setCursor(at ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (at && chart().tooltip) {
        hide_readout();
        QToolTip::showText(
            global, typeset(chart().tooltip(at->series.value_or(chart().series.size()), at->point)), plot_);
        return;
    }
    QToolTip::hideText();
    // Over a name of the legend its series stands out.
    std::optional<std::size_t> named;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot_->legend->item(i));
            item != nullptr && item->outerRect().contains(position.toPoint()))
            for (std::size_t s = 0; s < series_.size(); ++s)
                if (series_[s] == item->plottable()) named = s;
    if (named != drawing_->highlighted) {
        drawing_->highlighted = named;
        plot_->replot(QCustomPlot::rpQueuedReplot);
    }
    if (named)
        QToolTip::showText(global,
                           typeset(chart().series[*named].name) +
                               tr("\nClick hides or shows it, Ctrl+click shows it alone."),
                           plot_);
    if (has_lines() && chart().x.scale != present::Scale::categories &&
        plot_->axisRect()->rect().contains(position.toPoint()))
        show_readout(position);
    else
        hide_readout();
}

void ChartView::show_readout(const QPointF& position) {
    // The nearest place at which any curve has a point, and every curve's value there.
    const double wanted = key_axis()->pixelToCoord(position.x());
    double best = std::numeric_limits<double>::infinity(), at = 0;
    for (std::size_t i = 0; i < series_.size(); ++i) {
        if (is_hidden(i)) continue;
        const auto& points = chart().series[i].points;
        const auto after = std::ranges::lower_bound(points, wanted, {}, &present::Point::x);
        for (const auto near : {after, after == points.begin() ? after : std::prev(after)})
            if (near != points.end() && near->y && std::abs(near->x - wanted) < best)
                best = std::abs(near->x - wanted), at = near->x;
    }
    if (!std::isfinite(best)) return hide_readout();
    struct Reading {
        double value;
        QString line;
    };
    std::vector<Reading> readings;
    for (std::size_t i = 0; i < series_.size(); ++i) {
        if (is_hidden(i)) continue;
        const auto& series = chart().series[i];
        const auto found = std::ranges::lower_bound(series.points, at - 1e-9, {}, &present::Point::x);
        if (found == series.points.end() || !found->y) continue;
        const bool holds = series.kind == Kind::steps || series.points.size() == 1 ||
                           std::abs(found->x - at) < 1e-6 * std::max(1.0, std::abs(at));
        if (!holds) continue;
        readings.push_back(
            {*found->y,
             QStringLiteral("<tr><td><span style=\"color:%1\">\u25a0</span>&nbsp;%2</td><td "
                            "align=\"right\">&nbsp;&nbsp;%3</td></tr>")
                 .arg(drawing_->colour(i).name(), shortened_name(typeset(series.name), 44).toHtmlEscaped(),
                      to_qstring(format_significant(*found->y)))});
    }
    std::ranges::stable_sort(readings, std::ranges::greater{}, &Reading::value);
    QString text = QStringLiteral("<b>%1</b><table cellspacing=\"0\">")
                       .arg(position_text(chart().x, at).toHtmlEscaped());
    constexpr std::size_t most_lines = 14;
    for (std::size_t i = 0; i < std::min(readings.size(), most_lines); ++i) text += readings[i].line;
    text += QStringLiteral("</table>") +
            (chart().y.unit.empty() ? QString() : typeset(chart().y.unit).toHtmlEscaped());
    readout_->setText(text);
    readout_->adjustSize();
    // On the side away from the mouse.
    const auto area = plot_->axisRect()->rect();
    const int x = position.x() > area.center().x() ? area.left() + 10 : area.right() - readout_->width() - 10;
    readout_->move(x, area.top() + 8);
    readout_->show();
    if (crosshair_ == nullptr) {
        crosshair_ = new QCPItemStraightLine(plot_);
        crosshair_->setSelectable(false);
        crosshair_->setPen(QPen(theme_.faint_text, 1, Qt::DotLine));
    }
    if (crosshair_->visible() && crosshair_->point1->coords().x() == at) return;
    crosshair_->setVisible(true);
    crosshair_->point1->setCoords(at, 1);
    crosshair_->point2->setCoords(at, 2);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::hide_readout() {
    readout_->hide();
    if (crosshair_ == nullptr || !crosshair_->visible()) return;
    crosshair_->setVisible(false);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return QWidget::eventFilter(watched, event);
    // A plot without room has nothing to draw on, of which the library would warn.
    if (event->type() == QEvent::Resize && static_cast<QResizeEvent*>(event)->size().isEmpty()) return true;
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(
            this,
            [this] {
                arrange_legend();
                set_caption(said_);
                plot_->replot(QCustomPlot::rpQueuedReplot);
            },
            Qt::QueuedConnection);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        // Where the keys go is seen.
        ring_->setGeometry(plot_->rect());
        ring_->raise();
        ring_->setVisible(event->type() == QEvent::FocusIn);
    }
    if (event->type() == QEvent::Resize) ring_->setGeometry(plot_->rect());
    if (!has_chart()) return QWidget::eventFilter(watched, event);
    switch (event->type()) {
        case QEvent::MouseMove: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->buttons() == Qt::NoButton) hover(mouse->position(), mouse->globalPosition().toPoint());
            break;
        }
        case QEvent::Leave:
            hide_readout();
            break;
        case QEvent::MouseButtonPress: {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->button() != Qt::LeftButton) break;
            if (const int row = row_at(mouse->position().toPoint());
                row >= 0 && chart().x.scale == present::Scale::categories && !chart().heat) {
                set_current_row(row);
                emit row_selected(row);
            }
            if (const auto at = hit(mouse->position())) choose(*at);
            break;
        }
        case QEvent::MouseButtonDblClick: {
            const auto position = static_cast<QMouseEvent*>(event)->position().toPoint();
            if (plot_->legend->outerRect().contains(position)) break;
            if (hit(position) && row_at(position) >= 0)
                emit row_activated(row_at(position));
            else
                reset_zoom();
            break;
        }
        case QEvent::Wheel: {
            const auto* wheel = static_cast<QWheelEvent*>(event);
            // Ctrl zooms the values, Shift pans.
            const bool values = wheel->modifiers().testFlag(Qt::ControlModifier);
            auto* rect = plot_->axisRect();
            if (!heat_) rect->setRangeZoom(values ? value_axis()->orientation() : key_axis()->orientation());
            if (!wheel->modifiers().testFlag(Qt::ShiftModifier)) break;
            const double steps = (wheel->angleDelta().y() + wheel->angleDelta().x()) / 120.0;
            key_axis()->moveRange(-steps * key_axis()->range().size() * 0.15);
            plot_->replot(QCustomPlot::rpQueuedReplot);
            return true;
        }
        case QEvent::KeyPress: {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool control = key->modifiers().testFlag(Qt::ControlModifier);
            const auto zoom = [&](double factor) {
                const auto range = key_axis()->range();
                const double centre = current_row_ >= 0 && chart().x.scale == present::Scale::categories
                                          ? current_row_
                                          : range.center();
                key_axis()->scaleRange(factor, centre);
                plot_->replot(QCustomPlot::rpQueuedReplot);
            };
            const auto pan = [&](double part) {
                key_axis()->moveRange(part * key_axis()->range().size());
                plot_->replot(QCustomPlot::rpQueuedReplot);
            };
            switch (key->key()) {
                case Qt::Key_Left:
                case Qt::Key_Up:
                    control ? pan(-0.2) : move_row(current_row_ - 1);
                    return true;
                case Qt::Key_Right:
                case Qt::Key_Down:
                    control ? pan(0.2) : move_row(current_row_ + 1);
                    return true;
                case Qt::Key_Home:
                    move_row(0);
                    return true;
                case Qt::Key_End:
                    move_row(last_row());
                    return true;
                case Qt::Key_Plus:
                case Qt::Key_Equal:
                    zoom(1 / 1.5);
                    return true;
                case Qt::Key_Minus:
                    zoom(1.5);
                    return true;
                case Qt::Key_0:
                    reset_zoom();
                    return true;
                case Qt::Key_Return:
                case Qt::Key_Enter:
                    if (current_row_ >= 0) emit row_activated(current_row_);
                    return true;
                default:
                    break;
            }
            break;
        }
        case QEvent::ContextMenu: {
            QMenu menu;
            fill_menu(menu);
            menu.exec(static_cast<QContextMenuEvent*>(event)->globalPos());
            return true;
        }
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void ChartView::fill_menu(QMenu& menu) {
    menu.addAction(tr("Show &all of it"), this, &ChartView::reset_zoom)->setEnabled(has_chart());
    menu.addAction(tr("&Copy picture"), this, &ChartView::copy_picture)->setEnabled(has_chart());
    menu.addAction(tr("Copy &values"), this, [this] { QApplication::clipboard()->setText(as_csv()); })
        ->setEnabled(has_chart());
    if (series_.size() < 2) return;
    auto* curves = menu.addMenu(tr("&Series"));
    curves->addAction(tr("Show all"), this, &ChartView::show_all);
    curves->addSeparator();
    for (std::size_t i = 0; i < series_.size(); ++i) {
        auto* action = curves->addAction(
            shortened_name(typeset(chart().series[i].name), 70).replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(!is_hidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool shown) { set_hidden(i, !shown); });
    }
}

}  // namespace sortscope::gui
