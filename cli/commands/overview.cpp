// `sortscope FILE`: summarises a file and suggests the next commands.
#include "cli/commands/commands.hpp"
#include "db/schema/schema.hpp"
#include "present/tables/store.hpp"

namespace sortscope::cli {
namespace {
struct OverviewOptions {
    std::string file;
    Formats formats;
};

void run_overview(const OverviewOptions& options) {
    const auto reader = open_file(options.file);
    const auto runs = reader.runs();
    const auto cases = reader.cases();
    const auto facts = overview_facts(options.file, runs, cases);
    const auto questions = next_questions(options.file, cases);
    print_in(
        options.formats, {}, in_object([&](auto& out) {
            out.put("file", options.file, "schema_version", db::schema_version, "runs", runs.size());
            out.put("cases", cases.size());
            out.object("facts", [&] {
                for (const auto& fact : facts.facts) out.put(fact.id, fact.text);
            });
            out.values("commands", questions, [](const auto& each) { return each.second; });
        }),
        [&](TextPage& page) {
            page.line(facts.title + ": " + facts.subtitle).facts(facts).blank();
            for (const auto& [question, command] : questions)
                page.line(question).drawn("  " + wrap_command(printable(command), page.screen(), 2) + '\n');
        });
}
}  // namespace

void add_overview(Program& program) {
    Command command(program, "overview", "Describe a file, and what to ask next");
    command.hide();
    auto& options = command.run(run_overview);
    command.option("FILE", options.file, "", "Read this SortScope file", {.required = true});
    command.flag("--json", options.formats.json, "Print JSON");
}
}
