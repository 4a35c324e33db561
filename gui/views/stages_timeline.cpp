// The launches of a case over time: read, drawn, zoomed to one.
#include <algorithm>

#include <QComboBox>
#include <QTimer>

#include <qcustomplot.h>

#include "gui/models/launch_pages.hpp"
#include "gui/models/timeline.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/overlay_toggle.hpp"
#include "gui/views/stages_view.hpp"

namespace sortscope::gui {

void StagesView::show_timeline() {
    const bool by_metric = metric_->currentIndex() > 0;
    const Asked asked{of_, analyzer::Grouping::launch, by_metric ? metric_id() : QString(), Kind::timeline,
                      overlay_->key()};
    // Of very many launches those of the part in sight are read anew, once it stays.
    if (is_settled(asked) && !reread_) return;
    if (!(drawn_ && drawn_->kind == Kind::timeline)) say_instead(tr("Reading the launches..."));
    reread_ = false;
    asked_ = asked;
    const auto* metric = by_metric ? find_metric(metric_id().toStdString()) : nullptr;
    chart_query_.ask<Timeline>(
        [of = of_, others = overlay_->cases(), metric, levels = levels_, part = selection().time](
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
    // Back and forward walk through parts of the time, too.
    if (kind_ == Kind::timeline && timeline_ && drawn_ && drawn_->kind == Kind::timeline &&
        !rest_timer_->isActive() && shown_time_ != selection().time)
        zoom_to_time(selection().time);
}

void StagesView::show_launches() {
    // Transfers of the input may lie far from the launches: those are what is looked for. All of it is a
    // double click away.
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

}  // namespace sortscope::gui
