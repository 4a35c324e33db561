// The words that options take, and how their values are parsed.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/command.hpp"
#include "core/enum_names.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/vocabulary.hpp"

namespace sortscope::cli {

/// Every name of a vocabulary enum, in its order.
template <class E>
Choices choices_of() {
    Choices all;
    for (const auto& row : EnumTable<E>::names()) all.push_back({std::string(row.name), {}});
    return all;
}
Choices variant_choices();
Choices metric_choices();
/// Selections of counters, each with its sentence.
Choices selection_choices();

/// What `parse` makes of an option's value. An Error(usage) names the option: "--size: 'big' is not ...".
template <class Parse>
auto value_of(const char* option, const Parse& parse) {
    try {
        return parse();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, std::string(option) + ": " + error.what());
    }
}

/// "u32,f32" as values of a vocabulary enum; none for an empty text. Throws Error(usage).
template <class E>
std::vector<E> parse_list_of(const char* option, const std::string& text) {
    std::vector<E> values;
    if (text.empty()) return values;
    return value_of(option, [&] {
        for (const auto& part : split_list(text)) values.push_back(parse_enum<E>(part));
        return values;
    });
}

/// "1,3" as numbers of runs or cases, each once. Throws Error(usage).
template <class Id>
std::vector<Id> parse_ids(const char* option, const std::string& text) {
    std::vector<Id> ids;
    if (text.empty()) return ids;
    return value_of(option, [&] {
        for (const auto& part : split_list(text))
            if (const Id id{static_cast<std::int64_t>(parse_count(part))};
                std::ranges::find(ids, id) == ids.end())
                ids.push_back(id);
        return ids;
    });
}

/// Adds --min-effect and --time-mode.
void add_comparing_options(Command& command, std::string& min_effect, std::string& time_mode);

/// "2%", "0.02" or "2 %" as a part; at most 10 (1000 %). Throws Error(usage) that names `option`.
double parse_part(const std::string& text, const std::string& option);

/// "graph", "stream" or "host"; nothing for an empty text. Throws Error(usage).
std::optional<TimeMode> parse_time_mode(const std::string& text);

}  // namespace sortscope::cli
