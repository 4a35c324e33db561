// `sortscope verify`: checks a file and its figures.
#include "db/check/verify.hpp"
#include "cli/commands/commands.hpp"
#include "present/tables/store.hpp"

namespace sortscope::cli {
namespace {
struct VerifyOptions {
    std::string file = default_file;
    Formats formats;
};

/// Groups findings by their remedy.
void add_findings(TextPage& page, const std::vector<FindingRow>& rows) {
    std::vector<std::string> remedies;
    for (const auto& row : rows)
        if (!contains(remedies, row.remedy)) remedies.push_back(row.remedy);
    for (const auto& remedy : remedies) {
        page.blank();
        for (const auto& row : rows)
            if (row.remedy == remedy) page.line(finding_sentence(row), 2, 2);
        page.line("-> " + remedy, 2, 3);
    }
}

void run_verify(const VerifyOptions& options) {
    const auto result = db::verify(options.file);
    std::vector<FindingRow> rows;
    for (const auto& [check, table, row, in_case, sentence, remedy] : result.defects)
        rows.push_back({check, table, row, in_case, sentence, remedy});
    const auto json = in_object([&](auto& out) {
        out.put("file", options.file, "schema_version", result.schema, "runs", result.runs);
        out.put("cases", result.cases, "launches", result.launches);
        put_rows(out, "findings", finding_table(rows));
    });
    const auto text = [&](TextPage& page) {
        page.line(fmt::format("{}: schema {}, {}, {}, {}; {}", options.file, result.schema,
                              plural(result.runs, "run"), plural(result.cases, "case"),
                              plural(result.launches, "launch"),
                              rows.empty() ? "no findings." : plural(rows.size(), "finding") + ":"));
        add_findings(page, rows);
    };
    say_before_verdict([&] {
        print_in(
            options.formats, [&] { return finding_table(rows); }, json, text);
    });
    if (!rows.empty()) throw ExitWith{exit_code(ErrorKind::data)};
}
}  // namespace

void add_verify(Program& program) {
    Command command(program, "verify", "Check a file and the figures in it");
    auto& options = command.run(run_verify);
    add_file(command, options.file, "Check this SortScope file");
    add_formats(command, options.formats, "the findings");
}
}
