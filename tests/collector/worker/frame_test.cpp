#include "collector/worker/messages.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "core/error.hpp"

namespace sortscope::collector {
namespace {

const Frame frame{FrameKind::answer, std::string("body\0with a zero", 16)};

TEST(FrameDecoder, GivesFramesAsTheyAreComplete) {
    const auto bytes = encode(frame) + encode({FrameKind::stop, {}});
    FrameDecoder decoder;
    for (std::size_t i = 0; i + 1 < encode(frame).size(); ++i) {
        decoder.feed(bytes.substr(i, 1));
        EXPECT_FALSE(decoder.next().has_value()) << i;
    }
    EXPECT_TRUE(decoder.within_frame());
    decoder.feed(bytes.substr(encode(frame).size() - 1));
    EXPECT_EQ(decoder.next(), frame);
    EXPECT_EQ(decoder.next(), (Frame{FrameKind::stop, {}}));
    EXPECT_FALSE(decoder.next().has_value());
    EXPECT_FALSE(decoder.within_frame());
}

TEST(FrameDecoder, RefusesJunkAtOnce) {
    auto other_mark = encode(frame);
    other_mark[0] = static_cast<char>(other_mark[0] ^ 0x10);
    for (const auto& bytes : {other_mark, std::string(32, '\xFF')}) {
        FrameDecoder decoder;
        decoder.feed(bytes);
        EXPECT_THROW(decoder.next(), Error);
    }
}

struct Pair {
    Pair() { EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0); }
    std::array<int, 2> ends{};
};

/// The kind of the Error that `call` throws.
template <class Call>
std::optional<ErrorKind> kind_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.kind();
    }
    return std::nullopt;
}

TEST(Channel, CarriesWhatIsLargerThanASocketHolds) {
    const Pair pair;
    Channel a(pair.ends[0]);
    Channel b(pair.ends[1]);
    const Frame large{FrameKind::answer, std::string(20 << 20, 'z')};
    std::thread sender([&] { a.send(large); });
    std::optional<Frame> got;
    while (!got) got = b.receive(1000);
    sender.join();
    EXPECT_EQ(got->body.size(), large.body.size());
    EXPECT_EQ(*got, large);
}

TEST(Channel, WaitsNoLongerThanItIsTold) {
    const Pair pair;
    Channel a(pair.ends[0]);
    const Channel b(pair.ends[1]);
    EXPECT_FALSE(a.receive(20).has_value());
    EXPECT_FALSE(a.receive(0).has_value());
}

TEST(Channel, NoticesThatTheOtherEndIsGone) {
    const Pair pair;
    Channel a(pair.ends[0]);
    {
        Channel b(pair.ends[1]);
        b.send(frame);
    }
    EXPECT_EQ(a.receive(-1), frame) << "what was sent before is read";
    EXPECT_EQ(kind_of([&] { a.receive(-1); }), ErrorKind::environment);
    EXPECT_THROW(a.send(frame), Error);
}

TEST(Channel, AFrameThatBreaksOffIsGarbled) {
    const Pair pair;
    Channel a(pair.ends[0]);
    const auto half = encode(frame).substr(0, 20);
    ASSERT_EQ(::write(pair.ends[1], half.data(), half.size()), static_cast<ssize_t>(half.size()));
    ::close(pair.ends[1]);
    EXPECT_EQ(kind_of([&] { a.receive(-1); }), ErrorKind::internal);
}

}  // namespace
}  // namespace sortscope::collector
