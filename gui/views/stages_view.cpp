#include "gui/views/stages_view.hpp"

#include <algorithm>
#include <utility>

#include <QAbstractItemView>
#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include <qcustomplot.h>

#include "analyzer/breakdown.hpp"
#include "analyzer/matrix.hpp"
#include "gui/models/launch_pages.hpp"
#include "gui/models/text.hpp"
#include "gui/models/timeline.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/combo.hpp"
#include "gui/views/table_view.hpp"
#include "present/breakdown.hpp"
#include "present/charts.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

std::size_t position(Grouping grouping) {
    const auto& all = analyzer::groupings;
    return static_cast<std::size_t>(std::ranges::find(all, grouping) - all.begin());
}

}  // namespace

StagesView::StagesView(Workspace& of)
    : View(of, tr("Stages")),
      chart_(new ChartView),
      table_(new TableView),
      splitter_(new QSplitter(Qt::Vertical)),
      explanation_(new QLabel),
      grouping_(new QComboBox),
      metric_(new QComboBox),
      kinds_(new QActionGroup(this)),
      reread_timer_(new QTimer(this)),
      breakdown_query_(of.loader(), Loader::Lane::lengthy),
      chart_query_(of.loader(), Loader::Lane::lengthy) {
    build_toolbar();
    table_->setAccessibleName(tr("Counters table"));
    explanation_->setObjectName(QStringLiteral("explanation"));
    explanation_->setWordWrap(true);
    explanation_->setTextFormat(Qt::PlainText);
    explanation_->setContentsMargins(8, 3, 8, 3);
    explanation_->hide();
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
    reread_timer_->setSingleShot(true);
    reread_timer_->setInterval(150);
    connect(reread_timer_, &QTimer::timeout, this, [this] {
        reread_ = kind_ == Kind::timeline && of_ && of_->record.launch_count > most_held_launches;
        if (reread_) show_timeline();
    });
    connect(chart_, &ChartView::range_changed, this, [this](double from, double to) {
        if (kind_ != Kind::timeline || !timeline_) return;
        const bool whole = !chart_->is_zoomed();
        const double us = timeline_->unit_us;
        workspace().selected().edit([&](Selection& next) { next.time = whole ? std::nullopt : std::optional(TimeRange{from * us, to * us}); });
        reread_timer_->start();
    });
    connect(chart_, &ChartView::cell_selected, this, [this](int x, int y) {
        const auto number = [](const std::vector<std::string>& ticks, int at) { return to_qstring(ticks.at(static_cast<std::size_t>(at))).toInt(); };
        const int stage = number(chart_->chart().y.ticks, y), substage = number(chart_->chart().x.ticks, x);
        workspace().selected().edit([&](Selection& next) {
            next.stage = stage;
            next.substage = substage;
            next.launches.reset();
            if (next.grouping == Grouping::stage || next.grouping == Grouping::kernel) next.grouping = Grouping::substage;
        });
    });
}

void StagesView::build_toolbar() {
    auto& bar = toolbar();
    struct Choice {
        Kind kind;
        QString text, tip;
    };
    for (const auto& [kind, text, tip] : {Choice{Kind::bars, tr("Bars"), tr("A bar for each row, split by kernel")},
                                          Choice{Kind::timeline, tr("Timeline"), tr("True start and end of each launch, with gaps and transfers")},
                                          Choice{Kind::heat, tr("Heat map"), tr("A row for each stage, a column for each substage")}}) {
        auto* action = bar.addAction(text);
        action->setToolTip(tip);
        action->setCheckable(true);
        action->setChecked(kind == kind_);
        action->setActionGroup(kinds_);
        connect(action, &QAction::triggered, this, [this, kind = kind] { set_kind(kind); });
    }
    bar.addSeparator();
    for (const auto grouping : analyzer::groupings) grouping_->addItem(tr("by %1").arg(to_qstring(name_of(grouping))));
    grouping_->setObjectName(QStringLiteral("grouping"));
    grouping_->setToolTip(tr("What one bar and one row stand for (Ctrl+1 to Ctrl+4)"));
    grouping_->setAccessibleName(tr("Rows and bars"));
    metric_->setObjectName(QStringLiteral("metric"));
    metric_->setAccessibleName(tr("Measure"));
    fit_long_items(*metric_);
    bar.addWidget(metric_);
    bar.addWidget(grouping_);
    connect(grouping_, &QComboBox::activated, this, [this](int index) {
        workspace().selected().edit([&](Selection& next) { next.grouping = analyzer::groupings[static_cast<std::size_t>(index)]; });
    });
    connect(metric_, &QComboBox::activated, this, [this] {
        workspace().selected().edit([&](Selection& next) { next.metric = metric_->currentData().toString(); });
    });
}

