#include "cli/options/filter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/options/choices.hpp"
#include "cli/output/output.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"
#include "core/text.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::cli {
namespace {

/// An empty list takes all.
template <class T>
bool takes_one(const std::vector<T>& wanted, const T& value) {
    return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

/// The store filters by one value.
template <class T>
std::optional<T> only(const std::vector<T>& values) {
    return values.size() == 1 ? std::optional(values.front()) : std::nullopt;
}

std::vector<RunId> parse_run_list(const std::string& text) {
    std::vector<RunId> runs;
    if (text.empty()) return runs;
    return value_of("--run", [&] {
        for (const auto& part : split_list(text))
            runs.push_back(RunId{static_cast<std::int64_t>(parse_count(part))});
        return runs;
    });
}

std::vector<std::uint64_t> parse_numbers(const char* option, const std::string& text) {
    if (text.empty()) return {};
    return value_of(option, [&] { return parse_count_list(text); });
}

std::map<std::string, std::vector<std::uint64_t>> parse_params(const std::vector<std::string>& texts) {
    std::map<std::string, std::vector<std::uint64_t>> params;
    for (const auto& text : texts) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            throw Error(ErrorKind::usage,
                        "--param: '" + text + "' is not a parameter with its values, such as max_keys=8,16.");
        for (const auto value : parse_numbers("--param", text.substr(equals + 1)))
            params[text.substr(0, equals)].push_back(value);
    }
    return params;
}

bool takes_params(const std::map<std::string, std::vector<std::uint64_t>>& wanted, const CaseRecord& record,
                  bool of_those_that_have) {
    return std::ranges::all_of(wanted, [&](const auto& one) {
        if (!record.axes.contains(one.first)) return of_those_that_have;
        const auto value = record.axes.integer(one.first);
        return value && *value >= 0 && takes_one(one.second, static_cast<std::uint64_t>(*value));
    });
}

/// "a, b, c and 4 more".
std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 24;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

[[noreturn]] void refuse(const std::string& what, const std::string& asked, const std::string& plural,
                         const std::vector<std::string>& known) {
    throw Error(ErrorKind::usage, "The file has no " + what + " '" + asked + "'." +
                                      nearest_sentence(asked, {known.begin(), known.end()}) + " Its " +
                                      plural + " are: " + some_of(known) + ".");
}

void check_tags(const db::Reader& reader, const std::vector<CaseRecord>& cases, const std::string& tags) {
    if (tags.empty()) return;
    std::vector<std::string> known;
    const auto add = [&](const Annotation& annotation) {
        for (const auto& tag : annotation.tags) add_once(known, tag);
    };
    for (const auto& run : reader.runs()) add(run.annotation);
    for (const auto& record : cases) add(record.annotation);
    for (const auto& tag : value_of("--tag", [&] { return split_list(tags); })) {
        if (known.empty())
            throw Error(ErrorKind::usage,
                        "The file has no tag '" + tag +
                            "', nor any other. 'sortscope annotate' gives runs and cases tags.");
        if (std::ranges::find(known, tag) == known.end()) refuse("tag", tag, "tags", known);
    }
}

void check_params(const std::vector<CaseRecord>& cases, const std::vector<std::string>& texts) {
    std::vector<std::string> known;
    for (const auto& record : cases)
        for (const auto& [name, value] : record.axes.parameters()) add_once(known, name);
    for (const auto& [name, values] : parse_params(texts)) {
        if (known.empty())
            throw Error(ErrorKind::usage,
                        "The file has no case with a parameter '" + name + "', nor with any other.");
        if (std::ranges::find(known, name) == known.end())
            refuse("case with the parameter", name, "parameters", known);
    }
}

/// Finds the text in the name, the UUID, or both as lists show them: "NVIDIA H200 GPU-61b152ed (cupti)".
bool takes_device(const Device& device, const std::string& text) {
    const auto backend = " (" + std::string(name_of(device.backend)) + ")";
    const auto name = text.ends_with(backend) ? text.substr(0, text.size() - backend.size()) : text;
    return contains_ignoring_case(device.name + backend, text) ||
           contains_ignoring_case(device.name + " " + device.uuid, name);
}

}  // namespace

