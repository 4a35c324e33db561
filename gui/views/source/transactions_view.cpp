#include "gui/views/source/transactions_view.hpp"

#include <qcustomplot.h>

#include <algorithm>

#include <QAction>
#include <QComboBox>
#include <QSplitter>
#include <QToolBar>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay_toggle.hpp"
#include "gui/views/parts/sentence.hpp"
#include "gui/views/source/source_pane.hpp"
#include "gui/views/table/table_view.hpp"
#include "present/charts/breakdown_overlay.hpp"
#include "present/charts/transactions.hpp"
#include "present/tables/matrix.hpp"
#include "present/tables/sites.hpp"

namespace sortscope::gui {

TransactionsView::TransactionsView(Workspace& of)
    : View(of, tr("Transactions")),
      loads_(new ChartView),
      stores_(new ChartView),
      lines_table_(new TableView),
      sentence_(new Sentence(2)),
      source_(new SourcePane),
      lower_(new QSplitter(Qt::Horizontal)),
      charts_(new QSplitter(Qt::Horizontal)),
      splitter_(new QSplitter(Qt::Vertical)),
      query_(of.loader(), Loader::Lane::lengthy) {
    rule_ = toolbar().addAction(tr("Compute capability 1.3"));
    rule_->setCheckable(true);
    rule_->setToolTip(
        tr("The transactions that a GPU of compute capability 1.2 or 1.3 would have made of the same "
           "accesses: by half warps, of 32, 64 and 128 bytes"));
    connect(rule_, &QAction::toggled, this, [this] { show_charts(); });
    overlay_ = new OverlayToggle(
        workspace(), toolbar(),
        tr("Draw the transactions of the cases compared with the one shown beside its own."), this);
    connect(overlay_, &OverlayToggle::changed, this, [this] { touch(); });
    sentence_->setObjectName(QStringLiteral("lines_sentence"));
    lines_table_->setAccessibleName(tr("Source lines"));
    charts_->addWidget(loads_);
    charts_->addWidget(stores_);
    charts_->setChildrenCollapsible(false);
    auto* lower = new QWidget;
    auto* lower_column = new QVBoxLayout(lower);
    lower_column->setContentsMargins(0, 0, 0, 0);
    lower_column->setSpacing(0);
    lower_column->addWidget(sentence_);
    lower_column->addWidget(lines_table_, 1);
    lower_column->addStretch(0);
    lower_->addWidget(lower);
    lower_->addWidget(source_);
    lower_->setSizes({330, 590});
    lower_->setChildrenCollapsible(false);
    splitter_->addWidget(charts_);
    splitter_->addWidget(lower_);
    splitter_->setSizes({340, 410});
    splitter_->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);
    connect(loads_, &ChartView::offer_taken, this, [this] { emit view_wanted(QStringLiteral("collect")); });
    for (auto* chart : {loads_, stores_})
        connect(chart, &ChartView::row_selected, this, &TransactionsView::choose_stage);
    connect(lines_table_, &TableView::row_selected, this, [this](int row) {
        if (row < 0 || !lines_ || static_cast<std::size_t>(row) >= lines_->lines.size()) return;
        const auto& line = lines_->lines[static_cast<std::size_t>(row)];
        workspace().selected().edit([&](Selection& next) {
            next.source = SourceLine{to_qstring(line.file), line.line};
        });
    });
    connect(source_, &SourcePane::line_chosen, this, [this](const SourceLine& line) {
        workspace().selected().edit([&](Selection& next) { next.source = line; });
    });
}

ChartView* TransactionsView::chart() { return stores_->isAncestorOf(focusWidget()) ? stores_ : loads_; }
QWidget* TransactionsView::first_focus() { return &loads_->plot(); }

bool TransactionsView::is_waiting() const { return query_.pending() || overlay_->waiting(); }
int TransactionsView::bars_a_stage() const { return static_cast<int>(overlay_->cases().size()) + 1; }

void TransactionsView::set_old_rule(bool old_rule) { rule_->setChecked(old_rule); }

void TransactionsView::choose_stage(int row) {
    if (!of_ || row < 0) return;
    row /= bars_a_stage();
    const auto& rows = of_->by_stage->breakdown->rows;
    if (static_cast<std::size_t>(row) >= rows.size()) return;
    workspace().selected().edit([&](Selection& next) {
        next.stage = rows[static_cast<std::size_t>(row)].sums.stage;
        next.substage.reset();
        next.launches.reset();
    });
}

