#include "gui/app/screenshot.hpp"

#include <QBuffer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include "core/error.hpp"
#include "gui/app/main_window.hpp"
#include "gui/models/output.hpp"

namespace sortscope::gui {
namespace {
constexpr int settle_ms = 60;  // time for queued replots and layouts

void spin(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}
}  // namespace

void take_screenshot(MainWindow& window, const QString& path, int patience_s) {
    const auto refuse = [](ErrorKind kind, const QString& sentence) {
        throw Error(kind, sentence.toStdString());
    };
    QString failure;
    const auto failed =
        QObject::connect(&window, &MainWindow::failed, [&](const QString& sentence) { failure = sentence; });
    QElapsedTimer waited;
    waited.start();
    // Views ask one question after another: wait for several quiet moments.
    int settled = 0;
    while (failure.isEmpty() && settled < 3 && waited.elapsed() < 1000LL * patience_s) {
        spin(settle_ms);
        settled = window.is_settled() ? settled + 1 : 0;
    }
    QObject::disconnect(failed);
    if (!failure.isEmpty()) refuse(ErrorKind::data, failure);
    if (settled == 0) {
        const auto views = window.deck().waiting_views();
        refuse(ErrorKind::environment,
               u"%1 within %2 s, so no picture was taken. --patience SECONDS waits longer."_s
                   .arg(views.isEmpty() ? u"The file was not read"_s
                                        : u"%1 was not done"_s.arg(views.join(u" and "_s)))
                   .arg(patience_s));
    }
    // Encode first: Qt's PNG writer prints its own messages if the disk is full.
    QByteArray picture;
    QBuffer buffer(&picture);
    if (!buffer.open(QIODevice::WriteOnly) || !window.grab().save(&buffer, "PNG") ||
        !write_file(path, picture))
        refuse(ErrorKind::environment,
               u"The picture could not be written to %1. Choose a folder that you may write to."_s.arg(path));
}
}
