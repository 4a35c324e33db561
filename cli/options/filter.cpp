#include "cli/options/filter.hpp"

#include <ranges>

#include "present/tables/condition_columns.hpp"

namespace sortscope::cli {
namespace {
/// Searches in name and UUID, as lists show them: "NVIDIA H200 GPU-61b152ed (cupti)".
bool takes_device(const Device& device, const std::string& text) {
    const auto backend = " (" + std::string(name_of(device.backend)) + ")";
    const auto name = text.ends_with(backend) ? text.substr(0, text.size() - backend.size()) : text;
    return contains_ignoring_case(device.name + backend, text) ||
           contains_ignoring_case(device.name + " " + device.uuid, name);
}

/// "a, b, c and 4 more".
std::string some_of(const std::vector<std::string>& names) {
    constexpr size_t most = 24;
    const auto text = fmt::format("{}", fmt::join(names | std::views::take(most), ", "));
    return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (!name.empty() && !contains(names, name)) names.push_back(name);
}

void check_known(const std::string& name, const char* what, const char* plural,
                 const std::vector<std::string>& known) {
    if (contains(known, name)) return;
    wrong_request("The file has no {} '{}'.{}{}", what, name, nearest_sentence(name, known),
                  known.empty() ? fmt::format(" It has no {}.", plural)
                                : fmt::format(" Its {} are: {}.", plural, some_of(known)));
}

std::vector<CaseRecord> chosen_of(std::vector<CaseRecord> cases, const std::vector<RunRecord>& runs,
                                  const CaseOptions& options) {
    const auto fits = case_test(options);
    const auto& tags = options.tags;
    const auto tagged = [&](const auto& record) {
        return std::ranges::find_first_of(record.annotation.tags, tags) != record.annotation.tags.end();
    };
    std::vector<RunId> tagged_runs;
    for (const auto& run : runs)
        if (tagged(run)) tagged_runs.push_back(run.id);
    std::erase_if(cases, [&](const CaseRecord& record) {
        return !fits(record) || !(tags.empty() || tagged(record) || contains(tagged_runs, record.run));
    });
    return cases;
}
}  // namespace

void check_names(const std::vector<RunRecord>& all_runs, const std::vector<CaseRecord>& cases,
                 const CaseOptions& options) {
    if (cases.empty()) return;
    std::vector<std::string> runs, variants, devices, params, tags;
    const auto add_tags = [&](const auto& record) {
        for (const auto& tag : record.annotation.tags) add_once(tags, tag);
    };
    for (const auto& run : all_runs) {
        runs.push_back(fmt::format("{}", run.id));
        add_tags(run);
    }
    for (const auto& record : cases) {
        add_once(variants, record.subject.name);
        add_once(devices, record.device.name + (record.device.uuid.empty() ? "" : " " + record.device.uuid));
        for (const auto& [name, value] : record.axes.parameters()) add_once(params, name);
        add_tags(record);
    }
    for (const auto run : options.runs)
        if (const auto name = fmt::format("{}", run); !contains(runs, name))
            wrong_request("The file has no run {}. Its runs are: {}.", name, some_of(runs));
    for (const auto& name : options.variants) check_known(name, "case of the variant", "variants", variants);
    for (const auto& [name, values] : options.params)
        check_known(name, "case with the parameter", "parameters", params);
    for (const auto& tag : options.tags) check_known(tag, "tag", "tags", tags);
    if (std::ranges::none_of(cases,
                             [&](const auto& each) { return takes_device(each.device, options.device); }))
        check_known(options.device, "device", "devices", devices);
}

db::Reader open_file(const std::string& file) {
    db::Reader reader(file);
    db::Damage damage;
    reader.cases(&damage);
    const auto sentences = damage.sentences();
    constexpr size_t most_named = 3;
    for (const auto& one : sentences | std::views::take(most_named))
        print_error(fmt::format("Damaged in '{}', left out: {}.", file, one));
    if (sentences.size() > most_named)
        print_error(fmt::format("{} more parts are damaged and left out.", sentences.size() - most_named));
    if (!sentences.empty())
        print_error(
            fmt::format("'sortscope verify {0}' lists all damage, 'sortscope delete {0} {1}' "
                        "removes what is damaged.",
                        shell_word(file),
                        !damage.cases.empty()  ? fmt::format("--case {}", damage.cases.front().id)
                        : !damage.runs.empty() ? fmt::format("--run {}", damage.runs.front().id)
                                               : fmt::format("--run {}", damage.limits.front().id)));
    return reader;
}

void add_file(Command& command, std::string& file, const std::string& text) {
    command.option("FILE", file, "", text);
}

void add_case_argument(Command& command, std::vector<std::string>& words, const std::string& text) {
    command.option("CASE", words, "", text, {.least_values = 0, .most_values = 2});
}

void add_case_options(Command& command, CaseOptions& options) {
    command.group("Which cases");
    command.parsed("--run", options.runs, "LIST", "Take cases of these runs: 1,3", parse_ids<RunId>);
    command.parsed("--variant", options.variants, "A,B", "Take these variants", split_list,
                   {.choices = variant_choices});
    command.parsed("--key", options.keys, "LIST", "Take these key types", parse_list_of<KeyType>,
                   {.choices = choices_of<KeyType>});
    command.parsed("--input", options.inputs, "LIST", "Take these inputs", parse_list_of<Distribution>,
                   {.choices = choices_of<Distribution>});
    command.parsed("--n", options.sizes, "LIST", "Take these numbers of keys: 2^10..2^20 or 1024,4096",
                   parse_count_list);
    command.parsed("--block", options.blocks, "LIST", "Take these block sizes: 32,64..1024",
                   parse_count_list);
    add_params(command, options.params, "Take these values of a variant's parameter; repeatable");
    command.parsed("--backend", options.backends, "LIST", "Take these backends", parse_list_of<BackendKind>,
                   {.choices = choices_of<BackendKind>});
    command.option("--device", options.device, "TEXT", "Take devices with TEXT in their name or UUID");
    command.parsed("--status", options.statuses, "LIST", "Take cases by status", parse_list_of<CaseStatus>,
                   {.choices = choices_of<CaseStatus>});
    command.parsed("--tag", options.tags, "A,B", "Take cases or runs with any of these tags", split_list);
    command.group({});
}

void add_request(Command& command, FileRequest& request, const std::string& rows, const std::string& text) {
    add_file(command, request.file, text);
    add_case_options(command, request.cases);
    add_formats(command, request.formats, rows);
}

void add_request(Command& command, CaseRequest& request, const std::string& rows, const std::string& text) {
    add_case_argument(command, request.file_and_case, text);
    add_case_options(command, request.cases);
    add_formats(command, request.formats, rows);
}

CaseTest case_test(const CaseOptions& options) {
    std::vector<CaseTest> tests;
    const auto among = [&](const auto& wanted, const auto& part_of) {
        if (!wanted.empty())
            tests.push_back([=](const CaseRecord& record) { return contains(wanted, part_of(record)); });
    };
    among(options.runs, [](const auto& record) { return record.run; });
    among(options.variants, [](const auto& record) { return record.subject.name; });
    among(options.keys, [](const auto& record) { return workload_of(record).key; });
    among(options.inputs, [](const auto& record) { return workload_of(record).distribution; });
    among(options.backends, [](const auto& record) { return record.backend; });
    among(options.statuses, [](const auto& record) { return record.status; });
    among(options.sizes, [](const auto& record) { return record.keys(); });
    among(options.blocks, [](const auto& record) { return record.block(); });
    for (const auto& [name, values] : options.params)
        tests.push_back([=, absent = options.params_of_those_that_have](const CaseRecord& record) {
            if (!record.axes.contains(name)) return absent;
            const auto value = record.axes.integer(name);
            return value && contains(values, *value);
        });
    tests.push_back(
        [device = options.device](const CaseRecord& record) { return takes_device(record.device, device); });
    return [tests](const CaseRecord& record) {
        return std::ranges::all_of(tests, [&](const auto& fits) { return fits(record); });
    };
}

void no_case_fits(const std::string& file) {
    wrong_request("No case of '{}' fits the options. 'sortscope list {}' shows its cases.", file,
                  shell_word(file));
}

std::vector<CaseRecord> chosen_cases(const db::Reader& reader, const CaseOptions& options) {
    auto cases = reader.cases();
    const auto runs = reader.runs();
    check_names(runs, cases, options);
    return chosen_of(std::move(cases), runs, options);
}

namespace {
/// Checks cases of one round only: their intervals come from trials.
void leave_out_damaged_trials(const db::Reader& reader, const std::string& file,
                              std::vector<CaseRecord>& cases) {
    std::erase_if(cases, [&](const CaseRecord& record) {
        const auto one_round = [](const TimeSummary& time) { return time.rounds.size() < 2; };
        if (!(record.time && one_round(*record.time)) && std::ranges::none_of(record.other_times, one_round))
            return false;
        return !readable(file, record.id, [&] { reader.trials(record.id); });
    });
}
}  // namespace

bool readable(const std::string& file, CaseId id, const std::function<void()>& read) {
    try {
        read();
        return true;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::data) throw;
        print_error(fmt::format("Case {} of '{}' is left out: {}", id, file, error.what()));
        return false;
    }
}

