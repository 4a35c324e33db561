#include "analyzer/devices.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "core/condition.hpp"

namespace sortscope::analyzer {
namespace {

using Key = std::pair<BackendKind, DeviceKey>;

Key key_of(const Device& device) { return {device.backend, device_key(device)}; }

std::string with_backend(const std::string& name, BackendKind backend) {
    return name + " (" + std::string(name_of(backend)) + ")";
}

/// Whether `a` stands better for its variant than `b`.
bool better(const CaseRecord& a, const CaseRecord& b) {
    const auto rank = [](const CaseRecord& record) {
        const auto ns = record.time ? record.time->median_ns : std::numeric_limits<std::int64_t>::max();
        return std::tuple(-static_cast<double>(record.keys()),
                          record.input ? static_cast<int>(record.input->distribution) : 0, ns,
                          -static_cast<std::int64_t>(record.id));
    };
    return rank(a) < rank(b);
}

}  // namespace

std::map<DeviceKey, std::string> distinct_names(const std::vector<DeviceKey>& keys) {
    std::map<DeviceKey, std::string> names;  // of a device that was renamed, its last
    for (const auto& key : keys) names[key] = key.name;
    std::map<std::string, std::set<std::string>> ids;  // of each name
    for (const auto& [key, name] : names) ids[name].insert(key.id);
    // As much of the ids as it takes; "GPU-" and eight digits are enough for most.
    const auto length_for = [](const std::set<std::string>& of_name) {
        std::size_t length = 12;
        const auto distinct = [&] {
            std::set<std::string> beginnings;
            for (const auto& id : of_name) beginnings.insert(id.substr(0, length));
            return beginnings.size() == of_name.size();
        };
        while (!distinct()) ++length;  // they differ, so some length suffices
        return length;
    };
    for (auto& [key, name] : names)
        if (const auto& of_name = ids.at(name); of_name.size() > 1)
            name += " " + key.id.substr(0, length_for(of_name));
    return names;
}

void disambiguate_devices(const std::vector<Condition*>& conditions) {
    std::map<BackendKind, std::vector<DeviceKey>> keys;
    for (const auto* condition : conditions)
        if (!condition->device.id.empty()) keys[condition->backend].push_back(condition->device);
    std::map<BackendKind, std::map<DeviceKey, std::string>> names;
    for (const auto& [backend, of_backend] : keys) names[backend] = distinct_names(of_backend);
    for (auto* condition : conditions)
        if (!condition->device.id.empty())
            condition->device.among_others = names.at(condition->backend).at(condition->device);
}

std::vector<DeviceGroup> by_device(const std::vector<CaseRecord>& cases) {
    std::vector<DeviceGroup> groups;
    std::map<Key, std::size_t> known;
    for (const auto& record : cases) {
        const auto [found, added] = known.try_emplace(key_of(record.device), groups.size());
        const auto at = found->second;
        if (added) groups.emplace_back();
        groups[at].device = record.device;
        groups[at].cases.push_back(&record);
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
    return with_backend(without_backend(device), device.backend);
}

std::string DeviceNames::without_backend(const Device& device) const {
    const auto found = names_.find(key_of(device));
    return found == names_.end() ? device.name : found->second;
}

std::vector<Representative> representative_cases(const std::vector<CaseRecord>& cases) {
    struct Latest {
        const CaseRecord* record = nullptr;
        std::size_t older = 0;
    };
    std::map<Condition, Latest> latest;
    std::vector<Condition> order;
    for (const auto& record : cases) {
        if (record.status != CaseStatus::ok || record.backend == BackendKind::cpu) continue;
        const auto condition = condition_of(record);
        const auto [same, added] = latest.try_emplace(condition, Latest{&record, 0});
        if (added) {
            order.push_back(condition);
            continue;
        }
        ++same->second.older;
        same->second.record = &record;
    }
    std::map<std::pair<Key, std::string>, const Latest*> chosen;
    for (const auto& condition : order) {
        const auto& one = latest.at(condition);
        const auto [rival, added] = chosen.try_emplace({key_of(one.record->device), condition.subject}, &one);
        if (!added && better(*one.record, *rival->second->record)) rival->second = &one;
    }
    std::vector<Representative> found;
    for (const auto& [key, one] : chosen) found.push_back({one->record->id, one->older});
    std::ranges::sort(found, {}, &Representative::case_id);
    return found;
}

const LaunchSums* heaviest_stage(std::span<const LaunchSums> stages) {
    const auto found =
        std::ranges::max_element(stages, {}, [](const LaunchSums& sums) { return sums.time_ns.value_or(0); });
    return found == stages.end() ? nullptr : &*found;
}

std::vector<std::size_t> longest_cases(std::span<const CaseRecord* const> cases, std::size_t most) {
    std::vector<std::size_t> order(cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return cases[i]->time ? cases[i]->time->median_ns : 0; });
    if (most != 0 && order.size() > most) order.resize(most);
    return order;
}

const CaseRecord* longest_case(std::span<const CaseRecord> cases) {
    const CaseRecord* found = nullptr;
    for (const auto& record : cases) {
        if (record.status != CaseStatus::ok || record.backend == BackendKind::cpu) continue;
        const auto length = [](const CaseRecord& one) {
            return std::pair{one.time ? one.time->median_ns : 0, one.keys()};
        };
        if (found == nullptr || length(record) > length(*found)) found = &record;
    }
    return found;
}

std::optional<std::pair<std::string, std::string>> rivals(std::span<const CaseRecord> cases) {
    std::map<Condition, std::string> first;
    for (const auto& record : cases) {
        if (!record.time || record.status != CaseStatus::ok || record.backend != BackendKind::cupti) continue;
        const auto condition = condition_of(record).leaving_free({"variant", "parameters"});
        const auto [known, added] = first.emplace(condition, record.subject.name);
        if (!added && known->second != record.subject.name)
            return std::pair{known->second, record.subject.name};
    }
    return std::nullopt;
}

std::optional<std::string> swept_variant(std::span<const CaseRecord> cases) {
    std::map<Condition, std::uint32_t> first;
    for (const auto& record : cases) {
        if (!record.time || record.block() == 0 || record.backend == BackendKind::cpu) continue;
        const auto [known, added] =
            first.emplace(condition_of(record).leaving_free({"block"}), record.block());
        if (!added && known->second != record.block()) return record.subject.name;
    }
    return std::nullopt;
}

}  // namespace sortscope::analyzer
