#include "gui/views/chart_view.hpp"

#include <qcustomplot.h>

#include <algorithm>

#include <QEvent>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace sortscope::gui {

QString shortened_name(const QString& text, int length) {
    if (text.size() <= length || length < 5) return text;
    const qsizetype tail = (length - 1) / 3;
    return text.left(length - 1 - tail) + u'\u2026' + text.right(tail);
}

ChartView::ChartView(QWidget* parent) : QWidget(parent), pages_(new QStackedLayout(this)) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    caption_ = new QLabel;
    caption_->setObjectName(QStringLiteral("chart_caption"));
    caption_->setContentsMargins(10, 6, 10, 2);
    caption_->setWordWrap(true);
    caption_->setTextFormat(Qt::PlainText);
    caption_->setAutoFillBackground(true);
    caption_->setBackgroundRole(QPalette::Base);
    caption_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    caption_->hide();
    plot_ = new QCustomPlot;
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setMinimumHeight(140);
    plot_->setLocale(QLocale(QLocale::English));
    plot_->installEventFilter(this);
    column->addWidget(caption_);
    column->addWidget(plot_, 1);

    message_ = new QLabel;
    message_->setObjectName(QStringLiteral("chart_message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setMargin(40);
    message_->setAutoFillBackground(true);
    message_->setBackgroundRole(QPalette::Base);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    pages_->addWidget(message_);
    pages_->addWidget(page);

    // The legend has a row of its own above the plot, left-aligned: it never hides a bar.
    auto* above = new QCPLayoutGrid;
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, above);
    above->addElement(0, 0, plot_->legend);
    above->addElement(0, 1, new QCPLayoutElement);
    above->setColumnStretchFactor(0, 0.001);
    above->setMargins(QMargins(8, 6, 8, 0));
    plot_->plotLayout()->setRowStretchFactor(0, 0.001);
    plot_->plotLayout()->setRowSpacing(0);
    plot_->legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot_->legend->setColumnSpacing(16);
    plot_->legend->setIconSize(14, 12);
    plot_->legend->setVisible(true);
    plot_->axisRect()->setMinimumMargins(QMargins(10, 6, 16, 6));
    refresh_theme();
}

QString ChartView::message() const {
    return pages_->currentWidget() == message_ ? message_->text() : QString();
}

void ChartView::show_message(const QString& sentence) {
    message_->setText(sentence);
    pages_->setCurrentIndex(0);
}

void ChartView::show_plot() { pages_->setCurrentIndex(1); }

void ChartView::set_caption(const QString& text) {
    if (caption_->text() == text && caption_->isHidden() == text.isEmpty()) return;
    caption_->setText(text);
    caption_->setVisible(!text.isEmpty());
}

QFont ChartView::chart_font() const { return font(); }

bool ChartView::export_to(const QString& path) {
    if (!has_chart()) return false;
    if (path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)) return plot_->savePdf(path);
    if (!path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) return false;
    return plot_->savePng(path, plot_->width(), plot_->height(), 2.0);
}

void ChartView::arrange_legend() {
    auto* legend = plot_->legend;
    int widest = 1;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (auto* item = legend->item(i)) {
            item->setMargins(QMargins(0, 1, 0, 3));  // underscores of kernel names hang below the line
            widest = std::max(widest, item->minimumOuterSizeHint().width());
        }
    const int columns = std::max(1, (plot_->width() - 40) / (widest + legend->columnSpacing()));
    if (legend->wrap() != columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    fit_label();
}

void ChartView::fit_label() {
    // What is left for the y axis beside its title: without legend, x axis and margins.
    const int room = plot_->height() - plot_->legend->minimumOuterSizeHint().height() - 70;
    auto* axis = plot_->yAxis;
    QString label = axis->label();
    label.replace(QStringLiteral("\n("), QStringLiteral(" ("));
    if (QFontMetrics(axis->labelFont()).horizontalAdvance(label) > room) label.replace(QStringLiteral(" ("), QStringLiteral("\n("));
    if (label != axis->label()) axis->setLabel(label);
}

void ChartView::refresh_theme() {
    theme_ = chart_theme(palette());
    apply_theme(*plot_, theme_, chart_font());
}

void ChartView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    refresh_theme();
    rebuild();
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && event->type() == QEvent::Resize) arrange_legend();
    return QWidget::eventFilter(watched, event);
}

}  // namespace sortscope::gui
