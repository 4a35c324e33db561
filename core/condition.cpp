#include "core/condition.hpp"

#include "core/ranges.hpp"

namespace sortscope {
DeviceKey device_key(const Device& device) {
    if (!device.uuid.empty()) return {.name = device.name, .id = device.uuid};
    // A CPU's name is ambiguous: an "Intel(R) Xeon(R) Processor" may have 2 or 16 threads.
    if (device.backend == BackendKind::cpu && device.multiprocessors > 0)
        return {.name = device.name, .id = "#" + std::to_string(device.multiprocessors) + " threads"};
    return {.name = device.name, .id = "#" + std::to_string(device.ordinal)};
}

Condition Condition::leaving_free(const PartNames& parts) const {
    Condition other = *this;
    for (const auto& part : parts) {
        other.free_.insert(part);
        if (part == "variant")
            other.subject.clear();
        else if (part == "output")
            other.output.clear();
        else if (part == "device")
            other.device = {};
        else if (part == "backend")
            other.backend = {};
        else if (part == "cache")
            other.cache_state.clear();
        else if (part == "time-mode")
            other.time_mode = TimeMode::none;
        else if (part == "parameters")
            other.axes.erase_parameters();
        else
            other.axes.erase(part);
    }
    return other;
}

bool Condition::is_free(std::string_view part) const {
    const bool named = contains(condition_parts, part);
    return free_.contains(part) || (!named && free_.contains("parameters") && is_parameter(part));
}

std::string Condition::text(std::string_view part) const {
    if (free_.contains(part)) return {};
    if (part == "variant") return subject;
    if (part == "parameters") return parameters_text(axes);
    if (part == "output") return output;
    if (part == "device") return device.among_others.empty() ? device.name : device.among_others;
    if (part == "backend") return std::string(name_of(backend));
    if (part == "cache") return cache_state;
    if (part == "time-mode")
        return time_mode == TimeMode::none ? std::string() : std::string(name_of(time_mode));
    return axes.text(part);
}

std::vector<std::pair<std::string, std::string>> Condition::parts() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto part : condition_parts)
        if (!free_.contains(part)) all.emplace_back(part, text(part));
    return all;
}

std::string Condition::label(const PartNames& left_out) const {
    std::string label;
    const auto add = [&](std::string_view part, const char* separator, const char* before = "") {
        const auto value = left_out.contains(part) ? std::string() : text(part);
        if (!value.empty()) label += (label.empty() ? "" : separator) + (before + value);
    };
    add("variant", "");
    add("key", " ");
    add("n", " ");
    add("input", " ");
    add("block", ", ", "block ");
    add("parameters", ", ");
    add("output", ", ");
    if (cache_state == "flushed") add("cache", ", ", "L2 ");
    if (time_mode == TimeMode::graph) add("time-mode", ", ");
    add("device", ", ");
    return label;
}

uint64_t sorted_run(const CaseRecord& record) {
    if (record.is_program() || record.subject.promise == Promise::sorted) return record.keys();
    return record.subject.promise == Promise::in_blocks ? std::min<uint64_t>(record.block(), record.keys())
                                                        : 0;
}

std::string output_of(const CaseRecord& record) {
    const auto run = sorted_run(record);
    if (run > 0 || record.keys() == 0) return run < record.keys() ? "tiles of " + std::to_string(run) : "";
    return record.subject.promise == Promise::extremes ? "minimum, maximum" : "unsorted";
}

Condition condition_of(const CaseRecord& record) {
    Condition condition;
    condition.subject = record.subject.name;
    condition.axes = record.axes;
    condition.output = output_of(record);
    condition.device = device_key(record.device);
    condition.backend = record.backend;
    condition.cache_state = record.cache_state;
    condition.time_mode = record.time_mode;
    return condition;
}
}
