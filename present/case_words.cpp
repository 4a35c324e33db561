// What a case is called, and what is said of its end.
#include <algorithm>
#include <cctype>

#include <fmt/core.h>

#include "core/text.hpp"
#include "core/times.hpp"
#include "present/case.hpp"

namespace sortscope::present {

std::string workload_text(const Workload& workload) {
    if (workload.n == 0) return {};
    auto text = fmt::format("{} {} {} keys ({})", format_count(workload.n), name_of(workload.key),
                            workload.input_name(), format_bytes(static_cast<double>(workload.bytes())));
    if (workload.distribution == Distribution::file) text += " of " + workload.file;
    return text;
}

std::string config_text(const CaseRecord& record) {
    std::string text;
    if (record.backend != BackendKind::cpu && record.config.block != 0)
        text = fmt::format("block {}", record.config.block);
    const auto parameters = parameters_text(record.config.params);
    return text + (text.empty() || parameters.empty() ? "" : ", ") + parameters;
}

std::string variant_text(const CaseRecord& record) {
    return record.program.empty() ? record.variant : record.program;
}

std::string what_text(const CaseRecord& record) {
    auto text = workload_text(record.workload);
    const auto config = record.workload.n == 0 ? std::string() : config_text(record);
    return config.empty() ? text : text + (text.empty() ? "" : ", ") + config;
}

std::string status_text(const CaseRecord& record) {
    const std::string status(name_of(record.status));
    if (record.message.empty()) return status;
    // "Interrupted after 3 of 9 launches." says the status itself.
    const auto rest = record.message.substr(1);
    const bool said = std::tolower(static_cast<unsigned char>(record.message.front())) == status.front() &&
                      rest.starts_with(std::string_view(status).substr(1));
    return said ? status.front() + rest : status + ": " + record.message;
}

std::string case_title(const CaseRecord& record) {
    const auto what = what_text(record);
    return fmt::format("Case {}: {}{}{}", static_cast<std::int64_t>(record.id), variant_text(record),
                       what.empty() ? "" : ", ", what);
}

std::string case_heading(const CaseRecord& record, std::size_t older) {
    const auto what = what_text(record);
    auto text = fmt::format("{}: {}{}case {}", variant_text(record), what, what.empty() ? "" : ", ",
                            static_cast<std::int64_t>(record.id));
    if (record.time) text += ", " + format_time_ns(static_cast<double>(record.time->median_ns));
    if (older > 0) text += fmt::format("; the newest of {} cases of its condition", older + 1);
    return text;
}

std::string device_text(const Device& device) {
    return fmt::format("{} ({})", device.name, name_of(device.backend));
}

std::string no_launches_sentence(const CaseRecord& record) {
    if (record.launch_count > 0 || !record.launches.empty()) return {};
    if (record.backend == BackendKind::cpu)
        return "A sort on the CPU has no kernel launches, so there are no stages to show.";
    if (record.status != CaseStatus::ok) return "The case ended before its launches were recorded.";
    const bool traced =
        record.trials.empty() || std::ranges::any_of(record.trials, [](const TrialRecord& trial) {
            return trial.kind == TrialKind::activity;
        });
    return traced ? "No launches were recorded for this case: the activity trial gave none."
                  : "No launches were recorded for this case: it has times alone.";
}

}  // namespace sortscope::present
