// How a program's GPU code was compiled, and what a run says of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collector/runner.hpp"

namespace sortscope::collector {

/// How GPU code was compiled.
struct GpuCode {
    std::string text;  ///< "none", "optimised, for 90-real by nvcc 13.0.88"
    bool optimised =
        true;  ///< where not, times and instruction counts of its kernels are not those of a build for use
};

/// What a run of `assignments` by a program of such code must say: nothing where it is optimised, or none of
/// them runs on a GPU.
std::optional<Note> note_on(const GpuCode& code, const std::vector<Assignment>& assignments);

}  // namespace sortscope::collector
