// How this program's GPU code was compiled, and the note on it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collector/runner.hpp"

namespace sortscope::collector {

struct GpuCode {
    std::string text;       ///< "none", "optimised, for 90-real by nvcc 13.0.88"
    bool optimised = true;  ///< false: times and instruction counts are not those of a normal build
};

/// The run's note on `code`; empty if it is optimised or no assignment runs on a GPU.
std::optional<Note> note_on(const GpuCode& code, const std::vector<Assignment>& assignments);

}  // namespace sortscope::collector
