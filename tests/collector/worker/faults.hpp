// Faults of the tests' worker, chosen by the case's parameter "fault".
#pragma once

#include "collector/backend.hpp"

namespace sortscope::collector::test {
enum class Fault : int64_t {
    none,
    crash,          ///< death by SIGSEGV; on a GPU: a kernel writes out of bounds
    hang,           ///< no progress, no end, no reaction to the user's stop
    garble,         ///< bytes that are no frame
    truncate,       ///< half a frame, then the end
    exit,           ///< with code 3
    missort,        ///< the output is wrong
    no_memory,      ///< std::bad_alloc; on a GPU: another allocation holds all of its memory
    throws,         ///< Error(environment); on a GPU: an assertion in a kernel fails
    lose_device,    ///< the case fails, and the device answers no more; on a GPU: its context is destroyed
    until_stopped,  ///< progress until the user stops
    slowly          ///< three seconds, with progress
};

inline Fault fault_of(const CaseSpec& spec) {
    const auto fault = spec.config.params.find("fault");
    return fault == spec.config.params.end() ? Fault::none : static_cast<Fault>(fault->second);
}

/// A worker with this variable finds no device.
inline constexpr const char* no_device = "SORTSCOPE_TEST_NO_DEVICE";
}
