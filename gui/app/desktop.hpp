// Whether the desktop wishes for dark or light colours, as its portal says. Qt asks it from 6.5 on;
// Debian's 6.4 does not, and on X has light colours alone.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include "gui/views/parts/theme.hpp"

class QDBusConnection;
class QDBusVariant;

namespace sortscope::gui {

/// Asks org.freedesktop.portal.Settings for color-scheme of org.freedesktop.appearance, without waiting for
/// the answer, and hears of each change.
class DesktopColours : public QObject {
    Q_OBJECT

 public:
    /// Of the user's desktop; null where there is no session bus to ask on.
    static DesktopColours* of_session(QObject* parent);
    /// `service`: the name that the portal has on `bus`; empty where the other end of it is the portal.
    DesktopColours(QDBusConnection bus, const QString& service, QObject* parent = nullptr);

    /// ColourWish::none until the portal has answered, and where it has no answer.
    ColourWish wish() const { return wish_; }

 signals:
    void changed(sortscope::gui::ColourWish wish);

 private slots:
    void take_setting(const QString& space, const QString& key, const QDBusVariant& value);

 private:
    ColourWish wish_ = ColourWish::none;
};

/// Whether `display`, as DISPLAY names it, is one of this machine (":0", "unix:1.0") at which no X server
/// listens. Of others, and where that cannot be told, false.
bool is_display_gone(const QByteArray& display);

}  // namespace sortscope::gui

class QWidget;

namespace sortscope::gui {

/// From now on SIGINT, SIGTERM and SIGHUP close `window`.
void close_at_signals(QWidget& window);

}  // namespace sortscope::gui
