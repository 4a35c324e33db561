// Ticks of a logarithmic axis: enough of them to read values between powers of ten.
#pragma once

#include <qcustomplot.h>

namespace sortscope::gui {

class LogTicker : public QCPAxisTicker {
 protected:
    QVector<double> createTickVector(double, const QCPRange& range) override;
    double getTickStep(const QCPRange&) override { return 0; }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QString getTickLabel(double tick, const QLocale& locale, QChar, int) override;
};

}  // namespace sortscope::gui
