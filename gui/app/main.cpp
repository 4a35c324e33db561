// sortscope-gui: the window of SortScope.
#include <clocale>
#include <cstdio>
#include <cstdlib>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "core/version.hpp"
#include "db/sqlite/file_check.hpp"
#include "gui/app/desktop.hpp"
#include "gui/app/main_window.hpp"
#include "gui/models/output.hpp"
#include "gui/views/parts/theme.hpp"
#include "gui/views/sql/sql_editor.hpp"
#include "gui/views/sql/sql_view.hpp"
#include "gui/views/stages_view.hpp"
#include "present/cells.hpp"

namespace {
using namespace sortscope;
using namespace Qt::StringLiterals;

struct Request {
    QStringList files;
    QString screenshot, view, metric, sql;
    CaseId record{}, other{};
    std::optional<analyzer::Grouping> grouping;
    std::optional<gui::StagesView::Kind> kind;
    QSize size;
    int patience_s = 60;
    bool dark = false, light = false;
};

[[noreturn]] void refuse(const QString& sentence, ErrorKind kind = ErrorKind::usage) {
    throw Error(kind, sentence.toStdString());
}

/// Adds timeline and heat, two kinds of the Stages view.
std::vector<std::string_view> view_ids() {
    std::vector<std::string_view> ids;
    for (const auto& kind : gui::view_kinds()) ids.emplace_back(kind.id);
    ids.insert(ids.end(), {"timeline", "heat"});
    return ids;
}

QString parse_view(const QString& text, std::optional<gui::StagesView::Kind>& kind) {
    const auto known = view_ids();
    if (!gui::has(known, text.toStdString()))
        refuse(u"There is no view '%1'.%2 Known are: %3."_s.arg(
            text, gui::to_qstring(nearest_sentence(text.toStdString(), known)),
            gui::to_qstring(present::join(known))));
    if (text == u"timeline") kind = gui::StagesView::Kind::timeline;
    if (text == u"heat") kind = gui::StagesView::Kind::heat;
    return kind ? u"stages"_s : text;
}

qlonglong parse_number(const QString& text, qlonglong least, qlonglong most, const QString& sentence) {
    bool is_number = false;
    const auto number = text.toLongLong(&is_number);
    if (!is_number || number < least || number > most) refuse(sentence);
    return number;
}

QSize parse_size(const QString& text) {
    const auto parts = text.split(u'x');
    const auto pixels = [&](int part) {
        return int(parse_number(
            parts.size() == 2 ? parts[part] : QString(), 200, 16000,
            u"'%1' is not a window size. Write it as 1440x900, in pixels from 200 to 16000."_s.arg(text)));
    };
    return {pixels(0), pixels(1)};
}

CaseId parse_case(const QString& text) {
    return CaseId{
        parse_number(text, 1, std::numeric_limits<qlonglong>::max(),
                     u"'%1' is not a case's number. 'sortscope list FILE' shows them."_s.arg(text))};
}

/// Refuses a case that the first file lacks; the window reports other errors.
void check_case(const QStringList& files, CaseId id) {
    if (files.isEmpty() || id == CaseId{}) return;
    try {
        db::check_case(db::Reader(files.front().toStdString()), files.front().toStdString(), id);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::usage) throw;
    }
}

void check_names(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (QFile::encodeName(QFile::decodeName(argv[i])) != argv[i])
            refuse(gui::refusal_of_name(argv[i]), ErrorKind::data);
}

