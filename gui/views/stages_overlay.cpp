// The stages of the cases compared with the one shown, beside its own.
#include <utility>

#include <QComboBox>

#include <qcustomplot.h>

#include "analyzer/launches/breakdown.hpp"
#include "gui/models/timeline.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/overlay_toggle.hpp"
#include "gui/views/stages_view.hpp"
#include "present/charts.hpp"
#include "present/overlay.hpp"

namespace sortscope::gui {

bool StagesView::is_overlaid() const {
    return overlay_->is_on() && selection().grouping != analyzer::Grouping::launch;
}

void StagesView::show_bar_overlay() {
    const auto grouping = selection().grouping;
    const Asked asked{of_, grouping, metric_id(), Kind::bars, overlay_->key()};
    if (is_settled(asked)) return;
    asked_ = asked;
    const auto* metric = find_metric(metric_id().toStdString());
    chart_query_.ask<BarChart>(
        [of = of_, others = overlay_->cases(), grouping, metric](Readers& readers,
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
                      overlay_->key() + (beside_->currentIndex() == 1 ? u'|' : u'/')};
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
        [of = of_, others = overlay_->cases(), metric = metric != nullptr ? metric : &time_metric(),
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
