// `sortscope sweep`: finds the best block size or parameter.
#include "present/tables/sweep.hpp"
#include "cli/commands/commands.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::cli {
namespace {
struct SweepCommandOptions : FileRequest {
    std::string over = "block";
    Comparing comparing;
};

void render_sweeps(const std::vector<Sweep>& sweeps, const std::string& file, double min_effect,
                   TextPage& page) {
    page.line(fmt::format("{}: {}", file, plural(sweeps.size(), "sweep")));
    for (const auto& sweep : sweeps) {
        page.blank().line(sweep_heading(sweep), 0, 2);
        page.line(sweep_sentence(sweep, min_effect), 2);
        if (const auto matrix = sweep_matrix(sweep); !matrix.empty())
            page.drawn(text::draw(matrix, page.screen()));
        page.table(sweep_table(sweep));
    }
    const auto of_rounds = [](const auto& point) { return point.time && point.time->of_rounds(); };
    if (std::ranges::any_of(sweeps,
                            [&](const auto& sweep) { return std::ranges::any_of(sweep.points, of_rounds); }))
        page.blank().line(rounds_sentence());
    page.blank().legend();
}

/// Explains why there is no sweep, with a command that collects points for a chosen case.
std::string nothing_to_sweep(const CaseFile& file, const std::vector<std::string>& axes,
                             const std::string& over) {
    const auto name = shell_word(file.name);
    if (file.cases.empty()) no_case_fits(file.name);
    const auto text = fmt::format("No chosen condition of '{}' has two points over {}.", file.name, over);
    const auto found = std::ranges::find_if(file.cases, [&](const CaseRecord& record) {
        return std::ranges::all_of(axes, [&](const auto& axis) { return record.axes.contains(axis); });
    });
    if (found == file.cases.end()) return text + fmt::format(" None of its cases has {} to choose.", over);
    std::string values;
    for (const auto& axis : axes)
        values += axis == "block" ? " --block 32..1024"
                  : axis == "n"   ? " --n 2^10..2^20"
                                  : fmt::format(" --param {}=A,B", shell_word(axis));
    if (!contains(axes, "n")) values = " --n " + found->axes.text("n") + values;
    return text + fmt::format(" 'sortscope collect --variant {} --key {}{} -o {}' collects some.",
                              shell_word(found->subject.name), found->axes.text("key"), values, name);
}

void run_sweep(const SweepCommandOptions& options) {
    const auto& [min_effect, mode] = options.comparing;
    const auto reader = open_file(options.file);
    const auto file = case_file(reader, options.file, options.cases);
    const auto axes = sweep_axes(file, options.over);
    const auto sweeps = analyzer::sweeps(file, axes, mode, min_effect);
    if (sweeps.empty()) wrong_request("{}", nothing_to_sweep(file, axes, options.over));
    if (mode && std::ranges::none_of(sweeps, [](const auto& sweep) { return sweep.timed(); }))
        wrong_request("No case of the sweeps of '{}' was timed in mode '{}'. Leave out --time-mode.",
                      file.name, name_of(*mode));
    print_in(
        options.formats, [&] { return sweep_points(sweeps); }, in_object([&](auto& json) {
            json.put("file", options.file, "min_effect_ratio", options.comparing.min_effect);
            json.put("sweeps", sweeps);
            member_legend(json);
        }),
        [&](TextPage& page) { render_sweeps(sweeps, options.file, options.comparing.min_effect, page); });
}
}  // namespace

void add_sweep(Program& program) {
    Command command(program, "sweep", "Find the best block size or parameter, and why");
    auto& options = command.run(run_sweep);
    command.option("--over", options.over, "WHAT", "Sweep over block, a parameter, or two: block,max_keys");
    add_comparing_options(command, options.comparing, "the most common");
    add_request(command, options, "the points");
}
}
