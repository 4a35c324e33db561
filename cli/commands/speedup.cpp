// `sortscope speedup`: compares each sort with a base sort, and finds crossings.
#include "analyzer/timing/speedup.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "present/json/analyses.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::cli {
namespace {
struct SpeedupOptions : FileRequest {
    std::string base, min_effect = default_effect, time_mode;
    bool all = false;
};

void render(const analyzer::Speedups& speedups, const SpeedupOptions& options, TextPage& page) {
    const bool every = options.all || speedups.sizes.size() == 1;
    page.table(every ? present::speedup_table(speedups, options.base)
                     : present::speedup_summary(speedups, options.base));
    if (!every) page.line("--all, or one --size, shows every variant.", 2);
    if (!speedups.crossings.empty())
        page.blank().table(present::crossing_table(speedups.crossings, options.base));
    page.legend();
}

void run_speedup(const SpeedupOptions& options) {
    const auto min_effect = parse_part(options.min_effect, "--min-effect");
    const auto mode = parse_time_mode(options.time_mode);
    const auto reader = open_file(options.file);
    auto file = case_file(reader, options.file, options.cases);
    analyzer::keep_timed(file);
    if (options.base.empty()) {
        std::set<std::string> variants;
        for (const auto& record : file.cases) variants.insert(record.subject.name);
        wrong_request("Which --base? The chosen cases of '{}' with a time are of: {}.", file.name,
                      variants.empty() ? "none" : fmt::format("{}", fmt::join(variants, ", ")));
    }
    const auto found = analyzer::speedups(file, options.base, mode, min_effect);
    if (found.sizes.empty())
        wrong_request(
            "No chosen case of '{}' is comparable with '{}': none has its size, key type, input and output. "
            "'sortscope list {} --variant {}' shows its cases.",
            file.name, options.base, shell_word(file.name), shell_word(options.base));
    print_in(
        options.formats, [&] { return present::speedup_rows(found); }, in_object([&](auto& json) {
            json.put("file", file.name, "base", options.base, "min_effect_ratio", min_effect);
            present::json::members_of(json, found);
        }),
        [&](TextPage& page) { render(found, options, page); });
}
}  // namespace

void add_speedup(Program& program) {
    Command command(program, "speedup", "Compare all variants with one, at each size");
    auto& options = command.run(run_speedup);
    add_file(command, options.file);
    command.option("--base", options.base, "VARIANT", "Compare with this variant",
                   {.choices = variant_choices});
    add_comparing_options(command, options.min_effect, options.time_mode);
    command.flag("--all", options.all, "Show every variant at each size");
    add_case_options(command, options.cases);
    add_formats(command, options.formats, "every variant at each size");
    command.notes(
        "A speedup is the base's time over the variant's. CPU sorts are compared, too: their host times with "
        "a GPU's times. Sorts of other output than the base's are left out.");
    command.examples({"sortscope speedup --base cub-radix",
                      "sortscope speedup sweep.db --base bitonic-b2 --key u32 --size 2^20",
                      "sortscope speedup sweep.db --base cpu-quicksort --csv -o speedups.csv"});
}
}
