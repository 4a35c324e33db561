// `sortscope annotate`: changes names, notes and tags of runs and cases.
#include "cli/commands/commands.hpp"
#include "db/rows/annotations.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {
struct AnnotateOptions {
    std::string file = default_file;
    std::vector<RunId> runs;
    std::vector<CaseId> cases;
    db::AnnotationChange change;
    Formats formats;
};

std::vector<Annotated> all_annotations(const std::string& file) {
    const auto reader = open_file(file);
    std::vector<Annotated> all;
    for (const auto& run : reader.runs())
        if (!run.annotation.empty()) all.push_back({run.id, {}, run.annotation});
    for (const auto& record : reader.cases())
        if (!record.annotation.empty()) all.push_back({record.run, record.id, record.annotation});
    return all;
}

/// Throws Error(usage) for a tag that no target has.
void check_untags(const std::string& file, const std::vector<db::AnnotationTarget>& targets,
                  const std::vector<std::string>& untags) {
    std::vector<std::string> known;
    for (const auto& one : all_annotations(file))
        if (contains(targets, one.id == CaseId{} ? db::AnnotationTarget(one.run) : one.id))
            known.insert(known.end(), one.annotation.tags.begin(), one.annotation.tags.end());
    for (const auto& tag : untags)
        if (!contains(known, tag))
            wrong_request(
                "--untag: what you named has no tag '{}'.{} 'sortscope annotate {}' lists the tags.", tag,
                nearest_sentence(tag, known), shell_word(file));
}

std::vector<Annotated> change(const AnnotateOptions& options,
                              const std::vector<db::AnnotationTarget>& targets) {
    if (!options.change.untags.empty()) check_untags(options.file, targets, options.change.untags);
    const auto annotations = db::annotate(options.file, targets, options.change);
    std::map<CaseId, RunId> runs;
    if (!options.cases.empty())
        for (const auto& record : db::Reader(options.file).cases()) runs.emplace(record.id, record.run);
    std::vector<Annotated> all;
    for (size_t i = 0; i < targets.size(); ++i) {
        const auto* const id = std::get_if<CaseId>(&targets[i]);
        all.push_back(id == nullptr ? Annotated{std::get<RunId>(targets[i]), {}, annotations[i]}
                                    : Annotated{runs[*id], *id, annotations[i]});
    }
    return all;
}

void print_annotations(const AnnotateOptions& options, const std::vector<Annotated>& all) {
    print_in(
        options.formats, [&] { return annotation_table(all); }, in_object([&](auto& json) {
            json.put("file", options.file);
            json.objects("annotations", all, [&](const auto& one) {
                json.put("run_id", one.run);
                json.put_nonzero("case_id", one.id);
                members_of(json, one.annotation);
            });
        }),
        [&](TextPage& page) {
            if (all.empty())
                page.line(options.file + " has no name, note or tag.");
            else
                page.table(annotation_table(all));
        });
}

void run_annotate(const AnnotateOptions& options) {
    std::vector<db::AnnotationTarget> targets;
    const auto add = [&](const auto& ids) {
        for (const db::AnnotationTarget id : ids)
            if (!contains(targets, id)) targets.push_back(id);
    };
    add(options.runs);
    add(options.cases);
    const bool changes = options.change != db::AnnotationChange{};
    if (changes && targets.empty())
        wrong_request("Annotate which? Give --run or --case with numbers that 'sortscope list' shows.");
    if (!changes && !targets.empty()) wrong_request("Give --name, --note, --tag or --untag.");
    if (!changes) return print_annotations(options, all_annotations(options.file));
    const auto all = change(options, targets);
    say_after("The annotations themselves are kept: 'sortscope annotate " + shell_word(options.file) +
                  "' lists them.",
              [&] { print_annotations(options, all); });
}
}  // namespace

void add_annotate(Program& program) {
    Command command(program, "annotate", "Name, note and tag runs and cases");
    auto& options = command.run(run_annotate);
    add_file(command, options.file, "Change this SortScope file");
    auto& change = options.change;
    const auto text = [](const std::string& typed) { return typed; };
    const auto into = [](std::vector<std::string>& tags) {
        return [&](const std::string& list) {
            for (auto& tag : split_list(list)) tags.push_back(std::move(tag));
        };
    };
    command.parsed("--run", options.runs, "LIST", "Annotate these runs: 1,3", parse_ids<RunId>);
    command.parsed("--case", options.cases, "LIST", "Annotate these cases: 12,13", parse_ids<CaseId>);
    command.parsed("--name", change.name, "TEXT", "Set the name; '' removes it", text,
                   {.may_be_empty = true});
    command.parsed("--note", change.note, "TEXT", "Set the note; '' removes it", text,
                   {.may_be_empty = true});
    command.repeatable("--tag", "A,B", "Add tags, by which commands choose cases", into(change.tags));
    command.repeatable("--untag", "A,B", "Remove tags", into(change.untags));
    add_formats(command, options.formats, "the annotations");
}
}
