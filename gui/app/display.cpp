#include "gui/app/display.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace sortscope::gui {
namespace {

/// Connects to the socket at `path`; in Linux's abstract names, which are no files, where `abstract`.
bool listens(const QByteArray& path, bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const auto length = static_cast<std::size_t>(path.size());
    if (length + 2 > sizeof address.sun_path) return true;  // cannot be told
    std::memcpy(address.sun_path + (abstract ? 1 : 0), path.constData(), length);
    const int end = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (end < 0) return true;
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + (abstract ? 1 : 0) + length +
                                             (abstract ? 0 : 1));
    const bool connected = ::connect(end, reinterpret_cast<const sockaddr*>(&address), size) == 0;
    const bool absent = !connected && (errno == ENOENT || errno == ECONNREFUSED);
    ::close(end);
    return connected || !absent;
}

}  // namespace

bool is_display_gone(const QByteArray& display) {
    const auto colon = display.lastIndexOf(':');
    if (colon < 0) return false;
    const auto host = display.left(colon);
    if (!host.isEmpty() && host != "unix") return false;
    bool is_number = false;
    auto rest = display.mid(colon + 1);  // "0", or "0.1" with its screen
    if (const auto dot = rest.indexOf('.'); dot >= 0) rest.truncate(dot);
    const int number = rest.toInt(&is_number);
    if (!is_number || number < 0) return false;
    const auto path = QByteArray("/tmp/.X11-unix/X") + QByteArray::number(number);
    return !listens(path, false) && !listens(path, true);
}

}  // namespace sortscope::gui
