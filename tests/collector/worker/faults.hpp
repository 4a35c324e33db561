// Faults of the test worker, from the case's parameter "fault".
#pragma once

#include "collector/backend.hpp"

namespace sortscope::collector::test {
enum class Fault : int64_t {
    none,
    crash,          ///< SIGSEGV; on a GPU: a kernel writes out of bounds
    hang,           ///< no progress, no end, no reaction to Ctrl-C
    garble,         ///< sends bytes that are no frame
    truncate,       ///< sends half a frame, then ends
    exit,           ///< ends with code 3
    missort,        ///< wrong output
    no_memory,      ///< std::bad_alloc; on a GPU: another allocation holds all memory
    throws,         ///< Error(environment); on a GPU: an assertion in a kernel fails
    lose_device,    ///< the case fails and the device is lost; on a GPU: its context is destroyed
    until_stopped,  ///< reports progress until the user stops
    slowly          ///< three seconds of progress
};

inline Fault fault_of(const CaseSpec& spec) {
    const auto fault = spec.config.params.find("fault");
    return fault == spec.config.params.end() ? Fault::none : static_cast<Fault>(fault->second);
}

/// A worker with this environment variable finds no device.
inline constexpr const char* no_device = "SORTSCOPE_TEST_NO_DEVICE";
}
