#include "gui/app/screenshot.hpp"

#include <cstdio>

#include <QBuffer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "gui/app/main_window.hpp"
#include "gui/models/output.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

constexpr int settle_ms = 60;  // queued replots and layouts

void say(const QString& sentence) {
    std::fprintf(stderr, "sortscope-gui: %s\n", printable(sentence.toStdString(), LineEnds::kept).c_str());
}

void spin(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

}  // namespace

int take_screenshot(MainWindow& window, const QString& path, int patience_s) {
    QString failure;
    const auto failed =
        QObject::connect(&window, &MainWindow::failed, [&](const QString& sentence) { failure = sentence; });
    QElapsedTimer waited;
    waited.start();
    // Views ask one question after another: wait until they are settled several times in a row.
    int settled = 0;
    while (failure.isEmpty() && settled < 3 && waited.elapsed() < 1000LL * patience_s) {
        spin(settle_ms);
        settled = window.is_settled() ? settled + 1 : 0;
    }
    QObject::disconnect(failed);
    if (!failure.isEmpty()) {
        say(failure);
        return exit_code(ErrorKind::data);
    }
    if (settled == 0) {
        const auto views = window.waiting_views();
        say(u"%1 within %2 s, so no picture was taken. --patience SECONDS waits longer."_s
                .arg(views.isEmpty() ? u"The file was not read"_s
                                     : u"%1 was not done"_s.arg(views.join(u" and "_s)))
                .arg(patience_s));
        return exit_code(ErrorKind::environment);
    }
    if (const auto refusal = refusal_of_output(path); !refusal.isEmpty()) {
        say(refusal);
        return exit_code(ErrorKind::usage);
    }
    // Encode first: Qt's PNG writer prints its own messages if the disk is full.
    QByteArray picture;
    QBuffer buffer(&picture);
    if (buffer.open(QIODevice::WriteOnly) && window.grab().save(&buffer, "PNG") && write_file(path, picture))
        return 0;
    say(u"The picture could not be written to %1. Choose a folder that you may write to."_s.arg(path));
    return exit_code(ErrorKind::environment);
}

}  // namespace sortscope::gui
