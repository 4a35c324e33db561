#include "recorder/events.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/error.hpp"

namespace sortscope::recorder {
namespace {
struct Head {
    uint16_t mark = 0x5272;
    uint16_t kind = 0;
    uint32_t length = 0;
};

/// Longest event in bytes; the sender cuts names.
constexpr uint32_t longest_event = 1 << 16;

template <class T>
concept PlainEvent = std::has_unique_object_representations_v<T>;

auto texts_of(auto& event) {
    if constexpr (requires { event.reason; })
        return std::tie(event.symbol, event.gpu, event.line, event.module, event.pc_offset, event.samples,
                        event.file, event.reason);
    else if constexpr (requires { event.part; })
        return std::tie(event.module, event.size, event.part);
    else if constexpr (requires { event.parent; })
        return std::tie(event.id, event.parent, event.name);
    else if constexpr (requires { event.text; })
        return std::tie(event.id, event.text);
    else if constexpr (requires { event.uuid; })
        return std::tie(event.ordinal, event.uuid, event.name);
    else if constexpr (requires { event.counters; })
        return std::tie(event.sets, event.counters, event.passes);
    else if constexpr (requires { event.values; })
        return std::tie(event.symbol, event.path, event.gpu, event.grid.x, event.grid.y, event.grid.z,
                        event.block.x, event.block.y, event.block.z, event.values);
    else
        return std::tie(event.sentence);
}

void put(std::unsigned_integral auto number, std::string& body) {
    body.append(reinterpret_cast<const char*>(&number), sizeof number);
}
void put(const std::string& text, std::string& body) {
    put(uint32_t(text.size()), body);
    body += text;
}

[[noreturn]] void garbled() {
    throw Error(ErrorKind::internal, "What the library in the program sent cannot be read.");
}

void get(std::unsigned_integral auto& number, std::string_view& body) {
    if (body.size() < sizeof number) garbled();
    std::memcpy(&number, body.data(), sizeof number);
    body.remove_prefix(sizeof number);
}
void get(std::string& text, std::string_view& body) {
    uint32_t length = 0;
    get(length, body);
    if (body.size() < length) garbled();
    text = body.substr(0, length);
    body.remove_prefix(length);
}

template <class T>
Event decode(std::string_view body) {
    T event;
    if constexpr (PlainEvent<T>) {
        if (body.size() != sizeof event) garbled();
        std::memcpy(&event, body.data(), sizeof event);
    } else {
        std::apply([&](auto&... fields) { (get(fields, body), ...); }, texts_of(event));
        if (!body.empty()) garbled();
    }
    return event;
}

template <size_t... Kinds>
Event decode_kind(size_t kind, std::string_view body, std::index_sequence<Kinds...>) {
    constexpr Event (*decoders[])(std::string_view){decode<std::variant_alternative_t<Kinds, Event>>...};
    if (kind >= sizeof...(Kinds)) garbled();
    return decoders[kind](body);
}
}  // namespace

void encode(const Event& event, std::string& bytes) {
    std::string body;
    std::visit(
        [&]<class T>(const T& each) {
            if constexpr (PlainEvent<T>)
                body.assign(reinterpret_cast<const char*>(&each), sizeof each);
            else
                std::apply([&](const auto&... fields) { (put(fields, body), ...); }, texts_of(each));
        },
        event);
    const Head head{.kind = uint16_t(event.index()), .length = uint32_t(body.size())};
    bytes.append(reinterpret_cast<const char*>(&head), sizeof head);
    bytes += body;
}

void EventReader::add(std::string_view bytes, const std::function<void(Event&&)>& take) {
    bytes_ += bytes;
    std::string_view rest = bytes_;
    while (rest.size() >= sizeof(Head)) {
        Head head;
        std::memcpy(&head, rest.data(), sizeof head);
        if (head.mark != Head{}.mark || head.length > longest_event) garbled();
        if (rest.size() - sizeof head < head.length) break;
        take(decode_kind(head.kind, rest.substr(sizeof head, head.length),
                         std::make_index_sequence<std::variant_size_v<Event>>()));
        rest.remove_prefix(sizeof head + head.length);
    }
    bytes_.erase(0, bytes_.size() - rest.size());
}

EventSender::~EventSender() {
    if (socket_ >= 0) ::close(socket_);
}

bool EventSender::connect() {
    const char* name = std::getenv(socket_variable);
    sockaddr_un address{};
    if (name == nullptr || std::strlen(name) + 1 > sizeof address.sun_path) return false;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path + 1, name, std::strlen(name));  // abstract: begins with '\0'
    const auto length = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + std::strlen(name));
    socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0) return false;
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), length) != 0) {
        ::close(std::exchange(socket_, -1));
        return false;
    }
    std::string hello;
    encode(Hello{.process = uint32_t(::getpid())}, hello);
    send(hello);
    return connected();
}

void EventSender::send(std::string_view bytes) {
    while (socket_ >= 0 && !bytes.empty()) {
        const auto count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count > 0)
            bytes.remove_prefix(size_t(count));
        else if (errno != EINTR)
            ::close(std::exchange(socket_, -1));
    }
}
}
