// Throughput curves and block sweeps as numbers and words: what a view draws, without saying how.
#pragma once

#include <vector>

#include <QString>

#include "analyzer/curve.hpp"
#include "core/records.hpp"

namespace sortscope::gui {

enum class CurveKind { throughput, block_sweep };

/// One measured point; x is an exponent of two, because that is how sizes and blocks are chosen.
struct ChartPoint {
    double log2_x = 0;
    double value = 0;        ///< in the chart's unit
    double half_spread = 0;  ///< half the interquartile range, in the chart's unit
    CaseId id{};
    QString tooltip;
};

struct ChartLine {
    QString name;          ///< what tells this line from the others, and its mark unless measured
    QString tooltip;       ///< all its conditions
    bool current = false;  ///< the selected case is one of its points
    std::vector<ChartPoint> points;
};

struct CurveChart {
    QString key_title;    ///< "number of keys"
    QString value_title;  ///< "rate (Mkey/s, measured)"
    QString conditions;   ///< what all lines share: "u32, uniform, block 256"
    QString note;         ///< which lines were left out, if any
    std::vector<ChartLine> lines;
    bool powers =
        false;  ///< the key axis shows 2 with raised exponents (sizes) rather than plain numbers (blocks)
    bool log_value = false;  ///< values span more than a factor of 50
    QString empty_text;      ///< a sentence, where there is nothing to draw
};

/// Lines worth comparing with `selected`: the same key type and distribution (and number of keys, in a block
/// sweep). More than ten are thinned to the same block, then to the fastest; `note` says so. Null: the first
/// curve's conditions.
CurveChart curve_chart(const std::vector<analyzer::Curve>& curves, CurveKind kind,
                       const CaseRecord* selected);

}  // namespace sortscope::gui
