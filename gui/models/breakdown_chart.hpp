// The stage-breakdown chart as numbers and words: what a view draws, without saying how.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include <QString>

#include "gui/models/contents.hpp"

namespace sortscope::gui {

/// What the bars' lengths mean.
enum class Metric {
    time,              ///< measured launch durations
    sectors,           ///< 32-byte sectors loaded and stored
    load_efficiency,   ///< %
    store_efficiency,  ///< %
    load_size,         ///< bytes a load request
    divergence         ///< % of conditional branches
};

/// One bar: a row of the breakdown, in the breakdown's order.
struct ChartBar {
    QString tick;  ///< short name under the bar: "3", "3.2", a kernel's name
    bool first_of_stage = false;
    int stage = 0;
    std::optional<double> value;  ///< whole bar, in the chart's unit; nothing where absent
    QString tooltip;
};

/// The part of every bar that one kernel caused.
struct ChartSeries {
    QString name;                               ///< the kernel and, unless measured, its mark
    QString tooltip;                            ///< the kernel's full name
    std::vector<std::optional<double>> values;  ///< one a bar, stacked on the series before
};

struct BreakdownChart {
    QString key_title;    ///< "stage"
    QString value_title;  ///< "time (\u00b5s, measured)", with unit and source
    QString unit;
    std::vector<ChartBar> bars;
    std::vector<ChartSeries> series;  ///< more than one where the metric adds up over kernels
    double largest = 0;               ///< of the bars
    bool names = false;               ///< ticks are names, to be shortened rather than left out
    bool bands = false;               ///< several bars a stage: stages are worth telling apart
    QString empty_text;               ///< a sentence for the chart's place, where there is nothing to draw
};

/// Metrics that `breakdown` has values of, the weight of its shares first; empty where it has none.
std::vector<Metric> available_metrics(const analyzer::Breakdown& breakdown);

/// "Time", as the window's list of metrics shows it.
QString metric_text(Metric metric);

/// Bars of `contents` by `grouping`. Never throws: where there is nothing to draw, `empty_text` says why.
BreakdownChart breakdown_chart(const CaseContents& contents, analyzer::Grouping grouping, Metric metric);

/// Why a case has no launches to draw, as a sentence; empty where it has.
QString no_launches_sentence(const CaseRecord& record);

}  // namespace sortscope::gui
