// `sortscope FILE`: what is in it, and what to ask next.
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "cli/output/output.hpp"
#include "db/schema/schema.hpp"
#include "present/tables/overview.hpp"

namespace sortscope::cli {
namespace {

struct OverviewOptions {
    std::string file;
    bool json = false;
};

void run_overview(const OverviewOptions& options) {
    const db::Reader reader(options.file);
    const auto runs = reader.runs();
    const auto cases = reader.cases();
    const auto facts = present::overview_facts(options.file, runs, cases);
    const auto questions = present::next_questions(options.file, runs, cases);
    if (options.json)
        return print_json([&](auto& out) {
            out.object([&] {
                out.put("file", options.file);
                out.put("schema_version", db::schema_version);
                out.put("runs", runs.size());
                out.put("cases", cases.size());
                out.object("facts", [&] {
                    for (const auto& fact : facts.facts) out.put(fact.id, fact.text);
                });
                out.array("commands", [&] {
                    for (const auto& [question, command] : questions) out.put(command);
                });
            });
        });
    TextPage page(stdout_screen());
    page.line(facts.title + ": " + facts.subtitle).facts(facts).blank();
    for (const auto& [question, command] : questions)
        page.line(question).drawn("  " + wrap_command(printable(command), page.screen(), 2) + '\n');
    print(page.text());
}

}  // namespace

void add_overview(Program& program) {
    Command command(program, "overview", "Describe a file, and what to ask next");
    command.hide();
    const auto options = std::make_shared<OverviewOptions>();
    add_file(command, options->file).required();
    command.flag("--json", options->json, "Print JSON");
    command.run([options] { run_overview(*options); });
}

}  // namespace sortscope::cli
