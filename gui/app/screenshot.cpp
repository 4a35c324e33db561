#include "gui/app/screenshot.hpp"

#include <cstdio>

#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>

#include "core/error.hpp"
#include "gui/app/main_window.hpp"

namespace sortscope::gui {
namespace {

constexpr int patience_ms = 60000;
constexpr int settle_ms = 60;  // queued replots and layouts

void say(const QString& sentence) {
    std::fprintf(stderr, "sortscope-gui: %s\n", sentence.toUtf8().constData());
}

void spin(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

}  // namespace

int take_screenshot(MainWindow& window, const QString& path) {
    QString failure;
    const auto failed = QObject::connect(&window, &MainWindow::failed, [&](const QString& sentence) { failure = sentence; });
    QElapsedTimer waited;
    waited.start();
    // Views ask one question after the other: what is there is settled where it is so twice.
    int settled = 0;
    while (failure.isEmpty() && settled < 3 && waited.elapsed() < patience_ms) {
        spin(settle_ms);
        settled = window.is_settled() ? settled + 1 : 0;
    }
    QObject::disconnect(failed);
    if (!failure.isEmpty()) {
        say(failure);
        return exit_code(ErrorKind::data);
    }
    if (settled == 0) {
        say(QStringLiteral("The file was not read within a minute, so no picture was taken."));
        return exit_code(ErrorKind::environment);
    }
    if (window.grab().save(path, "PNG")) return 0;
    say(QStringLiteral("The picture could not be written to %1. Choose a folder that you may write to.").arg(path));
    return exit_code(ErrorKind::environment);
}

}  // namespace sortscope::gui
