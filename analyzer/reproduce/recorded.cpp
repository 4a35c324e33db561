#include "analyzer/reproduce/recorded.hpp"

#include <tuple>

#include "core/condition.hpp"
#include "core/failure.hpp"
#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
bool fits(const CaseRecord& record, const Query& query) {
    return record.subject.name == query.variant && std::ranges::all_of(query.axes, [&](const auto& axis) {
               const auto& [name, value] = axis;
               if (name == "block")
                   return record.backend == BackendKind::cpu || record.block() == 0 ||
                          record.block() == query.block_for(record.keys());
               if (name == "input")
                   return record.input && name_of(record.input->distribution) == value.text();
               if (name == Query::entropy)
                   return record.input && record.input->entropy_bits == value.integer();
               const auto* found = record.axes.find(name);
               return found != nullptr && *found == value;
           });
}
}  // namespace

Recorded::Recorded(std::vector<CaseRecord> cases, const CaseSource* source)
    : cases_(std::move(cases)), source_(source) {
    std::map<std::string, size_t> gpus;
    for (const auto& record : cases_)
        if (record.backend == BackendKind::cupti) ++gpus[record.device.name];
    for (const auto& [name, count] : gpus) gpus_.push_back(name);
    std::ranges::stable_sort(gpus_, std::greater{}, [&](const std::string& name) { return gpus[name]; });
}

const std::string& named_like(const std::vector<std::string>& gpus, const std::string& asked, ErrorKind kind,
                              std::string_view message, std::string_view none) {
    if (const auto* same = find_or_null(gpus, asked, std::identity())) return *same;
    for (const auto& name : gpus)
        if (contains_ignoring_case(name, asked)) return name;
    throw failure(kind, "{} '{}'. {}", message, asked,
                  gpus.empty() ? none : fmt::format("It has {}.", fmt::join(gpus, ", ")));
}

const CaseRecord* Recorded::by_id(CaseId id) const { return find_or_null(cases_, id, &CaseRecord::id); }

const CaseRecord* Recorded::find_case(const Query& query, const std::string& device, Needs needed) const {
    const auto has = [&](const CaseRecord& record) {
        if (needed == Needs::time) return record.time.has_value();
        if (needed == Needs::launches) return record.launch_count > 0;
        return std::ranges::any_of(sums(record).counters, [](const CounterValue& value) {
            return value.provenance == Provenance::counted || value.provenance == Provenance::modelled;
        });
    };
    std::map<Condition, size_t> newest;
    for (size_t i = 0; i < cases_.size(); ++i) {
        const auto& record = cases_[i];
        if (record.status != CaseStatus::ok || !fits(record, query)) continue;
        if (record.backend == BackendKind::cupti && !device.empty() && record.device.name != device) continue;
        if (has(record)) newest[condition_of(record)] = i;  // order of collecting: the newest remains
    }
    const auto key = [&](const auto& entry) {
        const auto& record = cases_[entry.second];
        const bool free_block = !query.axes.contains("block") && record.block() != 0;
        return std::tuple(record.backend == BackendKind::simt,
                          free_block && record.time ? record.time->median_ns : 0, -int64_t(entry.second));
    };
    const auto best = std::ranges::min_element(newest, {}, key);
    return best == newest.end() ? nullptr : &cases_[best->second];
}

const LaunchSums& Recorded::sums(const CaseRecord& record, int stage) const {
    const auto [at, added] = sums_.try_emplace({record.id, stage});
    if (added)
        for (const auto& one : source_->stages(record.id))
            if (stage == 0 || one.stage == stage) add(at->second, one);
    return at->second;
}

MissingCases::MissingCases(const Query& query, Needs needs)
    : options{{"--variant", {{0, query.variant}}}}, needed(needs) {
    const auto add = [&](const std::string& option, std::string_view axis) {
        if (const auto* value = query.axes.find(axis))
            options.push_back({option, {{value->integer().value_or(0), axis_text(axis, *value)}}});
    };
    add("--n", "n");
    add("--key", "key");
    add("--input", "input");
    add("--entropy", Query::entropy);
    add("--block", "block");
    for (const auto& [name, value] : query.axes)
        if (is_parameter(name) && name != Query::entropy) add("--param " + name + "=", name);
}

std::vector<MissingCases> combined(std::vector<MissingCases> all) {
    // Joins sizes first, so that variants with the same missing sizes become one call.
    std::vector<std::string> order{"--n", "--variant", "--block"};
    for (const auto& one : all)
        for (const auto& option : one.options)
            if (option.name.starts_with("--param") && !contains(order, option.name))
                order.push_back(option.name);
    for (const auto& joined : order) {
        const auto alike = [&](const MissingCases::Option& a, const MissingCases::Option& b) {
            return a.name == b.name && (a.name == joined || a.values == b.values);
        };
        for (auto& one : std::exchange(all, {})) {
            const auto same = std::ranges::find_if(all, [&](const MissingCases& other) {
                return (one.needed == Needs::counted) == (other.needed == Needs::counted) &&
                       std::ranges::equal(one.options, other.options, alike);
            });
            if (same == all.end()) {
                all.push_back(std::move(one));
                continue;
            }
            for (size_t i = 0; i < one.options.size(); ++i)
                same->options[i].values.merge(one.options[i].values);
            same->needed = std::max(same->needed, one.needed);
        }
    }
    return all;
}

std::vector<std::string> MissingCases::words(const std::string& file) const {
    std::vector<std::string> words{"collect"};
    for (const auto& [name, values] : options) {
        const auto end = std::min(name.find(' '), name.size());
        words.push_back(name.substr(0, end));
        words.push_back(fmt::format("{}{}", name.substr(std::min(end + 1, name.size())),
                                    fmt::join(values | std::views::values, ",")));
    }
    if (needed == Needs::counted) words.emplace_back("--counting");
    words.insert(words.end(), {"--output", file});
    return words;
}

std::string MissingCases::command(const std::string& file) const {
    return fmt::format("sortscope {}", fmt::join(words(file) | std::views::transform(shell_word), " "));
}

size_t MissingCases::cases() const {
    size_t count = 1;
    for (const auto& option : options) count *= option.values.size();
    return count;
}

std::optional<Device> collecting_gpu(const std::vector<Device>& here, const Recorded& recorded,
                                     const std::string& asked) {
    auto gpus = here;
    std::erase_if(gpus, [](const Device& device) { return device.backend != BackendKind::cupti; });
    std::vector<std::string> names;
    std::ranges::transform(gpus, std::back_inserter(names), &Device::name);
    auto wanted = recorded.gpus();
    if (!asked.empty())
        wanted = {named_like(names, asked, ErrorKind::environment,
                             "Nothing was collected: this machine has no GPU called",
                             "It has none that can be used ('sortscope doctor' says why).")};
    for (const auto& name : wanted)
        if (const auto* found = find_or_null(gpus, name, &Device::name)) return *found;
    return gpus.empty() ? std::nullopt : std::optional(gpus.front());
}
}
