#include "gui/app/desktop.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QWidget>

namespace sortscope::gui {
namespace {
constexpr QLatin1StringView portal_service("org.freedesktop.portal.Desktop"),
    portal_path("/org/freedesktop/portal/desktop"), settings_interface("org.freedesktop.portal.Settings"),
    appearance("org.freedesktop.appearance"), color_scheme("color-scheme");

/// `abstract`: `path` is an abstract socket name of Linux, not a file.
bool listens(const QByteArray& path, bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const auto length = size_t(path.size());
    if (length + 2 > sizeof address.sun_path) return true;
    std::memcpy(address.sun_path + (abstract ? 1 : 0), path.constData(), length);
    const int end = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (end < 0) return true;
    const auto size =
        socklen_t(offsetof(sockaddr_un, sun_path) + (abstract ? 1 : 0) + length + (abstract ? 0 : 1));
    const bool connected = ::connect(end, reinterpret_cast<const sockaddr*>(&address), size) == 0;
    const bool absent = !connected && (errno == ENOENT || errno == ECONNREFUSED);
    ::close(end);
    return connected || !absent;
}

int ends[2] = {-1, -1};  // sockets: a signal handler may only write

extern "C" void tell_window(int) {
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(ends[0], &byte, 1);
}
}  // namespace

DesktopColours* DesktopColours::of_session(QObject* parent) {
    // Without an address Qt would start a bus.
    const bool named = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS");
    if (!named && !QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + u"/bus"_s)) return nullptr;
    const auto bus = QDBusConnection::sessionBus();
    return bus.isConnected() ? new DesktopColours(bus, portal_service, parent) : nullptr;
}

DesktopColours::DesktopColours(QDBusConnection bus, const QString& service, QObject* parent)
    : QObject(parent) {
    bus.connect(service, portal_path, settings_interface, u"SettingChanged"_s, this,
                SLOT(take_setting(QString, QString, QDBusVariant)));
    auto question = QDBusMessage::createMethodCall(service, portal_path, settings_interface, u"Read"_s);
    question << QString(appearance) << QString(color_scheme);
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (!reply.isError()) take_setting(appearance, color_scheme, reply.value());
        answer->deleteLater();
    });
}

void DesktopColours::take_setting(const QString& space, const QString& key, const QDBusVariant& value) {
    if (space != appearance || key != color_scheme) return;
    auto number = value.variant();
    while (number.metaType() == QMetaType::fromType<QDBusVariant>())
        number = number.value<QDBusVariant>().variant();  // Read wraps its answer twice
    const auto code = number.toUInt();
    const auto wish = code == 1 ? ColourWish::dark : code == 2 ? ColourWish::light : ColourWish::none;
    if (std::exchange(wish_, wish) != wish) emit changed(wish_);
}

bool is_display_gone(const QByteArray& display) {
    const auto colon = display.lastIndexOf(':');
    if (colon < 0) return false;
    const auto host = display.left(colon);
    if (!host.isEmpty() && host != "unix") return false;
    bool is_number = false;
    auto rest = display.mid(colon + 1);  // "0", or "0.1" with a screen number
    if (const auto dot = rest.indexOf('.'); dot >= 0) rest.truncate(dot);
    const int number = rest.toInt(&is_number);
    if (!is_number || number < 0) return false;
    const auto path = QByteArray("/tmp/.X11-unix/X") + QByteArray::number(number);
    return !listens(path, false) && !listens(path, true);
}

void close_at_signals(QWidget& window) {
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
    auto* notifier = new QSocketNotifier(ends[1], QSocketNotifier::Read, &window);
    QObject::connect(notifier, &QSocketNotifier::activated, &window, [&window, notifier] {
        notifier->setEnabled(false);
        window.close();
    });
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, tell_window);
}
}
