#include "core/records.hpp"

#include <charconv>

namespace sortscope {
std::string SortInput::text() const {
    auto text = name();
    if (distribution == Distribution::file) text += " " + (file_digest.empty() ? file : file_digest);
    // Seed 1 is the default.
    if (has_seed(distribution) && seed != 1) text += " (seed " + std::to_string(seed) + ")";
    return text;
}

SortInput SortInput::parse(std::string_view text) {
    SortInput input;
    const auto number_behind = [&](std::string_view words, auto& number) {
        if (const auto at = text.find(words); at != std::string_view::npos)
            std::from_chars(text.data() + at + words.size(), text.data() + text.size(), number);
    };
    const auto name = text.substr(0, text.find(' '));
    input.distribution = parse_enum<Distribution>(name);
    number_behind(" (seed ", input.seed);
    if (input.distribution == Distribution::few) number_behind("few (", input.entropy_bits);
    if (input.distribution == Distribution::file && name.size() < text.size())
        input.file_digest = text.substr(name.size() + 1);
    return input;
}

uint64_t keys_of(const Axes& axes) { return uint64_t(axes.integer("n").value_or(0)); }

uint32_t block_of(const Axes& axes) { return uint32_t(axes.integer("block").value_or(0)); }

std::optional<KeyType> key_of(const Axes& axes) { return find_enum<KeyType>(axes.text("key")); }

Axes parameters_of(const LaunchConfig& config) {
    Axes axes;
    for (const auto& [name, value] : config.params) axes.set(name, value);
    return axes;
}

void describe_sort(CaseRecord& record, const Workload& workload, const LaunchConfig& config) {
    const SortInput input{workload.distribution, workload.seed, workload.entropy_bits, workload.file,
                          workload.file_digest};
    record.axes = parameters_of(config);
    record.axes.set("key", name_of(workload.key));
    record.axes.set("n", workload.n);
    record.axes.set("input", input.text());
    if (config.block != 0 && record.backend != BackendKind::cpu) record.axes.set("block", config.block);
    record.input = input;
    record.work = Work{workload.n, workload.bytes()};
}

Workload workload_of(const CaseRecord& record) {
    Workload workload;
    workload.key = record.key().value_or(workload.key);
    workload.n = record.keys();
    if (const auto& input = record.input) {
        workload.distribution = input->distribution;
        workload.seed = input->seed;
        workload.file = input->file;
        workload.entropy_bits = input->entropy_bits;
        workload.file_digest = input->file_digest;
    }
    return workload;
}

LaunchConfig config_of(const CaseRecord& record) {
    LaunchConfig config{.block = record.block(), .params = {}};
    for (const auto& [name, value] : record.axes)
        if (const auto whole = value.integer(); whole && is_parameter(name))
            config.params.emplace(name, *whole);
    return config;
}
}