void add_options(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        u"Browses files recorded by 'sortscope collect'. Without a FILE, what was open last is open again."_s);
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(u"FILE"_s, u"The files to open."_s, u"[FILE...]"_s);
    parser.addOptions({
        {u"case"_s, u"Show this case first."_s, u"ID"_s},
        {u"other"_s, u"Compare it with this case of the same file."_s, u"ID"_s},
        {u"group"_s, u"Bars and rows: stage, substage, launch or kernel."_s, u"GROUP"_s},
        {u"metric"_s, u"What bars and cells show: the id of a metric, as 'sortscope metrics' lists them."_s,
         u"ID"_s},
        {u"view"_s, u"View to show: %1."_s.arg(gui::to_qstring(present::join(view_ids()))), u"VIEW"_s},
        {u"size"_s, u"Size of the window in pixels, such as 1440x900."_s, u"WxH"_s},
        {u"sql"_s, u"Run this query in the SQL view, and show it."_s, u"QUERY"_s},
        {u"dark"_s, u"Dark colours."_s},
        {u"light"_s, u"Light colours."_s},
        {u"patience"_s, u"With --screenshot: how long to wait for what is shown, 60 by default."_s,
         u"SECONDS"_s},
        {u"screenshot"_s,
         u"Write the window to this PNG once the file is shown, and exit. Needs no display."_s, u"PNG"_s},
    });
}

void check_picture_name(const QString& path) {
    const auto others = u"svg pdf jpg jpeg gif bmp webp tif tiff html csv"_s.split(u' ');
    const QFileInfo file(path);
    if (others.contains(file.suffix().toLower()))
        refuse(
            u"--screenshot writes a PNG: call it '%1.png'. 'sortscope export --chart' draws "
            "charts as SVG, PNG or PDF."_s.arg(file.completeBaseName()));
}

/// Refuses wrong options without a display, before Qt looks for one.
Request parse(int& argc, char** argv) {
    const QCoreApplication app(argc, argv);
    check_names(argc, argv);
    QCoreApplication::setApplicationName(u"sortscope-gui"_s);
    QCoreApplication::setApplicationVersion(QString::fromLatin1(program_version));
    QCommandLineParser parser;
    add_options(parser);
    if (!parser.parse(QCoreApplication::arguments())) refuse(parser.errorText() + u" See --help."_s);
    if (parser.isSet(u"help"_s)) parser.showHelp();
    if (parser.isSet(u"version"_s)) parser.showVersion();
    Request request;
    request.files = parser.positionalArguments();
    request.screenshot = parser.value(u"screenshot"_s);
    request.dark = parser.isSet(u"dark"_s);
    request.light = parser.isSet(u"light"_s);
    request.metric = parser.value(u"metric"_s);
    if (!request.metric.isEmpty()) metric(request.metric.toStdString());
    if (parser.isSet(u"case"_s)) request.record = parse_case(parser.value(u"case"_s));
    if (parser.isSet(u"other"_s)) request.other = parse_case(parser.value(u"other"_s));
    if (parser.isSet(u"group"_s))
        request.grouping = analyzer::parse_grouping(parser.value(u"group"_s).toStdString());
    if (parser.isSet(u"view"_s)) request.view = parse_view(parser.value(u"view"_s), request.kind);
    request.sql = parser.value(u"sql"_s);
    if (!request.sql.isEmpty() && request.view.isEmpty()) request.view = u"sql"_s;
    if (parser.isSet(u"size"_s)) request.size = parse_size(parser.value(u"size"_s));
    check_case(request.files, request.record);
    check_case(request.files, request.other);
    if (const auto text = parser.value(u"patience"_s); !text.isEmpty())
        request.patience_s =
            int(parse_number(text, 1, 86400, u"'%1' is no number of seconds from 1 to 86400."_s.arg(text)));
    if (request.screenshot.isEmpty()) return request;
    if (request.files.isEmpty()) refuse(u"--screenshot needs a FILE to show."_s);
    check_picture_name(request.screenshot);
    db::spare_profiles(gui::native(request.screenshot));
    return request;
}

/// Uses Qt's offscreen platform for a screenshot. Without a display, refuses a window: Qt would abort.
void choose_platform(const Request& request) {
    const auto set = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    if (set("QT_QPA_PLATFORM")) return;
    if (!request.screenshot.isEmpty()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        return;
    }
    if (set("WAYLAND_DISPLAY")) return;
    if (set("DISPLAY") && !gui::is_display_gone(qgetenv("DISPLAY"))) return;
    const auto why =
        set("DISPLAY") ? u"The display %1 cannot be reached: no X server listens there."_s.arg(
                             QString::fromLocal8Bit(qgetenv("DISPLAY")))
                       : u"There is no display for the window: neither DISPLAY nor WAYLAND_DISPLAY is set."_s;
    refuse(why + u" 'sortscope report' and 'sortscope show' need none, nor does --screenshot."_s,
           ErrorKind::environment);
}

