#include "cli/filter.hpp"

#include <algorithm>
#include <cctype>

#include "core/text.hpp"

namespace sortscope::cli {
namespace {

bool contains_ignoring_case(std::string_view text, std::string_view part) {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

template <class E>
void set_enum(std::optional<E>& target, const std::string& text) {
    if (!text.empty()) target = parse_enum<E>(text);
}

bool takes_number(const std::vector<std::uint64_t>& numbers, std::uint64_t number) {
    return numbers.empty() || std::ranges::find(numbers, number) != numbers.end();
}

}  // namespace

void add_case_options(CLI::App& command, CaseOptions& options) {
    const auto add = [&](const char* name, std::string& target, const char* value, const char* text) {
        command.add_option(name, target, text)->type_name(value)->group("Which cases");
    };
    add("--run", options.run, "ID", "cases of one run");
    add("--variant", options.variants, "A,B", "cases of these variants");
    add("--key", options.key, "TYPE", "u32, i32, u64, f32 or f64");
    add("--dist", options.distribution, "NAME", "input, such as uniform or sorted");
    add("--size", options.sizes, "LIST", "numbers of keys: 2^10..2^20 or 1024,4096");
    add("--block", options.blocks, "LIST", "block sizes: 32,64..1024");
    add("--backend", options.backend, "NAME", "cupti (GPU), simt (modelled) or cpu");
    add("--device", options.device, "TEXT", "devices with TEXT in their name");
    add("--status", options.status, "NAME", "ok, failed, unverified, refused, interrupted");
}

CaseChoice::CaseChoice(const CaseOptions& options) : device_(options.device) {
    if (!options.run.empty()) filter_.run = RunId{static_cast<std::int64_t>(parse_count(options.run))};
    if (!options.variants.empty()) filter_.variants = split_list(options.variants);
    set_enum(filter_.key, options.key);
    set_enum(filter_.distribution, options.distribution);
    set_enum(filter_.backend, options.backend);
    set_enum(filter_.status, options.status);
    if (!options.sizes.empty()) sizes_ = parse_count_list(options.sizes);
    if (!options.blocks.empty()) blocks_ = parse_count_list(options.blocks);
}

bool CaseChoice::takes(const CaseRecord& record) const {
    return takes_number(sizes_, record.workload.n) && takes_number(blocks_, record.config.block) &&
           contains_ignoring_case(record.device.name, device_);
}

std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options) {
    const CaseChoice choice(options);
    auto cases = reader.cases(choice.filter());
    std::erase_if(cases, [&](const CaseRecord& record) { return !choice.takes(record); });
    return cases;
}

}  // namespace sortscope::cli
