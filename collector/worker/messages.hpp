// Messages between the collector and its workers.
#pragma once

#include "collector/backend.hpp"
#include "core/error.hpp"

namespace sortscope::collector {
/// The body of a request to a worker -> the body of its answer.
enum class FrameKind : uint32_t {
    setup = 1,    ///< WorkerSetup -> WorkerHello
    refusal,      ///< CaseTask -> optional<string>
    plan,         ///< CaseTask -> CaseRecord
    run,          ///< CaseTask -> CaseRecord, after progress
    limits,       ///< empty -> vector<DeviceLimit>, after progress
    clocks,       ///< empty -> optional<Check>
    ready,        ///< vector<BackendOptions> -> true, once it is ready
    rest,         ///< empty -> whether it disturbs no other process now
    describe,     ///< string, a plug-in's file -> PluginDescription
    accepts,      ///< CaseTask -> optional<string>, by VariantInfo::refuses
    block,        ///< CaseTask -> uint32_t, by VariantInfo::block_rule
    work,         ///< CaseTask -> Plan without arguments, whose comparators are at least half the steps
    stop,         ///< the user ended the sweep; no answer
    answer,       ///< from the worker
    last_answer,  ///< the same; the worker ends because its device is lost
    progress,     ///< from the worker: 0..1 of the request
    failure       ///< from the worker: WorkerFailure, in place of any answer
};

struct Frame {
    FrameKind kind{};
    std::string body;
    friend bool operator==(const Frame&, const Frame&) = default;
};

/// A mark, the kind, the length, then the body.
std::string encode(const Frame& frame);

/// Sends frames through a socket, which it owns.
class Channel {
 public:
    explicit Channel(int socket) : socket_(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// Throws Error(environment) if the other end is gone or reads nothing for 30 s.
    void send(const Frame& frame);
    /// Empty if no frame came within `milliseconds` (below 0: no limit). Throws Error(environment) if the
    /// other end is gone, Error(internal) if the bytes are no frame.
    std::optional<Frame> receive(int milliseconds);
    /// The other end can still read what was sent before.
    void end();

 private:
    std::optional<Frame> take();  ///< the first frame in bytes_, once it is whole

    int socket_;
    std::string bytes_;  ///< received
};

/// The backend to make.
struct WorkerSetup {
    BackendKind kind = BackendKind::simt;
    int gpu = 0;             ///< CUDA ordinal
    int model_cc_major = 9;  ///< compute capability of the interpreter
    int model_cc_minor = 0;
};

/// The backend made.
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

/// A CaseJob that travels.
struct CaseTask {
    CaseSpec spec;
    std::string plugin{};  ///< its variant's file; empty: built in
    BackendOptions options{};
    CaseRecord record{};
};

/// An Error that travels.
struct WorkerFailure {
    ErrorKind kind{};
    std::string sentence;
};

/// For the types that FrameKind names and the same build of the program.
template <class T>
std::string pack(const T& message);

/// Throws Error(internal) if `bytes` are no T.
template <class T>
T unpack(const std::string& bytes);
}
