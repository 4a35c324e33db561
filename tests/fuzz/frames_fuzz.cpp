// Fuzzes bytes from a worker: a channel gives frames or an error, and each frame's body a message or an
// error. The first byte chooses the message type.
#include <sys/socket.h>

#include "collector/worker/messages.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {
using namespace sortscope;
using namespace sortscope::collector;

/// Requires that each unpacked message can be packed again.
template <class T>
void read_as(const std::string& body) {
    pack(unpack<T>(body));
}

void receive_all(const std::string& bytes) {
    std::array<int, 2> ends{};
    fuzz::require(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
    const auto sent = ::send(ends[1], bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    fuzz::require(sent >= 0 || bytes.empty());
    ::close(ends[1]);
    Channel channel(ends[0]);
    while (channel.receive(0)) {
    }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string body(data + 1, data + size);
    const auto read = [&] {
        switch (data[0] % 10) {
            case 0:
                return read_as<WorkerSetup>(body);
            case 1:
                return read_as<WorkerHello>(body);
            case 2:
                return read_as<CaseTask>(body);
            case 3:
                return read_as<WorkerFailure>(body);
            case 4:
                return read_as<CaseRecord>(body);
            case 5:
                return read_as<std::vector<DeviceLimit>>(body);
            case 6:
                return read_as<std::optional<Check>>(body);
            case 7:
                return read_as<PluginDescription>(body);
            case 8:
                return read_as<kernels::Plan>(body);
            default:
                return receive_all(body);
        }
    };
    fuzz::may_refuse(read, {ErrorKind::internal, ErrorKind::environment});
    return 0;
}
