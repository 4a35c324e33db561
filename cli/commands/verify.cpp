// `sortscope verify`: whether a file holds what it can hold.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands/commands.hpp"
#include "cli/options/command.hpp"
#include "cli/options/formats.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "db/check/verify.hpp"
#include "present/tables/store.hpp"

namespace sortscope::cli {
namespace {

struct VerifyOptions {
    std::string file = default_file;
    Formats formats;
};

/// Sentences under the remedy that they share.
std::string render_findings(const std::vector<present::FindingRow>& rows, const Screen& screen) {
    std::vector<std::string> remedies;
    std::map<std::string, std::string> texts;
    for (const auto& row : rows) {
        auto& text = texts[row.remedy];
        if (text.empty()) remedies.push_back(row.remedy);
        text += "  " + wrap(printable(present::finding_sentence(row)), screen, 4, 2) + '\n';
    }
    std::string out;
    for (const auto& remedy : remedies)
        out += texts[remedy] + "  -> " + wrap(printable(remedy), screen, 5, 5) + "\n\n";
    return out;
}

void print_findings(const VerifyOptions& options, const db::Verification& result,
                    const std::vector<present::FindingRow>& rows) {
    print_in(
        options.formats, present::finding_table(rows),
        [&](auto& json) {
            json.object([&] {
                json.put("file", options.file);
                json.put("schema_version", result.schema);
                json.put("runs", result.runs);
                json.put("cases", result.cases);
                json.put("launches", result.launches);
                json.array("findings", [&] {
                    for (const auto& row : rows)
                        json.object([&] {
                            json.put("check", row.check);
                            json.put_known("table", row.table);
                            json.put_known("row", row.row);
                            json.put_known("case_id", row.in_case);
                            json.put("finding", row.sentence);
                            json.put("remedy", row.remedy);
                        });
                });
            });
        },
        [&](const Screen& screen) {
            const auto what =
                fmt::format("{}: schema {}, {}, {}, {}{}", printable(options.file), result.schema,
                            plural(result.runs, "run"), plural(result.cases, "case"),
                            result.launches == 1
                                ? "1 launch"
                                : format_grouped(static_cast<std::int64_t>(result.launches)) + " launches",
                            rows.empty() ? "; nothing is wrong."
                                         : fmt::format("; {} {} wrong:", plural(rows.size(), "thing"),
                                                       rows.size() == 1 ? "is" : "are"));
            return wrap(what, screen) + '\n' +
                   (rows.empty() ? std::string() : '\n' + render_findings(rows, screen));
        });
}

void run_verify(const VerifyOptions& options) {
    check_formats(options.formats);
    const auto result = db::verify(options.file);
    std::vector<present::FindingRow> rows;
    for (const auto& finding : result.findings)
        rows.push_back(
            {finding.check, finding.table, finding.row, finding.in_case, finding.sentence, finding.remedy});
    say_before_verdict([&] { print_findings(options, result, rows); });
    if (!rows.empty()) throw ExitWith{exit_code(ErrorKind::data)};
}

}  // namespace

void add_verify(CLI::App& program) {
    Command command(program, "verify", "Is a file whole, and can its figures be?");
    const auto options = std::make_shared<VerifyOptions>();
    command.option("FILE", options->file, "", "SortScope file to check");
    add_formats(command, options->formats, "what was found");
    command.footer(
        "Looks at everything and changes nothing: SQLite's own integrity, references, numbers of rows, sums "
        "by stage, "
        "values that cannot be (times of zero, efficiencies above 100 %, more than 32 sectors a request), "
        "and what cases "
        "say of themselves that is not there.\n\n"
        "Exit codes: 0 nothing is wrong, 5 something is.\n\n"
        "Examples:\n"
        "  sortscope verify sweep.db\n"
        "  sortscope verify sweep.db --json | jq '.findings[].finding'\n");
    command.run([options] { run_verify(*options); });
}

}  // namespace sortscope::cli
