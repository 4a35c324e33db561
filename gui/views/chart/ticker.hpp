// Labels of an axis in the window: those of present/axis, in the letters of the plot.
#pragma once

#include <functional>
#include <memory>

#include <qcustomplot.h>
#include <QFont>
#include <QHash>

#include "present/chart.hpp"

namespace sortscope::gui {

class Ticker : public QCPAxisTicker {
 public:
    using Label = std::function<QString(const QString&)>;

    /// `label`: the text of a typeset tick, where it is to be shortened.
    Ticker(const QCPAxis* axis, std::shared_ptr<const present::Axis> about, Label label = {});

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* sub_ticks, QVector<QString>* labels) override;

 private:
    QString text(const std::string& tick) const;
    /// Sums the widths of characters: measuring hundreds of labels takes longer than a frame.
    double width_of(const QString& text);

    const QCPAxis* axis_;  // not owned; the axis owns the ticker
    std::shared_ptr<const present::Axis> about_;
    Label label_;
    QFont font_;  ///< of widths_
    QHash<QChar, double> widths_;
};

}  // namespace sortscope::gui
