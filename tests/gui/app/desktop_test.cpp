#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusServer>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QTest>

#include "gui/app/desktop.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {
const QString path = u"/org/freedesktop/portal/desktop"_s, interface = u"org.freedesktop.portal.Settings"_s,
              space = u"org.freedesktop.appearance"_s;

/// A portal with one setting, on a direct connection without a bus.
class Portal : public QDBusVirtualObject {
 public:
    QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
        if (message.interface() != interface || message.member() != u"Read"_s) return false;
        asked = message.arguments();
        const auto inner = QVariant::fromValue(QDBusVariant(scheme));
        return connection.send(knows ? message.createReply(QVariant::fromValue(QDBusVariant(inner)))
                                     : message.createErrorReply(QDBusError::InvalidArgs, u"none"_s));
    }
    uint scheme = 0;
    bool knows = true;
    QVariantList asked;
    QDBusConnection peer{u"not yet"_s};
};

TEST(DesktopColours, AreAskedForAndFollowed) {
    Portal portal;
    QDBusServer server{u"unix:tmpdir=/tmp"_s};
    server.setAnonymousAuthenticationAllowed(true);
    ASSERT_TRUE(server.isConnected());
    QObject::connect(&server, &QDBusServer::newConnection, &portal, [&](const QDBusConnection& connection) {
        portal.peer = connection;  // the connection ends with its last copy
        portal.peer.registerVirtualObject(path, &portal, QDBusConnection::SingleNode);
    });
    const auto bus = QDBusConnection::connectToPeer(server.address(), u"test"_s);
    {
        portal.knows = false;
        const DesktopColours colours(bus, {});
        ASSERT_TRUE(QTest::qWaitFor([&] { return !portal.asked.isEmpty(); }, 20000));
        QTest::qWait(20);
        EXPECT_EQ(colours.wish(), ColourWish::none);
    }
    portal.knows = true;
    portal.scheme = 1;
    DesktopColours colours(bus, {});
    EXPECT_EQ(colours.wish(), ColourWish::none);
    QSignalSpy changed(&colours, &DesktopColours::changed);
    ASSERT_TRUE(came(changed));
    EXPECT_EQ(colours.wish(), ColourWish::dark);
    EXPECT_EQ(portal.asked, (QVariantList{space, u"color-scheme"_s}));
    // Calls the slot by its name, as a bus does when the portal emits SettingChanged.
    const auto change = [&](uint to, const QString& key = u"color-scheme"_s) {
        return QMetaObject::invokeMethod(&colours, "take_setting", Q_ARG(QString, space), Q_ARG(QString, key),
                                         Q_ARG(QDBusVariant, QDBusVariant(to)));
    };
    ASSERT_TRUE(change(2, u"contrast"_s));
    EXPECT_EQ(colours.wish(), ColourWish::dark) << "another setting";
    ASSERT_TRUE(change(2));
    EXPECT_EQ(colours.wish(), ColourWish::light);
    ASSERT_TRUE(change(7));
    EXPECT_EQ(colours.wish(), ColourWish::none) << "an unknown number";
    EXPECT_EQ(changed.size(), 3);
    QDBusConnection::disconnectFromPeer(u"test"_s);
}

TEST(Display, IsGoneWhereNoServerOfThisMachineListens) {
    for (const auto* gone : {":54321", ":54321.0", "unix:54321"}) EXPECT_TRUE(is_display_gone(gone)) << gone;
    for (const auto* other : {"localhost:10.0", "other:0", "nonsense", ":x"})
        EXPECT_FALSE(is_display_gone(other)) << other;
}
}  // namespace
}
