#include "kernels/context/variant.hpp"

#include <bit>
#include <numeric>

#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::kernels {
namespace {
std::string key_list(const std::vector<KeyType>& keys) {
    std::string list;
    for (const auto key : keys) list += (list.empty() ? "" : ", ") + std::string(name_of(key));
    return list;
}

std::optional<std::string> parameter_refusal(const VariantInfo& info, const LaunchConfig& config) {
    for (const auto& [name, value] : config.params) {
        const auto* known = find_or_null(info.parameters, name, &VariantParameter::name);
        if (known == nullptr) return "Variant '" + info.name + "' has no parameter called '" + name + "'.";
        if (known->values.empty() || sortscope::contains(known->values, value)) continue;
        std::string values;
        for (const auto possible : known->values)
            values += (values.empty() ? "" : ", ") + std::to_string(possible);
        return "Variant '" + info.name + "' cannot run with " + name + " = " + std::to_string(value) +
               ". It takes: " + values + ".";
    }
    return std::nullopt;
}
}  // namespace

std::optional<std::string> refusal(const VariantInfo& info, const Workload& workload,
                                   const LaunchConfig& config) {
    const std::string who = "Variant '" + info.name + "'";
    if (!sortscope::contains(info.keys, workload.key))
        return who + " cannot sort " + std::string(name_of(workload.key)) +
               " keys. It sorts: " + key_list(info.keys) + ".";
    const bool in_range = workload.n >= info.min_n && workload.n <= info.max_n;
    const bool only_powers = info.power_of_two && !info.pads;
    if (!in_range || (only_powers && !std::has_single_bit(workload.n)))
        return who + " cannot sort " + std::to_string(workload.n) + " keys. It takes " +
               (only_powers ? "any power of two from " : "any number from ") + format_count(info.min_n) +
               " to " + format_count(info.max_n) + ".";
    if (workload.n > info.slow.max_n && info.slow.includes(workload.distribution))
        return who + " " + info.slow.why + " on " + std::string(name_of(workload.distribution)) +
               " input and sorts at most " + format_count(info.slow.max_n) + " such keys here.";
    if (info.min_block != 0) {
        const bool block_ok = config.block >= info.min_block && config.block <= info.max_block;
        if (!block_ok || !std::has_single_bit(config.block))
            return who + " cannot run blocks of " + std::to_string(config.block) +
                   " threads. It takes a power of two from " + std::to_string(info.min_block) + " to " +
                   std::to_string(info.max_block) + ".";
    }
    if (auto why = parameter_refusal(info, config)) return why;
    return info.refuses ? info.refuses(workload, config) : std::nullopt;
}

uint64_t sorted_run(const VariantInfo& info, const LaunchConfig& config) {
    return info.promise == Promise::in_blocks ? config.block : 0;
}

LaunchConfig effective_config(const VariantInfo& info, LaunchConfig config) {
    if (info.min_block == 0)
        config.block = 0;
    else if (config.block == 0)
        config.block = info.default_block;
    std::map<std::string, int64_t> params;
    for (const auto& parameter : info.parameters) params[parameter.name] = parameter_value(config, parameter);
    config.params = std::move(params);
    return config;
}

const Variant* VariantRegistry::known(std::string_view name) const {
    for (const auto* list : {&variants_, &on_request_})
        for (const auto& variant : *list)
            if (variant.info.name == name) return &variant;
    return nullptr;
}

void VariantRegistry::add(Variant variant) {
    if (contains(variant.info.name))
        throw Error(ErrorKind::internal, "Two variants are called '" + variant.info.name + "'.");
    (variant.info.family.empty() ? variants_ : on_request_).push_back(std::move(variant));
}

std::vector<std::string> VariantRegistry::families() const {
    std::vector<std::string> names;
    for (const auto& variant : on_request_)
        if (!sortscope::contains(names, variant.info.family)) names.push_back(variant.info.family);
    return names;
}

const Variant& VariantRegistry::find(std::string_view name) const {
    if (const auto* variant = known(name)) return *variant;
    std::vector<std::string_view> names;
    for (const auto* list : {&variants_, &on_request_})
        for (const auto& variant : *list) names.push_back(variant.info.name);
    std::ranges::stable_sort(names, {}, [&](auto other) { return edit_distance(other, name); });
    std::string nearest;
    for (size_t i = 0; i < std::min<size_t>(3, names.size()); ++i)
        nearest += (nearest.empty() ? "" : ", ") + std::string(names[i]);
    throw Error(ErrorKind::usage, "There is no variant called '" + std::string(name) +
                                      "'. Nearest are: " + nearest + ". 'sortscope variants' lists all.");
}
}
