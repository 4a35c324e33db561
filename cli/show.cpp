#include "cli/show.hpp"

#include <charconv>
#include <memory>

#include <fmt/core.h>

#include "cli/breakdown_table.hpp"
#include "cli/cells.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "db/reader.hpp"

namespace sortscope::cli {
namespace {

struct Options {
    std::vector<std::string> file_and_case;
    std::string by = "stage";
    bool sites = false;
    std::optional<std::uint32_t> launch;
    bool json = false;
};

std::optional<std::int64_t> parse_id(const std::string& text) {
    std::int64_t id = 0;
    const auto* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, id);
    if (error != std::errc{} || last != end || id <= 0) return std::nullopt;
    return id;
}

analyzer::Grouping parse_grouping(const std::string& text) {
    using enum analyzer::Grouping;
    if (text == "stage") return stage;
    if (text == "substage") return substage;
    if (text == "launch") return launch;
    if (text == "kernel") return kernel;
    throw Error(ErrorKind::usage, fmt::format("--by cannot be '{}': it is stage, substage, launch or kernel.", text));
}

void run_show(const Options& options) {
    const auto& words = options.file_and_case;
    const auto file = words.size() > 1 ? words.front() : std::string(default_file);
    const auto id = parse_id(words.back());
    if (!id && words.size() == 1)
        throw Error(ErrorKind::usage, fmt::format("Which case of '{0}'? 'sortscope list {0}' shows the numbers of its "
                                                  "cases, 'sortscope show {0} 1' the case 1.",
                                                  words.back()));
    if (!id)
        throw Error(ErrorKind::usage, fmt::format("'{}' is not the number of a case. 'sortscope list {}' shows them.",
                                                  words.back(), file));
    ShowOptions show;
    show.by = parse_grouping(options.by);
    show.sites = options.sites || options.launch.has_value();
    show.only_launch = options.launch;
    const bool everything = show.sites || options.json;
    const db::Reader reader(file);
    CaseRecord record;
    try {
        record = reader.read_case(CaseId{*id}, everything ? db::Detail::sites : db::Detail::launches);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, fmt::format("{} 'sortscope list {}' shows what they are.", error.what(), file));
    }
    print(options.json ? dump(show_json(record, show)) : render_show(record, show, stdout_screen()));
}

/// Why a case has no breakdown.
std::string no_launches(const CaseRecord& record) {
    if (record.backend == BackendKind::cpu)
        return "A sort on the CPU has no kernel launches, so there are no stages to show.";
    if (record.status != CaseStatus::ok) return "The case ended before its launches were recorded.";
    return "No launches were recorded for this case: the activity trial gave none.";
}

}  // namespace

std::string render_show(const CaseRecord& record, const ShowOptions& options, const Screen& screen) {
    const auto breakdown = analyzer::breakdown(record, options.by);
    auto out = render_head(record, breakdown, screen) + '\n';
    if (breakdown.rows.empty()) return out + wrap(no_launches(record), screen) + '\n';

    const auto table = breakdown_table(breakdown, record);
    out += wrap(breakdown_title(breakdown), screen) + '\n' + table.render(screen);
    const auto provenances = table.provenances();
    if (!provenances.empty()) out += "  " + wrap(legend(provenances), screen, 2, 2) + '\n';
    if (options.sites) out += '\n' + render_sites(record, options.only_launch, screen);
    return out;
}

Json show_json(const CaseRecord& record, const ShowOptions& options) {
    Json out = to_json(record);
    if (!record.launches.empty()) out["breakdown"] = to_json(analyzer::breakdown(record, options.by));
    out["legend"] = units_json();
    return out;
}

void add_show(CLI::App& app) {
    auto& command = *app.add_subcommand("show", "One case: times, stages, counters, access sites");
    const auto options = std::make_shared<Options>();
    command.add_option("CASE", options->file_and_case,
                       "[FILE] CASE: number of the case, as list shows it;\nFILE is sortscope.db where none is named")
        ->required()->expected(1, 2)->type_name("");
    command.add_option("--by", options->by, "rows: stage, substage, launch or kernel")
        ->capture_default_str()->type_name("WHAT");
    command.add_flag("--sites", options->sites, "add the access sites: source lines that load, store, branch");
    command.add_option("--launch", options->launch, "the access sites of launch N alone (from 0)")->type_name("N");
    command.add_flag("--json", options->json, "print JSON: every launch, every access site of it");
    command.footer("Examples:\n"
                   "  sortscope show 12\n"
                   "  sortscope show sweep.db 12 --by substage\n"
                   "  sortscope show sweep.db 12 --launch 3\n"
                   "  sortscope show sweep.db 12 --json | jq '.launches[].counters'\n");
    command.callback([options] { run_show(*options); });
}

}  // namespace sortscope::cli
