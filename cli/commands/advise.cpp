// `sortscope advise`: what makes a case slower than it could be, and what its removal would gain.
#include <memory>

#include <fmt/core.h>

#include "analyzer/advice/advice.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/case_files.hpp"
#include "cli/options/command.hpp"
#include "cli/options/filter.hpp"
#include "cli/output/output.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "present/csv/csv.hpp"
#include "present/json/advice.hpp"
#include "present/json/case.hpp"
#include "present/json/metrics.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/case.hpp"
#include "present/text/table.hpp"

namespace sortscope::cli {
namespace {

struct AdviseOptions {
    std::vector<std::string> file_and_case;
    CaseOptions cases;
    std::string least = "5%", output;
    bool json = false, csv = false;
};

std::string render(const CaseRecord& record, const std::vector<SourceText>& sources,
                   const std::vector<CaseId>& older, const analyzer::Advice& advice, const Screen& screen) {
    auto out = wrap(printable(present::case_title(record)), screen, 2) + '\n';
    if (!older.empty())
        out +=
            "  " +
            wrap(fmt::format("The newest of {} cases of this condition.", older.size() + 1), screen, 2, 2) +
            '\n';
    out += "  " +
           wrap(printable(present::device_text(record.device)) +
                    (advice.sort_ns ? ", median " + format_time_ns(*advice.sort_ns) : std::string()),
                screen, 2, 2) +
           '\n';
    std::set<Provenance> provenances;
    const auto roofs = present::roofline_table(advice);
    if (!roofs.empty()) {
        out += '\n' + present::text::draw(roofs, screen);
        provenances = roofs.terminal_provenances();
    }
    out += '\n';
    if (const auto why = present::not_placed_sentence(advice.status); !why.empty())
        out += wrap(printable(why), screen) + "\n\n";
    if (const auto limit = present::limit_sentence(advice); !limit.empty())
        out += wrap(printable(limit), screen) + (advice.findings.empty() ? "\n" : "\n\n");
    for (std::size_t i = 0; i < advice.findings.size(); ++i) {
        const auto& finding = advice.findings[i];
        out += wrap(printable(fmt::format("{}. {}: {}", i + 1, present::finding_title(finding),
                                          present::finding_gain(finding))),
                    screen, 3) +
               '\n';
        out += "   " + wrap(printable(present::finding_figures(finding)), screen, 3, 3) + '\n';
        for (const auto& line : present::finding_source(finding, sources))
            out += "     " + (screen.width ? present::text::shorten(line, *screen.width - 5, screen) : line) +
                   '\n';
        out += "   " + wrap(printable(present::finding_remedy(finding)), screen, 3, 3) + '\n';
        for (const auto& one : finding.evidence) provenances.insert(one.value.provenance);
    }
    if (!advice.findings.empty()) out += '\n' + wrap(present::gains_sentence(advice), screen) + '\n';
    return out + present::text::draw_legend(provenances, screen, !advice.findings.empty());
}

void run_advise(const AdviseOptions& options) {
    check_one_format(options.json, options.csv);
    const Destination out(options.output);
    out.check();
    const double least = parse_part(options.least, "--least");
    const auto which = asked_case(options.file_and_case, options.cases, "advise");
    const db::Reader reader(which.file);
    const auto chosen = choose_case(reader, which, options.cases);
    const auto input = advice_input(reader, chosen.id);
    if (input.stages.empty())
        throw Error(
            ErrorKind::usage,
            fmt::format("Case {} of '{}' has no launches ({}): there is nothing to advise on.",
                        static_cast<std::int64_t>(chosen.id), which.file,
                        input.record.status == CaseStatus::ok ? "a sort on the CPU, or none that was seen"
                                                              : present::status_text(input.record)));
    const auto advice = analyzer::advise(input, least);
    if (options.json)
        return out.print_json([&](auto& json) {
            json.object([&] {
                json.put("file", which.file);
                json.put("case_id", static_cast<std::int64_t>(chosen.id));
                present::json::members_of_condition(json, condition_of(input.record));
                json.put_known("median_ns", advice.sort_ns);
                present::json::members_of_advice(json, advice);
                present::json::member_legend(json);
            });
        });
    out.print(options.csv
                  ? present::csv::write(present::finding_table(advice))
                  : render(input.record, reader.sources(chosen.id), chosen.older, advice, out.screen()));
}

}  // namespace

void add_advise(CLI::App& program) {
    Command command(program, "advise", "What makes a case slower than it could be, and the gain");
    const auto options = std::make_shared<AdviseOptions>();
    command
        .option("CASE", options->file_and_case, "",
                "number of the case, as list shows it; or choose it by the options below. FILE is "
                "sortscope.db where none is named")
        .values(0, 2);
    command.option("--least", options->least, "PART",
                   "say nothing of what costs less than this part of the sort");
    add_case_options(command, options->cases);
    command.option("--output,-o", options->output, "FILE", "write to FILE");
    command.flag("--json", options->json, "print JSON: every number's unit is in its name");
    command.flag("--csv", options->csv, "print the findings as comma-separated values");
    command.footer(
        "Where the sort and its stages stand against what the device was measured to reach, and what makes "
        "them slower than that, the most "
        "valuable first, each with its counters, lines and gain. docs/advice.md has the rules. Where nothing "
        "is wrong, one sentence says what "
        "limits the sort. 'sortscope collect --counters all --counting' takes all that advice can use.\n\n"
        "Examples:\n"
        "  sortscope advise 12\n"
        "  sortscope advise sweep.db --variant bitonic-a --size 2^26\n"
        "  sortscope advise sweep.db 12 --json | jq '.findings[0]'\n");
    command.run([options] { run_advise(*options); });
}

}  // namespace sortscope::cli