Option add_file(Command& command, std::string& file, const std::string& text) {
    return command.option("FILE", file, "", text);
}

void add_case_argument(Command& command, std::vector<std::string>& words, const std::string& text) {
    command.option("CASE", words, "", text).values(0, 2);
}

void add_case_options(Command& command, CaseOptions& options, bool with_device) {
    command.group("Which cases");
    command.option("--run", options.run, "LIST", "Take cases of these runs: 1,3");
    command.option("--variant", options.variants, "A,B", "Take these variants").choices(variant_choices);
    command.option("--key", options.key, "LIST", "Take these key types").choices(choices_of<KeyType>);
    command.option("--dist", options.distribution, "LIST", "Take these inputs")
        .choices(choices_of<Distribution>);
    command.option("--size", options.sizes, "LIST", "Take these numbers of keys: 2^10..2^20 or 1024,4096");
    command.option("--block", options.blocks, "LIST", "Take these block sizes: 32,64..1024");
    command.option("--param", options.params, "NAME=LIST",
                   "Take these values of a variant's parameter; repeatable");
    command.option("--backend", options.backend, "LIST", "Take these backends")
        .choices(choices_of<BackendKind>);
    if (with_device)
        command.option("--device", options.device, "TEXT", "Take devices with TEXT in their name or UUID");
    command.option("--status", options.status, "LIST", "Take cases that ended so")
        .choices(choices_of<CaseStatus>);
    command.option("--tag", options.tags, "A,B", "Take cases with any of these tags, or their run");
    command.group({});
}

bool CaseOptions::restricts() const {
    return !params.empty() || std::ranges::any_of(std::array{&run, &variants, &key, &distribution, &sizes,
                                                             &blocks, &backend, &device, &status, &tags},
                                                  [](const std::string* text) { return !text->empty(); });
}

CaseChoice::CaseChoice(const CaseOptions& options)
    : runs_(parse_run_list(options.run)),
      keys_(parse_list_of<KeyType>("--key", options.key)),
      distributions_(parse_list_of<Distribution>("--dist", options.distribution)),
      backends_(parse_list_of<BackendKind>("--backend", options.backend)),
      statuses_(parse_list_of<CaseStatus>("--status", options.status)),
      sizes_(parse_numbers("--size", options.sizes)),
      blocks_(parse_numbers("--block", options.blocks)),
      params_(parse_params(options.params)),
      device_(options.device),
      params_of_those_that_have_(options.params_of_those_that_have) {
    if (!options.variants.empty())
        filter_.variants = value_of("--variant", [&] { return split_list(options.variants); });
    if (!options.tags.empty()) filter_.tags = value_of("--tag", [&] { return split_list(options.tags); });
    filter_.run = only(runs_);
    filter_.key = only(keys_);
    filter_.distribution = only(distributions_);
    filter_.backend = only(backends_);
    filter_.status = only(statuses_);
}

bool CaseChoice::takes(const CaseRecord& record) const {
    const auto workload = workload_of(record);
    return takes_one(runs_, record.run) && takes_one(keys_, workload.key) &&
           takes_one(distributions_, workload.distribution) && takes_one(backends_, record.backend) &&
           takes_one(statuses_, record.status) && takes_one(sizes_, workload.n) &&
           takes_one(blocks_, std::uint64_t{record.block()}) &&
           takes_params(params_, record, params_of_those_that_have_) && takes_device(record.device, device_);
}

void check_names(const db::Reader& reader, const CaseOptions& options) {
    if (options.run.empty() && options.variants.empty() && options.device.empty() && options.tags.empty() &&
        options.params.empty())
        return;
    const auto cases = reader.cases();
    if (cases.empty()) return;
    std::vector<std::string> runs, variants, devices;
    for (const auto& run : reader.runs()) runs.push_back(std::to_string(static_cast<std::int64_t>(run.id)));
    for (const auto& record : cases) {
        add_once(variants, record.subject.name);
        add_once(devices, record.device.name + (record.device.uuid.empty() ? "" : " " + record.device.uuid));
    }
    for (const auto run : parse_run_list(options.run))
        if (const auto number = std::to_string(static_cast<std::int64_t>(run));
            std::ranges::find(runs, number) == runs.end())
            throw Error(ErrorKind::usage,
                        "The file has no run " + number + ". Its runs are: " + some_of(runs) + ".");
    if (!options.variants.empty())
        for (const auto& name : value_of("--variant", [&] { return split_list(options.variants); }))
            if (std::ranges::find(variants, name) == variants.end())
                refuse("case of the variant", name, "variants", variants);
    check_params(cases, options.params);
    check_tags(reader, cases, options.tags);
    if (!options.device.empty() && std::ranges::none_of(cases, [&](const CaseRecord& record) {
            return takes_device(record.device, options.device);
        }))
        refuse("device", options.device, "devices", devices);
}

