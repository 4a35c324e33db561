#include "gui/views/stages_view.hpp"

#include <algorithm>
#include <utility>

#include <QActionGroup>
#include <QComboBox>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include "analyzer/launches/breakdown.hpp"
#include "gui/models/launch_pages.hpp"
#include "gui/models/text.hpp"
#include "gui/models/timeline.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/combo.hpp"
#include "gui/views/divider.hpp"
#include "gui/views/overlay_toggle.hpp"
#include "gui/views/sentence.hpp"
#include "gui/views/table_view.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

}  // namespace

StagesView::StagesView(Workspace& of)
    : View(of, tr("Stages")),
      chart_(new ChartView),
      table_(new TableView),
      splitter_(new QSplitter(Qt::Vertical)),
      explanation_(new Sentence(1)),
      grouping_(new QComboBox),
      metric_(new QComboBox),
      beside_(new QComboBox),
      beside_action_(nullptr),
      kinds_(new QActionGroup(this)),
      overlay_(nullptr),
      rest_timer_(new QTimer(this)),
      breakdown_query_(of.loader(), Loader::Lane::lengthy),
      chart_query_(of.loader(), Loader::Lane::lengthy) {
    build_toolbar();
    table_->setAccessibleName(tr("Counters table"));
    explanation_->setObjectName(QStringLiteral("explanation"));
    auto* lower = new QWidget;
    auto* lower_column = new QVBoxLayout(lower);
    lower_column->setContentsMargins(0, 0, 0, 0);
    lower_column->setSpacing(0);
    lower_column->addWidget(explanation_);
    lower_column->addWidget(table_, 1);
    splitter_->addWidget(chart_);
    splitter_->addWidget(lower);
    splitter_->setStretchFactor(0, 5);
    splitter_->setStretchFactor(1, 4);
    splitter_->setChildrenCollapsible(false);
    splitter_->setSizes({460, 340});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);

    connect(chart_, &ChartView::row_selected, this, &StagesView::choose_row);
    connect(chart_, &ChartView::row_activated, this, &StagesView::open_row);
    connect(table_, &TableView::row_selected, this, &StagesView::choose_row);
    connect(table_, &TableView::row_activated, this, &StagesView::open_row);
    // While a chart moves it draws what it has; what others follow, and what is read anew, waits until it
    // stays.
    rest_timer_->setSingleShot(true);
    rest_timer_->setInterval(120);
    connect(rest_timer_, &QTimer::timeout, this, &StagesView::rest);
    connect(chart_, &ChartView::range_changed, this, [this] {
        if ((kind_ == Kind::timeline && timeline_) || (kind_ == Kind::bars && is_paged()))
            rest_timer_->start();
    });
    connect(chart_, &ChartView::cell_selected, this, &StagesView::choose_cell);
}

