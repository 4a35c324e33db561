#include "gui/views/chart/chart_output.hpp"

#include <QPrintDialog>
#include <QPrinter>

#include "gui/models/output.hpp"
#include "present/csv/csv.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::gui {
namespace {
/// Shows title and context above the plot for the object's lifetime.
class Titled {
 public:
    Titled(QCustomPlot& plot, const ChartDrawing& drawing, const QString& context) : plot_(plot) {
        const QFont font = text_font(TextSize::note);
        QFont bold = font;
        bold.setBold(true);
        add(typeset(drawing.data().title), bold, drawing.theme.text);
        add(context, font, drawing.theme.faint_text);
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

std::string digits(double value) { return plain_digits(Number(value)).toStdString(); }

std::string csv_position(const present::Axis& axis, double at) {
    if (axis.scale == present::Scale::categories && at >= 0 && at < double(axis.ticks.size()) &&
        at == std::floor(at))
        return axis.ticks[size_t(at)];
    return digits(axis.scale == present::Scale::log2 ? std::exp2(at) : at);
}
}  // namespace

QString ChartOutput::as_csv() const {
    using present::csv::record;
    using Kind = present::Series::Kind;
    const auto& chart = drawing_.data();
    const auto& x = chart.x;
    const auto& y = chart.y;
    if (const auto& heat = chart.heat) {
        // Maps side by side have equal positions, so the first column is the case.
        auto text = (heat->cases.empty() ? "" : "case,") + record({"y", "x", "value", "unit"});
        for (size_t cell = 0; cell < heat->values.size() && !x.ticks.empty(); ++cell) {
            if (!heat->values[cell]) continue;
            const auto column = cell % x.ticks.size();
            std::vector<std::string> fields{csv_position(y, double(cell / x.ticks.size())),
                                            csv_position(x, double(column)), digits(*heat->values[cell]),
                                            chart.colour.unit};
            if (!heat->cases.empty()) fields.insert(fields.begin(), heat->cases.at(column));
            text += record(fields);
        }
        return to_qstring(text);
    }
    auto text = record({"series", "x", "y", "unit", "low", "high", "source"});
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            const bool span = series.kind == Kind::spans, link = series.kind == Kind::links;
            if (!point.y && !link) continue;
            const bool ends = series.intervals || link;
            text +=
                record({series.name, csv_position(x, point.x),
                        span      ? digits(point.x_end - point.x)
                        : point.y ? csv_position(y, *point.y)
                                  : "",
                        span ? x.unit : y.unit, ends ? digits(point.low) : "", ends ? digits(point.high) : "",
                        series.provenance ? std::string(name_of(*series.provenance)) : ""});
        }
    return to_qstring(text);
}

QString ChartOutput::export_to(const QString& path) const {
    const auto suffix = QFileInfo(path).suffix().toLower();
    bool written = false;
    if (const auto refusal = refusal_of_output(path); !refusal.isEmpty()) return refusal;
    if (!QStringList{u"csv"_s, u"svg"_s, u"pdf"_s, u"png"_s}.contains(suffix))
        return QObject::tr("Cannot write %1: a chart's file name ends in .png, .pdf, .svg or .csv.")
            .arg(path);
    if (suffix == u"csv") {
        written = write_file(path, as_csv().toUtf8());
    } else if (suffix == u"svg") {
        auto chart = drawing_.data();
        chart.conditions = context_.toStdString() +
                           (context_.isEmpty() || chart.conditions.empty() ? "" : "; ") + chart.conditions;
        present::svg::Style style;
        style.dark = drawing_.is_dark();
        style.width = std::max(480, plot_.width());
        style.height = std::max(320, plot_.height());
        written = write_file(path, QByteArray::fromStdString(present::svg::draw(chart, style)));
    } else {
        const Titled titled(plot_, drawing_, context_);
        written = suffix == u"pdf" ? plot_.savePdf(path, 0, 0, QCP::epAllowCosmetic, u"SortScope"_s,
                                                   typeset(drawing_.data().title))
                                   : plot_.savePng(path, plot_.width(), plot_.height(), 2.0);
    }
    return written ? QString()
                   : QObject::tr("Cannot write the chart to %1. Choose a folder that you may write to.")
                         .arg(path);
}

void ChartOutput::copy_picture() const {
    const Titled titled(plot_, drawing_, context_);
    QApplication::clipboard()->setPixmap(plot_.toPixmap(0, 0, 2.0));
}

QString ChartOutput::print() const {
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageOrientation(QPageLayout::Landscape);
    QPrintDialog dialog(&printer, &plot_);
    if (dialog.exec() != QDialog::Accepted) return {};
    const auto file = printer.outputFileName();  // the dialog can print to a file
    if (const auto refusal = file.isEmpty() ? QString() : refusal_of_output(file); !refusal.isEmpty())
        return refusal;
    print_on(printer);
    return {};
}

void ChartOutput::print_on(QPrinter& printer) const {
    const Titled titled(plot_, drawing_, context_);
    QCPPainter painter(&printer);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    const auto page = printer.pageLayout().paintRectPixels(printer.resolution());
    const double factor =
        std::min(double(page.width()) / plot_.width(), double(page.height()) / plot_.height());
    painter.scale(factor, factor);
    plot_.toPainter(&painter, plot_.width(), plot_.height());
}
}
