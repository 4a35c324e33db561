#include "gui/views/stages_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <qcustomplot.h>
#include <QActionGroup>
#include <QComboBox>
#include <QSplitter>
#include <QTimer>
#include <QToolBar>

#include "analyzer/launches/breakdown.hpp"
#include "gui/models/launch_pages.hpp"
#include "gui/models/text.hpp"
#include "gui/models/timeline.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay_toggle.hpp"
#include "gui/views/parts/sentence.hpp"
#include "gui/views/table/table_view.hpp"
#include "present/charts/breakdown_overlay.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/timeline.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

}  // namespace

StagesView::StagesView(Workspace& of)
    : View(of, tr("Stages")),
      chart_(new ChartView),
      table_(new TableView),
      explanation_(new Sentence(1)),
      grouping_(new QComboBox),
      metric_(new QComboBox),
      beside_(new QComboBox),
      beside_action_(nullptr),
      kinds_(nullptr),
      rest_timer_(new QTimer(this)),
      breakdown_query_(of.loader(), Loader::Lane::lengthy, this),
      chart_query_(of.loader(), Loader::Lane::lengthy, this) {
    build_toolbar();
    table_->setAccessibleName(tr("Counters table"));
    explanation_->setObjectName(u"explanation"_s);
    auto* splitter = splitter_of(Qt::Vertical, {chart_, column_of({explanation_, table_})});
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 4);
    splitter->setSizes({460, 340});
    fill(*this, {splitter});
    keep("splitter", *splitter);
    keep("table", *table_);
    keep(
        "side_by_side", [this] { return beside_->currentIndex() == 1; },
        [this](const QJsonValue& state) {
            const int beside = state.toBool() ? 1 : 0;
            if (beside == beside_->currentIndex()) return;
            beside_->setCurrentIndex(beside);
            touch();
        });
    keep(
        "kind", [this] { return static_cast<int>(kind_); },
        [this](const QJsonValue& state) { set_kind(static_cast<Kind>(std::clamp(state.toInt(), 0, 2))); });

    connect(chart_, &ChartView::row_selected, this, &StagesView::choose_row);
    connect(chart_, &ChartView::row_activated, this, &StagesView::open_row);
    connect(table_, &TableView::row_selected, this, &StagesView::choose_row);
    connect(table_, &TableView::row_activated, this, &StagesView::open_row);
    // While a chart moves it draws what it has. Reading more, and views that follow, wait until it rests.
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
    kinds_ =
        add_choices(bar,
                    {{tr("Bars"), tr("A bar for each row, split by kernel")},
                     {tr("Timeline"), tr("Measured start and end of each launch, with gaps and transfers")},
                     {tr("Heat map"), tr("A row for each stage, a column for each substage")}},
                    [this](int kind) { set_kind(static_cast<Kind>(kind)); });
    bar.addSeparator();
    for (const auto grouping : analyzer::groupings)
        grouping_->addItem(tr("by %1").arg(to_qstring(name_of(grouping))));
    grouping_->setObjectName(u"grouping"_s);
    grouping_->setToolTip(tr("What one bar and one row contain (Ctrl+1 to Ctrl+4)"));
    grouping_->setAccessibleName(tr("Rows and bars"));
    metric_->setObjectName(u"metric"_s);
    metric_->setAccessibleName(tr("Measure"));
    fit_long_items(*metric_);
    bar.addWidget(metric_);
    bar.addWidget(grouping_);
    add_overlay(
        tr("Draw the compared cases: bars side by side, timelines below each other, heat maps as ratio or "
           "side by "
           "side."));
    beside_->addItem(tr("as ratio"));
    beside_->addItem(tr("side by side"));
    beside_->setObjectName(u"beside"_s);
    beside_->setAccessibleName(tr("Heat map of compared cases"));
    beside_->setToolTip(tr("Compared cases: the ratio of each cell to the case shown, or maps side by side"));
    beside_action_ = bar.addWidget(beside_);
    beside_action_->setVisible(false);
    connect(beside_, &QComboBox::activated, this, &StagesView::touch);
    connect(grouping_, &QComboBox::activated, this, [this](int index) {
        workspace().selected().edit(
            [&](Selection& next) { next.grouping = analyzer::groupings[static_cast<std::size_t>(index)]; });
    });
    connect(metric_, &QComboBox::activated, this, [this] {
        workspace().selected().edit(
            [&](Selection& next) { next.metric = metric_->currentData().toString(); });
    });
}

