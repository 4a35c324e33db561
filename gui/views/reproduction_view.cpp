#include "gui/views/reproduction_view.hpp"

#include <qcustomplot.h>

#include <algorithm>

#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay_toggle.hpp"
#include "gui/views/table/table_view.hpp"

namespace sortscope::gui {

ReproductionView::ReproductionView(Workspace& of)
    : View(of, tr("Reproduction")),
      chart_(new ChartView),
      values_(new TableView),
      claims_(new TableView),
      tables_(new QTabWidget),
      sentence_(new QLabel),
      splitter_(new QSplitter(Qt::Vertical)),
      figure_(new QComboBox),
      device_(new QComboBox),
      overlay_(nullptr),
      rings_(new QLabel),
      query_(of.loader(), Loader::Lane::lengthy) {
    figure_->setAccessibleName(tr("Figure"));
    figure_->setObjectName(QStringLiteral("figure"));
    for (const auto& heading : figure_headings()) figure_->addItem(typeset(heading));
    fit_long_items(*figure_, 36);
    // Whole headings where the bar has the room.
    int longest = 0;
    for (int i = 0; i < figure_->count(); ++i)
        longest = std::max(longest, figure_->fontMetrics().horizontalAdvance(figure_->itemText(i)));
    figure_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    figure_->setMaximumWidth(longest + 48);
    device_->setAccessibleName(tr("Measured, or predicted for a device"));
    device_->setToolTip(tr("As measured, or as a model predicts it for the device of the source"));
    fit_long_items(*device_, 14);
    toolbar().addWidget(figure_);
    toolbar().addWidget(device_);
    overlay_ = new OverlayToggle(workspace(), toolbar(),
                                 tr("Ring the points of the cases compared with the one shown."), this);
    connect(overlay_, &OverlayToggle::changed, this, [this] { touch(); });
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sentence_->setContentsMargins(8, 4, 8, 4);
    rings_->setObjectName(QStringLiteral("rings"));
    rings_->setWordWrap(true);
    rings_->setContentsMargins(8, 4, 8, 0);
    rings_->hide();
    tables_->setDocumentMode(true);
    tables_->addTab(claims_, tr("Claims"));
    tables_->addTab(values_, tr("Values"));
    auto* lower = new QWidget;
    auto* lower_column = new QVBoxLayout(lower);
    lower_column->setContentsMargins(0, 0, 0, 0);
    lower_column->setSpacing(0);
    lower_column->addWidget(rings_);
    lower_column->addWidget(sentence_);
    lower_column->addWidget(tables_, 1);
    splitter_->addWidget(chart_);
    splitter_->addWidget(lower);
    splitter_->setSizes({460, 300});
    splitter_->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);
    connect(figure_, &QComboBox::activated, this, [this] {
        chosen_ = true;
        refresh();
    });
    connect(device_, &QComboBox::activated, this, &ReproductionView::show_chart);
}

TableView* ReproductionView::table() { return tables_->currentIndex() == 0 ? claims_ : values_; }
QWidget* ReproductionView::first_focus() { return &chart_->plot(); }

void ReproductionView::refresh() {
    overlay_->follow();
    const auto from = workspace().current_file();
    splitter_->widget(1)->setVisible(from != nullptr);
    device_->setEnabled(from != nullptr);
    if (!from) {
        of_ = nullptr;
        drawing_ = nullptr;
        query_.cancel();
        chart_->show_message(waiting_sentence());
        return;
    }
    if (of_ != from || asked_ != figure_->currentIndex())
        ask();
    else
        show_rings();
}

/// The points of the case shown have a ring, those of the cases compared with it a dotted one: of the same
/// file, whose cases the figure is made of.
void ReproductionView::show_rings() {
    const auto& shown = selection().baseline;
    const bool own = of_ && shown.file == of_->path;
    std::vector<CaseId> others;
    for (const auto& other : overlay_->cases())
        if (of_ && other->path == of_->path) others.push_back(other->record.id);
    const bool any = drawing_ && chart_->has_case(others);
    chart_->set_current_case(own ? shown.id : CaseId{});
    chart_->set_compared_cases(std::move(others));
    rings_->setText(any ? tr("Ringed: the case shown; dotted: those compared with it.")
                        : tr("No point of this figure is of the cases compared with the one shown."));
    rings_->setVisible(overlay_->is_on() && drawing_ != nullptr);
}

void ReproductionView::ask() {
    of_ = workspace().current_file();
    asked_ = figure_->currentIndex();
    chart_->show_message(tr("Making the figure from the file's cases..."));
    query_.ask<FigureDrawing>(
        [of = of_,
         at = chosen_ ? std::optional(static_cast<std::size_t>(std::max(0, asked_))) : std::nullopt](
            Readers& readers, const Stale&) { return read_figure(readers.of(of->path), *of, at); },
        [this](const std::shared_ptr<const FigureDrawing>& drawing) {
            drawing_ = drawing;
            figure_->setCurrentIndex(static_cast<int>(drawing->figure));
            asked_ = figure_->currentIndex();
            const auto before = device_->currentText();
            device_->clear();
            for (const auto& [title, chart] : drawing->charts)
                device_->addItem(title.empty() ? tr("as measured") : typeset(title));
            fit_long_items(*device_, 14);
            device_->setCurrentIndex(std::max(0, device_->findText(before)));
            device_->setEnabled(device_->count() > 1);
            QStringList words{typeset(drawing->devices)};
            for (const auto& line : drawing->missing) words << typeset(line);
            sentence_->setText(words.join(u'\n'));
            claims_->set_rows(table_rows(drawing->claims));
            values_->set_rows(table_rows(drawing->values));
            tables_->setCurrentIndex(drawing->claims.empty() ? 1 : 0);
            show_chart();
        },
        [this](const QString& sentence) {
            drawing_ = nullptr;
            chart_->show_message(sentence);
        });
}

void ReproductionView::show_chart() {
    const auto at = static_cast<std::size_t>(std::max(0, device_->currentIndex()));
    if (!drawing_ || at >= drawing_->charts.size()) return;
    chart_->set_context(typeset(drawing_->heading + "; " + drawing_->devices));
    chart_->set_chart(drawing_->charts[at].second);
    show_rings();
}

bool ReproductionView::is_waiting() const { return query_.pending() || overlay_->waiting(); }

QJsonObject ReproductionView::layout_state() const {
    return {{QStringLiteral("splitter"), divider_place(*splitter_)},
            {QStringLiteral("figure"), figure_->currentText()},
            {QStringLiteral("chosen"), chosen_},
            {QStringLiteral("overlay"), overlay_->is_wanted()}};
}

void ReproductionView::restore_layout(const QJsonObject& state) {
    overlay_->set_wanted(state[QStringLiteral("overlay")].toBool(true));
    restore_divider(*splitter_, state[QStringLiteral("splitter")]);
    if (const int at = figure_->findText(state[QStringLiteral("figure")].toString());
        at >= 0 && state[QStringLiteral("chosen")].toBool()) {
        figure_->setCurrentIndex(at);
        chosen_ = true;
    }
}

}  // namespace sortscope::gui
