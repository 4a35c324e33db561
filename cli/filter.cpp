#include "cli/filter.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "cli/names.hpp"
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

/// The text may be of the name, of the UUID, or of both as lists show them: "NVIDIA H200 GPU-61b152ed (cupti)".
bool takes_device(const Device& device, const std::string& text) {
    const auto backend = " (" + std::string(name_of(device.backend)) + ")";
    const auto name = text.ends_with(backend) ? text.substr(0, text.size() - backend.size()) : text;
    return contains_ignoring_case(device.name + backend, text) || contains_ignoring_case(device.name + " " + device.uuid, name);
}

}  // namespace

void add_case_options(Command& command, CaseOptions& options) {
    command.group("Which cases");
    command.option("--run", options.run, "ID", "cases of one run");
    command.option("--variant", options.variants, "A,B", "cases of these variants");
    command.option("--key", options.key, "TYPE", names_of<KeyType>());
    command.option("--dist", options.distribution, "NAME", "input: " + names_of<Distribution>());
    command.option("--size", options.sizes, "LIST", "numbers of keys: 2^10..2^20 or 1024,4096");
    command.option("--block", options.blocks, "LIST", "block sizes: 32,64..1024");
    command.option("--backend", options.backend, "NAME", names_of<BackendKind>());
    command.option("--device", options.device, "TEXT", "devices with TEXT in their name");
    command.option("--status", options.status, "NAME", names_of<CaseStatus>());
    command.group({});
}

bool CaseOptions::restricts() const {
    return std::ranges::any_of(std::array{&run, &variants, &key, &distribution, &sizes, &blocks, &backend, &device, &status},
                               [](const std::string* text) { return !text->empty(); });
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
           takes_device(record.device, device_);
}

std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options) {
    const CaseChoice choice(options);
    auto cases = reader.cases(choice.filter());
    std::erase_if(cases, [&](const CaseRecord& record) { return !choice.takes(record); });
    return cases;
}

}  // namespace sortscope::cli
