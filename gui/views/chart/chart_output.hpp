// A chart outside the window: pictures, CSV, paper.
#pragma once

#include "gui/views/chart/series_plot.hpp"

class QPrinter;

namespace sortscope::gui {
class ChartOutput {
 public:
    ChartOutput(QCustomPlot& plot, const ChartDrawing& drawing) : plot_(plot), drawing_(drawing) {}

    /// Sets the text below the title in pictures.
    void set_context(const QString& context) { context_ = context; }
    /// PDF, PNG (twice the screen size), SVG or CSV by suffix. Returns a sentence on failure.
    QString export_to(const QString& path) const;
    QString as_csv() const;
    void copy_picture() const;
    /// Asks for the printer. Returns a sentence on failure.
    QString print() const;
    void print_on(QPrinter& printer) const;

 private:
    QCustomPlot& plot_;
    const ChartDrawing& drawing_;
    QString context_;
};
}
