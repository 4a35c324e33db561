// Messages between the collector and its workers.
#pragma once

#include "collector/backend.hpp"

namespace sortscope::collector {
/// Kinds of messages: body of the request to a worker -> body of its answer.
enum class FrameKind : uint32_t {
    setup = 1,    ///< WorkerSetup -> WorkerHello
    refusal,      ///< CaseTask -> optional<string>
    plan,         ///< CaseTask -> CaseRecord
    run,          ///< CaseTask -> CaseRecord, after reports of progress
    limits,       ///< empty -> vector<DeviceLimit>, after reports of progress
    clocks,       ///< empty -> optional<Check>
    ready,        ///< vector<BackendOptions> -> true, once the worker is ready
    rest,         ///< empty -> bool: true if the worker now disturbs no other process
    describe,     ///< string (a plug-in's file) -> PluginDescription
    accepts,      ///< CaseTask -> optional<string>, from VariantInfo::refuses
    block,        ///< CaseTask -> uint32_t, from VariantInfo::block_rule
    work,         ///< CaseTask -> Plan without arguments; a launch has steps / 2 comparators or more
    stop,         ///< the user ended the sweep; no answer
    launches,     ///< from the worker: Launches as uint32_t, answered by an empty `launches` except for none
    answer,       ///< from the worker
    last_answer,  ///< from a worker that then ends because its device is lost
    progress,     ///< from the worker: 0..1 of the request
    failure       ///< from the worker: WorkerFailure, instead of an answer
};

struct Frame {
    FrameKind kind{};
    std::string body;
    friend bool operator==(const Frame&, const Frame&) = default;
};

/// Mark, kind, length, body.
std::string encode(const Frame& frame);

/// Sends and receives frames; owns the socket.
class Channel {
 public:
    explicit Channel(int socket) : socket_(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// Throws Error(environment) if the other end is gone, or reads nothing for 30 s.
    void send(const Frame& frame);
    /// Empty after `milliseconds` (below 0: no limit) or a signal. Throws Error(environment) if the other end
    /// is gone, Error(internal) if the bytes are no frame.
    std::optional<Frame> receive(int milliseconds);
    /// Closes the connection; the other end can still read earlier frames.
    void end();

 private:
    std::optional<Frame> take();  ///< first frame in bytes_, once complete

    int socket_;
    std::string bytes_;  ///< received, not yet taken
};

/// Backend for a worker to make.
struct WorkerSetup {
    BackendKind kind = BackendKind::simt;
    int gpu = 0;             ///< CUDA ordinal
    int model_cc_major = 9;  ///< compute capability of the interpreter
    int model_cc_minor = 0;
};

/// Backend that a worker has made.
struct WorkerHello {
    Device device;
    std::vector<VariantKind> runs;
};

/// A variant of a plug-in, without its functions.
struct PluginVariant {
    kernels::VariantInfo info;
    bool refuses = false, has_block_rule = false;
};

struct PluginDescription {
    std::string gpu_code;
    std::vector<SourceText> sources;
    std::vector<PluginVariant> variants;
};

/// A CaseJob in a message.
struct CaseTask {
    CaseSpec spec;
    std::string plugin{};  ///< the variant's plug-in file; empty: built in
    BackendOptions options{};
    CaseRecord record{};
};

/// An Error in a message.
struct WorkerFailure {
    ErrorKind kind{};
    std::string sentence;
};

/// For the types that FrameKind names. Sender and receiver must be the same build.
template <class T>
std::string pack(const T& message);

/// Throws Error(internal) if `bytes` are no T.
template <class T>
T unpack(const std::string& bytes);
}
