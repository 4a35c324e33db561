// Axis labels at whole numbers, thinned until they fit: bars by their row, sizes by their exponent of two.
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
    using Label = std::function<QString(int)>;  ///< text at a whole number; empty for none

    /// `important`, ascending: positions whose labels are kept when not all fit.
    IndexTicker(const QCPAxis* axis, Label label, std::vector<int> important = {});
    /// Shortens labels to the room there is instead of leaving some out.
    void set_elided(bool elided) { elided_ = elided; }
    /// Of a vertical axis: positions, ascending, whose labels come first where not all fit.
    void set_foremost(std::vector<int> positions) { foremost_ = std::move(positions); }

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* sub_ticks, QVector<QString>* labels) override;

 private:
    struct Candidate {
        int at = 0;
        QString text;
        double width = 0;
    };
    /// The foremost that fit, and of the others every so many as are not in their way.
    std::vector<Candidate> around_foremost(const std::vector<Candidate>& candidates,
                                           double pixels_each) const;
    /// Every so many of the candidates, so that their labels do not touch.
    std::vector<Candidate> fitting(const std::vector<Candidate>& candidates, double pixels_each) const;
    /// Of the important ones those that fit; none where there is one alone.
    std::vector<Candidate> important_of(const std::vector<Candidate>& candidates, double pixels_each) const;
    /// The widths of its characters together: measuring some thousand labels as a whole takes longer than a
    /// frame.
    double width_of(const QString& text);

    const QCPAxis* axis_;  // not owned; the axis owns the ticker
    Label label_;
    std::vector<int> important_, foremost_;
    bool elided_ = false;
    QFont font_;  ///< that widths_ are of
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

/// Of very large and very small numbers all are told in the power of ten of the largest: 0, 0.5·10¹⁰, 10¹⁰.
class LinearTicker : public QCPAxisTicker {
 protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar,
                                       int) override;
};

}  // namespace sortscope::gui
