// How chart and table of a case's stages follow what is selected, and change it.
#include <algorithm>

#include "analyzer/launches/breakdown.hpp"
#include "gui/models/text.hpp"
#include "gui/models/timeline.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/stages_view.hpp"
#include "gui/views/table_view.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

}  // namespace

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
    follow_time();  // first: a launch that lies in the part asked for needs no moving
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
    // Side by side there are cells that another case alone has: the selection is of the case shown.
    if (!places_.contains({stage, substage})) return;
    workspace().selected().edit([&](Selection& next) {
        next.stage = stage;
        next.substage = substage;
        next.launches.reset();
        if (next.grouping == Grouping::stage || next.grouping == Grouping::kernel)
            next.grouping = Grouping::substage;
    });
}

}  // namespace sortscope::gui
