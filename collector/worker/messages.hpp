// Messages between the collector and its workers: frames of bytes, each with its kind and length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collector/backend.hpp"
#include "core/error.hpp"

namespace sortscope::collector {

/// The message in a frame's body.
enum class FrameKind : std::uint32_t {
    setup = 1,    ///< to a worker: WorkerSetup; back: WorkerHello
    refusal,      ///< to: CaseTask; back: the sentence, or nothing
    plan,         ///< to: CaseTask; back: CaseRecord
    run,          ///< to: CaseTask; back: CaseRecord, with progress before it
    limits,       ///< to: nothing; back: device limits, with progress before them
    clocks,       ///< to: nothing; back: a Check, or nothing
    ready,        ///< to: BackendOptions of its first cases; back: true, once it is ready
    rest,         ///< to: nothing; back: whether it disturbs no other process now
    stop,         ///< to: the user ended the sweep; no answer
    answer,       ///< back
    last_answer,  ///< the same; the worker ends because its device is lost
    progress,     ///< back: 0..1 of the request under way
    failure       ///< back: WorkerFailure, in place of any answer
};

struct Frame {
    FrameKind kind{};
    std::string body;
    friend bool operator==(const Frame&, const Frame&) = default;
};

/// The bytes of `frame`: a mark, its kind, its length, then the body.
std::string encode(const Frame& frame);

/// One end of a socket that carries frames. Owns the socket.
class Channel {
 public:
    explicit Channel(int socket) : socket_(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// Throws Error(environment) if the other end is gone or reads nothing for 30 s.
    void send(const Frame& frame);
    /// The next frame within `milliseconds` (below 0: without limit); empty if none came. Throws
    /// Error(environment) if the other end is gone, Error(internal) if the bytes are no frame.
    std::optional<Frame> receive(int milliseconds);
    /// Ends the connection; the other end can still read what was sent before.
    void end();

 private:
    std::optional<Frame> take();  ///< the first frame in bytes_, once it is whole

    int socket_;
    std::string bytes_;  ///< received
};

/// The backend that a worker makes.
struct WorkerSetup {
    BackendKind kind = BackendKind::simt;
    int gpu = 0;             ///< CUDA ordinal
    int model_cc_major = 9;  ///< compute capability of the interpreter
    int model_cc_minor = 0;
};

/// The backend that a worker has made.
struct WorkerHello {
    Device device;
    std::vector<kernels::VariantKind> runs;
};

/// A phase of a case, and the record so far; or a question about it.
struct CaseTask {
    CaseSpec spec;
    BackendOptions options{};
    CaseRecord record{};
};

/// An Error of the worker.
struct WorkerFailure {
    ErrorKind kind{};
    std::string sentence;
};

/// `message` as bytes, for the same build of the program. For the types that FrameKind names.
template <class T>
std::string pack(const T& message);

/// Reads what pack() made. Throws Error(internal) if `bytes` are no T.
template <class T>
T unpack(const std::string& bytes);

}  // namespace sortscope::collector
