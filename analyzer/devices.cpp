#include "analyzer/devices.hpp"

#include <iterator>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "core/ranges.hpp"

namespace sortscope::analyzer {
namespace {
using Key = std::pair<BackendKind, DeviceKey>;

Key key_of(const Device& device) { return {device.backend, device_key(device)}; }

/// The case with the least rank represents its variant.
auto rank_of(const CaseRecord& record) {
    const auto ns = record.time ? record.time->median_ns : std::numeric_limits<int64_t>::max();
    return std::tuple(-double(record.keys()), record.input ? int(record.input->distribution) : 0, ns,
                      -int64_t(record.id));
}

bool is_finished_on_gpu(const CaseRecord& record) {
    return record.status == CaseStatus::ok && record.backend != BackendKind::cpu;
}

/// First two timed GPU cases that differ in `value`, and otherwise only in the parts `free`. Skips cases with
/// value 0 or "".
template <class Value>
std::optional<std::pair<const CaseRecord*, const CaseRecord*>> first_two(std::span<const CaseRecord> cases,
                                                                         const PartNames& free, Value value) {
    std::map<Condition, const CaseRecord*> first;
    for (const auto& record : cases) {
        if (!record.time || !is_finished_on_gpu(record) || value(record) == decltype(value(record)){})
            continue;
        const auto [known, added] = first.emplace(condition_of(record).leaving_free(free), &record);
        if (!added && value(*known->second) != value(record)) return std::pair{known->second, &record};
    }
    return std::nullopt;
}
}  // namespace

std::map<DeviceKey, std::string> distinct_names(const std::vector<DeviceKey>& keys) {
    std::map<DeviceKey, std::string> names;
    for (const auto& key : keys) names[key] = key.name;
    std::map<std::string, std::set<std::string>> ids;
    for (const auto& [key, name] : names) ids[name].insert(key.id);
    for (auto& [key, name] : names) {
        const auto& of_name = ids.at(name);
        size_t length = 12;  // "GPU-" and eight digits; more if these do not differ
        const auto beginnings = [&] {
            std::set<std::string> all;
            for (const auto& id : of_name) all.insert(id.substr(0, length));
            return all.size();
        };
        while (beginnings() < of_name.size()) ++length;
        if (of_name.size() > 1) name += " " + key.id.substr(0, length);
    }
    return names;
}

void name_devices(const std::vector<Condition*>& conditions) {
    std::map<BackendKind, std::vector<Condition*>> by_backend;
    for (auto* condition : conditions)
        if (!condition->device.id.empty()) by_backend[condition->backend].push_back(condition);
    for (const auto& [backend, all] : by_backend) {
        std::vector<DeviceKey> keys;
        for (const auto* condition : all) keys.push_back(condition->device);
        const auto names = distinct_names(keys);
        for (auto* condition : all) condition->device.among_others = names.at(condition->device);
    }
}

std::vector<DeviceGroup> by_device(const std::vector<CaseRecord>& cases) {
    std::vector<DeviceGroup> groups;
    std::map<Key, size_t> known;
    for (const auto& record : cases) {
        const auto [found, added] = known.try_emplace(key_of(record.device), groups.size());
        auto& group = added ? groups.emplace_back() : groups[found->second];
        group.device = record.device;
        group.cases.push_back(&record);
    }
    const DeviceNames names(cases);
    for (auto& group : groups) group.name = names(group.device);
    return groups;
}

std::vector<DeviceGroup> of_run(const std::vector<DeviceGroup>& groups, RunId run) {
    std::vector<DeviceGroup> own;
    for (const auto& group : groups) {
        DeviceGroup part{group.device, group.name, {}};
        std::ranges::copy_if(group.cases, std::back_inserter(part.cases),
                             [&](const CaseRecord* record) { return record->run == run; });
        if (!part.cases.empty()) own.push_back(std::move(part));
    }
    std::ranges::sort(own, {}, [](const DeviceGroup& group) { return group.cases.front()->id; });
    return own;
}

DeviceNames::DeviceNames(const std::vector<CaseRecord>& cases) {
    std::map<BackendKind, std::vector<DeviceKey>> keys;
    for (const auto& record : cases) keys[record.device.backend].push_back(device_key(record.device));
    for (const auto& [backend, of_backend] : keys)
        for (const auto& [key, name] : distinct_names(of_backend)) names_[{backend, key}] = name;
}

std::string DeviceNames::operator()(const Device& device) const {
    return fmt::format("{} ({})", without_backend(device), name_of(device.backend));
}

std::string DeviceNames::without_backend(const Device& device) const {
    const auto* name = mapped_or_null(names_, key_of(device));
    return name == nullptr ? device.name : *name;
}

std::vector<Representative> representative_cases(const std::vector<CaseRecord>& cases) {
    std::map<Condition, std::vector<const CaseRecord*>> repeats;
    for (const auto& record : cases)
        if (is_finished_on_gpu(record)) repeats[condition_of(record)].push_back(&record);
    std::map<std::pair<Key, std::string>, const std::vector<const CaseRecord*>*> chosen;
    for (const auto& [condition, all] : repeats) {
        const auto [rival, added] = chosen.try_emplace({key_of(all.back()->device), condition.subject}, &all);
        if (!added && rank_of(*all.back()) < rank_of(*rival->second->back())) rival->second = &all;
    }
    std::vector<Representative> found;
    for (const auto& [key, all] : chosen) found.push_back({all->back()->id, all->size() - 1});
    std::ranges::sort(found, {}, &Representative::case_id);
    return found;
}

std::optional<double> limit_value(std::span<const DeviceLimit> limits, std::string_view name) {
    const auto* found = find_or_null(limits, name, &DeviceLimit::name);
    return found != nullptr && found->value > 0 ? std::optional(found->value) : std::nullopt;
}

const LaunchSums* heaviest_stage(std::span<const LaunchSums> stages) {
    std::map<std::string_view, int64_t> kernels;
    for (const auto& sums : stages) kernels[sums.kernel] += sums.time_ns.value_or(0);
    const auto found = std::ranges::max_element(stages, {}, [&](const LaunchSums& sums) {
        return std::tuple(kernels[sums.kernel], sums.time_ns.value_or(0));
    });
    return found == stages.end() ? nullptr : &*found;
}

std::vector<size_t> longest_cases(std::span<const CaseRecord* const> cases, size_t most) {
    std::vector<size_t> order(cases.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, std::greater{},
                             [&](size_t i) { return cases[i]->time ? cases[i]->time->median_ns : 0; });
    if (most != 0 && order.size() > most) order.resize(most);
    return order;
}

const CaseRecord* longest_case(std::span<const CaseRecord> cases) {
    const auto found = std::ranges::max_element(cases, {}, [](const CaseRecord& one) {
        return std::tuple(is_finished_on_gpu(one), one.time ? one.time->median_ns : 0, one.keys());
    });
    return found != cases.end() && is_finished_on_gpu(*found) ? &*found : nullptr;
}

std::optional<std::pair<std::string, std::string>> rivals(std::span<const CaseRecord> cases) {
    const auto two = first_two(cases, {"variant", "parameters"}, [](const CaseRecord& record) {
        return record.backend == BackendKind::cupti ? record.subject.name : std::string();
    });
    return two ? std::optional(std::pair(two->first->subject.name, two->second->subject.name)) : std::nullopt;
}

std::optional<std::string> swept_variant(std::span<const CaseRecord> cases) {
    const auto two = first_two(cases, {"block"}, [](const CaseRecord& record) { return record.block(); });
    return two ? std::optional(two->second->subject.name) : std::nullopt;
}
}
