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

/// A portal of one setting, which is asked without a bus: the two ends of one connection.
class Portal : public QDBusVirtualObject {
 public:
    QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
        if (message.interface() != interface || message.member() != u"Read"_s) return false;
        asked = message.arguments();
        const auto inner = QVariant::fromValue(QDBusVariant(scheme));
        return connection.send(knows
                                   ? message.createReply(QVariant::fromValue(QDBusVariant(inner)))
                                   : message.createErrorReply(QDBusError::InvalidArgs, u"no such setting"_s));
    }
    uint scheme = 0;
    bool knows = true;
    QVariantList asked;
    QDBusConnection peer{u"not yet"_s};
};

class DesktopColoursTest : public testing::Test {
 protected:
    void SetUp() override {
        server.setAnonymousAuthenticationAllowed(true);
        ASSERT_TRUE(server.isConnected());
        QObject::connect(&server, &QDBusServer::newConnection, &portal,
                         [this](const QDBusConnection& connection) {
                             portal.peer = connection;  // which ends with its last copy
                             portal.peer.registerVirtualObject(path, &portal, QDBusConnection::SingleNode);
                         });
    }
    void TearDown() override { QDBusConnection::disconnectFromPeer(u"test"_s); }
    QDBusConnection connection() { return QDBusConnection::connectToPeer(server.address(), u"test"_s); }

    Portal portal;
    QDBusServer server{u"unix:tmpdir=/tmp"_s};
};

TEST_F(DesktopColoursTest, AreAskedForAndFollowed) {
    portal.scheme = 1;
    DesktopColours colours(connection(), {});
    EXPECT_EQ(colours.wish(), ColourWish::none);
    QSignalSpy changed(&colours, &DesktopColours::changed);
    ASSERT_TRUE(came(changed));
    EXPECT_EQ(colours.wish(), ColourWish::dark);
    EXPECT_EQ(portal.asked, (QVariantList{space, u"color-scheme"_s}));
    // What a bus calls when the portal says SettingChanged, by its name.
    const auto change = [&](uint to, const QString& key = u"color-scheme"_s) {
        return QMetaObject::invokeMethod(&colours, "take_setting", Q_ARG(QString, space), Q_ARG(QString, key),
                                         Q_ARG(QDBusVariant, QDBusVariant(to)));
    };
    ASSERT_TRUE(change(2, u"contrast"_s));
    EXPECT_EQ(colours.wish(), ColourWish::dark);  // of another setting
    ASSERT_TRUE(change(2));
    EXPECT_EQ(colours.wish(), ColourWish::light);
    ASSERT_TRUE(change(7));  // a number that it does not know is no wish
    EXPECT_EQ(colours.wish(), ColourWish::none);
    EXPECT_EQ(changed.size(), 3);
}

TEST_F(DesktopColoursTest, OfAPortalWithoutTheSettingAreNoWish) {
    portal.knows = false;
    DesktopColours colours(connection(), {});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !portal.asked.isEmpty(); }, 20000));
    QTest::qWait(20);
    EXPECT_EQ(colours.wish(), ColourWish::none);
}

TEST(Display, IsGoneWhereNoServerOfThisMachineListens) {
    for (const auto* gone : {":54321", ":54321.0", "unix:54321"}) EXPECT_TRUE(is_display_gone(gone)) << gone;
    for (const auto* other : {"localhost:10.0", "other:0", "nonsense", ":x"})
        EXPECT_FALSE(is_display_gone(other)) << other;
}

}  // namespace
}  // namespace sortscope::gui