void StagesView::build_toolbar() {
    auto& bar = toolbar();
    struct Choice {
        Kind kind;
        QString text, tip;
    };
    for (const auto& [kind, text, tip] :
         {Choice{Kind::bars, tr("Bars"), tr("A bar for each row, split by kernel")},
          Choice{Kind::timeline, tr("Timeline"),
                 tr("True start and end of each launch, with gaps and transfers")},
          Choice{Kind::heat, tr("Heat map"), tr("A row for each stage, a column for each substage")}}) {
        auto* action = bar.addAction(text);
        action->setToolTip(tip);
        action->setCheckable(true);
        action->setChecked(kind == kind_);
        action->setActionGroup(kinds_);
        connect(action, &QAction::triggered, this, [this, kind = kind] { set_kind(kind); });
    }
    bar.addSeparator();
    for (const auto grouping : analyzer::groupings)
        grouping_->addItem(tr("by %1").arg(to_qstring(name_of(grouping))));
    grouping_->setObjectName(QStringLiteral("grouping"));
    grouping_->setToolTip(tr("What one bar and one row stand for (Ctrl+1 to Ctrl+4)"));
    grouping_->setAccessibleName(tr("Rows and bars"));
    metric_->setObjectName(QStringLiteral("metric"));
    metric_->setAccessibleName(tr("Measure"));
    fit_long_items(*metric_);
    bar.addWidget(metric_);
    bar.addWidget(grouping_);
    overlay_ =
        new OverlayToggle(workspace(), bar,
                          tr("Draw the cases compared with the one shown: bars side by side, timelines below "
                             "each other, heat maps as their ratio or beside each other."),
                          this);
    beside_->addItem(tr("as ratio"));
    beside_->addItem(tr("side by side"));
    beside_->setObjectName(QStringLiteral("beside"));
    beside_->setAccessibleName(tr("Heat map of compared cases"));
    beside_->setToolTip(
        tr("The cells of the cases compared: as multiples of those of the case shown, or one map beside the "
           "other"));
    beside_action_ = bar.addWidget(beside_);
    beside_action_->setVisible(false);
    connect(beside_, &QComboBox::activated, this, &StagesView::touch);
    connect(overlay_, &OverlayToggle::changed, this, &StagesView::touch);
    connect(grouping_, &QComboBox::activated, this, [this](int index) {
        workspace().selected().edit(
            [&](Selection& next) { next.grouping = analyzer::groupings[static_cast<std::size_t>(index)]; });
    });
    connect(metric_, &QComboBox::activated, this, [this] {
        workspace().selected().edit(
            [&](Selection& next) { next.metric = metric_->currentData().toString(); });
    });
}

QWidget* StagesView::first_focus() { return &chart_->plot(); }

bool StagesView::is_waiting() const {
    return breakdown_query_.pending() || chart_query_.pending() || rest_timer_->isActive() ||
           overlay_->waiting();
}

void StagesView::set_kind(Kind kind) {
    kinds_->actions().at(static_cast<int>(kind))->setChecked(true);
    if (kind == std::exchange(kind_, kind)) return;
    drop_chart_query();
    touch();
}

std::size_t StagesView::place_of(Grouping grouping) {
    const auto& all = analyzer::groupings;
    return static_cast<std::size_t>(std::ranges::find(all, grouping) - all.begin());
}

BreakdownContentsPtr StagesView::shown_breakdown() const {
    return breakdowns_[place_of(selection().grouping)];
}

bool StagesView::is_paged() const {
    return of_ && selection().grouping == Grouping::launch && of_->record.launch_count > most_held_launches;
}

QString StagesView::metric_id() const { return metric_->currentData().toString(); }

void StagesView::forget() {
    breakdowns_ = {};
    pages_ = nullptr;
    timeline_ = nullptr;
    levels_ = nullptr;
    shown_time_.reset();
    rest_timer_->stop();
    drawn_.reset();
    asked_.reset();
    asked_breakdown_.reset();
    tabled_ = nullptr;
    breakdown_query_.cancel();
    chart_query_.cancel();
}

void StagesView::refresh() {
    overlay_->follow();
    const auto& current = workspace().current();
    if (current != of_) {
        of_ = current;
        forget();
        if (of_) breakdowns_[place_of(Grouping::stage)] = of_->by_stage;
    }
    grouping_->setCurrentIndex(static_cast<int>(place_of(selection().grouping)));
    const bool rows = of_ && !of_->by_stage->breakdown->rows.empty();
    grouping_->setEnabled(rows);
    metric_->setEnabled(rows);
    table_->parentWidget()->setVisible(rows);  // the chart's sentence says why there is nothing
    if (!of_) {
        table_->set_rows(nullptr);
        metric_->clear();
        chart_->show_message(waiting_sentence());
        return;
    }
    chart_->set_context(context());
    if (!rows) {
        metric_->clear();
        chart_->set_chart(of_->by_stage->chart);
        return;
    }
    if (is_paged())
        show_pages();
    else if (shown_breakdown())
        show_breakdown();
    else
        ask_breakdown();
    beside_action_->setVisible(kind_ == Kind::heat && overlay_->is_on());
    if (kind_ == Kind::timeline) show_timeline();
    if (kind_ == Kind::heat) show_heat();
    follow_selection();
}

