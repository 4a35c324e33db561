// `sortscope advise`: finds faults that slow a case down, and the gain of removing each.
#include "analyzer/advice/advice.hpp"
#include "cli/commands/commands.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/case.hpp"

namespace sortscope::cli {
namespace {
struct AdviseOptions : CaseRequest {
    double least = 0.05;
    bool tables = false, explain = false;
};

void render(const CaseRecord& record, const std::vector<SourceText>& sources,
            const std::vector<CaseId>& older, const Advice& advice, const AdviseOptions& options,
            TextPage& page) {
    const auto& screen = page.screen();
    page.line(case_title(record), 0, 2);
    if (!older.empty())
        page.line(fmt::format("The newest of {} cases of this condition.", older.size() + 1), 2);
    page.line(device_text(record.device) +
                  (advice.sort_ns ? ", median " + format_time_ns(*advice.sort_ns) : std::string()),
              2);
    page.blank();
    if (const auto why = not_placed_sentence(advice.status); !why.empty()) page.line(why).blank();
    if (const auto limit = limit_sentence(advice); !limit.empty()) {
        page.line(limit);
        if (!advice.findings.empty()) page.blank();
    }
    for (size_t i = 0; i < advice.findings.size(); ++i) {
        const auto& finding = advice.findings[i];
        page.line(fmt::format("{}. {}: {}", i + 1, finding_title(finding), finding_gain(finding)), 0, 3);
        page.line(finding_figures(finding), 3);
        for (const auto& line : finding_source(finding, sources))
            page.drawn("     " + (screen.width ? text::shorten(line, *screen.width - 5, screen) : line) +
                       '\n');
        page.line(finding_remedy(finding), 3);
        for (const auto& one : finding.evidence) page.marks({one.value.provenance});
    }
    if (!advice.findings.empty()) page.blank().line(gains_sentence(advice));
    if (const auto roofs = roofline_table(advice); options.tables && !roofs.empty())
        page.blank().table(roofs);
    page.legend(!advice.findings.empty());
    if (!options.explain) return;
    page.blank();
    for (const auto& line : advice_explanations()) page.line(line, 0, 2);
}

void run_advise(const AdviseOptions& options) {
    const auto which = requested_case(options, "advise");
    const auto reader = open_file(which.file);
    const auto chosen = choose_case(reader, which, options.cases);
    const auto record = reader.read_case(chosen.id, db::Detail::details);
    if (record.launch_count == 0)
        wrong_request("Case {} of '{}' has no launches ({}), so there is no advice.", chosen.id, which.file,
                      record.status == CaseStatus::ok ? "a sort on the CPU, or none that was seen"
                                                      : status_text(record));
    const auto advice = advise(reader, record, options.least, reader.cases());
    print_in(
        options.formats, [&] { return finding_table(advice); }, in_object([&](auto& json) {
            json.put("file", which.file, "case_id", chosen.id);
            members_of(json, condition_of(record));
            json.put_known("median_ns", advice.sort_ns);
            members_of(json, advice);
            member_legend(json);
        }),
        [&](TextPage& page) {
            render(record, reader.sources(chosen.id), chosen.older, advice, options, page);
        });
}
}  // namespace

void add_advise(Program& program) {
    Command command(program, "advise", "Explain what makes a case slow, and the gain of each remedy");
    auto& options = command.run(run_advise);
    command.parsed("--least", options.least, "PART", "Skip findings that cost less than this part",
                   [](const std::string& text) { return parse_part(text, 1); }, {.initial = "5%"});
    command.flag("--tables", options.tables, "Add the table of the device's limits by stage");
    add_explain(command, options.explain);
    add_request(command, options, "the findings");
}
}
