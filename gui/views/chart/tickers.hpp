// Axis labels that fit: rows and exponents at whole numbers, numbers in one notation along an axis.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include <qcustomplot.h>
#include <QFont>
#include <QHash>

namespace sortscope::gui {

class IndexTicker : public QCPAxisTicker {
 public:
    using Label = std::function<QString(int)>;  ///< may return an empty text

    /// `important`, ascending: labels to keep if not all fit.
    IndexTicker(const QCPAxis* axis, Label label, std::vector<int> important = {});
    /// Shortens labels instead of leaving some out.
    void set_elided(bool elided) { elided_ = elided; }
    /// Ascending; labels of a vertical axis to keep first if not all fit.
    void set_foremost(std::vector<int> positions) { foremost_ = std::move(positions); }

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* sub_ticks, QVector<QString>* labels) override;

 private:
    struct Candidate {
        int at = 0;
        QString text;
        double width = 0;
    };
    /// The foremost labels that fit, and others between them.
    std::vector<Candidate> around_foremost(const std::vector<Candidate>& candidates,
                                           double pixels_each) const;
    /// Every n-th candidate, so that labels do not touch.
    std::vector<Candidate> fitting(const std::vector<Candidate>& candidates, double pixels_each) const;
    /// The important candidates that fit; none if there is only one.
    std::vector<Candidate> important_of(const std::vector<Candidate>& candidates, double pixels_each) const;
    /// Sums the widths of characters: measuring thousands of labels takes longer than a frame.
    double width_of(const QString& text);

    const QCPAxis* axis_;  // not owned; the axis owns the ticker
    Label label_;
    std::vector<int> important_, foremost_;
    bool elided_ = false;
    QFont font_;  ///< of widths_
    QHash<QChar, double> widths_;
};

class LogTicker : public QCPAxisTicker {
 protected:
    QVector<double> createTickVector(double, const QCPRange& range) override;
    double getTickStep(const QCPRange&) override { return 0; }
    QVector<double> createSubTickVector(int, const QVector<double>&) override { return {}; }
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar,
                                       int) override;
};

/// Writes very large and very small numbers in the power of ten of the largest: 0, 0.5·10¹⁰, 10¹⁰.
class LinearTicker : public QCPAxisTicker {
 protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar,
                                       int) override;
};

}  // namespace sortscope::gui
