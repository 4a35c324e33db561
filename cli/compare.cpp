#include "cli/compare.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "present/csv/csv.hpp"
#include "present/json/compare.hpp"
#include "present/json/metrics.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

using namespace analyzer;
using present::PairDifference;

constexpr int exit_regression = 4;
constexpr std::size_t most_explained = 10;
constexpr std::size_t most_missing = 10;

struct CompareCommandOptions {
    std::vector<std::string> files;
    std::vector<std::string> across;
    CaseOptions cases;
    std::string min_effect = "2%", fail_on, time_mode, output;
    bool stages = false, history = false, json = false, csv = false;
};

/// "device", or "variant=a,b" with the sides' values.
struct Across {
    std::string name;
    std::vector<std::string> values;
};

Across parse_across(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return {text, {}};
    return {text.substr(0, equals), split_list(text.substr(equals + 1))};
}

std::vector<std::int64_t> parse_runs(const std::string& text) {
    std::vector<std::int64_t> runs;
    for (const auto& part : split_list(text)) runs.push_back(static_cast<std::int64_t>(parse_count(part)));
    return runs;
}

void check_runs(const std::vector<CaseFile>& files, const std::vector<std::int64_t>& runs) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& file = files[files.size() > 1 ? i : 0];
        if (std::ranges::find(file.runs, RunId{runs[i]}, &RunRecord::id) == file.runs.end())
            throw Error(ErrorKind::usage, fmt::format("'{}' has no run {}. 'sortscope list {}' shows those there are.", file.name, runs[i], shell_word(file.name)));
    }
}

CompareOptions compare_options(const CompareCommandOptions& options, const std::vector<CaseFile>& files, const std::string& run) {
    CompareOptions asked;
    asked.min_effect = parse_part(options.min_effect, "--min-effect");
    asked.time_mode = parse_time_mode(options.time_mode);
    std::vector<CaseRecord> all;
    for (const auto& file : files) all.insert(all.end(), file.cases.begin(), file.cases.end());
    for (const auto& text : options.across) {
        const auto across = parse_across(text);
        asked.across.push_back(parse_axis(across.name, all));
        if (across.values.empty()) continue;
        if (asked.across.size() > 1)
            throw Error(ErrorKind::usage, "Only the first --across takes values: they are the sides that are compared. Further ones name what may differ beside it.");
        asked.values = across.values;
    }
    const auto runs = run.empty() ? std::vector<std::int64_t>{} : parse_runs(run);
    check_runs(files, runs);
    if (files.size() > 1) {
        if (!runs.empty() && runs.size() != files.size())
            throw Error(ErrorKind::usage, fmt::format("--run takes one run for each of the {} files, in their order.", files.size()));
        asked.runs = runs;
    } else if (runs.size() > 1) {
        if (!asked.across.empty()) throw Error(ErrorKind::usage, "--run with several runs compares across them; --across cannot be asked for, too.");
        asked.across.push_back({Axis::Kind::run, {}, {}});
        for (const auto one : runs) asked.values.push_back(std::to_string(one));
    }
    return asked;
}

std::vector<LaunchSums> stages_of(const Compared& one, const std::vector<CaseFile>& files, const std::deque<db::Reader>& readers) {
    const auto file = std::ranges::find_if(files, [&](const CaseFile& known) { return &known == one.file; });
    return readers[static_cast<std::size_t>(file - files.begin())].stages(one.record->id);
}

/// Pairs whose difference is explained: all where stages were asked for or there is one; else those with a clear verdict, the greatest
/// effects first.
std::vector<const ComparedPair*> explained(const Comparison& comparison, bool stages) {
    std::vector<const ComparedPair*> pairs;
    for (const auto& pair : comparison.pairs) {
        if (!pair.ratio) continue;
        const bool clear = pair.verdict == Verdict::faster || pair.verdict == Verdict::slower;
        if (stages || clear || comparison.timed == 1) pairs.push_back(&pair);
    }
    if (stages) return pairs;
    std::ranges::stable_sort(pairs, std::ranges::greater{}, [](const ComparedPair* pair) { return std::abs(std::log(pair->ratio->ratio)); });
    if (pairs.size() > most_explained) pairs.resize(most_explained);
    return pairs;
}

