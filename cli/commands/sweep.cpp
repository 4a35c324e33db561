// `sortscope sweep`: which block size, which parameter?
#include <algorithm>
#include <memory>
#include <set>
#include <vector>

#include "analyzer/curves/sweep.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "present/json/compare.hpp"
#include "present/json/metrics.hpp"
#include "present/tables/compare.hpp"
#include "present/tables/sweep.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

struct SweepData {
    std::string file;
    std::vector<analyzer::Sweep> sweeps;
    double min_effect = 0.02;
};

void render_sweeps(const SweepData& data, TextPage& page) {
    page.line(fmt::format("{}: {}", data.file, plural(data.sweeps.size(), "sweep")));
    bool of_rounds = false;
    for (const auto& sweep : data.sweeps) {
        page.blank().line(present::sweep_heading(sweep), 0, 2);
        page.line(present::sweep_sentence(sweep, data.min_effect), 2);
        if (const auto matrix = present::sweep_matrix(sweep); !matrix.empty())
            page.drawn(present::text::draw(matrix, page.screen()));
        page.table(present::sweep_table(sweep));
        of_rounds = of_rounds || std::ranges::any_of(sweep.points, [](const auto& point) {
                        return point.time && point.time->of_rounds();
                    });
    }
    if (of_rounds) page.blank().line(present::rounds_sentence());
    page.blank().legend();
}

void write_sweeps(present::json::Writer& out, const SweepData& data) {
    out.object([&] {
        out.put("file", data.file);
        out.put("min_effect_ratio", data.min_effect);
        out.elements("sweeps", data.sweeps, present::json::write_sweep);
        present::json::member_legend(out);
    });
}

struct SweepCommandOptions {
    CaseOptions cases;
    std::string min_effect = "2%", time_mode;
    Formats formats;
    std::string file = default_file;
    std::string over = "block";
};

/// Why nothing was swept, and the command that collects points for one of the cases that were chosen.
std::string nothing_to_sweep(const analyzer::CaseFile& file, const std::vector<std::string>& axes,
                             const std::string& over) {
    const auto name = shell_word(file.name);
    if (file.cases.empty()) return no_case_fits(file.name);
    auto text = fmt::format("No condition of '{}' that was chosen has two points over {}.", file.name, over);
    const auto found = std::ranges::find_if(file.cases, [&](const CaseRecord& record) {
        return std::ranges::all_of(axes, [&](const auto& axis) { return record.axes.contains(axis); });
    });
    if (found == file.cases.end()) return text + fmt::format(" None of its cases has {} to choose.", over);
    std::string values;
    for (const auto& axis : axes)
        values += axis == "block" ? " --block 32..1024"
                  : axis == "n"   ? " --size 2^10..2^20"
                                  : fmt::format(" --param {}=A,B", shell_word(axis));
    if (std::ranges::find(axes, "n") == axes.end()) values = " --size " + found->axes.text("n") + values;
    return text + fmt::format(" 'sortscope collect --variant {} --key {}{} -o {}' collects some.",
                              shell_word(found->subject.name), found->axes.text("key"), values, name);
}

void run_sweep(const SweepCommandOptions& options) {
    SweepData data{options.file, {}, parse_part(options.min_effect, "--min-effect")};
    const auto mode = parse_time_mode(options.time_mode);
    const db::Reader reader(options.file);
    const auto file = case_file(reader, options.file, options.cases);
    std::vector<std::string> axes;
    for (const auto& name : split_list(options.over)) axes.push_back(analyzer::parse_axis(name, file.cases));
    if (axes.size() == 2 && axes[0] == axes[1])
        wrong_request("A sweep over '{}' names one axis twice.", options.over);
    if (axes.size() > 2) wrong_request("A sweep is over one or two axes, as in --over block,max_keys.");
    data.sweeps = analyzer::sweeps(file, axes, mode, data.min_effect);
    if (data.sweeps.empty()) throw Error(ErrorKind::usage, nothing_to_sweep(file, axes, options.over));
    if (!options.time_mode.empty() &&
        std::ranges::none_of(data.sweeps, [](const auto& sweep) { return sweep.best.has_value(); }))
        wrong_request(
            "No case of the sweeps of '{}' was timed in mode '{}' (--time-mode). Without "
            "the option the mode is taken that most of them have.",
            file.name, options.time_mode);
    print_in(
        options.formats, [&] { return present::sweep_points(data.sweeps); },
        [&](auto& json) { write_sweeps(json, data); }, [&](TextPage& page) { render_sweeps(data, page); });
}

}  // namespace

void add_sweep(Program& program) {
    Command command(program, "sweep", "Find the best block size or parameter, and why it is");
    const auto options = std::make_shared<SweepCommandOptions>();
    add_file(command, options->file);
    command.option("--over", options->over, "WHAT",
                   "Sweep over block, n, a parameter, or two: block,max_keys");
    add_comparing_options(command, options->min_effect, options->time_mode);
    add_case_options(command, options->cases);
    add_formats(command, options->formats, "the points");
    command.notes("Occupancy and waves are those of the longest launch; counters are of all launches.");
    command.examples({"sortscope sweep", "sortscope sweep sweep.db --variant bitonic-c4 --size 2^20",
                      "sortscope sweep sweep.db --over block,max_keys"});
    command.run([options] { run_sweep(*options); });
}

}  // namespace sortscope::cli