analyzer::CaseFile case_file(const db::Reader& reader, const std::string& name, const CaseOptions& options,
                             bool checked) {
    analyzer::CaseFile file;
    file.name = name;
    file.runs = reader.runs();
    file.cases = reader.cases();
    // Use all cases: intervals must not depend on options.
    file.variances = analyzer::RoundVariances(file.cases);
    if (!checked) check_names(file.runs, file.cases, options);
    if (options.restricts()) file.cases = chosen_of(std::move(file.cases), file.runs, options);
    for (const auto& run : file.runs) file.know_timers(run.id, reader.limits(run.id));
    leave_out_damaged_trials(reader, name, file.cases);
    file.source = &reader;
    return file;
}

std::vector<std::string> sweep_axes(const analyzer::CaseFile& file, const std::string& over) {
    std::vector<std::string> axes;
    for (const auto& name : split_list(over)) axes.push_back(analyzer::parse_axis(name, file.cases));
    if (axes.size() > 2 || (axes.size() == 2 && axes[0] == axes[1]))
        wrong_request("A sweep is over one or two different axes, as in --over block,max_keys.");
    return axes;
}

namespace {
std::optional<CaseId> parse_id(const std::string& text) {
    const auto id = parse_number<int64_t>(text);
    return id && *id > 0 ? std::optional(CaseId{*id}) : std::nullopt;
}

/// One line for each condition: its newest case, and the parts that differ.
std::string what_differs(const std::map<Condition, std::vector<CaseId>>& fitting) {
    constexpr size_t most_listed = 20;
    std::vector<Condition> conditions;
    for (const auto& [condition, ids] : fitting) conditions.push_back(condition);
    const present::ConditionWords words(conditions);
    std::string text;
    size_t listed = 0;
    for (const auto& [condition, ids] : fitting) {
        if (++listed > most_listed)
            return text + fmt::format("\n  and {} more", fitting.size() - most_listed);
        std::vector<std::string> parts;
        for (const auto part : condition_parts)
            if (words.differs(part)) {
                const auto word = words.words(condition, part);
                parts.push_back(word.empty() ? fmt::format("no {}", part) : word);
            }
        text += fmt::format("\n  case {}: {}", ids.back(), fmt::join(parts, ", "));
    }
    return text;
}
}  // namespace

