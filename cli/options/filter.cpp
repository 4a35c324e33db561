#include "cli/options/filter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "cli/commands/commands.hpp"
#include "cli/output/output.hpp"
#include "core/condition.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::cli {
namespace {

template <class T>
bool is_in(const std::vector<T>& values, const T& value) {
    return std::ranges::find(values, value) != values.end();
}

/// An empty list takes all.
template <class T>
bool takes_one(const std::vector<T>& wanted, const T& value) {
    return wanted.empty() || is_in(wanted, value);
}

std::vector<std::string> parse_names(const char* option, const std::string& text) {
    if (text.empty()) return {};
    return value_of(option, [&] { return split_list(text); });
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
            wrong_request("--param: '{}' is not a parameter with its values, such as max_keys=8,16.", text);
        for (const auto value : parse_numbers("--param", text.substr(equals + 1)))
            params[text.substr(0, equals)].push_back(value);
    }
    return params;
}

/// Finds the text in the name, the UUID, or both as lists show them: "NVIDIA H200 GPU-61b152ed (cupti)".
bool takes_device(const Device& device, const std::string& text) {
    const auto backend = " (" + std::string(name_of(device.backend)) + ")";
    const auto name = text.ends_with(backend) ? text.substr(0, text.size() - backend.size()) : text;
    return contains_ignoring_case(device.name + backend, text) ||
           contains_ignoring_case(device.name + " " + device.uuid, name);
}

/// "a, b, c and 4 more".
std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 24;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && !is_in(names, name)) names.push_back(name);
}

/// Refuses `name`, which is none of `known`.
[[noreturn]] void refuse(const char* what, const std::string& name, const char* plural,
                         const std::vector<std::string>& known) {
    wrong_request("The file has no {} '{}'.{}{}", what, name,
                  nearest_sentence(name, {known.begin(), known.end()}),
                  known.empty() ? fmt::format(" It has no {}.", plural)
                                : fmt::format(" Its {} are: {}.", plural, some_of(known)));
}

}  // namespace

void check_names(const std::vector<RunRecord>& all_runs, const std::vector<CaseRecord>& cases,
                 const CaseOptions& options) {
    if (cases.empty()) return;
    std::vector<std::string> runs, variants, devices, params, tags;
    const auto add_tags = [&](const Annotation& annotation) {
        for (const auto& tag : annotation.tags) add_once(tags, tag);
    };
    for (const auto& run : all_runs) {
        runs.push_back(std::to_string(static_cast<std::int64_t>(run.id)));
        add_tags(run.annotation);
    }
    for (const auto& record : cases) {
        add_once(variants, record.subject.name);
        add_once(devices, record.device.name + (record.device.uuid.empty() ? "" : " " + record.device.uuid));
        for (const auto& [name, value] : record.axes.parameters()) add_once(params, name);
        add_tags(record.annotation);
    }
    for (const auto run : parse_ids<RunId>("--run", options.run))
        if (const auto number = std::to_string(static_cast<std::int64_t>(run)); !is_in(runs, number))
            wrong_request("The file has no run {}. Its runs are: {}.", number, some_of(runs));
    for (const auto& name : parse_names("--variant", options.variants))
        if (!is_in(variants, name)) refuse("case of the variant", name, "variants", variants);
    for (const auto& [name, values] : parse_params(options.params))
        if (!is_in(params, name)) refuse("case with the parameter", name, "parameters", params);
    for (const auto& tag : parse_names("--tag", options.tags)) {
        if (tags.empty())
            wrong_request(
                "The file has no tags. 'sortscope annotate' gives runs and cases tags such as '{}'.", tag);
        if (!is_in(tags, tag)) refuse("tag", tag, "tags", tags);
    }
    if (!options.device.empty() && std::ranges::none_of(cases, [&](const CaseRecord& record) {
            return takes_device(record.device, options.device);
        }))
        refuse("device", options.device, "devices", devices);
}

namespace {

std::vector<CaseRecord> chosen_of(std::vector<CaseRecord> cases, const std::vector<RunRecord>& runs,
                                  const CaseOptions& options) {
    const CaseChoice choice(options);
    const auto tags = parse_names("--tag", options.tags);
    const auto tagged = [&](const Annotation& annotation) {
        return std::ranges::any_of(annotation.tags, [&](const auto& tag) { return is_in(tags, tag); });
    };
    std::vector<RunId> tagged_runs;
    for (const auto& run : runs)
        if (tagged(run.annotation)) tagged_runs.push_back(run.id);
    std::erase_if(cases, [&](const CaseRecord& record) {
        return !choice.takes(record) ||
               !(tags.empty() || tagged(record.annotation) || is_in(tagged_runs, record.run));
    });
    return cases;
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
    command.check([&options] { const CaseChoice checked(options); });
}

bool CaseOptions::restricts() const {
    return !params.empty() || std::ranges::any_of(std::array{&run, &variants, &key, &distribution, &sizes,
                                                             &blocks, &backend, &device, &status, &tags},
                                                  [](const std::string* text) { return !text->empty(); });
}

CaseChoice::CaseChoice(const CaseOptions& options)
    : runs_(parse_ids<RunId>("--run", options.run)),
      variants_(parse_names("--variant", options.variants)),
      keys_(parse_list_of<KeyType>("--key", options.key)),
      distributions_(parse_list_of<Distribution>("--dist", options.distribution)),
      backends_(parse_list_of<BackendKind>("--backend", options.backend)),
      statuses_(parse_list_of<CaseStatus>("--status", options.status)),
      sizes_(parse_numbers("--size", options.sizes)),
      blocks_(parse_numbers("--block", options.blocks)),
      params_(parse_params(options.params)),
      device_(options.device),
      params_of_those_that_have_(options.params_of_those_that_have) {}

bool CaseChoice::takes(const CaseRecord& record) const {
    const auto workload = workload_of(record);
    return takes_one(runs_, record.run) && takes_one(variants_, record.subject.name) &&
           takes_one(keys_, workload.key) && takes_one(distributions_, workload.distribution) &&
           takes_one(backends_, record.backend) && takes_one(statuses_, record.status) &&
           takes_one(sizes_, workload.n) && takes_one(blocks_, std::uint64_t{record.block()}) &&
           std::ranges::all_of(params_,
                               [&](const auto& param) {
                                   const auto& [name, values] = param;
                                   if (!record.axes.contains(name)) return params_of_those_that_have_;
                                   const auto value = record.axes.integer(name);
                                   return value && *value >= 0 &&
                                          is_in(values, static_cast<std::uint64_t>(*value));
                               }) &&
           takes_device(record.device, device_);
}

std::string no_case_fits(const std::string& file) {
    return fmt::format("No case of '{}' fits the options. 'sortscope list {}' shows its cases.", file,
                       shell_word(file));
}

std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options) {
    auto cases = reader.cases();
    const auto runs = reader.runs();
    check_names(runs, cases, options);
    return chosen_of(std::move(cases), runs, options);
}

analyzer::CaseFile case_file(const db::Reader& reader, const std::string& name, const CaseOptions& options,
                             bool checked) {
    analyzer::CaseFile file;
    file.name = name;
    file.runs = reader.runs();
    file.cases = reader.cases();
    // Of all cases, so that a case's interval does not depend on the choice of others.
    file.variances = analyzer::RoundVariances(file.cases);
    if (!checked) check_names(file.runs, file.cases, options);
    if (options.restricts()) file.cases = chosen_of(std::move(file.cases), file.runs, options);
    for (const auto& run : file.runs) file.know_timers(run.id, reader.limits(run.id));
    file.source = &reader;
    return file;
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
