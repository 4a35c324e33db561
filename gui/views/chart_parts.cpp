// What the widget of a chart is made of: the plot with its legend and title, a caption above it, a sentence
// in its place.
#include <qcustomplot.h>

#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"

namespace sortscope::gui {

ChartView::ChartView(QWidget* parent)
    : QWidget(parent), pages_(new QStackedLayout(this)), drawing_(std::make_shared<ChartDrawing>()) {
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    caption_ = new QLabel;
    caption_->setObjectName(QStringLiteral("chart_caption"));
    caption_->setContentsMargins(10, 6, 10, 2);
    caption_->setWordWrap(true);
    caption_->setMinimumWidth(1);
    caption_->setTextFormat(Qt::PlainText);
    caption_->setAutoFillBackground(true);
    caption_->setBackgroundRole(QPalette::Base);
    caption_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    caption_->hide();
    plot_ = new QCustomPlot;
    column->addWidget(caption_);
    column->addWidget(plot_, 1);

    auto* empty = new QWidget;
    empty->setAutoFillBackground(true);
    empty->setBackgroundRole(QPalette::Base);
    auto* empty_column = new QVBoxLayout(empty);
    message_ = new QLabel;
    message_->setObjectName(QStringLiteral("chart_message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setTextFormat(Qt::PlainText);
    message_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_->setMargin(24);
    offer_ = new QPushButton;
    offer_->hide();
    connect(offer_, &QPushButton::clicked, this, &ChartView::offer_taken);
    empty_column->addStretch(1);
    empty_column->addWidget(message_);
    empty_column->addWidget(offer_, 0, Qt::AlignHCenter);
    empty_column->addStretch(1);
    pages_->addWidget(empty);
    pages_->addWidget(page);
    build_plot();
    refresh_theme();
    show_message(tr("Choose a case on the left."));
}

void ChartView::build_plot() {
    plot_->setObjectName(QStringLiteral("chart_plot"));
    plot_->setAccessibleName(tr("Chart"));
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setMinimumHeight(150);
    plot_->setLocale(QLocale(QLocale::English));
    plot_->setMouseTracking(true);
    plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot_->setNoAntialiasingOnDrag(true);
    plot_->setContextMenuPolicy(Qt::CustomContextMenu);
    plot_->installEventFilter(this);
    plot_->addLayer(QStringLiteral("bands"), plot_->layer(QStringLiteral("grid")), QCustomPlot::limBelow);
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
    plot_->plotLayout()->insertRow(1);
    title_ = new QCPTextElement(plot_);
    title_->setObjectName(QStringLiteral("chart_title"));
    title_->setTextFlags(Qt::AlignLeft | Qt::AlignBottom);
    title_->setMinimumSize(1, 1);
    title_->setMaximumSize(QWIDGETSIZE_MAX, 0);
    title_->setMargins(QMargins());
    plot_->plotLayout()->addElement(1, 0, title_);
    plot_->plotLayout()->setRowStretchFactor(1, 0.001);
    plot_->legend->setFillOrder(QCPLegend::foColumnsFirst);
    plot_->legend->setColumnSpacing(16);
    plot_->legend->setIconSize(14, 12);
    plot_->legend->setVisible(true);
    plot_->axisRect()->setMinimumMargins(QMargins(10, 6, 16, 6));
    connect(plot_->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) {
                if (key_axis() == plot_->xAxis) keep_in_range(range);
            });
    connect(plot_->yAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) {
                if (key_axis() == plot_->yAxis) keep_in_range(range);
            });
    connect(plot_, &QCustomPlot::beforeReplot, this, [this] { drawing_->drawn = 0; });
    connect(plot_, &QCustomPlot::afterLayout, this, &ChartView::place_names);
    connect(plot_, &QCustomPlot::afterReplot, this, &ChartView::update_caption);
    margins_ = new QCPMarginGroup(plot_);
    connect(plot_, &QCustomPlot::legendClick, this,
            [this](QCPLegend*, QCPAbstractLegendItem* item, QMouseEvent* event) {
                auto* clicked = qobject_cast<QCPPlottableLegendItem*>(item);
                if (clicked == nullptr) return;
                for (std::size_t i = 0; i < series_.size(); ++i)
                    if (series_[i] == clicked->plottable()) {
                        if (event->modifiers().testFlag(Qt::ControlModifier))
                            show_only(i);
                        else
                            set_hidden(i, !is_hidden(i));
                    }
            });
    connect(plot_, &QCustomPlot::legendDoubleClick, this,
            [this](QCPLegend*, QCPAbstractLegendItem* item, QMouseEvent*) {
                for (std::size_t i = 0; i < series_.size(); ++i)
                    if (auto* clicked = qobject_cast<QCPPlottableLegendItem*>(item);
                        clicked != nullptr && series_[i] == clicked->plottable())
                        show_only(i);
            });
    ring_ = new QFrame(plot_);
    ring_->setObjectName(QStringLiteral("focus_ring"));
    ring_->setFrameStyle(int(QFrame::Box) | int(QFrame::Plain));
    ring_->setLineWidth(2);
    ring_->setForegroundRole(QPalette::Highlight);
    ring_->setAttribute(Qt::WA_TransparentForMouseEvents);
    ring_->hide();
    readout_ = new QLabel(plot_);
    readout_->setObjectName(QStringLiteral("chart_readout"));
    readout_->setTextFormat(Qt::RichText);
    readout_->setAttribute(Qt::WA_TransparentForMouseEvents);
    readout_->setAutoFillBackground(true);
    readout_->setBackgroundRole(QPalette::ToolTipBase);
    readout_->setForegroundRole(QPalette::ToolTipText);
    readout_->setFrameShape(QFrame::StyledPanel);
    readout_->setMargin(5);
    readout_->hide();
}

void ChartView::show_message(const QString& sentence, const QString& offer) {
    message_->setText(sentence);
    message_->setAccessibleName(sentence);
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    hide_readout();
    pages_->setCurrentIndex(0);
}

}  // namespace sortscope::gui
