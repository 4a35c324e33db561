// Words and parsers for values of options.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/timing/verdict.hpp"
#include "cli/options/command.hpp"
#include "core/enum_names.hpp"
#include "core/error.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/vocabulary.hpp"

namespace sortscope::cli {
/// Every command's default FILE.
inline constexpr const char* default_file = "sortscope.db";

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

/// Runs `parse`. An Error(usage) names the option: "--n: 'big' is not ...".
template <class Parse>
auto value_of(const std::string& option, const Parse& parse) {
    try {
        return parse();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, option + ": " + error.what());
    }
}

// Parsers of options throw Error(usage).

/// "u32,f32".
template <class E>
std::vector<E> parse_list_of(const std::string& text) {
    std::vector<E> values;
    for (const auto& part : split_list(text)) values.push_back(parse_enum<E>(part));
    return values;
}
/// "1,3".
template <class Id>
std::vector<Id> parse_ids(const std::string& text) {
    std::vector<Id> ids;
    for (const auto& part : split_list(text)) ids.push_back(Id{int64_t(parse_count(part))});
    return ids;
}

/// Splits "variant=a,b" at the first '='. Without '=', the second part is empty.
std::pair<std::string, std::string> split_pair(const std::string& text);

/// Values by parameter.
using Params = std::map<std::string, std::vector<int64_t>>;
/// Adds --param, "NAME=LIST".
void add_params(Command& command, Params& params, const std::string& text);

/// Adds --output for a SortScope file. Refuses "-".
void add_store(Command& command, std::string& file, const std::string& text);

/// analyzer::default_min_effect as --min-effect takes it: "2%".
extern const std::string default_effect;
/// Parses "2%", "0.02" or "2 %" as a part of 1.
double parse_part(const std::string& text, double most = 10);

/// Options of commands that compare times.
struct Comparing {
    double min_effect = analyzer::default_min_effect;
    std::optional<TimeMode> time_mode;
};
/// `modes`: the command's default time modes, for the help.
void add_comparing_options(Command& command, Comparing& comparing,
                           const char* modes = "graph, if both have it");
}