QWidget* StagesView::first_focus() { return &chart_->plot(); }

bool StagesView::is_waiting() const { return breakdown_query_.pending() || chart_query_.pending(); }

void StagesView::set_kind(Kind kind) {
    kind_ = kind;
    kinds_->actions().at(static_cast<int>(kind))->setChecked(true);
    refresh();
}

BreakdownContentsPtr StagesView::shown_breakdown() const { return breakdowns_[position(selection().grouping)]; }

bool StagesView::is_paged() const { return of_ && selection().grouping == Grouping::launch && of_->record.launch_count > most_held_launches; }

QString StagesView::metric_id() const { return metric_->currentData().toString(); }

void StagesView::forget() {
    breakdowns_ = {};
    pages_ = nullptr;
    timeline_ = nullptr;
    drawn_.reset();
    asked_.reset();
    asked_breakdown_.reset();
    tabled_ = nullptr;
    breakdown_query_.cancel();
    chart_query_.cancel();
}

void StagesView::refresh() {
    const auto& current = workspace().current();
    if (current != of_) {
        of_ = current;
        forget();
        if (of_) breakdowns_[position(Grouping::stage)] = of_->by_stage;
    }
    grouping_->setCurrentIndex(static_cast<int>(position(selection().grouping)));
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
    if (kind_ == Kind::timeline) show_timeline();
    if (kind_ == Kind::heat) show_heat();
    follow_selection();
}

void StagesView::ask_breakdown() {
    const Asked asked{of_, selection().grouping, {}, Kind::bars};
    if (breakdown_query_.pending() && asked_breakdown_ == asked) return;
    asked_breakdown_ = asked;
    table_->set_rows(nullptr);
    tabled_ = nullptr;
    if (kind_ == Kind::bars) {
        chart_->show_message(tr("Reading the launches..."));
        drawn_.reset();
    }
    breakdown_query_.ask<BreakdownContents>(
        [of = of_, grouping = asked.grouping, metric = selection().metric](Readers& readers, const Stale& stale) -> BreakdownContentsPtr {
            const auto& reader = readers.of(of->path);
            const analyzer::LaunchSource source{[&] { return reader.stages(of->record.id); },
                                                [&](const auto& each) { reader.launches(of->record.id, {}, each); }};
            auto breakdown = analyzer::breakdown(of->record, grouping, source, stale);
            return breakdown ? breakdown_contents(of->record, std::move(*breakdown), metric) : nullptr;
        },
        [this, grouping = asked.grouping](const BreakdownContentsPtr& contents) {
            // Launches may be many: their breakdown is not kept beside another.
            breakdowns_[position(Grouping::launch)] = nullptr;
            breakdowns_[position(grouping)] = contents;
            refresh();
        },
        [this](const QString& sentence) {
            chart_->show_message(sentence);
            emit failed(sentence);
        });
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
            metric_->setItemData(metric_->count() - 1, to_qstring(metric->sentence), Qt::ToolTipRole);
        }
        fit_long_items(*metric_);
    }
    metric_->setCurrentIndex(std::max(0, metric_->findData(wanted)));
    const auto at = static_cast<std::size_t>(std::max(0, metric_->currentIndex()));
    metric_->setToolTip(at < metrics.size() ? to_qstring(metrics[at]->sentence) : tr("What the bars of the chart show"));
}

void StagesView::show_breakdown() {
    const auto shown = shown_breakdown();
    fill_metrics(shown->metrics);
    if (tabled_ != shown->table) {
        tabled_ = shown->table;
        table_->set_rows(tabled_);
        explain();
    }
    if (kind_ == Kind::bars) show_bars();
}

