// sortscope-gui: the window of SortScope.
#include <cstdio>
#include <cstdlib>
#include <optional>

#include <QApplication>
#include <QCommandLineParser>
#include <QStyleFactory>

#include "core/error.hpp"
#include "core/version.hpp"
#include "gui/app/main_window.hpp"
#include "gui/app/screenshot.hpp"
#include "gui/models/text.hpp"
#include "gui/views/case_page.hpp"

namespace {

using namespace sortscope;

struct Request {
    QString file;
    QString screenshot;
    CaseId record{};
    std::optional<analyzer::Grouping> grouping;
    std::optional<gui::CasePage::Tab> tab;
    QSize size;
    bool dark = false;
};

[[noreturn]] void refuse(const QString& sentence) {
    std::fprintf(stderr, "sortscope-gui: %s\n", sentence.toUtf8().constData());
    std::exit(exit_code(ErrorKind::usage));
}

analyzer::Grouping parse_grouping(const QString& text) {
    try {
        return analyzer::parse_grouping(text.toStdString());
    } catch (const Error& error) {
        refuse(gui::to_qstring(error.what()));
    }
}

gui::CasePage::Tab parse_tab(const QString& text) {
    if (text == u"breakdown") return gui::CasePage::Tab::breakdown;
    if (text == u"throughput") return gui::CasePage::Tab::throughput;
    if (text == u"block") return gui::CasePage::Tab::block_sweep;
    refuse(QStringLiteral("There is no chart '%1'. Known are: breakdown, throughput, block.").arg(text));
}

QSize parse_size(const QString& text) {
    const auto parts = text.split(u'x');
    const QSize size(parts.value(0).toInt(), parts.value(1).toInt());
    if (parts.size() != 2 || size.width() < 200 || size.height() < 200 || size.width() > 16000 ||
        size.height() > 16000)
        refuse(QStringLiteral("'%1' is not a window size. Write it as 1440x900, in pixels from 200 to 16000.")
                   .arg(text));
    return size;
}

Request parse(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Browses a file recorded by 'sortscope collect'."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("The file to open."),
                                 QStringLiteral("[FILE]"));
    parser.addOptions({
        {QStringLiteral("case"), QStringLiteral("Show this case first."), QStringLiteral("ID")},
        {QStringLiteral("group"), QStringLiteral("Bars and rows: stage, substage, launch or kernel."),
         QStringLiteral("GROUP")},
        {QStringLiteral("chart"), QStringLiteral("Chart to show: breakdown, throughput or block."),
         QStringLiteral("CHART")},
        {QStringLiteral("size"), QStringLiteral("Size of the window in pixels, such as 1440x900."),
         QStringLiteral("WxH")},
        {QStringLiteral("dark"), QStringLiteral("Dark colours.")},
        {QStringLiteral("screenshot"),
         QStringLiteral("Write the window to this PNG once the file is shown, and exit."),
         QStringLiteral("PNG")},
    });
    if (!parser.parse(arguments)) refuse(parser.errorText() + QStringLiteral(" See --help."));
    if (parser.isSet(QStringLiteral("help"))) parser.showHelp();
    if (parser.isSet(QStringLiteral("version"))) parser.showVersion();
    const auto files = parser.positionalArguments();
    if (files.size() > 1) refuse(QStringLiteral("One file at a time: %1 were given.").arg(files.size()));

    Request request;
    request.file = files.value(0);
    request.screenshot = parser.value(QStringLiteral("screenshot"));
    request.dark = parser.isSet(QStringLiteral("dark"));
    if (parser.isSet(QStringLiteral("case"))) {
        bool is_number = false;
        request.record = CaseId{parser.value(QStringLiteral("case")).toLongLong(&is_number)};
        if (!is_number || request.record <= CaseId{})
            refuse(QStringLiteral("'%1' is not a case's number. 'sortscope list FILE' shows them.")
                       .arg(parser.value(QStringLiteral("case"))));
    }
    if (parser.isSet(QStringLiteral("group")))
        request.grouping = parse_grouping(parser.value(QStringLiteral("group")));
    if (parser.isSet(QStringLiteral("chart"))) request.tab = parse_tab(parser.value(QStringLiteral("chart")));
    if (parser.isSet(QStringLiteral("size"))) request.size = parse_size(parser.value(QStringLiteral("size")));
    if (!request.screenshot.isEmpty() && request.file.isEmpty())
        refuse(QStringLiteral("--screenshot needs a FILE to show."));
    return request;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("SortScope"));
    QCoreApplication::setApplicationName(QStringLiteral("sortscope-gui"));
    QCoreApplication::setApplicationVersion(QString::fromLatin1(sortscope::program_version));
    const auto request = parse(app.arguments());

    gui::MainWindow window;
    if (request.dark) window.set_dark(true);
    if (!request.screenshot.isEmpty())
        window.resize(1440, 900);  // pictures do not depend on the user's settings
    if (request.size.isValid()) window.resize(request.size);
    if (request.grouping) window.case_page().set_grouping(*request.grouping);
    if (request.tab) window.case_page().set_tab(*request.tab);
    window.show();
    if (!request.file.isEmpty()) window.open_file(request.file, request.record);
    if (!request.screenshot.isEmpty()) return gui::take_screenshot(window, request.screenshot);
    return QApplication::exec();
}