void explain(Against& against, const CompareData& data, const std::deque<db::Reader>& readers) {
    const auto make = [&](const ComparedPair& pair) {
        const auto ns = [](const std::optional<TimeEstimate>& time) { return time ? std::optional(time->ns) : std::nullopt; };
        return PairDifference{&pair, difference(stages_of(pair.base, data.files, readers), stages_of(pair.other, data.files, readers), ns(pair.base_time),
                                                ns(pair.other_time), pair.base.record->workload.bytes(), pair.other.record->workload.bytes())};
    };
    for (const auto* pair : explained(against.comparison, data.stages)) against.differences.push_back(make(*pair));
    for (const auto& pair : against.comparison.pairs)
        if (!pair.ratio) against.counters.push_back(make(pair));
}

std::string list_of(const std::string& head, const std::vector<Compared>& cases, const Screen& screen) {
    if (cases.empty()) return {};
    auto out = fmt::format("\n{} ({})\n", head, cases.size());
    for (std::size_t i = 0; i < std::min(cases.size(), most_missing); ++i) out += "  " + wrap(printable(present::case_words(cases[i])), screen, 4, 2) + '\n';
    if (cases.size() > most_missing) out += fmt::format("  and {} more; --json lists all\n", cases.size() - most_missing);
    return out;
}

std::string render_against(const CompareData& data, const Against& one, const Screen& screen) {
    const auto& base = data.sides.front();
    const auto& other = data.sides[one.other];
    const auto& comparison = one.comparison;
    auto out = wrap(fmt::format("{} against {}: {}", printable(other.name), printable(base.name), present::comparison_summary(comparison)), screen, 2) + '\n';
    if (comparison.pairs.empty()) return out + wrap(printable(present::nothing_comparable(comparison, base, other)), screen) + '\n';
    const auto times = present::comparison_table(comparison, base.name, other.name, data.min_effect);
    if (!times.empty()) out += '\n' + present::text::draw(times, screen);
    const auto counters = present::counter_table(one.counters, base.name, other.name);
    if (!counters.empty()) out += '\n' + present::text::draw(counters, screen);
    if (data.stages)
        for (const auto& difference : one.differences)
            out += '\n' + present::text::draw(present::stage_difference_table(difference, base.name, other.name), screen);
    else if (!one.differences.empty()) {
        out += "\nWhat made the difference (--stages shows every stage)\n";
        for (const auto& difference : one.differences) out += "  " + wrap(printable(present::difference_sentence(difference)), screen, 4, 2) + '\n';
    }
    out += list_of("Only in " + printable(base.name), comparison.only_base, screen);
    out += list_of("Only in " + printable(other.name), comparison.only_other, screen);
    return out;
}

void print_histories(const CompareCommandOptions& options, const CaseFile& file, double min_effect, const Destination& out) {
    const auto found = histories(file, parse_time_mode(options.time_mode), min_effect);
    if (found.empty()) {
        print_error(fmt::format("No case of '{}' was collected in two runs, so there is no history.", file.name));
        throw ExitWith{exit_nothing_comparable};
    }
    if (options.json)
        out.print_json([&](auto& json) {
            json.object([&] {
                json.put("file", file.name);
                json.array("series", [&] {
                    for (const auto& history : found) present::json::write_history(json, history);
                });
                present::json::member_legend(json);
            });
        });
    else if (options.csv) out.print(present::csv::write(present::history_table(found, min_effect)));
    else out.print(render_history(file.name, found, min_effect, out.screen()));
}

