// `sortscope delete`: deletes runs and cases from a file.
#include <unistd.h>

#include <iostream>
#include <ranges>

#include "cli/commands/commands.hpp"
#include "db/write/remove.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {
constexpr size_t most_cases_shown = 20;  // before the question

struct DeleteOptions : FileRequest {
    std::vector<CaseId> numbers;
    bool yes = false, dry_run = false, vacuum = false;
};

/// True if --run is the only option: it deletes whole runs.
bool only_runs(const CaseOptions& options) {
    auto others = options;
    others.runs.clear();
    return !options.runs.empty() && !others.restricts();
}

db::RemovalRequest request_of(const DeleteOptions& options, const db::Reader& reader) {
    db::RemovalRequest request;
    const bool by_condition = options.cases.restricts();
    if (options.numbers.empty() != by_condition)
        wrong_request(
            "Delete what? Give --case with numbers that 'sortscope list' shows, or options that choose "
            "cases.");
    request.cases = options.numbers;
    if (only_runs(options.cases)) {
        request.runs = options.cases.runs;
    } else if (by_condition) {
        for (const auto& record : chosen_cases(reader, options.cases)) request.cases.push_back(record.id);
        if (request.cases.empty()) no_case_fits(options.file);
    }
    return request;
}

/// "1 run with 3 cases (12 launches)", "2 cases (8 launches)".
std::string what_goes(const db::Removal& plan) {
    return (plan.runs.empty() ? "" : plural(plan.runs.size(), "run") + " with ") +
           fmt::format("{} ({})", plural(plan.cases.size(), "case"), plural(plan.launches, "launch"));
}

Table removal_table(const db::Reader& reader, const db::Removal& plan, size_t most) {
    auto all = reader.cases();
    std::erase_if(
        all, [&](const CaseRecord& record) { return !std::ranges::binary_search(plan.cases, record.id); });
    std::vector<const CaseRecord*> shown;
    for (const auto& record : all | std::views::take(most)) shown.push_back(&record);
    auto table = case_table(shown);
    if (shown.size() < all.size())
        table.notes.push_back(fmt::format("and {} more", all.size() - shown.size()));
    return table;
}

void confirm(const DeleteOptions& options, const db::Removal& plan) {
    if (options.yes) return;
    if (::isatty(STDIN_FILENO) == 0)
        wrong_request("Nothing was deleted: {} of '{}' would go. Give --yes to delete, or --dry-run to look.",
                      what_goes(plan), options.file);
    print("Delete " + what_goes(plan) + " of '" + printable(options.file) + "' for ever? [y/N] ");
    std::string answer;
    std::getline(std::cin, answer);
    if (answer == "y" || answer == "Y" || answer == "yes") return;
    print("Nothing was deleted.\n");
    throw ExitWith{130};
}

void print_deleted(const DeleteOptions& options, const db::Removal& plan, const Table& table,
                   const std::optional<db::Reclaimed>& room) {
    print_in(
        options.formats, [&] { return table; }, in_object([&](auto& json) {
            json.put("file", options.file, "deleted", !options.dry_run);
            json.values("runs", plan.runs);
            json.values("cases", plan.cases);
            json.put("launches", plan.launches);
            if (!room) return;
            json.put("before_bytes", room->before);
            json.put("after_bytes", room->after);
        }),
        [&](TextPage& page) {
            if (options.dry_run && !table.empty()) page.table(table);
            page.line(options.dry_run ? "Would delete " + what_goes(plan) + ". Nothing was changed."
                                      : "Deleted " + what_goes(plan) + ".");
            if (room)
                page.line(fmt::format("The file has {} now, and had {}.", format_bytes(double(room->after)),
                                      format_bytes(double(room->before))));
            else if (!options.dry_run)
                page.line("New cases will reuse the space; --vacuum shrinks the file.");
        });
}

void run_delete(const DeleteOptions& options) {
    db::RemovalRequest request;
    db::Removal plan;
    Table table;
    {
        const db::Reader reader(options.file);
        request = request_of(options, reader);
        plan = db::plan_removal(options.file, request);
        table = removal_table(reader, plan, options.formats.csv ? plan.cases.size() : most_cases_shown);
    }
    if (!options.dry_run && !options.yes && ::isatty(STDIN_FILENO) != 0 && !table.empty())
        print(text::draw(table, options.formats.screen()));
    for (const auto run : plan.not_ended)
        print_error(
            fmt::format("Run {} has not ended: a collection that still runs would lose its cases.", run));
    std::optional<db::Reclaimed> room;
    if (!options.dry_run) {
        confirm(options, plan);
        plan = db::remove(options.file, request);
        if (options.vacuum) room = db::reclaim(options.file);
    }
    const auto say = [&] { print_deleted(options, plan, table, room); };
    if (options.dry_run) return say();
    say_after("The cases are deleted.", say);
}
}  // namespace

void add_delete(Program& program) {
    Command command(program, "delete", "Delete runs or cases from a file");
    auto& options = command.run(run_delete);
    command.parsed("--case", options.numbers, "LIST", "Delete these cases: 12,13", parse_ids<CaseId>);
    command.flag("--yes", options.yes, "Delete without asking; needed without a terminal");
    command.flag("--dry-run", options.dry_run, "Show what would be deleted; change nothing");
    command.flag("--vacuum", options.vacuum, "Shrink the file; takes a while");
    add_request(command, options, "the deleted cases", "Change this SortScope file");
}
}