void StagesView::show_bars() {
    const auto shown = shown_breakdown();
    const auto metric = static_cast<std::size_t>(std::max(0, metric_->currentIndex()));
    const Asked asked{of_, selection().grouping, metric_id(), Kind::bars};
    if (drawn_ == asked) return;
    if (metric == shown->charted) return draw(shown->chart, asked);
    if (chart_query_.pending() && asked_ == asked) return;
    asked_ = asked;
    chart_query_.ask<BarChart>([shown, metric, of = of_](Readers&, const Stale&) { return bar_chart(*shown, metric, of->record); },
                               [this, asked](const BarChartPtr& chart) { draw(chart, asked); },
                               [this](const QString& sentence) { chart_->show_message(sentence); });
}

void StagesView::draw(BarChartPtr chart, const Asked& asked) {
    const bool same_rows = drawn_ && drawn_->of == asked.of && drawn_->grouping == asked.grouping && drawn_->kind == asked.kind;
    drawn_ = asked;
    asked_.reset();
    chart_->set_chart(std::move(chart), same_rows);
    if (zoom_to_stage_ && shown_breakdown() && asked.kind == Kind::bars) {
        const auto& rows = shown_breakdown()->breakdown->rows;
        const auto in_stage = [stage = *zoom_to_stage_](const analyzer::BreakdownRow& row) { return row.sums.stage == stage; };
        const auto first = std::ranges::find_if(rows, in_stage);
        const auto last = std::find_if_not(first, rows.end(), in_stage);
        if (last - first > 1) chart_->zoom_to(static_cast<double>(first - rows.begin()) - 0.5, static_cast<double>(last - rows.begin()) - 0.5);
        zoom_to_stage_.reset();
    }
    if (asked.kind == Kind::timeline && !selection().time && !same_rows) show_launches();
    if (asked.kind == Kind::timeline && selection().time && timeline_) chart_->zoom_to(selection().time->from / timeline_->unit_us, selection().time->to / timeline_->unit_us);
    follow_selection();
}

