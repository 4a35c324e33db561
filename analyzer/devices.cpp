#include "analyzer/devices.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace sortscope::analyzer {
namespace {

using Key = std::pair<BackendKind, DeviceKey>;

Key key_of(const Device& device) { return {device.backend, device_key(device)}; }

/// "NVIDIA H200 (cupti)", with `apart` behind the name where that alone says too little.
std::string shown_name(const Device& device, const std::string& apart = {}) {
    return device.name + (apart.empty() ? "" : " " + apart) + " (" + std::string(name_of(device.backend)) + ")";
}

/// What tells devices of one name apart: their numbers; where those repeat (GPUs of several machines), the beginning of their
/// ids, which is as long as it takes.
std::vector<std::string> told_apart(const std::vector<const Device*>& devices) {
    const auto distinct = [](const std::vector<std::string>& texts) {
        return std::set<std::string>(texts.begin(), texts.end()).size() == texts.size();
    };
    std::vector<std::string> texts;
    for (const auto* device : devices) texts.push_back("#" + std::to_string(device->ordinal));
    constexpr std::size_t shortest = 12;  // "GPU-" and eight digits
    constexpr std::size_t longest = 64;
    for (auto length = shortest; !distinct(texts) && length <= longest; length += 8) {
        texts.clear();
        for (const auto* device : devices) texts.push_back(device_key(*device).id.substr(0, length));
    }
    return texts;
}

std::map<Key, std::string> names_of(const std::map<Key, const Device*>& devices) {
    std::map<std::string, std::vector<const Device*>> by_name;
    for (const auto& [key, device] : devices) by_name[shown_name(*device)].push_back(device);
    std::map<Key, std::string> names;
    for (const auto& [name, same] : by_name) {
        if (same.size() == 1) {
            names[key_of(*same.front())] = name;
            continue;
        }
        const auto apart = told_apart(same);
        for (std::size_t i = 0; i < same.size(); ++i) names[key_of(*same[i])] = shown_name(*same[i], apart[i]);
    }
    return names;
}

/// Whether `a` stands better for its variant than `b`.
bool better(const CaseRecord& a, const CaseRecord& b) {
    const auto rank = [](const CaseRecord& record) {
        const auto ns = record.time ? record.time->median_ns : std::numeric_limits<std::int64_t>::max();
        return std::tuple(-static_cast<double>(record.workload.n), static_cast<int>(record.workload.distribution), ns,
                          -static_cast<std::int64_t>(record.id));
    };
    return rank(a) < rank(b);
}

}  // namespace

std::vector<DeviceGroup> by_device(const std::vector<CaseRecord>& cases) {
    std::vector<DeviceGroup> groups;
    std::vector<CaseId> latest;
    std::map<Key, std::size_t> known;
    for (const auto& record : cases) {
        const auto [found, added] = known.try_emplace(key_of(record.device), groups.size());
        const auto at = found->second;
        if (added) groups.emplace_back(), latest.push_back(record.id);
        if (record.id >= latest[at]) groups[at].device = record.device, latest[at] = record.id;
        groups[at].cases.push_back(&record);
    }
    const DeviceNames names(cases);
    for (auto& group : groups) group.name = names(group.device);
    return groups;
}

DeviceNames::DeviceNames(const std::vector<CaseRecord>& cases) {
    std::map<Key, const Device*> devices;
    for (const auto& record : cases) devices[key_of(record.device)] = &record.device;
    names_ = names_of(devices);
}

std::string DeviceNames::operator()(const Device& device) const {
    const auto found = names_.find(key_of(device));
    return found == names_.end() ? shown_name(device) : found->second;
}

std::vector<CaseId> representative_cases(const std::vector<CaseRecord>& cases) {
    std::map<Condition, const CaseRecord*> latest;
    std::vector<Condition> order;
    for (const auto& record : cases) {
        if (record.status != CaseStatus::ok || record.backend == BackendKind::cpu) continue;
        const auto condition = condition_of(record);
        const auto [same, added] = latest.try_emplace(condition, &record);
        if (added) order.push_back(condition);
        else if (record.id > same->second->id) same->second = &record;
    }
    std::map<std::pair<Key, std::string>, const CaseRecord*> chosen;
    for (const auto& condition : order) {
        const auto* record = latest[condition];
        const auto [rival, added] = chosen.try_emplace({key_of(record->device), condition.variant}, record);
        if (!added && better(*record, *rival->second)) rival->second = record;
    }
    std::vector<CaseId> ids;
    for (const auto& [key, record] : chosen) ids.push_back(record->id);
    std::ranges::sort(ids);
    return ids;
}

}  // namespace sortscope::analyzer
