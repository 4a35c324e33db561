// A chart leaves the window: as a picture, on paper, as values.
#include <qcustomplot.h>

#include <QApplication>
#include <QClipboard>
#include <QPrintDialog>
#include <QPrinter>

#include <charconv>

#include "gui/models/output.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_series.hpp"
#include "gui/views/chart_view.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::gui {
namespace {

/// The title above a picture, which says what it is of; gone with the end of its life.
class Titled {
 public:
    Titled(QCustomPlot& plot, const QString& title, const QString& context, const ChartTheme& theme,
           const QFont& font)
        : plot_(plot) {
        QFont bold = font;
        bold.setBold(true);
        add(title, bold, theme.text);
        add(context, font, theme.faint_text);
        plot_.replot(QCustomPlot::rpImmediateRefresh);
    }
    ~Titled() {
        for (int i = 0; i < rows_; ++i) plot_.plotLayout()->removeAt(plot_.plotLayout()->rowColToIndex(i, 0));
        plot_.plotLayout()->simplify();
        plot_.replot(QCustomPlot::rpQueuedReplot);
    }
    Titled(const Titled&) = delete;
    Titled& operator=(const Titled&) = delete;

 private:
    void add(const QString& text, const QFont& font, const QColor& colour) {
        if (text.isEmpty()) return;
        plot_.plotLayout()->insertRow(rows_);
        auto* line = new QCPTextElement(&plot_, text, font);
        line->setTextColor(colour);
        line->setTextFlags(Qt::AlignLeft | Qt::TextWordWrap);
        line->setMargins(QMargins(10, 3, 10, 0));
        plot_.plotLayout()->addElement(rows_, 0, line);
        ++rows_;
    }
    QCustomPlot& plot_;
    int rows_ = 0;
};

QString digits(double value) {
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
}

QString quoted(QString text) {
    text.replace(u'\n', u' ');
    if (!text.contains(u',') && !text.contains(u'"')) return text;
    return u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
}

}  // namespace

QString ChartView::as_csv() const {
    QStringList lines{QStringLiteral("series,x,y,unit,low,high,source")};
    const auto position = [&](const present::Axis& axis, double x) {
        if (axis.scale == present::Scale::categories && x >= 0 &&
            x < static_cast<double>(axis.ticks.size()) && x == std::floor(x))
            return quoted(to_qstring(axis.ticks[static_cast<std::size_t>(x)]));
        return axis.scale == present::Scale::log2 ? digits(std::exp2(x)) : digits(x);
    };
    const QString unit = to_qstring(chart().y.unit);
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            if (!point.y && series.kind != present::Series::Kind::links) continue;
            const bool span = series.kind == present::Series::Kind::spans;
            const bool ends = series.intervals || series.kind == present::Series::Kind::links;
            lines << QStringList{quoted(to_qstring(series.name)),
                                 position(chart().x, point.x),
                                 span      ? digits(point.x_end - point.x)
                                 : point.y ? position(chart().y, *point.y)
                                           : QString(),
                                 span ? to_qstring(chart().x.unit) : unit,
                                 ends ? digits(point.low) : QString(),
                                 ends ? digits(point.high) : QString(),
                                 series.provenance ? to_qstring(name_of(*series.provenance)) : QString()}
                         .join(u',');
        }
    if (chart().heat) {
        // Maps beside each other have the same positions: which case each is of stands in front.
        const auto& cases = chart().heat->cases;
        lines.first() =
            (cases.empty() ? QString() : QStringLiteral("case,")) + QStringLiteral("y,x,value,unit");
        for (std::size_t cell = 0; cell < chart().heat->values.size() && !chart().x.ticks.empty(); ++cell)
            if (const auto& value = chart().heat->values[cell])
                lines << (cases.empty()
                              ? QString()
                              : quoted(to_qstring(cases.at(cell % chart().x.ticks.size()))) + u',') +
                             QStringList{
                                 position(chart().y, static_cast<double>(cell / chart().x.ticks.size())),
                                 position(chart().x, static_cast<double>(cell % chart().x.ticks.size())),
                                 digits(*value), to_qstring(chart().colour.unit)}
                                 .join(u',');
    }
    return lines.join(u'\n') + u'\n';
}

QString ChartView::export_to(const QString& path) {
    if (!has_chart()) return tr("There is no chart to export: %1").arg(message());
    const auto ends = [&](const char* suffix) {
        return path.endsWith(QLatin1String(suffix), Qt::CaseInsensitive);
    };
    if (const auto refusal = refusal_of_output(path); !refusal.isEmpty()) return refusal;
    const QString failed =
        tr("The chart could not be written to %1. Choose a folder that you may write to.").arg(path);
    if (ends(".csv")) return write_file(path, as_csv().toUtf8()) ? QString() : failed;
    if (ends(".svg")) {
        auto chart = this->chart();
        chart.conditions = context_.toStdString() +
                           (context_.isEmpty() || chart.conditions.empty() ? "" : "; ") + chart.conditions;
        present::svg::Style style;
        style.dark = is_dark(palette());
        style.width = std::max(480, plot_->width());
        style.height = std::max(320, plot_->height());
        return write_file(path, QByteArray::fromStdString(present::svg::draw(chart, style))) ? QString()
                                                                                             : failed;
    }
    if (ends(".pdf") || ends(".png")) {
        const Titled titled(*plot_, typeset(chart().title), context_, theme_, font());
        const bool written = ends(".pdf")
                                 ? plot_->savePdf(path, 0, 0, QCP::epAllowCosmetic,
                                                  QStringLiteral("SortScope"), typeset(chart().title))
                                 : plot_->savePng(path, plot_->width(), plot_->height(), 2.0);
        return written ? QString() : failed;
    }
    return tr("Nothing was written: %1 is none of the kinds that a chart can be written as. Choose a name "
              "that ends in .png, .pdf, .svg or .csv.")
        .arg(path);
}

void ChartView::copy_picture() {
    if (!has_chart()) return;
    const Titled titled(*plot_, typeset(chart().title), context_, theme_, font());
    QApplication::clipboard()->setPixmap(plot_->toPixmap(0, 0, 2.0));
}

QString ChartView::print() {
    if (!has_chart()) return {};
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageOrientation(QPageLayout::Landscape);
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() != QDialog::Accepted) return {};
    // The dialog offers to print into a file.
    if (const auto refusal =
            printer.outputFileName().isEmpty() ? QString() : refusal_of_output(printer.outputFileName());
        !refusal.isEmpty())
        return refusal;
    print_on(printer);
    return {};
}

void ChartView::print_on(QPrinter& printer) {
    if (!has_chart()) return;
    const Titled titled(*plot_, typeset(chart().title), context_, theme_, font());
    QCPPainter painter(&printer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    const auto page = printer.pageLayout().paintRectPixels(printer.resolution());
    const double factor = std::min(static_cast<double>(page.width()) / plot_->width(),
                                   static_cast<double>(page.height()) / plot_->height());
    painter.scale(factor, factor);
    plot_->toPainter(&painter, plot_->width(), plot_->height());
}

}  // namespace sortscope::gui
