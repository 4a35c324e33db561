#include "analyzer/reproduce/recorded.hpp"

#include <ranges>
#include <tuple>

#include <fmt/format.h>

#include "core/condition.hpp"
#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
bool fits(const CaseRecord& record, const Query& query) {
    if (record.subject.name != query.variant) return false;
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
    throw Error(kind, fmt::format("{} '{}'. {}", message, asked,
                                  gpus.empty() ? none : fmt::format("It has {}.", fmt::join(gpus, ", "))));
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
    for (size_t i = 0; i < cases_.size(); ++i) {
        const auto& record = cases_[i];
        if (record.status != CaseStatus::ok || !fits(record, query)) continue;
        if (record.backend == BackendKind::cupti && !device.empty() && record.device.name != device) continue;
        if (has(record, needed)) newest[condition_of(record)] = i;  // order of collecting: the newest remains
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

const LaunchSums& Recorded::sums(const CaseRecord& record, int stage) const {
    const auto [at, added] = sums_.try_emplace({record.id, stage});
    if (added)
        for (const auto& one : source_->stages(record.id))
            if (stage == 0 || one.stage == stage) add(at->second, one);
    return at->second;
}

void add_missing(std::vector<MissingCases>& all, const Query& query, Needs needed) {
    if (query.variant.empty() || !query.n) return;
    auto& one = all.emplace_back();
    const auto add = [&](const std::string& name, int64_t order, std::string_view value) {
        one.options.push_back({name, {{order, std::string(value)}}});
    };
    add("--variant", 0, query.variant);
    add("--n", int64_t(*query.n), format_count(*query.n));
    if (query.key) add("--key", 0, name_of(*query.key));
    if (query.input) add("--input", 0, name_of(*query.input));
    if (query.entropy) add("--entropy", int64_t(*query.entropy), std::to_string(*query.entropy));
    if (query.block)
        add("--block", int64_t(*query.block),
            query.block == Query::source_rule ? "source" : std::to_string(*query.block));
    for (const auto& [name, value] : query.parameters)
        add("--param " + name + "=", value, std::to_string(value));
    one.counting = needed == Needs::counted;
    one.timed = needed == Needs::time;
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
                return one.counting == other.counting &&
                       std::ranges::equal(one.options, other.options, alike);
            });
            if (same == all.end()) {
                all.push_back(std::move(one));
                continue;
            }
            for (size_t i = 0; i < one.options.size(); ++i)
                same->options[i].values.merge(one.options[i].values);
            same->timed = same->timed || one.timed;
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
    if (counting) words.emplace_back("--counting");
    words.insert(words.end(), {"--output", file});
    return words;
}

std::string MissingCases::command(const std::string& file) const {
    std::string text = "sortscope";
    for (const auto& word : words(file)) text += " " + shell_word(word);
    return text;
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