std::string no_case_fits(const std::string& file) {
    return fmt::format("No case of '{}' fits the options. 'sortscope list {}' shows its cases.", file,
                       shell_word(file));
}

std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options) {
    const CaseChoice choice(options);
    auto cases = reader.cases(choice.filter());
    std::erase_if(cases, [&](const CaseRecord& record) { return !choice.takes(record); });
    return cases;
}

namespace {

constexpr std::size_t most_listed = 20;

std::int64_t number(CaseId id) { return static_cast<std::int64_t>(id); }

std::optional<CaseId> parse_id(const std::string& text) {
    std::int64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc{} || last != end || id <= 0) return std::nullopt;
    return CaseId{id};
}

/// A line for each condition: its newest case, and the parts in which it differs.
std::string what_differs(const std::map<Condition, std::vector<CaseId>>& fitting) {
    std::vector<Condition> conditions;
    for (const auto& [condition, ids] : fitting) conditions.push_back(condition);
    const present::ConditionWords words(conditions);
    std::string text;
    std::size_t listed = 0;
    for (const auto& [condition, ids] : fitting) {
        if (++listed > most_listed)
            return text + fmt::format("\n  and {} more", fitting.size() - most_listed);
        std::string parts;
        for (const auto part : condition_parts) {
            if (!words.differs(part)) continue;
            auto word = words.words(condition, part);
            if (word.empty()) word = fmt::format("no {}", part);
            parts += (parts.empty() ? "" : ", ") + word;
        }
        text += fmt::format("\n  case {}: {}", number(ids.back()), parts);
    }
    return text;
}

}  // namespace

AskedCase asked_case(const std::vector<std::string>& words, const CaseOptions& options, const char* command,
                     const char* rest) {
    const auto id = words.empty() ? std::nullopt : parse_id(words.back());
    AskedCase asked{words.empty() || (id && words.size() == 1) ? std::string(default_file) : words.front(),
                    id};
    const auto file = shell_word(asked.file);
    if (id && options.restricts())
        wrong_request("Give the number of a CASE, or options that choose one, not both.");
    if (id || (options.restricts() && words.size() < 2)) return asked;
    if (words.empty())
        wrong_request(
            "Which CASE? Give its number, which 'sortscope list' shows, or options that choose it: "
            "--variant, --size, ...");
    if (words.size() > 1)
        wrong_request("'{}' is not the number of a case. 'sortscope list {}' shows them.", words.back(),
                      file);
    const db::Reader usable(asked.file);  // throws for an absent file
    wrong_request(
        "Which case of '{}'? 'sortscope list {}' shows the numbers of "
        "its cases, 'sortscope {} {} 1{}' takes the case 1; or "
        "choose it with --variant, --size and others.",
        words.back(), file, command, file, rest);
}

ChosenCase choose_case(const db::Reader& reader, const AskedCase& asked, const CaseOptions& options) {
    if (asked.number) return {*asked.number, {}};
    check_names(reader, options);
    std::map<Condition, std::vector<CaseId>> fitting;
    for (const auto& record : chosen_cases(reader, options))
        fitting[condition_of(record)].push_back(record.id);
    if (fitting.empty()) throw Error(ErrorKind::usage, no_case_fits(asked.file));
    if (fitting.size() > 1)
        wrong_request("Cases of {} conditions fit. Choose one by its number, or say more:{}", fitting.size(),
                      what_differs(fitting));
    auto ids = fitting.begin()->second;
    const auto newest = ids.back();
    ids.pop_back();
    return {newest, ids};
}

}  // namespace sortscope::cli
