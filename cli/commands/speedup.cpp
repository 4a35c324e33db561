// `sortscope speedup`: compares each sort with a base sort, and finds crossings.
#include "analyzer/timing/speedup.hpp"
#include "cli/commands/commands.hpp"
#include "present/tables/compare.hpp"

namespace sortscope::cli {
namespace {
struct SpeedupOptions : FileRequest {
    std::string base;
    Comparing comparing;
    bool all = false;
};

void render(const Speedups& speedups, const SpeedupOptions& options, TextPage& page) {
    const bool every = options.all || speedups.sizes.size() == 1;
    page.table(every ? speedup_table(speedups, options.base) : speedup_summary(speedups, options.base));
    if (!every) page.line("--all, or one --n, shows every variant.", 2);
    if (!speedups.crossings.empty()) page.blank().table(crossing_table(speedups.crossings, options.base));
    page.legend();
}

void run_speedup(const SpeedupOptions& options) {
    const auto [min_effect, mode] = options.comparing;
    const auto reader = open_file(options.file);
    auto file = case_file(reader, options.file, options.cases);
    keep_timed(file);
    if (options.base.empty()) {
        std::set<std::string> variants;
        for (const auto& record : file.cases) variants.insert(record.subject.name);
        wrong_request("Which --base? The chosen cases of '{}' with a time are of: {}.", file.name,
                      variants.empty() ? "none" : join(variants));
    }
    const auto found = speedups(file, options.base, mode, min_effect);
    if (found.sizes.empty())
        wrong_request(
            "No chosen case of '{}' is comparable with '{}': none has its size, key type, input and output. "
            "'sortscope list {} --variant {}' shows its cases.",
            file.name, options.base, shell_word(file.name), shell_word(options.base));
    print_in(
        options.formats, [&] { return speedup_rows(found); }, in_object([&](auto& json) {
            json.put("file", file.name, "base", options.base);
            json.put("min_effect_ratio", options.comparing.min_effect);
            members_of(json, found);
        }),
        [&](TextPage& page) { render(found, options, page); });
}
}  // namespace

void add_speedup(Program& program) {
    Command command(program, "speedup", "Compare all variants with one, at each size");
    auto& options = command.run(run_speedup);
    command.option("--base", options.base, "VARIANT", "Compare with this variant",
                   {.choices = variant_choices});
    add_comparing_options(command, options.comparing);
    command.flag("--all", options.all, "Show every variant at each size");
    add_request(command, options, "every variant at each size");
}
}
