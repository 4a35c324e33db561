// The presets: sweeps by name, read from presets.txt.
#include <fmt/core.h>
#include <boost/algorithm/string/replace.hpp>

#include "collector/sweep.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::collector {
namespace {

template <class E>
std::vector<E> parse_enums(std::string_view text) {
    std::vector<E> values;
    for (const auto& name : split_list(text)) values.push_back(parse_enum<E>(name));
    return values;
}

/// Cuts off and returns `text` up to the first `mark`.
std::string_view take_until(std::string_view& text, char mark) {
    const auto end = text.find(mark);
    const auto part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

Sweep parse_sweep(std::string_view line) {
    Sweep sweep;
    sweep.variants = split_list(take_until(line, ' '));
    sweep.sizes = parse_count_list(take_until(line, ' '));
    sweep.keys = {KeyType::u32};
    sweep.distributions = {Distribution::uniform};
    while (!line.empty()) {
        auto value = take_until(line, ' ');
        const auto name = take_until(value, '=');
        const auto number = [&] { return static_cast<std::uint32_t>(parse_count(value)); };
        if (name == "key") {
            sweep.keys = parse_enums<KeyType>(value);
        } else if (name == "input") {
            sweep.distributions = parse_enums<Distribution>(value);
        } else if (name == "block" && value == "source") {
            sweep.blocks = {source_block};
        } else if (name == "block") {
            for (const auto block : parse_count_list(value))
                sweep.blocks.push_back(static_cast<std::uint32_t>(block));
        } else if (name == "counters") {
            sweep.limits.counters = value;
            sweep.limits.sites = false;
        } else if (name == "sites") {
            sweep.limits.sites = true;
        } else if (name == "min-trials") {
            sweep.limits.min_trials = number();
        } else if (name == "trials") {
            sweep.limits.max_trials = number();
            sweep.limits.rounds = 1;
        } else if (name == "no-warm-up") {
            sweep.limits.warm_up = false;
        } else {
            for (const auto each : parse_count_list(value))
                sweep.params[std::string(name)].push_back(static_cast<std::int64_t>(each));
        }
    }
    return sweep;
}

std::vector<Preset> parse_presets(std::string text) {
    std::vector<Preset> presets;
    for (std::string_view rest = text; !rest.empty();) {
        auto line = take_until(rest, '\n');
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with("let ")) {
            take_until(line, ' ');
            const auto name = fmt::format("${}", take_until(line, ' '));
            text = boost::algorithm::replace_all_copy(std::string(rest), name, line);
            rest = text;
        } else if (line.starts_with("preset ")) {
            auto& preset = presets.emplace_back();
            auto words = take_until(line, '|');
            preset.summary = line.substr(1);
            take_until(words, ' ');
            preset.name = take_until(words, ' ');
            while (!words.empty()) {
                auto value = take_until(words, ' ');
                if (take_until(value, '=') == "counters")
                    preset.counters = value;
                else
                    preset.rounds = static_cast<std::uint32_t>(parse_count(value));
            }
        } else {
            presets.back().sweeps.push_back(parse_sweep(line));
        }
    }
    return presets;
}

}  // namespace

const std::vector<Preset>& presets() {
    static const auto all = parse_presets(std::string(presets_text().front()));
    return all;
}

const Preset& find_preset(std::string_view name) {
    std::string names;
    for (const auto& preset : presets()) {
        if (preset.name == name) return preset;
        names += (names.empty() ? "" : ", ") + preset.name;
    }
    throw Error(ErrorKind::usage, fmt::format("There is no preset called '{}'. Known are: {}.", name, names));
}

}  // namespace sortscope::collector
