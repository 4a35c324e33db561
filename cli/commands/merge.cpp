// `sortscope merge`: merges files of several machines into one.
#include "db/merge/merge.hpp"
#include "cli/commands/commands.hpp"
#include "present/tables/store.hpp"

namespace sortscope::cli {
namespace {
struct MergeOptions {
    std::vector<std::string> files;  ///< target first
    Formats formats;
    bool skip_damaged = false;
};

constexpr const char* outcome_words[] = {"taken", "continued", "known"};

void run_merge(const MergeOptions& options) {
    if (options.files.size() < 2)
        wrong_request("Merge what? Name the file to merge into, and one or more behind it.");
    const auto& into = options.files.front();
    if (into == "-") wrong_request("Profiles need a file, not standard output. Name the one to merge into.");
    const std::vector<std::filesystem::path> files(options.files.begin() + 1, options.files.end());
    std::vector<MergedRow> rows;
    change_or_leave(into, [&] {
        const auto damaged = options.skip_damaged ? db::Damaged::skip : db::Damaged::refuse;
        for (const auto& run : db::merge(into, files, interrupted, damaged)) {
            for (const auto& one : run.left_out)
                print_error(fmt::format("Damaged in '{}', left out: {}.", options.files[run.file + 1], one));
            rows.push_back({options.files[run.file + 1], run.from, run.into, run.uuid,
                            outcome_words[size_t(run.outcome)], run.cases, run.renewed, run.launches});
        }
    });
    const auto table = merge_table(rows);
    const auto json = in_object([&](auto& out) {
        out.put("into", into);
        put_rows(out, "runs", table);
    });
    const auto text = [&](TextPage& page) {
        if (!rows.empty()) page.table(table);
        page.line(merge_sentence(into, rows));
        page.line("'sortscope list " + shell_word(into) + "' shows all.");
    };
    say_after("The merge itself is done: 'sortscope list " + shell_word(into) + "' shows it.", [&] {
        print_in(
            options.formats, [&] { return table; }, json, text);
    });
}
}  // namespace

void add_merge(Program& program) {
    Command command(program, "merge", "Merge files of other machines into one");
    auto& options = command.run(run_merge);
    command.option("FILES", options.files, "", "Merge into the first file the runs of the others",
                   {.most_values = 10000, .required = true});
    command.flag("--skip-damaged", options.skip_damaged, "Leave out damaged cases; default: refuse the file");
    add_formats(command, options.formats, "the outcome of each run");
}
}
