// Runs one case on one backend.
#pragma once

#include "collector/backend.hpp"

namespace sortscope::collector {
/// A record with only the condition's parts.
inline CaseRecord start_record(const CaseSpec& spec, const Backend& backend) {
    CaseRecord record;
    record.subject.name = spec.variant;
    record.device = backend.device();
    record.backend = backend.kind();
    describe_sort(record, spec.workload, spec.config);
    return record;
}

/// Runs options.phases of one case.
inline CaseRecord run_alone(Backend& backend, const Variant& variant, const CaseSpec& spec,
                            const BackendOptions& options, const CaseWatch& watch = {}) {
    CaseRecord record = backend.begin(variant, spec);
    backend.run({variant, spec, options, watch, record});
    return record;
}
}
