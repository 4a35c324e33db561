#include "core/condition.hpp"

#include <array>

#include "core/text.hpp"

namespace sortscope {
namespace {

constexpr std::array<std::string_view, condition_parts> names{
    "variant", "parameters", "key", "n", "input", "block", "device", "backend", "cache", "time-mode"};

std::string input_text(const InputKey& input) {
    auto text = input_name(input.distribution, input.entropy_bits);
    if (!input.content.empty()) text += " " + input.content;
    // The first seed is everybody's.
    if (has_seed(input.distribution) && input.seed != 1) text += " (seed " + std::to_string(input.seed) + ")";
    return text;
}

}  // namespace

std::string_view name_of(ConditionPart part) { return names[static_cast<std::size_t>(part)]; }

DeviceKey device_key(const Device& device) {
    if (!device.uuid.empty()) return {.name = device.name, .id = device.uuid};
    // Machines of many sizes have processors of one name: "Intel(R) Xeon(R) Processor" has 2 threads here and
    // 16 there.
    if (device.backend == BackendKind::cpu && device.multiprocessors > 0)
        return {.name = device.name, .id = "#" + std::to_string(device.multiprocessors) + " threads"};
    return {.name = device.name, .id = "#" + std::to_string(device.ordinal)};
}

Condition Condition::leaving_free(ConditionParts parts) const {
    Condition other = *this;
    const Condition neutral;
    for (std::size_t i = 0; i < condition_parts; ++i) {
        const auto part = static_cast<ConditionPart>(i);
        if (!parts.contains(part)) continue;
        other.free_.insert(part);
        switch (part) {
            case ConditionPart::variant:
                other.variant = neutral.variant;
                break;
            case ConditionPart::parameters:
                other.parameters = neutral.parameters;
                break;
            case ConditionPart::key:
                other.key = neutral.key;
                break;
            case ConditionPart::n:
                other.n = neutral.n;
                break;
            case ConditionPart::input:
                other.input = neutral.input;
                break;
            case ConditionPart::block:
                other.block = neutral.block;
                break;
            case ConditionPart::device:
                other.device = neutral.device;
                break;
            case ConditionPart::backend:
                other.backend = neutral.backend;
                break;
            case ConditionPart::cache:
                other.cache_state = neutral.cache_state;
                break;
            case ConditionPart::time_mode:
                other.time_mode = neutral.time_mode;
                break;
        }
    }
    return other;
}

std::string Condition::text(ConditionPart part) const {
    if (free_.contains(part)) return {};
    const bool sorts = n != 0 || free_.contains(ConditionPart::n);  // a program that is not ours has no keys
    switch (part) {
        case ConditionPart::variant:
            return variant;
        case ConditionPart::parameters:
            return parameters_text(parameters);
        case ConditionPart::key:
            return sorts ? std::string(name_of(key)) : std::string();
        case ConditionPart::n:
            return n == 0 ? std::string() : format_count(n);
        case ConditionPart::input:
            return sorts ? input_text(input) : std::string();
        case ConditionPart::block:
            return block == 0 ? std::string() : std::to_string(block);
        case ConditionPart::device:
            return device.among_others.empty() ? device.name : device.among_others;
        case ConditionPart::backend:
            return std::string(name_of(backend));
        case ConditionPart::cache:
            return cache_state;
        case ConditionPart::time_mode:
            return time_mode == TimeMode::none ? std::string() : std::string(name_of(time_mode));
    }
    return {};
}

std::vector<std::pair<ConditionPart, std::string>> Condition::parts() const {
    std::vector<std::pair<ConditionPart, std::string>> all;
    for (std::size_t i = 0; i < condition_parts; ++i) {
        const auto part = static_cast<ConditionPart>(i);
        if (!free_.contains(part)) all.emplace_back(part, text(part));
    }
    return all;
}

std::string Condition::label(ConditionParts left_out) const {
    std::string label;
    const auto add = [&](ConditionPart part, const char* separator, const std::string& before = {}) {
        if (left_out.contains(part)) return;
        const auto what = text(part);
        if (!what.empty()) label += (label.empty() ? "" : separator) + before + what;
    };
    add(ConditionPart::variant, "");
    add(ConditionPart::key, " ");
    add(ConditionPart::n, " ");
    add(ConditionPart::input, " ");
    add(ConditionPart::block, ", ", "block ");
    add(ConditionPart::parameters, ", ");
    if (cache_state == "flushed") add(ConditionPart::cache, ", ", "L2 ");
    if (time_mode == TimeMode::graph) add(ConditionPart::time_mode, ", ");
    add(ConditionPart::device, ", ");
    return label;
}

Condition condition_of(const CaseRecord& record) {
    Condition condition;
    const auto& work = record.workload;
    condition.variant = record.program.empty() ? record.variant : record.program;
    condition.parameters = record.config.params;
    condition.key = work.key;
    condition.n = work.n;
    condition.input.distribution = work.distribution;
    if (work.distribution == Distribution::file)
        condition.input.content = work.file_digest.empty() ? work.file : work.file_digest;
    if (has_seed(work.distribution)) condition.input.seed = work.seed;
    if (work.distribution == Distribution::few) condition.input.entropy_bits = work.entropy_bits;
    if (record.backend != BackendKind::cpu) condition.block = record.config.block;
    condition.device = device_key(record.device);
    condition.backend = record.backend;
    condition.cache_state = record.cache_state;
    condition.time_mode = record.time_mode;
    return condition;
}

}  // namespace sortscope

std::size_t std::hash<sortscope::Condition>::operator()(
    const sortscope::Condition& condition) const noexcept {
    std::size_t seed = 0;
    const auto mix = [&](std::size_t value) {
        seed ^= value + 0x9E3779B97F4A7C15ULL + (seed << 6) + (seed >> 2);
    };
    mix(std::hash<std::string>{}(condition.variant));
    for (const auto& [name, value] : condition.parameters)
        mix(std::hash<std::string>{}(name) ^ static_cast<std::size_t>(value));
    mix(static_cast<std::size_t>(condition.key));
    mix(condition.n);
    mix(static_cast<std::size_t>(condition.input.distribution));
    mix(condition.input.seed);
    mix(condition.input.entropy_bits);
    mix(std::hash<std::string>{}(condition.input.content));
    mix(condition.block);
    mix(std::hash<std::string>{}(condition.device.id));
    if (!condition.device.has_uuid()) mix(std::hash<std::string>{}(condition.device.name));
    mix(static_cast<std::size_t>(condition.backend));
    mix(std::hash<std::string>{}(condition.cache_state));
    mix(static_cast<std::size_t>(condition.time_mode));
    return seed;
}
