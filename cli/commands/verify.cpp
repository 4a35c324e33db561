// `sortscope verify`: whether a file holds what it can hold.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "db/check/verify.hpp"
#include "present/tables/store.hpp"

namespace sortscope::cli {
namespace {

struct VerifyOptions {
    std::string file = default_file;
    Formats formats;
};

/// Groups sentences by the remedy that they share.
void add_findings(TextPage& page, const std::vector<present::FindingRow>& rows) {
    std::vector<std::string> remedies;
    for (const auto& row : rows)
        if (std::ranges::find(remedies, row.remedy) == remedies.end()) remedies.push_back(row.remedy);
    for (const auto& remedy : remedies) {
        page.blank();
        for (const auto& row : rows)
            if (row.remedy == remedy) page.line(present::finding_sentence(row), 2, 2);
        page.line("-> " + remedy, 2, 3);
    }
}

void print_findings(const VerifyOptions& options, const db::Verification& result,
                    const std::vector<present::FindingRow>& rows) {
    print_in(
        options.formats, [&] { return present::finding_table(rows); },
        [&](auto& json) {
            json.object([&] {
                json.put("file", options.file);
                json.put("schema_version", result.schema);
                json.put("runs", result.runs);
                json.put("cases", result.cases);
                json.put("launches", result.launches);
                json.objects("findings", rows, [&](const auto& row) {
                    json.put("check", row.check);
                    json.put_known("table", row.table);
                    json.put_known("row", row.row);
                    json.put_known("case_id", row.in_case);
                    json.put("finding", row.sentence);
                    json.put("remedy", row.remedy);
                });
            });
        },
        [&](TextPage& page) {
            page.line(fmt::format("{}: schema {}, {}, {}, {}; {}", options.file, result.schema,
                                  plural(result.runs, "run"), plural(result.cases, "case"),
                                  plural(result.launches, "launch"),
                                  rows.empty() ? "no findings." : plural(rows.size(), "finding") + ":"));
            add_findings(page, rows);
        });
}

void run_verify(const VerifyOptions& options) {
    const auto result = db::verify(options.file);
    std::vector<present::FindingRow> rows;
    for (const auto& finding : result.findings)
        rows.push_back(
            {finding.check, finding.table, finding.row, finding.in_case, finding.sentence, finding.remedy});
    say_before_verdict([&] { print_findings(options, result, rows); });
    if (!rows.empty()) throw ExitWith{exit_code(ErrorKind::data)};
}

}  // namespace

void add_verify(Program& program) {
    Command command(program, "verify", "Check a file and the figures in it");
    const auto options = std::make_shared<VerifyOptions>();
    add_file(command, options->file, "Check this SortScope file");
    add_formats(command, options->formats, "the findings");
    command.notes(
        "Checks SQLite's integrity, references, numbers of rows, sums, and values that cannot be. Changes "
        "nothing.\nExit codes: 0 no findings, 5 findings.");
    command.examples(
        {"sortscope verify sweep.db", "sortscope verify sweep.db --json | jq '.findings[].finding'"});
    command.run([options] { run_verify(*options); });
}

}  // namespace sortscope::cli
