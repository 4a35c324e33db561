#include "cli/commands/sweep.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/options/case_files.hpp"
#include "cli/options/command.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "present/csv/csv.hpp"
#include "present/json/compare.hpp"
#include "present/json/metrics.hpp"
#include "present/tables/compare.hpp"
#include "present/tables/sweep.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

struct SweepCommandOptions : ComparingOptions {
    std::string file = default_file;
    std::string over = "block";
};

/// Why nothing was swept, and the command that collects points for one of the cases that were chosen.
std::string nothing_to_sweep(const analyzer::CaseFile& file, const std::vector<analyzer::Axis>& axes,
                             const std::string& over) {
    const auto name = shell_word(file.name);
    if (file.cases.empty())
        return fmt::format("No case of '{}' fits the options. 'sortscope list {}' shows those there are.",
                           file.name, name);
    const auto of_block = [](const analyzer::Axis& axis) {
        return axis.kind == analyzer::Axis::Kind::part;
    };  // of all parts, a sweep takes no other
    const auto has = [&](const CaseRecord& record, const analyzer::Axis& axis) {
        return of_block(axis) ? record.config.block != 0 : record.config.params.contains(axis.parameter);
    };
    auto text = fmt::format("No condition of '{}' that was chosen has two points over {}.", file.name, over);
    const auto found = std::ranges::find_if(file.cases, [&](const CaseRecord& record) {
        return std::ranges::all_of(axes, [&](const auto& axis) { return has(record, axis); });
    });
    if (found == file.cases.end()) return text + fmt::format(" None of its cases has {} to choose.", over);
    std::string values;
    for (const auto& axis : axes)
        values +=
            of_block(axis) ? " --block 32..1024" : fmt::format(" --param {}=A,B", shell_word(axis.parameter));
    return text + fmt::format(" 'sortscope collect --variant {} --size {} --key {}{} -o {}' collects some.",
                              shell_word(found->variant), format_count(found->workload.n),
                              name_of(found->workload.key), values, name);
}

void run_sweep(const SweepCommandOptions& options) {
    check_one_format(options.json, options.csv);
    const Destination out(options.output);
    out.check();
    const CaseChoice checked(options.cases);
    SweepData data{options.file, {}, parse_part(options.min_effect, "--min-effect")};
    const auto mode = parse_time_mode(options.time_mode);
    const db::Reader reader(options.file);
    check_names(reader, options.cases);
    const auto file = case_file(reader, options.file, options.cases);
    std::vector<analyzer::Axis> axes;
    for (const auto& name : split_list(options.over)) axes.push_back(analyzer::parse_axis(name, file.cases));
    if (axes.size() == 2 && axes[0] == axes[1])
        throw Error(ErrorKind::usage, "A sweep over '" + options.over + "' names one axis twice.");
    if (axes.size() > 2)
        throw Error(ErrorKind::usage,
                    "A sweep is over one or two of block and parameters, as in --over block,max_keys.");
    data.sweeps = analyzer::sweeps(file, axes, mode, data.min_effect, sweep_source(reader));
    if (data.sweeps.empty()) throw Error(ErrorKind::usage, nothing_to_sweep(file, axes, options.over));
    if (!options.time_mode.empty() &&
        std::ranges::none_of(data.sweeps, [](const auto& sweep) { return sweep.best.has_value(); }))
        throw Error(ErrorKind::usage,
                    fmt::format("No case of the sweeps of '{}' was timed in mode '{}' (--time-mode). Without "
                                "the option the mode is taken that most of them have.",
                                file.name, options.time_mode));
    if (options.json) return out.print_json([&](auto& json) { write_sweeps(json, data); });
    if (options.csv) return out.print(present::csv::write(present::sweep_points(data.sweeps)));
    out.print(render_sweeps(data, out.screen()));
}

}  // namespace

std::string render_sweeps(const SweepData& data, const Screen& screen) {
    auto out =
        wrap(fmt::format("{}: {}", printable(data.file), plural(data.sweeps.size(), "sweep")), screen) + '\n';
    std::set<Provenance> provenances;
    bool of_rounds = false;
    for (const auto& sweep : data.sweeps) {
        out += '\n' + wrap(printable(present::sweep_heading(sweep)), screen, 2) + '\n';
        out += "  " + wrap(printable(present::sweep_sentence(sweep, data.min_effect)), screen, 2, 2) + '\n';
        const auto matrix = present::sweep_matrix(sweep);
        if (!matrix.empty()) out += present::text::draw(matrix, screen);
        const auto table = present::sweep_table(sweep);
        provenances.merge(table.terminal_provenances());
        out += present::text::draw(table, screen);
        of_rounds = of_rounds || std::ranges::any_of(sweep.points, [](const auto& point) {
                        return point.time && point.time->of_rounds();
                    });
    }
    if (of_rounds) out += '\n' + wrap(present::rounds_sentence(), screen) + '\n';
    return out + '\n' + present::text::draw_legend(provenances, screen);
}

void write_sweeps(present::json::Writer& out, const SweepData& data) {
    out.object([&] {
        out.put("file", data.file);
        out.put("min_effect_ratio", data.min_effect);
        out.array("sweeps", [&] {
            for (const auto& sweep : data.sweeps) present::json::write_sweep(out, sweep);
        });
        present::json::member_legend(out);
    });
}

void add_sweep(CLI::App& program) {
    Command command(program, "sweep", "Which block size or parameter is best, by how much, and why");
    const auto options = std::make_shared<SweepCommandOptions>();
    command.option("FILE", options->file, "", "SortScope file to read");
    command.option("--over", options->over, "WHAT",
                   "block, a parameter of the variant, or two of them as a matrix: block,max_keys");
    add_comparing_options(command, *options, "graph, stream or host; else the one that most points have");
    add_choice_and_output(command, *options, "points");
    command.footer(
        "Intervals and verdicts are those of compare. Occupancy, its limit and waves are of the launch that "
        "takes most of the time; counters are of all launches. A flat optimum is called flat.\n\n"
        "Examples:\n"
        "  sortscope sweep\n"
        "  sortscope sweep sweep.db --variant bitonic-c4 --size 2^20\n"
        "  sortscope sweep sweep.db --over block,max_keys\n");
    command.run([options] { run_sweep(*options); });
}

}  // namespace sortscope::cli
