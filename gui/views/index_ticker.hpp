// Axis labels at whole numbers, thinned until they fit: bars by their row, sizes by their exponent of two.
#pragma once

#include <qcustomplot.h>

#include <functional>
#include <vector>

namespace sortscope::gui {

class IndexTicker : public QCPAxisTicker {
 public:
    using Label = std::function<QString(int)>;  ///< text at a whole number; empty for none

    /// `important`, ascending: positions whose labels are kept when not all fit.
    IndexTicker(const QCPAxis* axis, Label label, std::vector<int> important = {});
    /// Shortens labels to the room there is instead of leaving some out.
    void set_elided(bool elided) { elided_ = elided; }

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* sub_ticks, QVector<QString>* labels) override;

 private:
    QVector<double> fitting(const QVector<double>& candidates, double pixels_each) const;

    const QCPAxis* axis_;  // not owned; the axis owns the ticker
    Label label_;
    std::vector<int> important_;
    bool elided_ = false;
};

}  // namespace sortscope::gui
