// Which backend takes which case.
#include <memory>

#include "collector/runner.hpp"

namespace sortscope::collector {
namespace {

std::string_view kind_name(kernels::VariantKind kind) {
    switch (kind) {
        case kernels::VariantKind::planned:
            return "a GPU or the host interpreter";
        case kernels::VariantKind::opaque:
            return "a GPU";
        case kernels::VariantKind::cpu:
            return "the CPU";
    }
    return "nothing";
}

}  // namespace

std::vector<Assignment> assign(std::vector<PlannedCase> cases,
                               const std::vector<std::unique_ptr<Backend>>& backends) {
    std::vector<Assignment> assignments;
    for (auto& planned : cases) {
        if (!planned.refused.empty()) {
            assignments.push_back({std::move(planned), nullptr});
            continue;
        }
        const auto kind = planned.variant->info.kind;
        bool taken = false;
        for (const auto& backend : backends) {
            if (!backend->runs(kind)) continue;
            taken = true;
            Assignment assignment{planned, backend.get()};
            if (auto why = backend->refusal(*planned.variant, planned.spec)) {
                assignment.planned.refused = std::move(*why);
                assignment.backend = nullptr;
            }
            assignments.push_back(std::move(assignment));
        }
        if (taken) continue;
        planned.refused = "Variant '" + planned.spec.variant + "' runs on " + std::string(kind_name(kind)) +
                          ", which this collection does not use.";
        assignments.push_back({std::move(planned), nullptr});
    }
    return assignments;
}

}  // namespace sortscope::collector
