#include "collector/worker/messages.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>
#include <thread>

namespace sortscope::collector {
namespace {
const Frame frame{FrameKind::answer, std::string("body\0with a zero", 16)};

/// Kind of the Error that `call` throws.
std::optional<ErrorKind> kind_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.kind();
    }
    return std::nullopt;
}

class Sockets : public testing::Test {
 protected:
    static std::array<int, 2> pair() {
        std::array<int, 2> ends{};
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
        return ends;
    }
    void write(std::string_view bytes) const {
        ASSERT_EQ(::write(ends_[1], bytes.data(), bytes.size()), std::ssize(bytes));
    }
    std::array<int, 2> ends_ = pair();
    Channel a_{ends_[0]};
    std::optional<Channel> b_{std::in_place, ends_[1]};
};

TEST_F(Sockets, GiveFramesOnceTheyAreWhole) {
    const auto bytes = encode(frame);
    for (size_t i = 0; i + 1 < bytes.size(); ++i) {
        write(bytes.substr(i, 1));
        EXPECT_EQ(a_.receive(0), std::nullopt) << i;
    }
    write(bytes.substr(bytes.size() - 1) + encode({FrameKind::stop, {}}));
    EXPECT_EQ(a_.receive(0), frame);
    EXPECT_EQ(a_.receive(0), (Frame{FrameKind::stop, {}}));
    EXPECT_EQ(a_.receive(20), std::nullopt);
}

TEST_F(Sockets, RefuseJunk) {
    auto other_mark = encode(frame);
    other_mark[0] = char(other_mark[0] ^ 0x10);
    write(other_mark);
    EXPECT_EQ(kind_of([&] { a_.receive(0); }), ErrorKind::internal);
}

TEST_F(Sockets, RefuseALengthThatNoRecordHas) {
    auto endless = encode(frame);
    endless[15] = '\x7F';
    write(endless);
    EXPECT_EQ(kind_of([&] { a_.receive(0); }), ErrorKind::internal);
}

TEST_F(Sockets, CarryMoreThanTheyHold) {
    const Frame large{FrameKind::answer, std::string(20 << 20, 'z')};
    std::thread sender([&] { a_.send(large); });
    std::optional<Frame> got;
    while (!got) got = b_->receive(1000);
    sender.join();
    EXPECT_TRUE(got == large);
}

TEST_F(Sockets, NoticeThatTheOtherEndIsGone) {
    b_->send(frame);
    b_.reset();
    EXPECT_EQ(a_.receive(-1), frame) << "sent before";
    EXPECT_EQ(kind_of([&] { a_.receive(-1); }), ErrorKind::environment);
    EXPECT_EQ(kind_of([&] { a_.send(frame); }), ErrorKind::environment);
}

TEST_F(Sockets, AFrameThatBreaksOffIsGarbled) {
    write(encode(frame).substr(0, 20));
    b_.reset();
    EXPECT_EQ(kind_of([&] { a_.receive(-1); }), ErrorKind::internal);
}
}  // namespace
}
