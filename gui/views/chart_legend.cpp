// A chart's legend: as many columns as have room, names shortened before they take the chart's height.
#include <qcustomplot.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"

namespace sortscope::gui {
namespace {

constexpr int longest_name = 60;
constexpr int fewest_letters = 5;      // of a shortened name
constexpr double spare_height = 0.09;  // of which a legend of many may have whole names
constexpr int longest_of_many =
    28;  // of more than four: a legend must not take the chart's room; the tooltip has the whole
constexpr double most_of_height = 0.22;   // that a legend takes before its names are shortened
constexpr int lowest_for_one = 190;       // height of a chart that has a legend for one name
constexpr int least_beside_legend = 120;  // height that a legend of several lines leaves
constexpr double most_of_low = 0.45;      // and before it is left out
constexpr double most_of_width = 0.4;     // that it takes beside a plot
constexpr int margin_beside = 6;          // above it there

}  // namespace

/// What a legend calls a series: without the provenance that all have and the axis names.
QString ChartView::legend_name(std::size_t series, int longest) const {
    std::string shared;
    for (const auto& one : chart().series) {
        if (one.name.empty()) continue;
        const auto at = one.name.rfind(" (");
        const auto suffix = at == std::string::npos ? std::string() : one.name.substr(at);
        if (suffix.empty() || (!shared.empty() && suffix != shared) ||
            chart().y.title.find(suffix.substr(2)) == std::string::npos) {
            shared.clear();
            break;
        }
        shared = suffix;
    }
    const auto& name = chart().series[series].name;
    return shortened_name(typeset(name.substr(0, name.size() - shared.size())), longest);
}

/// As many columns as there is room for, each as broad as its longest name. Returns the height that the
/// legend then has.
int ChartView::lay_legend(int longest) {
    auto* legend = plot_->legend;
    for (std::size_t i = 0; i < series_.size(); ++i) series_[i]->setName(legend_name(i, longest));
    int highest = 1;
    std::vector<int> widths;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (auto* item = legend->item(i)) {
            item->setMargins(QMargins(0, 1, 0, 3));  // underscores of kernel names hang below the line
            highest = std::max(highest, item->minimumOuterSizeHint().height());
            widths.push_back(item->minimumOuterSizeHint().width());
        }
    const auto width_of = [&](int columns) {
        std::vector<int> widest(static_cast<std::size_t>(columns));
        for (std::size_t i = 0; i < widths.size(); ++i)
            widest[i % widest.size()] = std::max(widest[i % widest.size()], widths[i]);
        return std::accumulate(widest.begin(), widest.end(), (columns - 1) * legend->columnSpacing());
    };
    int columns = std::max(1, static_cast<int>(widths.size()));
    while (columns > 1 && width_of(columns) > legend_width()) --columns;
    if (legend->wrap() != columns) {
        legend->setWrap(columns);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    }
    return (static_cast<int>(widths.size()) + columns - 1) / columns * highest;
}

/// What items have between the margins of the legend's row and its own, less the space before what fills the
/// rest of the row.
int ChartView::legend_width() const {
    const auto own = plot_->legend->margins();
    auto* row = qobject_cast<QCPLayoutGrid*>(plot_->plotLayout()->element(0, 0));
    return plot_->width() - own.left() - own.right() - row->margins().left() - row->margins().right() -
           row->columnSpacing();
}

int ChartView::widest_in_legend() const {
    int widest = 1;
    for (int i = 0; i < plot_->legend->itemCount(); ++i)
        if (auto* item = plot_->legend->item(i))
            widest = std::max(widest, item->minimumOuterSizeHint().width());
    return widest;
}

void ChartView::arrange_legend() {
    if (series_.size() != chart().series.size()) return;
    const auto room = static_cast<int>(most_of_height * plot_->height());
    int height = 0, chosen = 0;
    std::vector<int> lengths{longest_name, 20, 13};
    if (plot_->legend->itemCount() > 4) {
        // Names of many are whole where a line or two of a large chart has the room.
        lengths = {longest_of_many, 20, 13};
        for (const int longest : {36, 45, longest_name})
            if (lay_legend(longest) <= static_cast<int>(spare_height * plot_->height()))
                lengths.front() = longest;
    }
    for (const int longest : lengths) {  // lines without a name are not in it
        chosen = longest;
        if (height = lay_legend(longest); height <= room) break;
    }
    auto* legend = plot_->legend;
    const int names_a_column = (legend->itemCount() + legend->wrap() - 1) / std::max(1, legend->wrap());
    const bool beside = height > room && names_a_column > 2 && fits_beside(height / names_a_column);
    place_legend(beside);
    if (beside) {
        legend->setWrap(1);
        legend->setFillOrder(QCPLegend::foColumnsFirst, true);
        show_legend(true);
        return fit_title(0);
    }
    // Names that stand below each other may be as long as the chart is wide: that takes no height.
    if (plot_->legend->wrap() == 1)
        for (const int longest : {longest_name, 45, 36, chosen})
            if (height = lay_legend(longest); longest <= chosen || widest_in_legend() <= legend_width())
                break;
    // A very narrow chart shortens further rather than cut names at its edge.
    for (int longest = chosen - 1;
         longest >= fewest_letters && plot_->legend->wrap() == 1 && widest_in_legend() > legend_width();
         --longest)
        height = lay_legend(longest);
    // Of a chart that is lower than that, names are said where one points.
    const bool alone = legend->itemCount() == 1 && plot_->height() < lowest_for_one;
    const int lines = (legend->itemCount() + legend->wrap() - 1) / std::max(1, legend->wrap());
    const bool crowded = lines > 2 && plot_->height() - height < least_beside_legend;
    const bool shown = legend->itemCount() > 0 && !alone && !crowded &&
                       height <= static_cast<int>(most_of_low * plot_->height());
    show_legend(shown);
    fit_title(shown ? height + 10 : 0);
}

void ChartView::show_legend(bool shown) {
    auto* legend = plot_->legend;
    legend->setVisible(shown);
    legend->setMaximumSize(QWIDGETSIZE_MAX, shown ? QWIDGETSIZE_MAX : 0);
    // What its names want counts also while they are hidden, unless another least size is set.
    legend->setMinimumSize(shown ? QSize(0, 0) : QSize(1, 1));
    legend->setSizeConstraintRect(shown ? QCPLayoutElement::scrInnerRect : QCPLayoutElement::scrOuterRect);
}

/// Whether names have room below each other beside the plot, each in a line of this height: there they take
/// none of a low chart's height.
bool ChartView::fits_beside(int line) const {
    const auto* legend = plot_->legend;
    return scale_ == nullptr &&
           legend->itemCount() * (line + legend->rowSpacing()) + margin_beside <= plot_->height() &&
           widest_in_legend() <= static_cast<int>(most_of_width * plot_->width());
}

/// Above the plot, or beside it.
void ChartView::place_legend(bool beside) {
    if (beside == (beside_ != nullptr)) return;
    auto* legend = plot_->legend;
    auto* layout = plot_->plotLayout();
    auto* above = qobject_cast<QCPLayoutGrid*>(layout->element(0, 0));
    if (beside) {
        above->take(legend);
        beside_ = new QCPLayoutGrid;
        beside_->setMargins(QMargins(0, margin_beside, 8, 0));
        beside_->addElement(0, 0, legend);
        beside_->addElement(1, 0, new QCPLayoutElement);
        beside_->setRowStretchFactor(0, 0.001);
        layout->addElement(plot_row, 1, beside_);
        layout->setColumnStretchFactor(1, 0.001);
    } else {
        beside_->take(legend);
        layout->remove(std::exchange(beside_, nullptr));
        layout->simplify();
        above->addElement(0, 0, legend);
    }
}

}  // namespace sortscope::gui
