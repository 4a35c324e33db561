// What the collector and its workers say to each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collector/backend.hpp"
#include "core/error.hpp"

namespace sortscope::collector {

/// Which backend a worker is to make.
struct WorkerSetup {
    BackendKind kind = BackendKind::simt;
    int gpu = 0;             ///< CUDA ordinal
    int model_cc_major = 9;  ///< of the interpreter
    int model_cc_minor = 0;
};

/// What a worker has made.
struct WorkerHello {
    BackendKind kind{};
    Device device;
    std::vector<kernels::VariantKind> runs;
};

/// A case that the worker is asked about.
struct CaseQuestion {
    CaseSpec spec;
    BackendOptions options;
};

/// A part of a case, and what is known of the case already.
struct CaseTask {
    CaseSpec spec;
    BackendOptions options;
    CaseRecord record;
};

/// An Error of the worker.
struct WorkerFailure {
    ErrorKind kind{};
    std::string sentence;
};

using FirstCases = std::vector<BackendOptions>;
using DeviceLimits = std::vector<DeviceLimit>;
using OptionalSentence = std::optional<std::string>;
using OptionalCheck = std::optional<Check>;

/// `message` as bytes, for a reader that is the same build of the same program. For the types above,
/// CaseRecord, bool and double.
template <class T>
std::string pack(const T& message);

/// What pack() made. Throws Error(internal) where `bytes` are none of T's.
template <class T>
T unpack(const std::string& bytes);

}  // namespace sortscope::collector
