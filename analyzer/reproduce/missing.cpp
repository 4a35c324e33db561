#include "analyzer/reproduce/missing.hpp"

#include <fmt/format.h>

#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {
/// Returns whether two calls differ at most in the values of `option`.
bool equal_but(const MissingCases& a, const MissingCases& b, const std::string& option) {
    const auto equal = [&](const MissingCases::Option& x, const MissingCases::Option& y) {
        return x == y || (x.name == option && y.name == option);
    };
    return a.counting == b.counting && std::ranges::equal(a.options, b.options, equal);
}
}  // namespace

void add_missing(std::vector<MissingCases>& all, const Query& query, Needs needed) {
    if (query.variant.empty() || !query.n) return;
    auto& one = all.emplace_back();
    const auto add = [&](std::string name, int64_t order, std::string value) {
        one.options.push_back({std::move(name), {{order, std::move(value)}}});
    };
    add("--variant", 0, query.variant);
    add("--n", int64_t(*query.n), format_count(*query.n));
    if (query.key) add("--key", 0, std::string(name_of(*query.key)));
    if (query.input) add("--input", 0, std::string(name_of(*query.input)));
    if (query.entropy) add("--entropy", int64_t(*query.entropy), std::to_string(*query.entropy));
    if (query.block)
        add("--block", int64_t(*query.block),
            query.block == Query::source_rule ? "source" : std::to_string(*query.block));
    for (const auto& [name, value] : query.parameters)
        add("--param " + name + "=", value, std::to_string(value));
    one.counting = needed == Needs::counted || needed == Needs::sites;
    one.timed = needed == Needs::time;
}

std::vector<MissingCases> combined(std::vector<MissingCases> all) {
    // Joins sizes first, so that variants with the same missing sizes become one call.
    std::vector<std::string> order{"--n", "--variant", "--block"};
    std::set<std::string> parameters;
    for (const auto& one : all)
        for (const auto& option : one.options)
            if (option.name.starts_with("--param")) parameters.insert(option.name);
    order.insert(order.end(), parameters.begin(), parameters.end());
    for (const auto& option : order)
        for (auto one = all.begin(); one != all.end(); ++one) {
            const auto joins = [&](const MissingCases& other) {
                if (!equal_but(*one, other, option)) return false;
                one->timed = one->timed || other.timed;
                for (size_t i = 0; i < one->options.size(); ++i)
                    one->options[i].values.insert(other.options[i].values.begin(),
                                                  other.options[i].values.end());
                return true;
            };
            all.erase(std::remove_if(one + 1, all.end(), joins), all.end());
        }
    return all;
}

std::vector<std::string> MissingCases::words(const std::string& file) const {
    std::vector<std::string> words{"collect"};
    for (const auto& [name, values] : options) {
        std::string list;
        for (const auto& [order, value] : values) list += (list.empty() ? "" : ",") + value;
        const auto space = std::min(name.find(' '), name.size());
        words.push_back(name.substr(0, space));
        words.push_back((space < name.size() ? name.substr(space + 1) : "") + list);
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
    std::vector<Device> gpus;
    std::ranges::copy_if(here, std::back_inserter(gpus),
                         [](const Device& device) { return device.backend == BackendKind::cupti; });
    if (asked.empty()) {
        for (const auto& name : recorded.gpus())
            if (const auto* found = find_or_null(gpus, name, &Device::name)) return *found;
        return gpus.empty() ? std::nullopt : std::optional(gpus.front());
    }
    std::vector<std::string> names;
    std::ranges::transform(gpus, std::back_inserter(names), &Device::name);
    if (const auto* name = named_like(names, asked)) return gpus[size_t(name - names.data())];
    throw Error(ErrorKind::environment,
                fmt::format("Nothing was collected: this machine has no GPU called '{}'. {}", asked,
                            names.empty() ? "It has none that can be used ('sortscope doctor' says why)."
                                          : fmt::format("It has {}.", fmt::join(names, ", "))));
}
}
