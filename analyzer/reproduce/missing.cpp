#include "analyzer/reproduce/missing.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"

namespace sortscope::analyzer::reproduce {
namespace {

template <class T>
void insert(std::vector<T>& all, const std::vector<T>& more) {
    for (const auto& one : more)
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    std::ranges::sort(all);
}

/// Whether two calls are one once `part` of both is put together.
bool same_but(const MissingCases& a, const MissingCases& b, bool variants, bool sizes, bool blocks,
              bool parameters) {
    return (variants || a.variants == b.variants) && (sizes || a.sizes == b.sizes) &&
           (blocks || a.blocks == b.blocks) && (parameters || a.parameters == b.parameters) &&
           a.key == b.key && a.input == b.input && a.source_block == b.source_block &&
           a.counting == b.counting;
}

bool same_parameter_names(const MissingCases& a, const MissingCases& b) {
    return std::ranges::equal(
        a.parameters, b.parameters, {}, [](const auto& one) { return one.first; },
        [](const auto& one) { return one.first; });
}

void put_together(std::vector<MissingCases>& all,
                  const std::function<bool(const MissingCases&, const MissingCases&)>& same) {
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size();) {
            if (!same(all[i], all[j])) {
                ++j;
                continue;
            }
            all[i].timed = all[i].timed || all[j].timed;
            insert(all[i].variants, all[j].variants);
            insert(all[i].sizes, all[j].sizes);
            insert(all[i].blocks, all[j].blocks);
            for (const auto& [name, values] : all[j].parameters) insert(all[i].parameters[name], values);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
        }
}

template <class T, class Text>
std::string list_of(const std::vector<T>& all, const Text& text) {
    std::string list;
    for (const auto& one : all) list += (list.empty() ? "" : ",") + text(one);
    return list;
}

}  // namespace

void MissingList::add(const Query& query, Needs needed) {
    if (query.variant.empty() || !query.n) return;
    MissingCases one;
    one.variants = {query.variant};
    one.sizes = {*query.n};
    one.key = query.key;
    one.input = query.input;
    if (query.block) one.blocks = {*query.block};
    one.source_block = query.source_block;
    for (const auto& [name, value] : query.parameters) one.parameters[name] = {value};
    one.counting = needed == Needs::counted || needed == Needs::sites;
    one.timed = needed == Needs::time;
    all_.push_back(std::move(one));
}

std::vector<MissingCases> MissingList::take() {
    // Repeats first, then sizes, so that the variants that lack the same sizes become one call.
    put_together(all_,
                 [](const auto& a, const auto& b) { return same_but(a, b, false, true, false, false); });
    put_together(all_,
                 [](const auto& a, const auto& b) { return same_but(a, b, true, false, false, false); });
    put_together(all_,
                 [](const auto& a, const auto& b) { return same_but(a, b, false, false, true, false); });
    put_together(all_, [](const auto& a, const auto& b) {
        return a.parameters.size() == 1 && same_parameter_names(a, b) &&
               same_but(a, b, false, false, false, true);
    });
    return std::move(all_);
}

std::optional<Device> collecting_gpu(const std::vector<Device>& here, const Recorded& recorded,
                                     const std::string& asked) {
    std::vector<Device> gpus;
    std::ranges::copy_if(here, std::back_inserter(gpus),
                         [](const Device& device) { return device.backend == BackendKind::cupti; });
    if (!asked.empty()) {
        auto found = std::ranges::find(gpus, asked, &Device::name);
        if (found == gpus.end())
            found = std::ranges::find_if(
                gpus, [&](const Device& device) { return contains_ignoring_case(device.name, asked); });
        if (found != gpus.end()) return *found;
        std::string known;
        for (const auto& gpu : gpus) known += (known.empty() ? "" : ", ") + gpu.name;
        throw Error(
            ErrorKind::environment,
            "Nothing was collected: this machine has no GPU called '" + asked + "'. " +
                (known.empty() ? std::string("It has none that can be used ('sortscope doctor' says why).")
                               : "It has " + known + "."));
    }
    for (const auto& name : recorded.gpus())
        if (const auto found = std::ranges::find(gpus, name, &Device::name); found != gpus.end())
            return *found;
    return gpus.empty() ? std::nullopt : std::optional(gpus.front());
}

std::size_t MissingCases::cases() const {
    std::size_t count = variants.size() * sizes.size() * std::max<std::size_t>(blocks.size(), 1);
    for (const auto& [name, values] : parameters) count *= values.size();
    return count;
}

std::vector<std::string> MissingCases::words(const std::string& file) const {
    std::vector<std::string> words{"collect", "--variant",
                                   list_of(variants, [](const std::string& name) { return name; }), "--size",
                                   list_of(sizes, [](std::uint64_t n) { return format_count(n); })};
    const auto add = [&](const char* option, std::string value) {
        words.insert(words.end(), {option, std::move(value)});
    };
    if (key) add("--key", std::string(name_of(*key)));
    if (input) add("--dist", std::string(name_of(*input)));
    if (source_block)
        add("--block", "source");
    else if (!blocks.empty())
        add("--block", list_of(blocks, [](std::uint32_t block) { return std::to_string(block); }));
    for (const auto& [name, values] : parameters)
        add("--param",
            name + "=" + list_of(values, [](std::int64_t value) { return std::to_string(value); }));
    if (counting) words.emplace_back("--counting");
    add("--output", file);
    return words;
}

std::string MissingCases::command(const std::string& file) const {
    std::string text = "sortscope";
    for (const auto& word : words(file)) text += " " + shell_word(word);
    return text;
}

}  // namespace sortscope::analyzer::reproduce
