#include "collector/gpu_code.hpp"

#include <algorithm>

namespace sortscope::collector {

std::optional<Note> note_on(const GpuCode& code, const std::vector<Assignment>& assignments) {
    const auto on_gpu = [](const Assignment& each) {
        return each.backend != nullptr && each.backend->kind() == BackendKind::cupti;
    };
    if (code.optimised || std::ranges::none_of(assignments, on_gpu)) return std::nullopt;
    return Note{Severity::warning, "The GPU code of this program is " + code.text +
                                       ": times and instruction counts are not those of a build for use."};
}

}  // namespace sortscope::collector
