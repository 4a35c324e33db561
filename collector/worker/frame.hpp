// Messages between the collector and its workers as bytes: each framed by its length and a checksum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sortscope::collector {

/// What a frame's body holds; the types are in messages.hpp.
enum class FrameKind : std::uint32_t {
    setup = 1,    ///< to a worker: WorkerSetup; answered by hello
    refusal,      ///< to: CaseQuestion; back: the sentence, or nothing
    plan,         ///< to: CaseQuestion; answered by record
    run,          ///< to: CaseTask; answered by record, with progress before it
    limits,       ///< to: nothing; back: DeviceLimits, with progress before it
    clocks,       ///< to: nothing; back: a Check, or nothing
    ready,        ///< to: FirstCases, of each turn that it serves; back: nothing, once it is ready for them
    rest,         ///< to: nothing; back: whether nothing disturbs others any more
    stop,         ///< to: the user ended the sweep; not answered
    hello,        ///< back: WorkerHello
    record,       ///< back: CaseRecord
    last_record,  ///< the same from a worker whose device answers no more: it ends
    progress,     ///< back: 0..1 of what is under way
    failure       ///< back: WorkerFailure, in place of any answer
};

struct Frame {
    FrameKind kind{};
    std::string body;
    friend bool operator==(const Frame&, const Frame&) = default;
};

/// The bytes of `frame`: a mark, kind, length and checksum of both the head and the body, then the body.
std::string encode(const Frame& frame);

/// Takes bytes as they come and gives whole frames.
class FrameDecoder {
 public:
    void feed(std::string_view bytes) { bytes_.append(bytes); }
    /// The next frame, or nothing where it is not all there yet. Throws Error(internal) where the bytes are
    /// no frame; nothing that comes after can be understood then.
    std::optional<Frame> next();
    /// Whether a frame has begun and is not all there.
    bool within_frame() const { return !bytes_.empty(); }

 private:
    std::string bytes_;
};

/// One end of a socket that frames go over. Closes it.
class Channel {
 public:
    explicit Channel(int socket) : socket_(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// Throws Error(environment) where the other end is gone, or takes nothing for half a minute.
    void send(const Frame& frame);
    /// Waits for the next frame, for `milliseconds` at most (below 0: as long as it takes); nothing where
    /// none came. Throws Error(environment) where the other end is gone, Error(internal) where what came is
    /// no frame.
    std::optional<Frame> receive(int milliseconds);
    /// Both ends notice; the other reads what was sent before and then that this one is gone.
    void end();

 private:
    int socket_;
    FrameDecoder decoder_;
};

}  // namespace sortscope::collector