/// Drops Qt's debug and information messages, and its warnings about displays.
void leave_out(QtMsgType type, const QMessageLogContext&, const QString& message) {
    const bool of_displays = message.contains(u"propagateSizeHints") || message.contains(u"XDG_RUNTIME_DIR");
    if (type != QtDebugMsg && type != QtInfoMsg && !of_displays)
        std::fprintf(stderr, "%s\n", message.toLocal8Bit().constData());
    if (type == QtFatalMsg) std::abort();
}

int run(int argc, char** argv) {
    const auto request = parse(argc, argv);
    choose_platform(request);
    if (!request.screenshot.isEmpty()) qInstallMessageHandler(leave_out);
    QApplication app(argc, argv);
    std::setlocale(LC_NUMERIC, "C");  // QApplication sets the user's locale
    gui::set_up_look();
    QCoreApplication::setOrganizationName(u"SortScope"_s);
    QGuiApplication::setDesktopFileName(u"sortscope"_s);

    gui::MainWindow window;
    if (!request.screenshot.isEmpty()) {  // pictures ignore the user's settings
        window.reset_layout();
        window.set_theme(gui::MainWindow::Theme::light);
        window.resize(1440, 900);
    }
    if (request.dark) window.set_theme(gui::MainWindow::Theme::dark);
    if (request.light) window.set_theme(gui::MainWindow::Theme::light);
    if (request.size.isValid()) window.resize(request.size);
    window.show();
    if (!request.screenshot.isEmpty()) window.reset_layout();
    auto& workspace = window.workspace();
    workspace.selected().edit([&](gui::Selection& next) {
        if (request.grouping) next.grouping = *request.grouping;
        next.metric = request.metric;
    });
    for (const auto& file : request.files)
        window.open_file(file, file == request.files.front() ? request.record : CaseId{});
    if (request.files.isEmpty()) window.restore_session();
    if (request.other != CaseId{})
        QObject::connect(&workspace, &gui::Workspace::files_changed, &window, [&] {
            const auto file = workspace.current_file();
            const auto* record = file ? file->find(request.other) : nullptr;
            if (file && record == nullptr)
                emit workspace.failed(
                    u"%1 has no case %2 to compare with."_s.arg(file->path.section(u'/', -1))
                        .arg(qlonglong(request.other)));
            if (record != nullptr && workspace.selection().others.isEmpty())
                workspace.toggle_other(gui::Workspace::ref_of(*file, *record));
        });
    if (!request.sql.isEmpty()) {
        auto& view = window.view_as<gui::SqlView>("sql");
        view.editor().setPlainText(request.sql);
        view.run_once_open();
    }
    if (request.kind) window.view_as<gui::StagesView>("stages").set_kind(*request.kind);
    const bool plain = request.record == CaseId{} && request.other == CaseId{} && !request.kind;
    if (!request.view.isEmpty())
        window.show_view(request.view);
    else if (plain && !request.files.isEmpty())
        window.show_view(u"overview"_s);
    if (!request.screenshot.isEmpty()) {
        gui::take_screenshot(window, request.screenshot, request.patience_s);
        const auto& sql = window.view_as<gui::SqlView>("sql");
        if (!request.sql.isEmpty() && !sql.result()) refuse(sql.sentence());
        return 0;
    }
    if (auto* desktop = gui::DesktopColours::of_session(&window))
        QObject::connect(desktop, &gui::DesktopColours::changed, &window, &gui::MainWindow::set_desktop_wish);
    gui::close_at_signals(window);
    return QApplication::exec();
}
}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const Error& error) {
        std::fprintf(stderr, "sortscope-gui: %s\n", printable(error.what(), LineEnds::kept).c_str());
        return exit_code(error.kind());
    }
}
