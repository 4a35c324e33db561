// What all charts share: the plot, its legend above it, a sentence in its place where there is nothing to
// draw, export.
#pragma once

#include <QWidget>

#include "gui/views/theme.hpp"

class QCustomPlot;
class QLabel;
class QStackedLayout;

namespace sortscope::gui {

/// `text` shortened in its middle to `length` characters.
QString shortened_name(const QString& text, int length);

class ChartView : public QWidget {
    Q_OBJECT

 public:
    explicit ChartView(QWidget* parent = nullptr);

    QCustomPlot& plot() { return *plot_; }
    /// The sentence shown instead of a chart; empty while a chart is shown.
    QString message() const;
    /// Writes the chart to `path` as PDF or PNG (twice the size on screen), by the name's ending. False where that fails, or
    /// where the ending is another.
    bool export_to(const QString& path);
    bool has_chart() const { return message().isEmpty(); }

 protected:
    void show_message(const QString& sentence);
    void show_plot();
    /// A line above the plot: what all of it shares, and what is left out. Hidden where empty.
    void set_caption(const QString& text);
    const ChartTheme& theme() const { return theme_; }
    QFont chart_font() const;
    /// Lays the legend's items out in as many columns as fit.
    void arrange_legend();
    /// Draws everything anew, in the colours of theme().
    virtual void rebuild() = 0;

    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

 private:
    void refresh_theme();
    /// Breaks the y axis' title in two lines where it is longer than its axis.
    void fit_label();

    QStackedLayout* pages_;
    QLabel* message_;
    QLabel* caption_;
    QCustomPlot* plot_;
    ChartTheme theme_;
};

}  // namespace sortscope::gui
