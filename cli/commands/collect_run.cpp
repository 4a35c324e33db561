#include "cli/commands/collect_run.hpp"

#include <algorithm>
#include <utility>

#include "collector/catalogue/catalogue.hpp"
#include "core/host.hpp"
#include "core/text.hpp"
#include "core/version.hpp"

namespace sortscope::cli {

std::uint32_t count_runnable(const std::vector<collector::Assignment>& assignments) {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(assignments, [](const auto& each) { return each.backend != nullptr; }));
}

RunRecord new_run(const std::vector<collector::Assignment>& assignments, const std::string& command_line) {
    RunRecord run;
    run.started_utc = utc_now();
    run.command = command_line;
    run.program_version = program_version;
    run.host = read_host();
    run.planned_cases = count_runnable(assignments);
    // A file explains what it lacks.
    for (const auto& assignment : assignments)
        if (!assignment.backend)
            run.notes.push_back({Severity::info, collector::describe(assignment.planned.spec) +
                                                     " was left out. " + assignment.planned.refused});
    if (auto note = collector::note_on(collector::gpu_code(), assignments))
        run.notes.push_back(std::move(*note));
    return run;
}

}  // namespace sortscope::cli
