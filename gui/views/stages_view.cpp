#include "gui/views/stages_view.hpp"

#include "present/charts/breakdown.hpp"
#include "present/charts/matrix.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/timeline.hpp"
#include "present/tables/breakdown.hpp"

namespace sortscope::gui {
namespace {
using analyzer::Grouping;

/// Empty if stale. `known`: the first case's breakdown, or null.
std::vector<Shared<analyzer::Breakdown>> read_breakdowns(Readers& readers, const std::vector<CasePtr>& cases,
                                                         Grouping grouping, const BreakdownPtr& known,
                                                         const Stale& stale) {
    std::vector<Shared<analyzer::Breakdown>> read;
    for (const auto& one : cases) {
        if (known && read.empty())
            read.push_back(known->breakdown);
        else
            read.push_back(grouping == Grouping::stage
                               ? one->by_stage->breakdown
                               : read_breakdown(readers.of(one->path), one->record, grouping, stale));
        if (!read.back() || stale()) return {};
    }
    return read;
}

/// Reads timelines to draw below each other; null if stale.
Shared<Timeline> read_timelines(Readers& readers, const std::vector<CasePtr>& cases, const Metric* metric,
                                const LevelsPtr& levels, std::optional<TimeRange> part,
                                std::optional<TimeMode> sampled, const Stale& stale) {
    // Shows series only if each case has them in mode `sampled`.
    for (const auto& one : cases)
        if (cases.size() > 1 &&
            std::ranges::none_of(readers.of(one->path).sampled_launches(one->record.id),
                                 [&](const SampledLaunch& launch) { return launch.time_mode == sampled; }))
            sampled.reset();
    std::vector<const CaseRecord*> records;
    std::vector<present::Chart> charts;
    Shared<Timeline> first;
    for (const auto& one : cases) {
        const auto read = read_timeline(readers.of(one->path), *one, metric, first ? nullptr : levels, part,
                                        sampled, stale);
        if (!read) return nullptr;
        if (!first) first = read;
        records.push_back(&one->record);
        charts.push_back(read->chart->chart);
    }
    if (cases.size() == 1) return first;
    auto timeline = std::make_shared<Timeline>(*first);
    timeline->chart = std::make_shared<BarChart>(
        present::timeline_overlay_chart(std::move(charts), present::overlay_names(records)));
    return timeline;
}
}  // namespace

StagesView::StagesView(Workspace& of)
    : View(of, tr("Stages"), new ChartView, new TableView),
      explanation_(new Sentence(1)),
      kinds_(
          add_choices(toolbar(),
                      {{tr("Bars"), tr("A bar for each row, split by kernel")},
                       {tr("Timeline"), tr("Measured start and end of each launch, with activity over time")},
                       {tr("Heat map"), tr("A row for each stage, a column for each substage")}},
                      [this] {
                          chart_query_.forget();
                          touch();
                      })),
      metric_(add_box(toolbar(), "metric", tr("Measure"), {}, 12)),
      grouping_(add_box(toolbar(), "grouping", tr("Rows and bars"),
                        tr("What one bar and one row contain (Ctrl+1 to Ctrl+4)"))),
      rest_timer_(new QTimer(this)),
      rows_query_(of.loader(), Lane::lengthy, this),
      chart_query_(of.loader(), Lane::lengthy, this) {
    for (const auto grouping : analyzer::groupings)
        grouping_->addItem(tr("by %1").arg(to_qstring(name_of(grouping))));
    add_overlay(
        tr("Draw the compared cases: bars side by side, timelines below each other, heat maps as ratio or "
           "side by side."));
    beside_ = add_box(toolbar(), "beside", tr("Heat map of compared cases"),
                      tr("Compared cases: the ratio of each cell to the case shown, or maps side by side"));
    beside_->addItems({tr("as ratio"), tr("side by side")});
    beside_action_ = toolbar().actions().back();
    beside_action_->setVisible(false);
    run_ = add_box(toolbar(), "run", tr("Run of the timeline"),
                   tr("The sampled execution as a CUDA graph, the sampled one launch by launch, or the "
                      "activity trial, which has no series"));
    run_action_ = toolbar().actions().back();
    run_action_->setVisible(false);
    table_->setAccessibleName(tr("Counters table"));
    explanation_->setObjectName(u"explanation"_s);
    auto* splitter = splitter_of(Qt::Vertical, {chart_, column_of({explanation_, table_})}, {440, 300});
    fill(*this, {splitter});
    keep("splitter", *splitter);
    keep("table", *table_);
    keep("beside", *beside_);
    keep("kind", *kinds_);
    keep(
        "run", [this] { return int(wanted_run_); },
        [this](const QJsonValue& state) {
            if (const auto mode = static_cast<TimeMode>(state.toInt(int(wanted_run_))); mode != wanted_run_) {
                wanted_run_ = mode;
                touch();
            }
        });

    connect(beside_, &QComboBox::activated, this, &StagesView::touch);
    connect(run_, &QComboBox::activated, this, [this] {
        wanted_run_ = static_cast<TimeMode>(run_->currentData().toInt());
        refresh();
    });
    connect(grouping_, &QComboBox::activated, this, [this](int index) {
        select([&](Selection& next) { next.grouping = analyzer::groupings[size_t(index)]; });
    });
    choose_metrics_by(*metric_);
    connect(chart_, &ChartView::offer_taken, this,
            [this] { want_case_with(kind() == Kind::timeline ? "" : "--counters all"); });
    connect(chart_, &ChartView::row_selected, this, &StagesView::choose_row);
    connect(chart_, &ChartView::row_activated, this, &StagesView::open_row);
    connect(table_, &TableView::row_selected, this, &StagesView::choose_row);
    connect(table_, &TableView::row_activated, this, &StagesView::open_row);
    // A moving chart draws the launches it has, and reads more once at rest.
    rest_timer_->setSingleShot(true);
    rest_timer_->setInterval(120);
    connect(rest_timer_, &QTimer::timeout, this, &StagesView::rest);
    connect(chart_, &ChartView::range_changed, this, [this] {
        if ((kind() == Kind::timeline && timeline_) || (kind() == Kind::bars && is_paged()))
            rest_timer_->start();
    });
    connect(chart_, &ChartView::cell_selected, this, &StagesView::choose_cell);
}

BreakdownPtr StagesView::shown_breakdown() const {
    const auto at = breakdowns_.find(selection().grouping);
    return at == breakdowns_.end() ? nullptr : at->second;
}

bool StagesView::is_paged() const {
    return of_ && selection().grouping == Grouping::launch && of_->record.launch_count > most_held_launches;
}

const Metric& StagesView::metric() const {
    const auto* found = find_metric(metric_id().toStdString());
    return found != nullptr ? *found : time_metric();
}

void StagesView::forget() {
    breakdowns_.clear();
    pages_ = nullptr;
    timeline_ = nullptr;
    levels_ = nullptr;
    shown_time_.reset();
    rest_timer_->stop();
    drawn_.reset();
    tabled_ = nullptr;
    rows_query_.forget();
    chart_query_.forget();
}

void StagesView::refresh() {
    const auto& current = workspace().current();
    if (current != of_) {
        of_ = current;
        forget();
        if (of_) breakdowns_[Grouping::stage] = of_->by_stage;
    }
    grouping_->setCurrentIndex(int(selection().grouping));
    const bool rows = of_ && !of_->by_stage->breakdown->rows.empty();
    grouping_->setEnabled(rows);
    metric_->setEnabled(rows);
    table_->parentWidget()->setVisible(rows);  // without rows, the chart says why
    if (!rows) metric_->clear();
    if (!of_) {
        table_->set_rows(nullptr);
        return chart_->show_message(waiting_sentence());
    }
    chart_->set_context(context());
    if (!rows) {
        chart_->set_chart(of_->by_stage->chart);
        if (of_->record.backend != BackendKind::cpu) chart_->offer(tr("Collect its launches..."));
        return;
    }
    if (is_paged() ? pages_ != nullptr : shown_breakdown() != nullptr)
        show_rows();
    else
        ask_rows();
    if (is_paged() && kind() == Kind::bars) show_launch_bars();
    beside_action_->setVisible(kind() == Kind::heat && overlay().is_on());
    if (kind() == Kind::timeline) show_timeline();
    if (kind() == Kind::heat) show_heat();
    show_runs();
    follow_selection();
}

void StagesView::fill_metrics(const std::vector<const Metric*>& metrics) {
    show_metrics(*metric_, metrics, selection().metric);
    const auto at = size_t(std::max(0, metric_->currentIndex()));
    metric_->setToolTip(at < metrics.size() ? metric_words(*metrics[at]) : tr("The metric of the bars"));
}

void StagesView::show_runs() {
    const bool shown = kind() == Kind::timeline && timeline_ && !timeline_->runs.empty();
    run_action_->setVisible(shown);
    if (!shown) return;
    std::vector<BoxItem> items;
    for (const auto mode : timeline_->runs)
        items.push_back({mode == TimeMode::graph ? tr("as one graph") : tr("launch by launch"),
                         QString::number(int(mode))});
    items.push_back({tr("activity trial"), QString::number(int(TimeMode::none))});
    show_items(*run_, items);
    const int drawn = run_->findData(QString::number(int(wanted_run_)));
    run_->setCurrentIndex(drawn >= 0 ? drawn : run_->count() - 1);
}

void StagesView::say_instead(const QString& sentence) {
    drawn_.reset();
    chart_->show_message(sentence);
}

void StagesView::ask_chart(const Asked& asked, bool cover, ReadDrawing read, bool again) {
    if (again) chart_query_.forget();
    const bool asks = chart_query_.want(
        {asked.of,
         QStringList{QString::number(int(asked.grouping)), asked.metric, QString::number(int(asked.kind)),
                     asked.others, QString::number(int(asked.run))}
             .join(u' ')},
        std::move(read),
        [this, asked] {
            const auto& drawing = *chart_query_.answer();
            if (asked.kind == Kind::timeline) timeline_ = drawing.timeline;
            if (drawing.levels) levels_ = drawing.levels;
            places_ = drawing.places;
            draw(drawing.chart, asked);
        },
        [this](const QString& sentence) {
            chart_query_.forget();  // ask again later
            say_instead(sentence);
        });
    if (asks && cover) say_instead(tr("Reading the launches..."));
}

void StagesView::draw(BarChartPtr chart, const Asked& asked) {
    const bool same_rows =
        drawn_ && drawn_->of == asked.of && drawn_->grouping == asked.grouping && drawn_->kind == asked.kind;
    drawn_ = asked;
    chart_->set_chart(std::move(chart), same_rows);
    if (asked.kind == Kind::timeline && !chart_->has_chart() && !of_->record.is_program())
        chart_->offer(tr("Collect times..."));
    if (zoom_to_stage_ && asked.kind == Kind::bars && (shown_breakdown() || is_paged()))
        zoom_to_stage(*std::exchange(zoom_to_stage_, std::nullopt));
    if (asked.kind == Kind::timeline && !same_rows && selection().time) zoom_to_time(selection().time);
    show_runs();
    follow_selection();
}

void StagesView::zoom_to_stage(int stage) {
    uint64_t first = of_->record.launch_count, count = 0, row = 0;
    const auto add = [&](const LaunchSums& sums, uint64_t at, uint64_t rows) {
        if (sums.stage == stage) first = std::min(first, at), count += rows;
    };
    if (is_paged())
        for (const auto& sums : of_->sums) add(sums, sums.first_launch, sums.launches);
    else
        for (const auto& one : shown_breakdown()->breakdown->rows) add(one.sums, row++, 1);
    if (count < 2) return;
    chart_->zoom_to(double(first) - 0.5, double(first + count) - 0.5);
    if (is_paged()) rest_timer_->start();
}

void StagesView::ask_rows() {
    const auto grouping = selection().grouping;
    if (kind() == Kind::bars && !is_paged()) {
        chart_query_.forget();
        say_instead(tr("Reading the launches..."));
    }
    if (is_paged()) fill_metrics(of_->by_stage->metrics);
    table_->set_rows(tabled_ = nullptr);
    explanation_->say({});
    rows_query_.want(
        {of_, to_qstring(name_of(grouping))},
        [of = of_, grouping, paged = is_paged(), metric = selection().metric](
            Readers& readers, const Stale& stale) -> Shared<Rows> {
            const auto& reader = readers.of(of->path);
            if (paged) return std::make_shared<Rows>(Rows{{}, first_launches(reader, *of)});
            const auto gaps =
                of->record.launch_count <= most_held_launches ? analyzer::Gaps::read : analyzer::Gaps::unread;
            auto breakdown = analyzer::breakdown(reader, of->record, grouping, gaps, stale);
            if (!breakdown) return nullptr;
            return std::make_shared<Rows>(
                Rows{breakdown_contents(of->record, std::move(*breakdown), metric), nullptr});
        },
        [this, grouping] {
            const auto& read = *rows_query_.answer();
            if (read.sample) pages_ = launch_rows(workspace().loader(), of_, read.sample);
            // A breakdown by launch may be large: drop the old breakdown.
            breakdowns_.erase(Grouping::launch);
            breakdowns_[grouping] = read.contents;
            rows_query_.forget();
            refresh();
        },
        [this](const QString& sentence) {
            if (kind() == Kind::bars && !is_paged()) say_instead(sentence);
            rows_query_.forget();
            emit failed(sentence);
        });
}

void StagesView::show_rows() {
    const auto shown = shown_breakdown();
    fill_metrics(is_paged() ? of_->by_stage->metrics : shown->metrics);
    if (const auto& rows = is_paged() ? pages_ : shown->table; tabled_ != rows) {
        table_->set_rows(tabled_ = rows);
        std::string text;
        if (!is_paged() && shown->breakdown->rest_ns()) text = present::rest_sentence;
        if (!is_paged()) present::add_sentence(text, present::branches_counted_twice(*shown->breakdown));
        explanation_->say(typeset_if_any(text));
    }
    if (kind() == Kind::bars && !is_paged()) show_bars();
}

void StagesView::show_bars() {
    const auto grouping = selection().grouping;
    if (overlay().is_on() && grouping != Grouping::launch) {
        const auto read = [all = overlay().with(of_), grouping, known = breakdowns_[grouping],
                           metric = &metric()](Readers& readers, const Stale& stale) -> DrawingPtr {
            const auto breakdowns = read_breakdowns(readers, all, grouping, known, stale);
            if (breakdowns.empty()) return nullptr;
            std::vector<present::OverlayCase> cases;
            for (size_t i = 0; i < all.size(); ++i) cases.push_back({&all[i]->record, breakdowns[i]});
            return made({std::make_shared<BarChart>(present::breakdown_overlay_chart(cases, *metric))});
        };
        return ask_chart({of_, grouping, metric_id(), Kind::bars, overlay().key()}, false, read);
    }
    const auto shown = shown_breakdown();
    const auto metric = size_t(std::max(0, metric_->currentIndex()));
    const Asked asked{of_, grouping, metric_id(), Kind::bars};
    if (metric != shown->charted)
        return ask_chart(asked, false, [shown, metric, of = of_](Readers&, const Stale&) {
            return made({bar_chart(*shown, metric, of->record)});
        });
    chart_query_.forget();
    if (drawn_ != asked) draw(shown->chart, asked);
}

void StagesView::show_launch_bars(bool again) {
    const Asked asked{of_, Grouping::launch, metric_id(), Kind::bars};
    const bool moved = drawn_ && drawn_->of == of_ && drawn_->grouping == Grouping::launch &&
                       drawn_->kind == Kind::bars && chart_->is_zoomed();
    std::optional<LaunchPart> part;
    if (moved) {
        const auto range = chart_->plot().xAxis->range();
        const double last = double(of_->record.launch_count) - 1;
        part = {uint32_t(std::clamp(std::floor(range.lower + 0.5), 0.0, last)),
                uint32_t(std::clamp(std::ceil(range.upper - 0.5), 0.0, last))};
    }
    ask_chart(
        asked, !moved && drawn_ != asked,
        [of = of_, metric = &metric(), levels = levels_, part](Readers& readers,
                                                               const Stale& stale) -> DrawingPtr {
            const auto bars = read_launch_bars(readers.of(of->path), *of, *metric, levels, part, stale);
            if (!bars) return nullptr;
            return made({bars->chart, nullptr, bars->levels});
        },
        again);
}

void StagesView::show_timeline(bool again) {
    const bool by_metric = metric_->currentIndex() > 0;
    ask_chart(
        {of_, Grouping::launch, by_metric ? metric_id() : QString(), Kind::timeline, overlay().key(),
         wanted_run_},
        !(drawn_ && drawn_->kind == Kind::timeline),
        [all = overlay().with(of_), metric = by_metric ? &metric() : nullptr, levels = levels_,
         part = selection().time, run = wanted_run_](Readers& readers, const Stale& stale) -> DrawingPtr {
            const auto timeline = read_timelines(readers, all, metric, levels, part, run, stale);
            if (!timeline) return nullptr;
            return made({timeline->chart, timeline, timeline->levels});
        },
        again);
}

void StagesView::rest() {
    if (!of_) return;
    if (kind() == Kind::timeline && timeline_) {
        const auto range = chart_->plot().xAxis->range();
        const double us = timeline_->unit_us;
        shown_time_ =
            chart_->is_zoomed() ? std::optional(TimeRange{range.lower * us, range.upper * us}) : std::nullopt;
        select([&](Selection& next) { next.time = shown_time_; });
        if (of_->record.launch_count > most_held_launches) show_timeline(true);
    } else if (kind() == Kind::bars && is_paged()) {
        show_launch_bars(true);
    }
}

void StagesView::zoom_to_time(std::optional<TimeRange> time) {
    shown_time_ = time;
    const double us = timeline_->unit_us;
    chart_->zoom_to(time ? time->from / us : 0, time ? time->to / us : 0);
    if (of_->record.launch_count > most_held_launches) rest_timer_->start();
}

void StagesView::zoom_to_launch(int launch) {
    for (const auto& series : chart_->chart().series)
        for (const auto& point : series.points)
            if (series.kind == present::Series::Kind::spans && point.row == size_t(launch)) {
                const double length = std::max(point.x_end - point.x, 1e-9);
                chart_->plot().setFocus();
                const double us = timeline_->unit_us;
                const TimeRange time{(point.x - length * 0.3) * us, (point.x_end + length * 0.3) * us};
                zoom_to_time(time);
                select([&](Selection& next) { next.time = time; });
                return;
            }
}

int StagesView::row_of_selection() const {
    if (is_paged()) return selection().launch.value_or(-1);
    const auto shown = shown_breakdown();
    if (!shown) return -1;
    const auto& rows = shown->breakdown->rows;
    const auto grouping = selection().grouping;
    if (grouping == Grouping::kernel) return -1;
    return index_where(rows, [&](const analyzer::BreakdownRow& row) {
        if (grouping == Grouping::launch && selection().launch)
            return uint64_t(*selection().launch) == row.sums.first_launch;
        return selection().stage == row.sums.stage && (grouping == Grouping::stage || !selection().substage ||
                                                       selection().substage == row.sums.substage);
    });
}

void StagesView::follow_selection() {
    const int row = row_of_selection();
    const bool kept = selection().grouping == Grouping::kernel;  // the selection has no kernel
    if (!kept) table_->set_current_row(row);
    if (!chart_->has_chart()) return;
    if (kind() == Kind::bars && drawn_ && drawn_->grouping == selection().grouping && !kept &&
        chart_->current_row() != row)
        chart_->set_current_row(row);
    if (kind() == Kind::bars && is_paged() && row >= 0) chart_->bring_into_view(row, row);
    if (kind() == Kind::timeline) {
        // Zoom before marking, so that the launch is in sight.
        if (timeline_ && drawn_ && drawn_->kind == Kind::timeline && !rest_timer_->isActive() &&
            shown_time_ != selection().time)
            zoom_to_time(selection().time);
        mark_launches();
    }
    if (kind() == Kind::heat) mark_cell();
}

void StagesView::mark_launches() {
    chart_->set_current_row(selection().launch.value_or(-1));
    std::set<size_t> rows;
    if (timeline_ && selection().stage && !selection().launch)
        for (const auto& place : timeline_->launches)
            if (place.stage == selection().stage &&
                (!selection().substage || place.substage == selection().substage))
                rows.insert(place.launch);
    chart_->set_stage_rows(std::move(rows));
}

void StagesView::mark_cell() {
    const auto place_of = [](const std::vector<std::string>& ticks, std::optional<int> number) {
        return number ? index_of(ticks, std::to_string(*number)) : -1;
    };
    const int row = place_of(chart_->chart().y.ticks, selection().stage),
              column = place_of(chart_->chart().x.ticks, selection().substage);
    chart_->set_current_row(row);
    chart_->set_current_cell(row >= 0 && column >= 0 ? std::optional(std::pair(size_t(column), size_t(row)))
                                                     : std::nullopt);
}

void StagesView::choose_row(int row) {
    if (row < 0) return;
    const bool on_timeline = kind() == Kind::timeline && sender() == chart_;  // rows are launches
    if (on_timeline || is_paged())
        return select([&](Selection& next) {
            next.launch = row;
            if (!on_timeline || !timeline_) return;
            const auto place =
                std::ranges::find(timeline_->launches, uint32_t(row), &Timeline::Place::launch);
            if (place == timeline_->launches.end()) return;
            next.stage = place->stage;
            next.substage = place->substage;
        });
    const auto shown = shown_breakdown();
    if (!shown || size_t(row) >= shown->breakdown->rows.size()) return;
    const auto& sums = shown->breakdown->rows[size_t(row)].sums;
    const auto grouping = selection().grouping;
    if (grouping == Grouping::kernel) {
        table_->set_current_row(row);
        return chart_->set_current_row(row);
    }
    select([&](Selection& next) {
        next.stage = sums.stage;
        next.substage = grouping == Grouping::stage ? std::nullopt : std::optional(sums.substage);
        next.launch = grouping == Grouping::launch ? std::optional(int(sums.first_launch)) : std::nullopt;
    });
}

void StagesView::open_row(int row) {
    choose_row(row);
    if (kind() == Kind::timeline) {
        if (sender() == chart_) zoom_to_launch(row);
        return;
    }
    if (!selection().stage) return;
    const auto grouping = selection().grouping;
    if (grouping != Grouping::stage && grouping != Grouping::substage) return;
    zoom_to_stage_ = selection().stage;
    select([&](Selection& next) {
        next.grouping = grouping == Grouping::stage ? Grouping::substage : Grouping::launch;
    });
}

void StagesView::choose_cell(int x, int y) {
    const auto number = [](const std::vector<std::string>& ticks, int at) {
        return to_qstring(ticks.at(size_t(at))).toInt();
    };
    const int stage = number(chart_->chart().y.ticks, y), substage = number(chart_->chart().x.ticks, x);
    // Maps of compared cases may have cells that the case shown lacks.
    if (!places_.contains({stage, substage})) return;
    select([&](Selection& next) {
        next.choose_stage(stage);
        next.substage = substage;
        if (next.grouping == Grouping::stage || next.grouping == Grouping::kernel)
            next.grouping = Grouping::substage;
    });
}

void StagesView::show_heat() {
    const bool beside = beside_->currentIndex() == 1;
    const auto read = [all = overlay().with(of_), known = breakdowns_[Grouping::substage], metric = &metric(),
                       beside](Readers& readers, const Stale& stale) -> DrawingPtr {
        const auto breakdowns = read_breakdowns(readers, all, Grouping::substage, known, stale);
        if (breakdowns.empty()) return nullptr;
        Drawing drawing;
        for (const auto& row : breakdowns.front()->rows)
            drawing.places.emplace(row.sums.stage, row.sums.substage);
        std::vector<present::MatrixCase> cases;
        std::vector<present::OverlayCase> overlaid;
        for (size_t i = 0; i < all.size(); ++i) {
            overlaid.push_back({&all[i]->record, breakdowns[i]});
            cases.push_back({&all[i]->record,
                             analyzer::stage_matrix(*breakdowns[i], *all[i]->by_stage->breakdown, *metric)});
        }
        auto chart = beside ? present::matrices_chart(cases) : present::matrix_ratio_chart(cases);
        present::add_sentence(chart.note, present::different_networks(overlaid));
        drawing.chart = std::make_shared<BarChart>(std::move(chart));
        return made(std::move(drawing));
    };
    ask_chart({of_, Grouping::substage, metric_id(), Kind::heat, overlay().key() + (beside ? u'|' : u'/')},
              true, read);
}
}
