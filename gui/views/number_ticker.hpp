// Ticks of axes of numbers: enough of a logarithmic axis to read values between powers of ten, and one
// notation along each axis, digits or powers of ten.
#pragma once

#include <qcustomplot.h>

namespace sortscope::gui {

class LogTicker : public QCPAxisTicker {
 protected:
    QVector<double> createTickVector(double, const QCPRange& range) override;
    double getTickStep(const QCPRange&) override { return 0; }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar,
                                       int) override;
};

/// Of very large and very small numbers all are told in the power of ten of the largest: 0, 0.5·10¹⁰, 10¹⁰.
class LinearTicker : public QCPAxisTicker {
 protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar,
                                       int) override;
};

}  // namespace sortscope::gui