void StagesView::fill_metrics(const std::vector<const Metric*>& metrics) {
    const QString wanted = selection().metric;
    QStringList ids, now;
    for (const auto* metric : metrics) ids << to_qstring(metric->id);
    for (int i = 0; i < metric_->count(); ++i) now << metric_->itemData(i).toString();
    if (ids != now) {
        metric_->clear();
        for (const auto* metric : metrics) {
            metric_->addItem(to_qstring(metric->title), to_qstring(metric->id));
            metric_->setItemData(metric_->count() - 1, metric_words(*metric), Qt::ToolTipRole);
        }
        fit_long_items(*metric_);
    }
    metric_->setCurrentIndex(std::max(0, metric_->findData(wanted)));
    const auto at = static_cast<std::size_t>(std::max(0, metric_->currentIndex()));
    metric_->setToolTip(at < metrics.size() ? metric_words(*metrics[at])
                                            : tr("What the bars of the chart show"));
}

void StagesView::drop_chart_query() {
    chart_query_.cancel();
    asked_.reset();
}

bool StagesView::is_settled(const Asked& asked) {
    if (chart_query_.pending() && asked_ != asked) drop_chart_query();
    return (drawn_ == asked && !covered_) || chart_query_.pending();
}

void StagesView::say_instead(const QString& sentence) {
    covered_ = true;
    chart_->show_message(sentence);
}

void StagesView::draw(BarChartPtr chart, const Asked& asked) {
    const bool same_rows =
        drawn_ && drawn_->of == asked.of && drawn_->grouping == asked.grouping && drawn_->kind == asked.kind;
    drawn_ = asked;
    covered_ = false;
    drop_chart_query();
    chart_->set_chart(std::move(chart), same_rows);
    if (zoom_to_stage_ && shown_breakdown() && asked.kind == Kind::bars) {
        const auto& rows = shown_breakdown()->breakdown->rows;
        const auto in_stage = [stage = *zoom_to_stage_](const analyzer::BreakdownRow& row) {
            return row.sums.stage == stage;
        };
        const auto first = std::ranges::find_if(rows, in_stage);
        const auto last = std::find_if_not(first, rows.end(), in_stage);
        if (last - first > 1)
            chart_->zoom_to(static_cast<double>(first - rows.begin()) - 0.5,
                            static_cast<double>(last - rows.begin()) - 0.5);
        zoom_to_stage_.reset();
    }
    if (zoom_to_stage_ && asked.kind == Kind::bars && is_paged()) {
        std::uint64_t first = of_->record.launch_count, count = 0;
        for (const auto& sums : of_->sums)
            if (sums.stage == *zoom_to_stage_)
                first = std::min<std::uint64_t>(first, sums.first_launch), count += sums.launches;
        if (count > 1)
            chart_->zoom_to(static_cast<double>(first) - 0.5, static_cast<double>(first + count) - 0.5);
        if (count > 1) rest_timer_->start();
        zoom_to_stage_.reset();
    }
    if (asked.kind == Kind::timeline && !selection().time && !same_rows) show_launches();
    if (asked.kind == Kind::timeline && !same_rows && selection().time) zoom_to_time(selection().time);
    follow_selection();
}

QJsonObject StagesView::layout_state() const {
    return {{QStringLiteral("splitter"), divider_place(*splitter_)},
            {QStringLiteral("kind"), static_cast<int>(kind_)},
            {QStringLiteral("overlay"), overlay_->is_wanted()},
            {QStringLiteral("side_by_side"), beside_->currentIndex() == 1},
            {QStringLiteral("table"), table_->layout_state()}};
}

void StagesView::restore_layout(const QJsonObject& state) {
    restore_divider(*splitter_, state[QStringLiteral("splitter")]);
    table_->restore_layout(state[QStringLiteral("table")].toObject());
    overlay_->set_wanted(state[QStringLiteral("overlay")].toBool(true));
    if (const int beside = state[QStringLiteral("side_by_side")].toBool() ? 1 : 0;
        beside != beside_->currentIndex()) {
        beside_->setCurrentIndex(beside);
        touch();
    }
    set_kind(static_cast<Kind>(std::clamp(state[QStringLiteral("kind")].toInt(), 0, 2)));
}

}  // namespace sortscope::gui
