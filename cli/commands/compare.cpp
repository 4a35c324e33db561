// `sortscope compare`: pairs the cases of two sides and judges their times.
#include <deque>
#include <ranges>

#include "cli/commands/commands.hpp"
#include "cli/options/gate.hpp"
#include "core/times.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::cli {
namespace {
constexpr size_t most_missing = 10;
constexpr int exit_nothing_comparable = 5;

struct CompareCommandOptions {
    CaseOptions cases;
    Comparing comparing;
    Formats formats;
    std::vector<std::string> files;
    std::vector<std::string> across;
    std::string fail_on;
    bool stages = false, per_work = false, explain = false;
};

/// A side, compared with the base.
struct Against {
    const Side& other;
    Comparison comparison;
    std::vector<PairDifference> differences;  ///< of explained pairs
    std::vector<PairDifference> counters;     ///< of pairs without times
};

struct CompareData {
    std::vector<CaseFile> files;            ///< `sides` point to files
    std::vector<Side> sides;                ///< base first
    std::deque<Against> against;            ///< differences point to pairs
    std::vector<std::string> without_work;  ///< values left out by --per-work
    double min_effect = default_min_effect;
    bool stages = false;   ///< print tables stage by stage
    bool explain = false;  ///< explain verdicts and intervals
};

bool across_variants(const Comparison& comparison) {
    return comparison.pairs.front().condition.is_free("variant");
}

void add_missing(TextPage& page, const std::string& head, const std::vector<Compared>& cases) {
    if (cases.empty()) return;
    page.blank().line(fmt::format("{} ({})", head, cases.size()));
    for (const auto& one : cases | std::views::take(most_missing)) page.line(case_words(one), 2, 2);
    if (cases.size() > most_missing)
        page.line(fmt::format("and {} more; --json lists all", cases.size() - most_missing), 2);
}

/// `printed`: notes of earlier sides, not to repeat.
void add_against(TextPage& page, const CompareData& data, const Against& one,
                 std::set<std::string>& printed) {
    const auto& base = data.sides.front();
    const auto& [other, comparison, differences, counters] = one;
    page.line(fmt::format("{} against {}: {}", other.name, base.name, comparison_summary(comparison)), 0, 2);
    if (comparison.pairs.empty()) return void(page.line(nothing_comparable(comparison, base, other)));
    // Omit the legend: it would have only "measured".
    const auto add = [&](const Table& table) {
        if (!table.empty()) page.blank().drawn(text::draw(table, page.screen()));
    };
    auto table = comparison_table(comparison, base.name, other.name, data.min_effect, false, data.explain);
    std::erase_if(table.notes, [&](const std::string& note) { return !printed.insert(note).second; });
    add(table);
    add(counter_table(counters, base.name, other.name));
    if (const auto found = crossings(comparison, other.name); !found.empty() && across_variants(comparison))
        add(crossing_table(found, base.name));
    if (data.stages)
        for (const auto& each : differences) add(stage_difference_table(each, base.name, other.name));
    else if (!differences.empty()) {
        page.blank().line("Causes of the difference (--stages shows every stage)");
        for (const auto& each : differences) page.line(difference_sentence(each), 2, 2);
    }
    if (const auto why = nothing_explained(comparison); !data.stages && !why.empty())
        page.blank().line(why + " --stages compares every pair stage by stage.");
    add_missing(page, "Only in " + base.name, comparison.only_base);
    add_missing(page, "Only in " + other.name, comparison.only_other);
    const auto way = comparison.in_the_way_of_rest.empty() ? "n" : comparison.in_the_way_of_rest.front();
    if (way == "device" || way == "cache" || way == "backend")
        page.line(fmt::format("Some cases differ only in {0}. Compare them with --across {0}.", way), 2);
    if (way == "output")
        page.line("Some sort different parts of the keys; --per-work compares these too.", 2);
}

void render(const CompareData& data, TextPage& page) {
    std::set<Provenance> provenances;
    std::set<std::string> printed;
    for (const auto& one : data.against) {
        if (&one != &data.against.front()) page.blank();
        add_against(page, data, one, printed);
        for (const auto* differences : {&one.differences, &one.counters})
            provenances.merge(provenances_of(*differences));
    }
    if (provenances.erase(Provenance::measured); !provenances.empty()) {
        provenances.insert(Provenance::measured);
        page.blank().marks(provenances).legend();
    }
    if (!data.explain) page.blank().line("--explain prints how verdicts and intervals are made.");
    if (!data.without_work.empty())
        page.blank().line(fmt::format(
            "Left out by --per-work: {}. Their cases sort nothing, so there is no work to divide by.",
            join(data.without_work)));
    size_t not_ok = 0;
    for (const auto& side : data.sides) not_ok += side.not_ok;
    if (not_ok > 0)
        page.blank().line(fmt::format("{} that did not end well {} left out; 'sortscope list' shows why.",
                                      plural(not_ok, "case"), not_ok == 1 ? "is" : "are"));
}

void write(json::Writer& out, const CompareData& data) {
    out.put("min_effect_ratio", data.min_effect);
    out.objects("comparisons", data.against, [&](const auto& one) {
        auto differences = one.differences;
        differences.insert(differences.end(), one.counters.begin(), one.counters.end());
        members_of(out, one.comparison, data.sides.front(), one.other, differences);
    });
    member_legend(out);
}

Table compared_rows(const CompareData& data) {
    Table all;
    for (const auto& one : data.against) {
        auto table = comparison_rows(one.comparison, data.sides.front().name, one.other.name, one.counters);
        if (all.columns.empty()) all.columns = std::move(table.columns);
        std::ranges::move(table.rows, std::back_inserter(all.rows));
    }
    return all;
}

/// Numbers of the runs that are sides. Throws Error(usage) if a file lacks its run.
std::vector<int64_t> side_runs(const std::vector<CaseFile>& files, const std::vector<RunId>& ids) {
    std::vector<int64_t> runs;
    for (const auto id : ids) {
        const auto& file = files[std::min(runs.size(), files.size() - 1)];
        runs.push_back(int64_t(id));
        if (!contains(file.runs, id, &RunRecord::id))
            wrong_request("'{}' has no run {}. 'sortscope list {}' shows its runs.", file.name, id,
                          shell_word(file.name));
    }
    return runs;
}

CompareOptions compare_options(const CompareCommandOptions& options, const std::vector<CaseFile>& files,
                               const std::vector<RunId>& run_sides) {
    CompareOptions requested;
    requested.min_effect = options.comparing.min_effect;
    requested.time_mode = options.comparing.time_mode;
    requested.per_work = options.per_work;
    std::vector<CaseRecord> all;
    for (const auto& file : files) all.insert(all.end(), file.cases.begin(), file.cases.end());
    for (const auto& text : options.across) {
        const auto [name, values] = split_pair(text);
        requested.across.push_back(parse_axis(name, all));
        if (values.empty()) continue;
        if (requested.across.size() > 1)
            wrong_request(
                "Only the first --across takes values, which name the sides. Others leave axes free.");
        requested.values = split_list(values);
    }
    const auto runs = side_runs(files, run_sides);
    if (files.size() > 1) {
        if (!runs.empty() && runs.size() != files.size())
            wrong_request("--run takes one run for each of the {} files, in their order.", files.size());
        requested.runs = runs;
    } else if (runs.size() > 1) {
        if (!requested.across.empty())
            wrong_request("--run with several runs compares across them. Leave out --across.");
        requested.across.emplace_back("run");
        for (const auto one : runs) requested.values.push_back(std::to_string(one));
    }
    return requested;
}

void explain(Against& against, bool all) {
    const auto stages_of = [](const Compared& one) { return one.file->source->stages(one.record->id); };
    const auto make = [&](const ComparedPair& pair) {
        return PairDifference{&pair, difference(pair, stages_of(pair.base), stages_of(pair.other))};
    };
    for (const auto* pair : pairs_to_explain(against.comparison, all))
        against.differences.push_back(make(*pair));
    for (const auto& pair : against.comparison.pairs)
        if (!pair.ratio) against.counters.push_back(make(pair));
}

std::string no_such_times(const CompareData& data, TimeMode mode) {
    std::set<std::string_view> there;
    for (const auto other : timed_modes)
        for (const auto& side : data.sides)
            if (std::ranges::any_of(side.cases, [&](const auto& one) {
                    return time_in(*one.second.record, other) != nullptr;
                }))
                there.insert(name_of(other));
    return fmt::format("No pair has times of --time-mode {} on both sides. {}", name_of(mode),
                       there.empty() ? "No chosen case has a time."
                                     : fmt::format("Chosen cases have times in: {}.", join(there)));
}

/// Reads files. All chosen names must be in one file, not in each: sides may differ in variants.
std::vector<CaseFile> read_files(const std::deque<db::Reader>& readers, const std::vector<std::string>& names,
                                 const CaseOptions& cases) {
    for (const auto& reader : readers) {
        try {
            check_names(reader.runs(), reader.cases(), cases);
            break;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::usage || &reader == &readers.back()) throw;
        }
    }
    std::vector<CaseFile> files;
    for (size_t i = 0; i < names.size(); ++i) files.push_back(case_file(readers[i], names[i], cases, true));
    return files;
}

