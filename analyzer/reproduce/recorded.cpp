#include "analyzer/reproduce/recorded.hpp"

#include <tuple>

#include "core/condition.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
bool fits(const CaseRecord& record, const Query& query) {
    if (query.key && record.key() != *query.key) return false;
    if (query.input && (!record.input || record.input->distribution != *query.input)) return false;
    if (query.entropy && (!record.input || record.input->entropy_bits != *query.entropy)) return false;
    if (query.n && record.keys() != *query.n) return false;
    if (record.backend != BackendKind::cpu && record.block() != 0 &&
        record.block() != query.block_for(record.keys()).value_or(record.block()))
        return false;
    return std::ranges::all_of(query.parameters, [&](const auto& parameter) {
        return record.axes.integer(parameter.first) == parameter.second;
    });
}
}  // namespace

Recorded::Recorded(std::vector<CaseRecord> cases, const CaseSource* source)
    : cases_(std::move(cases)), source_(source) {
    std::map<std::string, size_t> gpus;
    for (size_t i = 0; i < cases_.size(); ++i) {
        by_variant_.emplace(cases_[i].subject.name, i);
        if (cases_[i].backend == BackendKind::cupti) ++gpus[cases_[i].device.name];
    }
    for (const auto& [name, count] : gpus) gpus_.push_back(name);
    std::ranges::stable_sort(gpus_, std::greater{}, [&](const std::string& name) { return gpus[name]; });
}

const std::string* named_like(const std::vector<std::string>& names, const std::string& text) {
    auto found = std::ranges::find(names, text);
    if (found == names.end())
        found = std::ranges::find_if(
            names, [&](const std::string& name) { return contains_ignoring_case(name, text); });
    return found == names.end() ? nullptr : &*found;
}

const CaseRecord* Recorded::by_id(CaseId id) const { return find_or_null(cases_, id, &CaseRecord::id); }

bool Recorded::has(const CaseRecord& record, Needs needed) const {
    if (needed == Needs::time) return record.time.has_value();
    if (needed == Needs::launches) return record.launch_count > 0;
    return std::ranges::any_of(sums(record).counters, [](const CounterValue& value) {
        return value.provenance == Provenance::counted || value.provenance == Provenance::modelled;
    });
}

const CaseRecord* Recorded::find_case(const Query& query, const std::string& device, Needs needed) const {
    std::map<Condition, size_t> newest;
    const auto [first, last] = by_variant_.equal_range(query.variant);
    for (auto at = first; at != last; ++at) {
        const auto& record = cases_[at->second];
        if (record.status != CaseStatus::ok || !fits(record, query)) continue;
        if (record.backend == BackendKind::cupti && !device.empty() && record.device.name != device) continue;
        if (has(record, needed))
            newest[condition_of(record)] = at->second;  // order of collecting: the newest remains
    }
    const auto key = [&](const auto& entry) {
        const auto& record = cases_[entry.second];
        const bool free_block = !query.block && record.block() != 0;
        return std::tuple(record.backend == BackendKind::simt,
                          free_block && record.time ? record.time->median_ns : 0, -int64_t(entry.second));
    };
    const auto best = std::ranges::min_element(newest, {}, key);
    return best == newest.end() ? nullptr : &cases_[best->second];
}

const LaunchSums& Recorded::sums(const CaseRecord& record) const {
    const auto [at, added] = sums_.try_emplace(record.id);
    if (added)
        for (const auto& stage : source_->stages(record.id)) add(at->second, stage);
    return at->second;
}
}
