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

int take_screenshot(MainWindow& window, const QString& path, int patience_s) {
    QString failure;
    const auto failed = QObject::connect(&window, &MainWindow::failed, [&](const QString& sentence) { failure = sentence; });
    QElapsedTimer waited;
    waited.start();
    // Views ask one question after the other: what is there is settled where it is so twice.
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
        say(QStringLiteral("%1 within %2 s, so no picture was taken. --patience SECONDS waits longer.")
                .arg(views.isEmpty() ? QStringLiteral("The file was not read") : QStringLiteral("%1 was not done").arg(views.join(QStringLiteral(" and "))))
                .arg(patience_s));
        return exit_code(ErrorKind::environment);
    }
    if (window.grab().save(path, "PNG")) return 0;
    say(QStringLiteral("The picture could not be written to %1. Choose a folder that you may write to.").arg(path));
    return exit_code(ErrorKind::environment);
}

}  // namespace sortscope::gui
