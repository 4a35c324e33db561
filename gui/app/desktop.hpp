// Desktop state that Qt 6.4 does not query: dark or light colours, a dead display, signals.
#pragma once

#include "gui/views/parts/theme.hpp"

class QDBusConnection;
class QDBusVariant;
class QWidget;

namespace sortscope::gui {
/// Asks the portal for color-scheme of org.freedesktop.appearance, and follows changes.
class DesktopColours : public QObject {
    Q_OBJECT
 public:
    static DesktopColours* of_session(QObject* parent);
    /// `service`: the portal's name on `bus`; empty if `bus` connects to the portal directly.
    DesktopColours(QDBusConnection bus, const QString& service, QObject* parent = nullptr);

    ColourWish wish() const { return wish_; }

 signals:
    void changed(sortscope::gui::ColourWish wish);

 private slots:
    void take_setting(const QString& space, const QString& key, const QDBusVariant& value);

 private:
    ColourWish wish_ = ColourWish::none;
};

/// Returns whether `display` (":0", "unix:1.0") is local and no X server listens there.
bool is_display_gone(const QByteArray& display);

/// SIGINT, SIGTERM and SIGHUP will close `window`.
void close_at_signals(QWidget& window);
}
