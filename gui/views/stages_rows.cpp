// What a case's stages are shown as: the table of a breakdown, its bars, pages of launches, the heat map.
// Each is read when it is wanted.
#include <algorithm>
#include <cmath>
#include <utility>

#include <QComboBox>

#include <qcustomplot.h>

#include "analyzer/launches/breakdown.hpp"
#include "gui/models/launch_pages.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/sentence.hpp"
#include "gui/views/stages_view.hpp"
#include "gui/views/table_view.hpp"
#include "present/chart_notes.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

}  // namespace

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
            analyzer::LaunchSource source{
                [&] { return reader.stages(of->record.id); },
                [&](const auto& each) { reader.launches(of->record.id, {}, each); },
                [&](const auto& go_on) { return reader.substages(of->record.id, go_on); }};
            if (of->record.launch_count <= most_held_launches)
                source.timed = [&](const auto& each) {
                    reader.launches(of->record.id, {.counters = false}, each);
                };
            auto breakdown = analyzer::breakdown(of->record, grouping, source, stale);
            return breakdown ? breakdown_contents(of->record, std::move(*breakdown), metric) : nullptr;
        },
        [this, grouping = asked.grouping](const BreakdownContentsPtr& contents) {
            // Launches may be many: their breakdown is not kept beside another.
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

}  // namespace sortscope::gui
