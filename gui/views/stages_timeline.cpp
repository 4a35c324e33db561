// The launches of a case over time: read, drawn, zoomed to one.
#include <algorithm>

#include <QComboBox>

#include <qcustomplot.h>

#include "gui/models/timeline.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/stages_view.hpp"

namespace sortscope::gui {

void StagesView::show_timeline() {
    const bool by_metric = metric_->currentIndex() > 0;
    const Asked asked{of_, analyzer::Grouping::launch, by_metric ? metric_id() : QString(), Kind::timeline};
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

}  // namespace sortscope::gui