RequestedCase requested_case(const CaseRequest& request, const char* command, const std::string& rest) {
    const auto& words = request.file_and_case;
    const auto& options = request.cases;
    const auto id = words.empty() ? std::nullopt : parse_id(words.back());
    RequestedCase requested{words.empty() || (id && words.size() == 1) ? default_file : words.front(), id};
    const auto file = shell_word(requested.file);
    if (id && options.restricts())
        wrong_request("Give the number of a CASE, or options that choose one, not both.");
    if (id || (options.restricts() && words.size() < 2)) return requested;
    if (words.empty())
        wrong_request(
            "Which CASE? Give its number, which 'sortscope list' shows, or options: --variant, --n, ...");
    if (words.size() > 1)
        wrong_request("'{}' is not the number of a case. 'sortscope list {}' shows them.", words.back(),
                      file);
    const db::Reader usable(requested.file);  // throws for an absent file
    const auto cases = usable.cases();
    if (!cases.empty() && std::ranges::all_of(cases, [&](const CaseRecord& record) {
            return condition_of(record) == condition_of(cases.front());
        }))
        return requested;
    wrong_request(
        "Which case of '{0}'? 'sortscope list {1}' shows their numbers, 'sortscope {2} {1} 1{3}' takes case "
        "1; or choose by --variant, --n and others.",
        words.back(), file, command, rest);
}

RequestedCase requested_cases(const CaseRequest& request) {
    const auto& words = request.file_and_case;
    if (words.empty()) return {default_file, {}};
    return words.size() == 1 && !parse_id(words.front()) ? RequestedCase{words.front(), {}}
                                                         : requested_case(request);
}

ChosenCase choose_case(const db::Reader& reader, const RequestedCase& requested, const CaseOptions& options) {
    if (requested.number) return {*requested.number, {}};
    std::map<Condition, std::vector<CaseId>> fitting;
    for (const auto& record : chosen_cases(reader, options))
        fitting[condition_of(record)].push_back(record.id);
    if (fitting.empty()) no_case_fits(requested.file);
    if (fitting.size() > 1)
        wrong_request("Cases of {} conditions fit. Choose one by its number, or say more:{}", fitting.size(),
                      what_differs(fitting));
    auto ids = fitting.begin()->second;
    const auto newest = ids.back();
    ids.pop_back();
    return {newest, ids};
}
}