bool StagesView::is_waiting() const { return View::is_waiting() || rest_timer_->isActive(); }

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
    table_->parentWidget()->setVisible(rows);  // if empty, the chart says why
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
    beside_action_->setVisible(kind_ == Kind::heat && overlay().is_on());
    if (kind_ == Kind::timeline) show_timeline();
    if (kind_ == Kind::heat) show_heat();
    follow_selection();
}

void StagesView::fill_metrics(const std::vector<const Metric*>& metrics) {
    show_metrics(*metric_, metrics, selection().metric);
    const auto at = static_cast<std::size_t>(std::max(0, metric_->currentIndex()));
    metric_->setToolTip(at < metrics.size() ? metric_words(*metrics[at]) : tr("The metric of the bars"));
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

void StagesView::ask_breakdown() {
    const Asked asked{of_, selection().grouping, {}, Kind::bars};
    if (kind_ == Kind::bars) {
        drop_chart_query();
        say_instead(tr("Reading the launches..."));
        drawn_.reset();
    }
    if (breakdown_query_.pending() && asked_breakdown_ == asked) return;
    asked_breakdown_ = asked;
    table_->set_rows(nullptr);
    tabled_ = nullptr;
    breakdown_query_.ask<BreakdownContents>(
        [of = of_, grouping = asked.grouping, metric = selection().metric](
            Readers& readers, const Stale& stale) -> BreakdownContentsPtr {
            const auto& reader = readers.of(of->path);
            const auto gaps =
                of->record.launch_count <= most_held_launches ? analyzer::Gaps::read : analyzer::Gaps::unread;
            auto breakdown = analyzer::breakdown(reader, of->record, grouping, gaps, stale);
            return breakdown ? breakdown_contents(of->record, std::move(*breakdown), metric) : nullptr;
        },
        [this, grouping = asked.grouping](const BreakdownContentsPtr& contents) {
            // A breakdown by launch may be large: do not keep it with another.
            breakdowns_[place_of(Grouping::launch)] = nullptr;
            breakdowns_[place_of(grouping)] = contents;
            refresh();
        },
        [this](const QString& sentence) {
            if (kind_ == Kind::bars) say_instead(sentence);
            emit failed(sentence);
        });
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
    if (is_overlaid()) return show_bar_overlay();
    const auto shown = shown_breakdown();
    const auto metric = static_cast<std::size_t>(std::max(0, metric_->currentIndex()));
    const Asked asked{of_, selection().grouping, metric_id(), Kind::bars};
    if (is_settled(asked)) return;
    if (metric == shown->charted) return draw(shown->chart, asked);
    asked_ = asked;
    chart_query_.ask<BarChart>(
        [shown, metric, of = of_](Readers&, const Stale&) { return bar_chart(*shown, metric, of->record); },
        [this, asked](const BarChartPtr& chart) { draw(chart, asked); },
        [this](const QString& sentence) { say_instead(sentence); });
}

void StagesView::explain() {
    const auto shown = shown_breakdown();
    const auto sentence = shown ? present::branches_counted_twice(*shown->breakdown) : std::string();
    explanation_->say(sentence.empty() ? QString() : typeset(sentence));
}

void StagesView::show_pages() {
    fill_metrics(of_->by_stage->metrics);
    explain();
    if (pages_) {
        if (tabled_ != pages_) table_->set_rows(tabled_ = pages_);
    } else if (!(breakdown_query_.pending() && asked_breakdown_ && asked_breakdown_->of == of_)) {
        table_->set_rows(tabled_ = nullptr);
        asked_breakdown_ = Asked{of_, Grouping::launch, metric_id(), Kind::bars};
        breakdown_query_.ask<analyzer::Breakdown>(
            [of = of_](Readers& readers, const Stale&) { return first_launches(readers.of(of->path), *of); },
            [this](const std::shared_ptr<const analyzer::Breakdown>& sample) {
                pages_ = launch_rows(workspace().loader(), of_, sample);
                refresh();
            },
            [this](const QString& sentence) { emit failed(sentence); });
    }
    if (kind_ == Kind::bars) show_launch_bars();
}

LaunchPart StagesView::part_in_sight() const {
    const auto range = chart_->plot().xAxis->range();
    const double last = static_cast<double>(of_->record.launch_count) - 1;
    return {static_cast<std::uint32_t>(std::clamp(std::floor(range.lower + 0.5), 0.0, last)),
            static_cast<std::uint32_t>(std::clamp(std::ceil(range.upper - 0.5), 0.0, last))};
}

void StagesView::show_launch_bars() {
    const Asked asked{of_, Grouping::launch, metric_id(), Kind::bars};
    if (is_settled(asked) && !reread_) return;
    const bool moved = drawn_ && drawn_->of == of_ && drawn_->grouping == Grouping::launch &&
                       drawn_->kind == Kind::bars && chart_->is_zoomed();
    if (!moved && drawn_ != asked) say_instead(tr("Reading the launches..."));
    reread_ = false;
    asked_ = asked;
    const auto* metric = find_metric(metric_id().toStdString());
    const auto part = moved ? std::optional(part_in_sight()) : std::nullopt;
    chart_query_.ask<LaunchBars>(
        [of = of_, metric, levels = levels_, part](Readers& readers, const Stale& stale) {
            return read_launch_bars(readers.of(of->path), *of, metric != nullptr ? *metric : time_metric(),
                                    levels, part, stale);
        },
        [this, asked](const std::shared_ptr<const LaunchBars>& bars) {
            levels_ = bars->levels;
            draw(bars->chart, asked);
        },
        [this](const QString& sentence) { say_instead(sentence); });
}

void StagesView::show_timeline() {
    const bool by_metric = metric_->currentIndex() > 0;
    const Asked asked{of_, analyzer::Grouping::launch, by_metric ? metric_id() : QString(), Kind::timeline,
                      overlay().key()};
    // If there are very many launches, read those in sight once the chart rests.
    if (is_settled(asked) && !reread_) return;
    if (!(drawn_ && drawn_->kind == Kind::timeline)) say_instead(tr("Reading the launches..."));
    reread_ = false;
    asked_ = asked;
    const auto* metric = by_metric ? find_metric(metric_id().toStdString()) : nullptr;
    chart_query_.ask<Timeline>(
        [of = of_, others = overlay().cases(), metric, levels = levels_, part = selection().time](
            Readers& readers, const Stale& stale) {
            return read_timelines(readers, of, others, metric, levels, part, stale);
        },
        [this, asked](const std::shared_ptr<const Timeline>& timeline) {
            timeline_ = timeline;
            if (timeline->levels) levels_ = timeline->levels;
            draw(timeline->chart, asked);
        },
        [this](const QString& sentence) { say_instead(sentence); });
}

void StagesView::rest() {
    if (!of_) return;
    if (kind_ == Kind::timeline && timeline_) {
        const auto range = chart_->plot().xAxis->range();
        const double us = timeline_->unit_us;
        shown_time_ =
            chart_->is_zoomed() ? std::optional(TimeRange{range.lower * us, range.upper * us}) : std::nullopt;
        workspace().selected().edit([&](Selection& next) { next.time = shown_time_; });
        reread_ = of_->record.launch_count > most_held_launches;
        if (reread_) show_timeline();
    } else if (kind_ == Kind::bars && is_paged()) {
        reread_ = true;
        show_launch_bars();
    }
}

void StagesView::zoom_to_time(std::optional<TimeRange> time) {
    shown_time_ = time;
    const double us = timeline_->unit_us;
    chart_->zoom_to(time ? time->from / us : 0, time ? time->to / us : 0);
    if (of_->record.launch_count > most_held_launches) rest_timer_->start();
}

void StagesView::follow_time() {
    // Back and Forward also move through time ranges.
    if (kind_ == Kind::timeline && timeline_ && drawn_ && drawn_->kind == Kind::timeline &&
        !rest_timer_->isActive() && shown_time_ != selection().time)
        zoom_to_time(selection().time);
}

void StagesView::show_launches() {
    // Input transfers may be far from the launches: show the launches. A double click shows everything.
    double from = 1e300, to = -1e300, all_from = 1e300, all_to = -1e300;
    for (const auto& series : chart_->chart().series)
        for (const auto& point : series.points) {
            if (series.kind != present::Series::Kind::spans) continue;
            all_from = std::min(all_from, point.x), all_to = std::max(all_to, point.x_end);
            if (series.name.starts_with("transfers")) continue;
            from = std::min(from, point.x), to = std::max(to, point.x_end);
        }
    if (to > from && to - from < 0.5 * (all_to - all_from))
        chart_->zoom_to(from - (to - from) * 0.03, to + (to - from) * 0.03);
}

void StagesView::zoom_to_launch(int launch) {
    for (const auto& series : chart_->chart().series)
        for (const auto& point : series.points)
            if (series.kind == present::Series::Kind::spans &&
                point.row == static_cast<std::size_t>(launch)) {
                const double length = std::max(point.x_end - point.x, 1e-9);
                chart_->plot().setFocus();
                const double us = timeline_->unit_us;
                const TimeRange time{(point.x - length * 0.3) * us, (point.x_end + length * 0.3) * us};
                zoom_to_time(time);
                workspace().selected().edit([&](Selection& next) { next.time = time; });
                return;
            }
}

int StagesView::row_of_selection() const {
    if (is_paged()) return selection().launches ? static_cast<int>(selection().launches->first) : -1;
    const auto shown = shown_breakdown();
    if (!shown) return -1;
    const auto& rows = shown->breakdown->rows;
    const auto found = std::ranges::find_if(rows, [&](const analyzer::BreakdownRow& row) {
        switch (selection().grouping) {
            case Grouping::stage:
                return selection().stage == row.sums.stage;
            case Grouping::substage:
                return selection().stage == row.sums.stage &&
                       (!selection().substage || selection().substage == row.sums.substage);
            case Grouping::launch:
                if (selection().launches) return selection().launches->first == row.sums.first_launch;
                return selection().stage == row.sums.stage &&
                       (!selection().substage || selection().substage == row.sums.substage);
            case Grouping::kernel:
                return false;
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
    if (kind_ == Kind::bars && drawn_ && drawn_->grouping == selection().grouping &&
        !(selection().grouping == Grouping::kernel && row < 0) && chart_->current_row() != row)
        chart_->set_current_row(row);
    if (kind_ == Kind::bars && is_paged() && row >= 0) chart_->bring_into_view(row, row);
    follow_time();  // first: a launch in the wanted time range is then in sight
    if (kind_ == Kind::timeline)
        chart_->set_current_row(selection().launches ? static_cast<int>(selection().launches->first) : -1);
    if (kind_ == Kind::heat) chart_->set_current_row(-1);
}

void StagesView::choose_row(int row) {
    if (row < 0) return;
    if (kind_ == Kind::timeline && sender() == chart_) {  // its rows are launches
        const auto launch = static_cast<std::uint32_t>(row);
        const auto known = timeline_
                               ? std::ranges::find(timeline_->launches, launch, &Timeline::Place::launch)
                               : std::vector<Timeline::Place>::const_iterator{};
        workspace().selected().edit([&](Selection& next) {
            next.launches = LaunchRange{launch, launch};
            if (!timeline_ || known == timeline_->launches.end()) return;
            next.stage = known->stage;
            next.substage = known->substage;
        });
        return;
    }
    if (is_paged()) {
        workspace().selected().edit([&](Selection& next) {
            next.launches = LaunchRange{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(row)};
        });
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
        next.launches = grouping == Grouping::launch
                            ? std::optional(LaunchRange{sums.first_launch, sums.first_launch})
                            : std::nullopt;
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
    workspace().selected().edit([&](Selection& next) {
        next.grouping = grouping == Grouping::stage ? Grouping::substage : Grouping::launch;
    });
}

void StagesView::choose_cell(int x, int y) {
    const auto number = [](const std::vector<std::string>& ticks, int at) {
        return to_qstring(ticks.at(static_cast<std::size_t>(at))).toInt();
    };
    const int stage = number(chart_->chart().y.ticks, y), substage = number(chart_->chart().x.ticks, x);
    // Maps side by side may have cells that the case shown has not.
    if (!places_.contains({stage, substage})) return;
    workspace().selected().edit([&](Selection& next) {
        next.stage = stage;
        next.substage = substage;
        next.launches.reset();
        if (next.grouping == Grouping::stage || next.grouping == Grouping::kernel)
            next.grouping = Grouping::substage;
    });
}

bool StagesView::is_overlaid() const {
    return overlay().is_on() && selection().grouping != analyzer::Grouping::launch;
}

void StagesView::show_bar_overlay() {
    const auto grouping = selection().grouping;
    const Asked asked{of_, grouping, metric_id(), Kind::bars, overlay().key()};
    if (is_settled(asked)) return;
    asked_ = asked;
    const auto* metric = find_metric(metric_id().toStdString());
    chart_query_.ask<BarChart>(
        [of = of_, others = overlay().cases(), grouping, metric](Readers& readers,
                                                                 const Stale& stale) -> BarChartPtr {
            const auto overlaid = read_overlay(readers, of, others, grouping, stale);
            return overlaid ? std::make_shared<const BarChart>(present::breakdown_overlay_chart(
                                  overlaid->cases, metric != nullptr ? *metric : time_metric()))
                            : nullptr;
        },
        [this, asked](const BarChartPtr& chart) { draw(chart, asked); },
        [this](const QString& sentence) { say_instead(sentence); });
}

void StagesView::show_heat() {
    const Asked asked{of_, analyzer::Grouping::substage, metric_id(), Kind::heat,
                      overlay().key() + (beside_->currentIndex() == 1 ? u'|' : u'/')};
    if (is_settled(asked)) return;
    say_instead(tr("Reading the launches..."));
    asked_ = asked;
    const auto* metric = find_metric(metric_id().toStdString());
    auto known = breakdowns_[place_of(analyzer::Grouping::substage)]
                     ? breakdowns_[place_of(analyzer::Grouping::substage)]->breakdown
                     : nullptr;
    struct Read {
        BarChartPtr chart;
        std::set<std::pair<int, int>> places;
    };
    chart_query_.ask<Read>(
        [of = of_, others = overlay().cases(), metric = metric != nullptr ? metric : &time_metric(),
         beside = beside_->currentIndex() == 1,
         known](Readers& readers, const Stale& stale) -> std::shared_ptr<const Read> {
            auto read = std::make_shared<Read>();
            std::vector<CaseContentsPtr> all{of};
            all.insert(all.end(), others.begin(), others.end());
            std::vector<present::MatrixCase> cases;
            for (const auto& one : all) {
                const auto by_substage = one == of && known
                                             ? known
                                             : read_breakdown(readers.of(one->path), one->record,
                                                              analyzer::Grouping::substage, stale);
                if (!by_substage) return nullptr;
                if (one == of)
                    for (const auto& row : by_substage->rows)
                        read->places.emplace(row.sums.stage, row.sums.substage);
                cases.push_back(
                    {&one->record, analyzer::stage_matrix(*by_substage, *one->by_stage->breakdown, *metric)});
            }
            read->chart =
                std::make_shared<const BarChart>(others.empty() ? present::matrix_chart(cases.front().matrix)
                                                 : beside       ? present::matrices_chart(cases)
                                                                : present::matrix_ratio_chart(cases));
            return read;
        },
        [this, asked](const std::shared_ptr<const Read>& read) {
            places_ = read->places;
            draw(read->chart, asked);
        },
        [this](const QString& sentence) { say_instead(sentence); });
}

std::shared_ptr<const Timeline> StagesView::read_timelines(Readers& readers, const CaseContentsPtr& of,
                                                           const std::vector<CaseContentsPtr>& others,
                                                           const Metric* metric, LaunchLevelsPtr levels,
                                                           std::optional<TimeRange> part,
                                                           const Stale& stale) {
    auto first = read_timeline(readers.of(of->path), *of, metric, std::move(levels), part, stale);
    if (!first || others.empty()) return first;
    std::vector<const CaseRecord*> records{&of->record};
    std::vector<present::Chart> charts{first->chart->chart};
    for (const auto& other : others) {
        const auto read = read_timeline(readers.of(other->path), *other, metric, nullptr, part, stale);
        if (!read) return nullptr;
        records.push_back(&other->record);
        charts.push_back(read->chart->chart);
    }
    auto timeline = std::make_shared<Timeline>(*first);
    timeline->chart = std::make_shared<const BarChart>(
        present::timeline_overlay_chart(std::move(charts), present::overlay_names(records)));
    return timeline;
}

}  // namespace sortscope::gui