std::size_t failures(const CompareData& data, const std::vector<FailOn>& fail_on) {
    std::size_t count = 0;
    for (const auto& one : data.against)
        for (const auto& fail : fail_on) count += failing(one.comparison, fail.verdict, fail.min_effect);
    return count;
}

std::string csv_of(const CompareData& data) {
    std::string text;
    for (const auto& one : data.against) {
        auto table = present::comparison_table(one.comparison, data.sides.front().name, data.sides[one.other].name, data.min_effect);
        if (table.empty()) table = present::counter_table(one.counters, data.sides.front().name, data.sides[one.other].name);
        text += (text.empty() ? "" : "\r\n") + present::csv::write(table);
    }
    return text;
}

/// Throws where no file has what the options name: one that has it is enough, for sides may differ in it.
void check_names_of_any(const std::deque<db::Reader>& readers, const CaseOptions& cases) {
    for (const auto& reader : readers) {
        try {
            return check_names(reader, cases);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage || &reader == &readers.back()) throw;
        }
    }
}

void run_compare(const CompareCommandOptions& options) {
    check_one_format(options.json, options.csv);
    const Destination out(options.output);
    CompareData data;
    data.stages = options.stages;
    data.min_effect = parse_part(options.min_effect, "--min-effect");
    const auto fail_on = parse_fail_on(options.fail_on, data.min_effect);
    auto cases = options.cases;
    // Of several runs each is a side; of one it is which cases are chosen.
    const bool several_runs = cases.run.find(',') != std::string::npos || options.files.size() > 1;
    const auto run = several_runs ? std::exchange(cases.run, {}) : std::string();
    const CaseChoice checked(cases);
    std::deque<db::Reader> readers;
    for (const auto& name : options.files) readers.emplace_back(name);
    check_names_of_any(readers, cases);
    data.files.reserve(options.files.size());
    for (const auto& name : options.files) {
        data.files.push_back(case_file(readers[data.files.size()], name, cases));
    }
    if (options.history) {
        if (options.files.size() > 1) throw Error(ErrorKind::usage, "--history is of one file: its runs.");
        return print_histories(options, data.files.front(), data.min_effect, out);
    }
    const auto asked = compare_options(options, data.files, run);
    data.sides = sides_of(data.files, asked);
    std::size_t pairs = 0;
    for (std::size_t i = 1; i < data.sides.size(); ++i) {
        auto& against = data.against.emplace_back();
        against.other = i;
        against.comparison = compare(data.sides.front(), data.sides[i], asked);
        pairs += against.comparison.pairs.size();
        explain(against, data, readers);
    }
    if (pairs == 0) {
        for (const auto& one : data.against) print_error(present::nothing_comparable(one.comparison, data.sides.front(), data.sides[one.other]));
        throw ExitWith{exit_nothing_comparable};
    }
    if (options.json) out.print_json([&](auto& json) { write_comparison(json, data); });
    else if (options.csv) out.print(csv_of(data));
    else out.print(render_comparison(data, out.screen()));
    if (const auto count = failures(data, fail_on); count > 0) {
        print_error(fmt::format("{} {} as --fail-on says.", plural(count, "condition"), count == 1 ? "differs" : "differ"));
        throw ExitWith{exit_regression};
    }
}

}  // namespace

std::vector<FailOn> parse_fail_on(const std::string& text, double min_effect) {
    std::vector<FailOn> all;
    if (text.empty()) return all;
    for (const auto& part : split_list(text)) {
        const auto colon = part.find(':');
        const auto name = part.substr(0, colon);
        FailOn one{Verdict::slower, min_effect};
        if (name == "faster") one.verdict = Verdict::faster;
        else if (name == "unclear") one.verdict = Verdict::unclear;
        else if (name != "slower") throw Error(ErrorKind::usage, fmt::format("--fail-on knows slower, faster and unclear, each with the least effect, as in slower:2%; '{}' is none of them.", part));
        if (colon != std::string::npos) one.min_effect = parse_part(part.substr(colon + 1), "--fail-on");
        all.push_back(one);
    }
    return all;
}

