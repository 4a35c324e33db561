#include "gui/app/desktop_colours.hpp"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>

namespace sortscope::gui {
namespace {

constexpr QLatin1StringView portal_service("org.freedesktop.portal.Desktop"),
    portal_path("/org/freedesktop/portal/desktop"), settings_interface("org.freedesktop.portal.Settings"),
    appearance("org.freedesktop.appearance"), color_scheme("color-scheme");

/// As the portal numbers them; others are no wish.
ColourWish wish_of(uint number) {
    return number == 1 ? ColourWish::dark : number == 2 ? ColourWish::light : ColourWish::none;
}

}  // namespace

DesktopColours* DesktopColours::of_session(QObject* parent) {
    // Without an address the library would start a bus of its own.
    const bool named = !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS");
    if (!named && !QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus")))
        return nullptr;
    const auto bus = QDBusConnection::sessionBus();
    return bus.isConnected() ? new DesktopColours(bus, portal_service, parent) : nullptr;
}

DesktopColours::DesktopColours(QDBusConnection bus, const QString& service, QObject* parent)
    : QObject(parent) {
    bus.connect(service, portal_path, settings_interface, QStringLiteral("SettingChanged"), this,
                SLOT(take_setting(QString, QString, QDBusVariant)));
    auto question =
        QDBusMessage::createMethodCall(service, portal_path, settings_interface, QStringLiteral("Read"));
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
    const auto wish = wish_of(number.toUInt());
    if (wish == wish_) return;
    wish_ = wish;
    emit changed(wish_);
}

}  // namespace sortscope::gui