void TransactionsView::refresh() {
    overlay_->follow();
    const auto& current = workspace().current();
    const bool another = current != of_;
    of_ = current;
    splitter_->widget(1)->setVisible(of_ != nullptr);
    stores_->setVisible(of_ != nullptr);
    if (!of_) {
        lines_ = nullptr;
        query_.cancel();
        loads_->show_message(waiting_sentence());
        return;
    }
    if (!another && overlaid_ != overlay_->key()) show_charts();
    if (another) {
        show_charts();
        lines_ = nullptr;
        lines_table_->set_rows(nullptr);
        sentence_->say(tr("Reading the source lines..."));
        source_->set_lines(nullptr);
        query_.ask<Lines>(
            [of = of_](Readers& readers, const Stale&) {
                return read_lines(readers.of(of->path), of->record.id);
            },
            [this](const std::shared_ptr<const Lines>& lines) {
                lines_ = lines;
                show_lines();
            },
            [this](const QString& sentence) { sentence_->say(sentence); });
    }
    follow_source();
    const auto& rows = of_->by_stage->breakdown->rows;
    const auto row = std::ranges::find_if(
        rows, [&](const analyzer::BreakdownRow& one) { return selection().stage == one.sums.stage; });
    for (auto* chart : {loads_, stores_})
        if (chart->has_chart())
            chart->set_current_row(row == rows.end() ? -1
                                                     : bars_a_stage() * static_cast<int>(row - rows.begin()));
}

void TransactionsView::show_charts() {
    if (!of_) return;
    overlaid_ = overlay_->key();
    const auto& breakdown = *of_->by_stage->breakdown;
    for (const auto& [chart, access] :
         {std::pair{loads_, present::Access::loads}, {stores_, present::Access::stores}}) {
        chart->set_context(context());
        if (!overlay_->is_on()) {
            chart->set_chart(present::transaction_chart(breakdown, access, rule_->isChecked()));
            continue;
        }
        std::vector<present::OverlayCase> cases{{&of_->record, of_->by_stage->breakdown}};
        for (const auto& other : overlay_->cases())
            cases.push_back({&other->record, other->by_stage->breakdown});
        chart->set_chart(present::transaction_overlay_chart(cases, access, rule_->isChecked()));
    }
    // One sentence is enough where neither has anything.
    stores_->setVisible(loads_->has_chart() || stores_->has_chart());
    if (!loads_->has_chart() && !stores_->has_chart())
        loads_->show_message(loads_->message(), tr("Collect..."));
}

void TransactionsView::show_lines() {
    source_->set_lines(lines_, typeset(present::no_sites_sentence()));
    // Where no line was recorded there is one sentence to say, and it is said once.
    source_->setVisible(!lines_->lines.empty());
    lines_table_->setVisible(!lines_->lines.empty());
    if (lines_->lines.empty()) {
        sentence_->say(typeset(present::no_sites_sentence()));
        lines_table_->set_rows(nullptr);
        return;
    }
    auto table = present::line_table(lines_->lines);
    QStringList words{typeset(table.title)};
    for (const auto& note : table.notes) words << typeset(note);
    words.removeAll(QString());
    sentence_->say(words.join(QStringLiteral(". ")));
    // One file is named above the source, which shows its functions.
    for (auto& column : table.columns)
        if ((column.id == "file" && source_->files().count() == 1) ||
            (column.id == "function" && !lines_->sources.empty()))
            column.shown = false;
    lines_table_->set_rows(table_rows(std::move(table)));
    follow_source();
}

/// The line that is selected is current in the table and in the source.
void TransactionsView::follow_source() {
    const auto& source = selection().source;
    if (!lines_ || !source) return;
    source_->show_line(*source);
    const auto is_it = [&](const analyzer::LineCounts& line) {
        return line.line == source->line && to_qstring(line.file) == source->file;
    };
    const auto found = std::ranges::find_if(lines_->lines, is_it);
    if (const int row = lines_table_->current_row();
        row >= 0 && is_it(lines_->lines[static_cast<std::size_t>(row)]))
        return;  // or another provenance of it
    lines_table_->set_current_row(
        found == lines_->lines.end() ? -1 : static_cast<int>(found - lines_->lines.begin()));
}

QJsonObject TransactionsView::layout_state() const {
    return {{QStringLiteral("splitter"), divider_place(*splitter_)},
            {QStringLiteral("lower"), divider_place(*lower_)},
            {QStringLiteral("charts"), divider_place(*charts_)},
            {QStringLiteral("old_rule"), rule_->isChecked()},
            {QStringLiteral("overlay"), overlay_->is_wanted()},
            {QStringLiteral("table"), lines_table_->layout_state()},
            {QStringLiteral("source"), source_->layout_state()}};
}

void TransactionsView::restore_layout(const QJsonObject& state) {
    restore_divider(*splitter_, state[QStringLiteral("splitter")]);
    restore_divider(*lower_, state[QStringLiteral("lower")]);
    restore_divider(*charts_, state[QStringLiteral("charts")]);
    lines_table_->restore_layout(state[QStringLiteral("table")].toObject());
    source_->restore_layout(state[QStringLiteral("source")].toObject());
    overlay_->set_wanted(state[QStringLiteral("overlay")].toBool(true));
    rule_->setChecked(state[QStringLiteral("old_rule")].toBool());
}

}  // namespace sortscope::gui
