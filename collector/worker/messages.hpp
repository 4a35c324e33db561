// Messages between the collector and its workers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collector/backend.hpp"
#include "core/error.hpp"

namespace sortscope::collector {

/// The backend that a worker makes.
struct WorkerSetup {
    BackendKind kind = BackendKind::simt;
    int gpu = 0;             ///< CUDA ordinal
    int model_cc_major = 9;  ///< compute capability of the interpreter
    int model_cc_minor = 0;
};

/// The backend that a worker has made.
struct WorkerHello {
    BackendKind kind{};
    Device device;
    std::vector<kernels::VariantKind> runs;
};

struct CaseQuestion {
    CaseSpec spec;
    BackendOptions options;
};

/// A phase of a case, and the record so far.
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

/// `message` as bytes, for the same build of the program. For the types above, CaseRecord, bool and double.
template <class T>
std::string pack(const T& message);

/// Reads what pack() made. Throws Error(internal) if `bytes` are no T.
template <class T>
T unpack(const std::string& bytes);

}  // namespace sortscope::collector