void run_compare(const CompareCommandOptions& options) {
    CompareData data;
    data.stages = options.stages;
    data.explain = options.explain;
    data.min_effect = options.comparing.min_effect;
    const auto fail_on = parse_fail_on(options.fail_on, data.min_effect);
    auto cases = options.cases;
    cases.params_of_those_that_have = std::ranges::any_of(
        options.across, [](const std::string& text) { return split_pair(text).first == "variant"; });
    // Each of several runs is a side. A single run chooses cases.
    const bool several_runs = cases.runs.size() > 1 || options.files.size() > 1;
    const auto run_sides = several_runs ? std::exchange(cases.runs, {}) : std::vector<RunId>();
    std::deque<db::Reader> readers;
    for (const auto& file : options.files) readers.push_back(open_file(file));
    data.files = read_files(readers, options.files, cases);
    const auto requested = compare_options(options, data.files, run_sides);
    data.sides = comparison_sides(data.files, requested);
    if (data.files.size() == 1) data.without_work = values_without_work(data.files.front(), requested);
    size_t pairs = 0, timed = 0, unjudged = 0, failures = 0, host_bound_count = 0, hosts = 0;
    std::set<TimeMode> modes;
    for (size_t i = 1; i < data.sides.size(); ++i) {
        auto& against = data.against.emplace_back(
            Against{data.sides[i], compare(data.sides.front(), data.sides[i], requested), {}, {}});
        const auto& comparison = against.comparison;
        pairs += comparison.pairs.size();
        timed += comparison.timed;
        unjudged += size_t(std::ranges::count_if(
            comparison.pairs, [](const ComparedPair& pair) { return pair.ratio && !pair.verdict; }));
        failures += failing(comparison, fail_on);
        host_bound_count += host_bound_pairs(comparison);
        hosts += size_t(std::ranges::count_if(comparison.pairs, on_different_hosts));
        modes.merge(host_bound_modes(comparison));
        explain(against, data.stages);
    }
    if (pairs == 0) {
        for (const auto& one : data.against)
            print_error(nothing_comparable(one.comparison, data.sides.front(), one.other));
        throw ExitWith{exit_nothing_comparable};
    }
    if (requested.time_mode && timed == 0) wrong_request("{}", no_such_times(data, *requested.time_mode));
    if (!fail_on.empty() && unjudged > 0)
        wrong_request(
            "--fail-on needs verdicts, and {} of two key types {} none: that is other work. Choose one "
            "--key, "
            "or leave out --fail-on.",
            plural(unjudged, "pair"), unjudged == 1 ? "has" : "have");
    if (!fail_on.empty() && timed == 0)
        wrong_request(
            "--fail-on needs times, and no pair has any. Choose other cases, or leave out --fail-on.");
    say_before_verdict([&] {
        print_in(
            options.formats, [&] { return compared_rows(data); },
            in_object([&](auto& json) { write(json, data); }), [&](TextPage& page) { render(data, page); });
    });
    if (fail_on.empty()) return;
    fail_on_any(failures, "pair",
                host_warning(host_bound_count, "pair", modes, hosts,
                             "Graph times (--time-mode graph) do not depend on it."),
                words_of(per_of(data.against.front().comparison)));
}
}  // namespace

void add_compare(Program& program) {
    Command command(program, "compare", "Compare files, runs, devices, variants or blocks");
    auto& options = command.run(run_compare);
    command.option("FILES", options.files, "", "Compare BASE OTHER ...; or one file with --across",
                   {.most_values = 100, .required = true});
    command.option("--across", options.across, "WHAT", "Compare across this: device, variant=A,B, ...",
                   {.choices = words({"variant", "n", "key", "input", "block", "device", "backend", "cache",
                                      "time-mode", "run", "version"}),
                    .each = true});
    add_comparing_options(command, options.comparing);
    add_fail_on(command, options.fail_on);
    command.flag("--per-work", options.per_work, "Compare sorts of tiles too: time / (keys x log2(tile))");
    command.flag("--stages", options.stages, "Compare every pair stage by stage");
    command.flag("--explain", options.explain, "Print how verdicts and intervals are made");
    add_case_options(command, options.cases);
    add_formats(command, options.formats, "the pairs");
}
}