int StagesView::row_of_selection() const {
    if (is_paged()) return selection().launches ? static_cast<int>(selection().launches->first) : -1;
    const auto shown = shown_breakdown();
    if (!shown) return -1;
    const auto& rows = shown->breakdown->rows;
    const auto found = std::ranges::find_if(rows, [&](const analyzer::BreakdownRow& row) {
        switch (selection().grouping) {
            case Grouping::stage: return selection().stage == row.sums.stage;
            case Grouping::substage: return selection().stage == row.sums.stage && (!selection().substage || selection().substage == row.sums.substage);
            case Grouping::launch:
                if (selection().launches) return selection().launches->first == row.sums.first_launch;
                return selection().stage == row.sums.stage && (!selection().substage || selection().substage == row.sums.substage);
            case Grouping::kernel: return false;
        }
        return false;
    });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

void StagesView::follow_selection() {
    const int row = row_of_selection();
    if (selection().grouping != Grouping::kernel || row >= 0 || table_->current_row() >= 0) {
        if (!(selection().grouping == Grouping::kernel && row < 0)) table_->set_current_row(row);
    }
    if (!chart_->has_chart()) return;
    if (kind_ == Kind::bars && drawn_ && drawn_->grouping == selection().grouping && !(selection().grouping == Grouping::kernel && row < 0) && chart_->current_row() != row)
        chart_->set_current_row(row);
    if (kind_ == Kind::timeline) chart_->set_current_row(selection().launches ? static_cast<int>(selection().launches->first) : -1);
    if (kind_ == Kind::heat) chart_->set_current_row(-1);
}

void StagesView::choose_row(int row) {
    if (row < 0) return;
    if (kind_ == Kind::timeline && sender() == chart_) {  // its rows are launches
        const auto launch = static_cast<std::uint32_t>(row);
        const auto known = timeline_ ? std::ranges::find(timeline_->launches, launch, &Timeline::Place::launch) : std::vector<Timeline::Place>::const_iterator{};
        workspace().selected().edit([&](Selection& next) {
            next.launches = LaunchRange{launch, launch};
            if (!timeline_ || known == timeline_->launches.end()) return;
            next.stage = known->stage;
            next.substage = known->substage;
        });
        return;
    }
    if (is_paged()) {
        workspace().selected().edit([&](Selection& next) { next.launches = LaunchRange{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(row)}; });
        return;
    }
    const auto shown = shown_breakdown();
    if (!shown || static_cast<std::size_t>(row) >= shown->breakdown->rows.size()) return;
    const auto& sums = shown->breakdown->rows[static_cast<std::size_t>(row)].sums;
    const auto grouping = selection().grouping;
    if (grouping == Grouping::kernel) {
        table_->set_current_row(row);
        chart_->set_current_row(row);
        return;
    }
    workspace().selected().edit([&](Selection& next) {
        next.stage = sums.stage;
        next.substage = grouping == Grouping::stage ? std::nullopt : std::optional(sums.substage);
        next.launches = grouping == Grouping::launch ? std::optional(LaunchRange{sums.first_launch, sums.first_launch}) : std::nullopt;
    });
}

void StagesView::open_row(int row) {
    // One step deeper: a stage's substages, a substage's launches.
    choose_row(row);
    if (kind_ == Kind::timeline) {
        if (sender() == chart_) zoom_to_launch(row);
        return;
    }
    if (!selection().stage) return;
    const auto grouping = selection().grouping;
    if (grouping != Grouping::stage && grouping != Grouping::substage) return;
    zoom_to_stage_ = selection().stage;
    workspace().selected().edit([&](Selection& next) { next.grouping = grouping == Grouping::stage ? Grouping::substage : Grouping::launch; });
}

void StagesView::show_launches() {
    // Transfers of the input may lie far from the launches: those are what is looked for. All of it is a double click away.
    double from = 1e300, to = -1e300, all_from = 1e300, all_to = -1e300;
    for (const auto& series : chart_->chart().series)
        for (const auto& point : series.points) {
            if (series.kind != present::Series::Kind::spans) continue;
            all_from = std::min(all_from, point.x), all_to = std::max(all_to, point.x_end);
            if (series.name == "transfers") continue;
            from = std::min(from, point.x), to = std::max(to, point.x_end);
        }
    if (to > from && to - from < 0.5 * (all_to - all_from)) chart_->zoom_to(from - (to - from) * 0.03, to + (to - from) * 0.03);
}

void StagesView::zoom_to_launch(int launch) {
    for (const auto& series : chart_->chart().series)
        for (const auto& point : series.points)
            if (series.kind == present::Series::Kind::spans && point.row == static_cast<std::size_t>(launch)) {
                const double length = std::max(point.x_end - point.x, 1e-9);
                chart_->plot().setFocus();
                const double from = point.x - length * 0.3, to = point.x_end + length * 0.3, us = timeline_->unit_us;
                chart_->zoom_to(from, to);
                workspace().selected().edit([&](Selection& next) { next.time = TimeRange{from * us, to * us}; });
                return;
            }
}

void StagesView::explain() {
    const auto shown = shown_breakdown();
    QString text;
    if (shown) {
        const auto& breakdown = *shown->breakdown;
        const auto source = [&](const char* id) -> std::optional<Provenance> {
            const auto* metric = find_metric(id);
            const auto value = metric != nullptr ? breakdown.value(*metric, breakdown.total) : std::nullopt;
            return value ? std::optional(value->provenance) : std::nullopt;
        };
        const auto divergence = source("divergent_pct"), efficiency = source("branch_efficiency_pct");
        if (divergence && efficiency && *divergence != *efficiency)
            text = tr("Divergence is %1: of branches in the source. Branch efficiency is %2: of branches in the machine code, where the compiler has made predicates of many. "
                      "The two need not add up.")
                       .arg(to_qstring(name_of(*divergence)), to_qstring(name_of(*efficiency)));
    }
    explanation_->setText(text);
    explanation_->setVisible(!text.isEmpty());
}

void StagesView::show_pages() {
    fill_metrics(of_->by_stage->metrics);
    explanation_->hide();
    if (pages_) {
        if (tabled_ != pages_) table_->set_rows(tabled_ = pages_);
    } else if (!(breakdown_query_.pending() && asked_breakdown_ && asked_breakdown_->of == of_)) {
        table_->set_rows(tabled_ = nullptr);
        asked_breakdown_ = Asked{of_, Grouping::launch, metric_id(), Kind::bars};
        breakdown_query_.ask<analyzer::Breakdown>([of = of_](Readers& readers, const Stale&) { return first_launches(readers.of(of->path), *of); },
                                                  [this](const std::shared_ptr<const analyzer::Breakdown>& sample) {
                                                      pages_ = launch_rows(workspace().loader(), of_, sample);
                                                      refresh();
                                                  },
                                                  [this](const QString& sentence) { emit failed(sentence); });
    }
    if (kind_ != Kind::bars) return;
    drawn_.reset();
    chart_->show_message(tr("%1 launches are too many for a bar each. The timeline shows them; bars by stage and by substage add them up.")
                             .arg(QLocale(QLocale::English).toString(static_cast<qulonglong>(of_->record.launch_count))),
                         {});
}

void StagesView::show_timeline() {
    const bool by_metric = metric_->currentIndex() > 0;
    const Asked asked{of_, Grouping::launch, by_metric ? metric_id() : QString(), Kind::timeline};
    // Of very many launches those of the part in sight are read anew, once it stays.
    if (drawn_ == asked && !reread_) return;
    if (chart_query_.pending() && asked_ == asked && !reread_) return;
    if (!reread_) chart_->show_message(tr("Reading the launches..."));
    const auto part = reread_ ? selection().time : std::nullopt;
    reread_ = false;
    asked_ = asked;
    const auto* metric = by_metric ? find_metric(metric_id().toStdString()) : nullptr;
    chart_query_.ask<Timeline>([of = of_, metric, part](Readers& readers, const Stale& stale) { return read_timeline(readers.of(of->path), *of, metric, part, stale); },
                               [this, asked](const std::shared_ptr<const Timeline>& timeline) {
                                   timeline_ = timeline;
                                   draw(timeline->chart, asked);
                               },
                               [this](const QString& sentence) { chart_->show_message(sentence); });
}

void StagesView::show_heat() {
    const Asked asked{of_, Grouping::substage, metric_id(), Kind::heat};
    if (drawn_ == asked || (chart_query_.pending() && asked_ == asked)) return;
    chart_->show_message(tr("Reading the launches..."));
    asked_ = asked;
    const auto* metric = find_metric(metric_id().toStdString());
    auto known = breakdowns_[position(Grouping::substage)] ? breakdowns_[position(Grouping::substage)]->breakdown : nullptr;
    chart_query_.ask<BarChart>(
        [of = of_, metric, known](Readers& readers, const Stale& stale) -> BarChartPtr {
            auto by_substage = known;
            if (!by_substage) {
                const auto& reader = readers.of(of->path);
                const analyzer::LaunchSource source{[&] { return reader.stages(of->record.id); }, [&](const auto& each) { reader.launches(of->record.id, {}, each); }};
                auto read = analyzer::breakdown(of->record, Grouping::substage, source, stale);
                if (!read) return nullptr;
                by_substage = std::make_shared<const analyzer::Breakdown>(std::move(*read));
            }
            return std::make_shared<const BarChart>(present::matrix_chart(analyzer::stage_matrix(*by_substage, *of->by_stage->breakdown, metric != nullptr ? *metric : time_metric())));
        },
        [this, asked](const BarChartPtr& chart) { draw(chart, asked); }, [this](const QString& sentence) { chart_->show_message(sentence); });
}

QJsonObject StagesView::layout_state() const {
    return {{QStringLiteral("splitter"), QString::fromLatin1(splitter_->saveState().toBase64())},
            {QStringLiteral("kind"), static_cast<int>(kind_)},
            {QStringLiteral("table"), table_->layout_state()}};
}

void StagesView::restore_layout(const QJsonObject& state) {
    splitter_->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
    table_->restore_layout(state[QStringLiteral("table")].toObject());
    set_kind(static_cast<Kind>(std::clamp(state[QStringLiteral("kind")].toInt(), 0, 2)));
}

}  // namespace sortscope::gui
