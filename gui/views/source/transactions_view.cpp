#include "gui/views/source/transactions_view.hpp"

#include "gui/views/source/source_pane.hpp"
#include "present/charts/breakdown.hpp"

namespace sortscope::gui {
TransactionsView::TransactionsView(Workspace& of)
    : View(of, tr("Transactions"), new ChartView, new TableView),
      stores_(new ChartView),
      sentence_(new Sentence(2)),
      source_(new SourcePane),
      rule_(
          add_toggle(toolbar(), tr("Compute capability 1.3"),
                     tr("The transactions of the same accesses on a GPU of compute capability 1.2 or 1.3: by "
                        "half warps, of 32, 64 and 128 bytes"))),
      left_(column_of({sentence_, table_})),
      lower_(splitter_of(Qt::Horizontal, {left_, source_}, {330, 590})),
      pages_(new QTabWidget),
      narrow_(*lower_, *pages_, {{left_, tr("Lines")}, {source_, tr("Source")}}),
      lines_(of.loader(), Lane::lengthy, this) {
    connect(rule_, &QAction::toggled, this, [this] { show_charts(); });
    add_overlay(tr("Draw the transactions of the compared cases beside those of the case shown."));
    sentence_->setObjectName(u"lines_sentence"_s);
    table_->setAccessibleName(tr("Source lines"));
    auto* charts = splitter_of(Qt::Horizontal, {chart_, stores_});
    qobject_cast<QVBoxLayout*>(left_->layout())->addStretch(0);  // keeps the sentence on top
    pages_->hide();
    splitter_ = splitter_of(Qt::Vertical, {charts, column_of({lower_, pages_})}, {340, 410});
    fill(*this, {splitter_});
    keep("splitter", *splitter_);
    keep("lower", narrow_);
    keep("charts", *charts);
    keep("table", *table_);
    keep("source", *source_);
    keep("old_rule", *rule_);
    connect(chart_, &ChartView::offer_taken, this, [this] { emit view_wanted(u"collect"_s); });
    for (auto* chart : {chart_, stores_})
        connect(chart, &ChartView::row_selected, this, &TransactionsView::choose_stage);
    connect(table_, &TableView::row_selected, this, [this](int row) {
        const auto lines = lines_.fresh();
        const auto at = size_t(row);
        if (!lines || at >= lines->lines.size()) return;
        const auto& line = lines->lines[at];
        select([&](Selection& next) { next.source = SourceLine{to_qstring(line.file), line.line}; });
    });
    connect(source_, &SourcePane::line_chosen, this,
            [this](const SourceLine& line) { select([&](Selection& next) { next.source = line; }); });
}

void TransactionsView::choose_stage(int row) {
    if (!of_ || row < 0) return;
    const auto& rows = of_->by_stage->breakdown->rows;
    const auto at = size_t(row / bars_a_stage());
    if (at < rows.size()) select([&](Selection& next) { next.choose_stage(rows[at].sums.stage); });
}

void TransactionsView::refresh() {
    const bool another = std::exchange(of_, workspace().current()) != workspace().current();
    splitter_->widget(1)->setVisible(of_ != nullptr);
    stores_->setVisible(of_ != nullptr);
    if (!of_) {
        lines_.forget();
        return chart_->show_message(waiting_sentence());
    }
    if (another || overlaid_ != overlay().key()) show_charts();
    if (another) {
        table_->set_rows(nullptr);
        sentence_->say(tr("Reading the source lines..."));
        source_->set_lines(nullptr);
    }
    lines_.want(
        {of_},
        [of = of_](Readers& readers, const Stale&) {
            return read_lines(readers.of(of->path), of->record.id);
        },
        [this] { show_lines(); }, [this](const QString& sentence) { sentence_->say(sentence); });
    follow_source();
    const auto& rows = of_->by_stage->breakdown->rows;
    const int row = index_where(
        rows, [&](const analyzer::BreakdownRow& one) { return selection().stage == one.sums.stage; });
    for (auto* chart : {chart_, stores_})
        if (chart->has_chart()) chart->set_current_row(row < 0 ? -1 : bars_a_stage() * row);
}

void TransactionsView::show_charts() {
    if (!of_) return;
    overlaid_ = overlay().key();
    std::vector<present::OverlayCase> cases;
    for (const auto& one : overlay().with(of_)) cases.push_back({&one->record, one->by_stage->breakdown});
    for (const auto& [chart, access] :
         {std::pair{chart_, present::Access::loads}, {stores_, present::Access::stores}}) {
        chart->set_context(context());
        chart->set_chart(present::transaction_chart(cases, access, rule_->isChecked()));
    }
    stores_->setVisible(chart_->has_chart() || stores_->has_chart());
    if (!chart_->has_chart() && !stores_->has_chart()) chart_->offer(tr("Collect..."));
}

void TransactionsView::show_lines() {
    const auto& lines = lines_.answer();
    const auto none = typeset(present::no_sites_sentence());
    source_->set_lines(lines, none);
    show_source();
    table_->setVisible(!lines->lines.empty());
    if (lines->lines.empty()) {
        sentence_->say(none);
        return table_->set_rows(nullptr);
    }
    auto table = present::line_table(lines->lines);
    QStringList words{typeset(table.title)};
    for (const auto& note : table.notes) words << typeset(note);
    words.removeAll(QString());
    sentence_->say(words.join(u". "_s));
    for (auto& column : table.columns)
        if ((column.id == "file" && source_->files().count() == 1) ||
            (column.id == "function" && !lines->sources.empty()))
            column.shown = false;
    table_->set_rows(table_rows(std::move(table)));
    follow_source();
}

void TransactionsView::show_source() {
    const auto lines = lines_.fresh();
    const bool any = lines && !lines->lines.empty();
    narrow_.are_shown() ? pages_->setTabVisible(pages_->indexOf(source_), any) : source_->setVisible(any);
}

void TransactionsView::arrange() {
    if (!narrow_.fit(width())) return;
    lower_->setVisible(!narrow_.are_shown());
    pages_->setVisible(narrow_.are_shown());
    show_source();
}

void TransactionsView::follow_source() {
    const auto& source = selection().source;
    const auto lines = lines_.fresh();
    if (!lines || !source) return;
    source_->show_line(*source);
    const auto is_it = [&](const analyzer::LineCounts& line) {
        return line.line == source->line && to_qstring(line.file) == source->file;
    };
    if (const int row = table_->current_row(); row >= 0 && is_it(lines->lines[size_t(row)]))
        return;  // a line has a row for each provenance
    table_->set_current_row(index_where(lines->lines, is_it));
}
}
