// Words and parsers for values of options.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "cli/options/command.hpp"
#include "core/enum_names.hpp"
#include "core/error.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/vocabulary.hpp"

namespace sortscope::cli {
/// Makes a choice of each element of `range`.
template <class Range, class Word, class Text>
Choices choices_from(const Range& range, const Word& word, const Text& text) {
    Choices all;
    for (const auto& each : range)
        all.push_back({std::string(std::invoke(word, each)), std::string(std::invoke(text, each))});
    return all;
}
/// In the enum's order.
template <class E>
Choices choices_of() {
    return choices_from(EnumTable<E>::names(), &EnumName<E>::name, [](const auto&) { return ""; });
}
Choices variant_choices();
Choices metric_choices();
Choices selection_choices();

/// Runs `parse`. An Error(usage) names the option: "--size: 'big' is not ...".
template <class Parse>
auto value_of(const char* option, const Parse& parse) {
    try {
        return parse();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, std::string(option) + ": " + error.what());
    }
}

/// Parses each part of a list by `parse`. Throws Error(usage).
template <class Parse>
auto parse_each(const char* option, const std::string& text, const Parse& parse) {
    std::vector<decltype(parse(text))> values;
    if (text.empty()) return values;
    return value_of(option, [&] {
        for (const auto& part : split_list(text)) values.push_back(parse(part));
        return values;
    });
}

/// "u32,f32".
template <class E>
std::vector<E> parse_list_of(const char* option, const std::string& text) {
    return parse_each(option, text, parse_enum<E>);
}
/// "1,3", each once.
template <class Id>
std::vector<Id> parse_ids(const char* option, const std::string& text) {
    std::vector<Id> ids;
    for (const auto number : parse_each(option, text, parse_count))
        if (const Id id{int64_t(number)}; !contains(ids, id)) ids.push_back(id);
    return ids;
}
template <class Id>
int64_t number(Id id) {
    return int64_t(id);
}
/// "2^10..2^20".
std::vector<uint64_t> parse_numbers(const char* option, const std::string& text);

/// Splits "variant=a,b" at the first '='. Without '=', the second part is empty.
std::pair<std::string, std::string> split_pair(const std::string& text);
/// Values by parameter. Throws Error(usage).
std::map<std::string, std::vector<uint64_t>> parse_params(const std::vector<std::string>& texts);

/// `modes`: the command's default time modes, for the help.
void add_comparing_options(Command& command, std::string& min_effect, std::string& time_mode,
                           const char* modes = "graph, if both have it");

/// analyzer::default_min_effect as --min-effect takes it: "2%".
extern const std::string default_effect;
/// Parses "2%", "0.02" or "2 %" as a part. Throws Error(usage) that names `option`, unless empty.
double parse_part(const std::string& text, const std::string& option = {}, double most = 10);

/// "graph", "stream" or "host"; empty: nothing. Throws Error(usage).
std::optional<TimeMode> parse_time_mode(const std::string& text);
}