std::string render_comparison(const CompareData& data, const Screen& screen) {
    std::string out;
    for (const auto& one : data.against) out += (out.empty() ? "" : "\n") + render_against(data, one, screen);
    std::size_t not_ok = 0;
    for (const auto& side : data.sides) not_ok += side.not_ok;
    if (not_ok > 0) out += '\n' + wrap(fmt::format("{} that did not end well {} left out; 'sortscope list' says why.", plural(not_ok, "case"), not_ok == 1 ? "is" : "are"), screen) + '\n';
    return out;
}

std::string render_history(const std::string& file, const std::vector<History>& histories, double min_effect, const Screen& screen) {
    const auto changed = static_cast<std::size_t>(std::ranges::count_if(histories, [](const History& one) { return !one.changes.empty(); }));
    auto out = wrap(fmt::format("{}: {} over several runs, {} with a change", printable(file), fmt::format("{} series", histories.size()), changed), screen) + '\n';
    if (histories.empty()) return out;
    return out + '\n' + present::text::draw(present::history_table(histories, min_effect), screen);
}

void write_comparison(present::json::Writer& out, const CompareData& data) {
    out.object([&] {
        out.put("min_effect_ratio", data.min_effect);
        out.array("comparisons", [&] {
            for (const auto& one : data.against)
                out.object([&] {
                    auto differences = one.differences;
                    differences.insert(differences.end(), one.counters.begin(), one.counters.end());
                    present::json::members_of_comparison(out, one.comparison, data.sides.front(), data.sides[one.other], differences);
                });
        });
        present::json::member_legend(out);
    });
}

void add_compare(CLI::App& program) {
    Command command(program, "compare", "Is the other faster? Files, runs, devices, variants, blocks");
    const auto options = std::make_shared<CompareCommandOptions>();
    command.option("FILES", options->files, "", "BASE OTHER ...: files to compare, the base first;\none file with --across or --run A,B").required().values(1, 100);
    command.option("--across", options->across, "WHAT",
                   "what differs between the sides: a part of the condition\n(variant, parameters, key, n, input, block, device, backend,\ncache, time-mode), a parameter's name, run or version;\n"
                   "variant=A,B names the sides, the base first").values(1, 1);
    command.option("--min-effect", options->min_effect, "PART", "a smaller effect is no difference");
    command.option("--time-mode", options->time_mode, "MODE", "graph, stream or host: of all times; else graph where both\nsides have it");
    command.option("--fail-on", options->fail_on, "WHAT", "slower:2%, faster:5% or a list: exit with 4 where one is so");
    command.flag("--stages", options->stages, "every pair stage by stage");
    command.flag("--history", options->history, "over all runs of one file: a series for each condition,\nwith the runs that changed it");
    add_case_options(command, options->cases);
    command.option("--output,-o", options->output, "FILE", "write to FILE");
    command.flag("--json", options->json, "print JSON: every number's unit is in its name");
    command.flag("--csv", options->csv, "print the pairs as comma-separated values");
    command.footer("Cases are matched by condition: all that decides what was measured. The ratio's interval is between\n"
                   "rounds where there are two or more; of one round, it is widened by what processes are known to differ\n"
                   "by. --run A,B compares two runs of a file; of two files, run A of the first with run B of the second.\n\n"
                   "Exit codes: 0 done, 4 a difference that --fail-on names, 5 nothing is comparable, 2 wrong request.\n\n"
                   "Examples:\n"
                   "  sortscope compare before.db after.db --fail-on slower:2%\n"
                   "  sortscope compare sweep.db --across variant=bitonic-b2,bitonic-c4\n"
                   "  sortscope compare sweep.db --run 1,2 --size 2^20 --stages\n"
                   "  sortscope compare h100.db h200.db --across device\n");
    command.run([options] { run_compare(*options); });
}

}  // namespace sortscope::cli
