#include "collector/worker/messages.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "core/error.hpp"

namespace sortscope::collector {
namespace {
struct Head {
    uint32_t mark = 0x53536672;
    uint32_t kind = 0;
    uint64_t length = 0;
};

/// Longer than any record.
constexpr uint64_t max_length = uint64_t{1} << 40;

[[noreturn]] void garbled() {
    throw Error(ErrorKind::internal, "A worker process sent an unreadable message.");
}

[[noreturn]] void gone() { throw Error(ErrorKind::environment, "The worker process is gone."); }

/// Time for the other end to read: millions of launches take seconds.
constexpr timeval send_limit{30, 0};
}  // namespace

std::string encode(const Frame& frame) {
    const Head head{.kind = uint32_t(frame.kind), .length = frame.body.size()};
    std::string bytes(sizeof head, '\0');
    std::memcpy(bytes.data(), &head, sizeof head);
    return bytes + frame.body;
}

Channel::~Channel() { ::close(socket_); }

void Channel::send(const Frame& frame) {
    const auto bytes = encode(frame);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &send_limit, sizeof send_limit);
    size_t sent = 0;
    while (sent < bytes.size()) {
        const auto count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count > 0)
            sent += size_t(count);
        else if (errno != EINTR)
            gone();
    }
}

std::optional<Frame> Channel::take() {
    Head head;
    if (bytes_.size() < sizeof head) return std::nullopt;
    std::memcpy(&head, bytes_.data(), sizeof head);
    if (head.mark != Head{}.mark || head.length > max_length) garbled();
    if (bytes_.size() - sizeof head < head.length) return std::nullopt;
    Frame frame{static_cast<FrameKind>(head.kind), bytes_.substr(sizeof head, head.length)};
    bytes_.erase(0, sizeof head + head.length);
    return frame;
}

std::optional<Frame> Channel::receive(int milliseconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
    while (true) {
        if (auto frame = take()) return frame;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        if (milliseconds >= 0 && left < 0) return std::nullopt;
        pollfd readable{socket_, POLLIN, 0};
        const int ready = ::poll(&readable, 1, milliseconds < 0 ? -1 : int(left));
        if (ready == 0 || (ready < 0 && errno == EINTR))
            return std::nullopt;  // timeout or signal: the caller checks for a stop
        char bytes[1 << 16];
        const auto count = ::recv(socket_, bytes, sizeof bytes, 0);
        if (count > 0)
            bytes_.append(bytes, size_t(count));
        else if (count == 0 && !bytes_.empty())
            garbled();
        else if (count == 0 || errno != EINTR)
            gone();
    }
}

void Channel::end() { ::shutdown(socket_, SHUT_RDWR); }
}
