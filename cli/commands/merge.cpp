// `sortscope merge`: files of several machines into one.
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/interruption.hpp"
#include "db/merge/merge.hpp"
#include "present/tables/store.hpp"

namespace sortscope::cli {
namespace {

struct MergeOptions {
    std::vector<std::string> files;  ///< INTO first
    Formats formats;
};

const char* word_of(db::MergedRun::Outcome outcome) {
    switch (outcome) {
        case db::MergedRun::Outcome::taken:
            return "taken";
        case db::MergedRun::Outcome::continued:
            return "continued";
        case db::MergedRun::Outcome::known:
            return "known";
    }
    return "";
}

void print_merged(const MergeOptions& options, const std::string& into,
                  const std::vector<present::MergedRow>& rows) {
    const auto table = present::merge_table(rows);
    print_in(
        options.formats, [&] { return table; },
        [&](auto& json) {
            json.object([&] {
                json.put("into", into);
                json.objects("runs", rows, [&](const auto& row) {
                    json.put("file", row.file);
                    json.put("from_run_id", static_cast<std::int64_t>(row.from));
                    json.put("run_id", static_cast<std::int64_t>(row.into));
                    json.put("uuid", row.uuid);
                    json.put("outcome", row.outcome);
                    json.put("cases", row.cases);
                    json.put("renewed", row.renewed);
                    json.put("launches", row.launches);
                });
            });
        },
        [&](TextPage& page) {
            if (!rows.empty()) page.table(table);
            page.line(present::merge_sentence(into, rows));
            page.line("'sortscope list " + shell_word(into) + "' shows all.");
        });
}

void run_merge(const MergeOptions& options) {
    if (options.files.size() < 2)
        wrong_request("Merge what? Name the file to merge into, and one or more behind it.");
    const auto& into = options.files.front();
    const std::vector<std::filesystem::path> files(options.files.begin() + 1, options.files.end());
    std::vector<present::MergedRow> rows;
    std::vector<db::MergedRun> runs;
    change_or_leave(into, [&] { runs = db::merge(into, files, std::chrono::seconds(10), interrupted); });
    for (const auto& run : runs)
        rows.push_back({options.files[run.file + 1], run.from, run.into, run.uuid, word_of(run.outcome),
                        run.cases, run.renewed, run.launches});
    say_after("The merge itself is done: 'sortscope list " + shell_word(into) + "' shows it.",
              [&] { print_merged(options, into, rows); });
}

}  // namespace

void add_merge(Program& program) {
    Command command(program, "merge", "Merge files of other machines into one");
    const auto options = std::make_shared<MergeOptions>();
    command.option("FILES", options->files, "", "Merge into the first file the runs of the others")
        .required()
        .values(1, 10000);
    add_formats(command, options->formats, "the outcome of each run");
    command.notes(
        "A run is known by its UUID: it is taken once, and what it gained since is added. If anything fails, "
        "the first file stays as it was.");
    command.examples({"sortscope merge all.db h100.db h200.db", "sortscope compare all.db --across device"});
    command.run([options] { run_merge(*options); });
}

}  // namespace sortscope::cli
