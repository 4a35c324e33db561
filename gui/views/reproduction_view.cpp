#include "gui/views/reproduction_view.hpp"

namespace sortscope::gui {
ReproductionView::ReproductionView(Workspace& of)
    : View(of, tr("Reproduction"), new ChartView),
      values_(new TableView),
      claims_(new TableView),
      tables_(new QTabWidget),
      sentence_(new QLabel),
      splitter_(splitter_of(Qt::Vertical, {chart_, column_of({sentence_, tables_})}, {460, 300})),
      figure_(add_box(toolbar(), "figure", tr("Figure"))),
      device_(add_box(toolbar(), "device", tr("Measured, or predicted for a device"),
                      tr("Measured, or predicted by a model for the device of the source"), 14)),
      drawing_(of.loader(), Lane::lengthy, this) {
    for (const auto& heading : figure_headings()) figure_->addItem(typeset(heading));
    fit_long_items(*figure_, 36);
    int longest = 0;
    for (int i = 0; i < figure_->count(); ++i)
        longest = std::max(longest, figure_->fontMetrics().horizontalAdvance(figure_->itemText(i)));
    figure_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    figure_->setMaximumWidth(longest + 48);
    collect_ = toolbar().addAction(tr("Collect missing..."), this,
                                   [this] { emit collect_wanted(commands_.value(0)); });
    collect_->setObjectName(u"collect_missing"_s);
    collect_->setToolTip(tr("Fill the form of Collect with the cases that this figure lacks"));
    collect_->setVisible(false);
    make_text(*sentence_);
    tables_->setDocumentMode(true);
    tables_->addTab(claims_, tr("Claims"));
    tables_->addTab(values_, tr("Values"));
    fill(*this, {splitter_});
    keep("splitter", *splitter_);
    keep(
        "figure", [this] { return chosen_ ? figure_->currentText() : QJsonValue(); },
        [this](const QJsonValue& state) {
            const int at = figure_->findText(state.toString());
            chosen_ = at >= 0;
            if (chosen_) figure_->setCurrentIndex(at);
        });
    connect(figure_, &QComboBox::activated, this, [this] {
        chosen_ = true;
        refresh();
    });
    connect(device_, &QComboBox::activated, this, &ReproductionView::show_chart);
}

void ReproductionView::refresh() {
    of_ = workspace().current_file();
    splitter_->widget(1)->setVisible(of_ != nullptr);
    device_->setEnabled(of_ != nullptr);
    if (!of_) {
        drawing_.forget();
        return chart_->show_message(waiting_sentence());
    }
    std::optional<size_t> figure;
    if (chosen_) figure = size_t(std::max(0, figure_->currentIndex()));
    drawing_.want(
        {of_, figure ? QString::number(*figure) : QString()},
        [of = of_, figure](Readers& readers, const Stale&) {
            return read_figure(readers.of(of->path), *of, figure);
        },
        [this] { show_figure(); }, shown_failure());
    if (drawing_.fresh())
        ring_shown_case();
    else if (drawing_.pending())
        chart_->show_message(tr("Drawing the figure from the file's cases..."));
}

void ReproductionView::show_figure() {
    const auto& drawing = *drawing_.answer();
    figure_->setCurrentIndex(int(drawing.figure));
    const auto before = device_->currentText();
    device_->clear();
    for (const auto& [title, chart] : drawing.charts)
        device_->addItem(title.empty() ? tr("as measured") : typeset(title));
    fit_long_items(*device_, 14);
    device_->setCurrentIndex(std::max(0, device_->findText(before)));
    device_->setEnabled(device_->count() > 1);
    QStringList words{typeset(drawing.devices)};
    // Commands are not typeset, because users copy them.
    commands_.clear();
    for (const auto& line : drawing.missing) {
        const auto text = to_qstring(line);
        const bool is_command = text.trimmed().startsWith(u"sortscope ");
        if (is_command) commands_ << text.trimmed();
        words << (is_command ? text : typeset(line));
    }
    sentence_->setText(words.join(u'\n'));
    collect_->setVisible(!commands_.isEmpty());
    claims_->set_rows(table_rows(drawing.claims));
    values_->set_rows(table_rows(drawing.values));
    tables_->setCurrentIndex(drawing.claims.empty() ? 1 : 0);
    show_chart();
}

void ReproductionView::show_chart() {
    const auto drawing = drawing_.fresh();
    const auto at = size_t(std::max(0, device_->currentIndex()));
    if (!drawing || at >= drawing->charts.size()) return;
    chart_->set_context(typeset(drawing->heading + "; " + drawing->devices));
    chart_->set_chart(drawing->charts[at].second);
    ring_shown_case();
}
}
