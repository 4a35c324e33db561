#include "gui/app/screenshot.hpp"

#include <cstdio>

#include <QEventLoop>
#include <QPixmap>
#include <QTimer>

#include "core/error.hpp"
#include "gui/app/main_window.hpp"

namespace sortscope::gui {
namespace {

constexpr int patience_ms = 60000;
constexpr int settle_ms = 150;  // queued replots and layouts

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
    QEventLoop loop;
    QString failure;
    bool done = false;
    const auto shown =
        QObject::connect(&window, &MainWindow::shown, &loop, [&] { done = true, loop.quit(); });
    const auto failed = QObject::connect(&window, &MainWindow::failed, &loop, [&](const QString& sentence) {
        done = true;
        failure = sentence;
        loop.quit();
    });
    QTimer::singleShot(patience_ms, &loop, &QEventLoop::quit);
    loop.exec();
    QObject::disconnect(shown);
    QObject::disconnect(failed);
    if (!failure.isEmpty()) {
        say(failure);
        return exit_code(ErrorKind::data);
    }
    if (!done) {
        say(QStringLiteral("The file was not read within a minute, so no picture was taken."));
        return exit_code(ErrorKind::environment);
    }
    spin(settle_ms);
    if (window.grab().save(path, "PNG")) return 0;
    say(QStringLiteral("The picture could not be written to %1. Choose a folder that you may write to.")
            .arg(path));
    return exit_code(ErrorKind::environment);
}

}  // namespace sortscope::gui
