// `sortscope annotate`: changes names, notes and tags of runs and cases.
#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "db/rows/annotations.hpp"
#include "present/json/case.hpp"
#include "present/tables/list.hpp"

namespace sortscope::cli {
namespace {
struct AnnotateOptions {
    std::string file = default_file;
    std::string runs, cases;
    std::vector<std::string> name, note, tags, untags;
    Formats formats;
};

std::vector<std::string> all_of(const char* option, const std::vector<std::string>& lists) {
    std::vector<std::string> words;
    for (const auto& list : lists)
        for (auto& word : value_of(option, [&] { return split_list(list); }))
            words.push_back(std::move(word));
    return words;
}

std::vector<present::Annotated> all_annotations(const std::string& file) {
    const auto reader = open_file(file);
    std::vector<present::Annotated> all;
    for (const auto& run : reader.runs())
        if (!run.annotation.empty()) all.push_back({run.id, {}, run.annotation});
    for (const auto& record : reader.cases())
        if (!record.annotation.empty()) all.push_back({record.run, record.id, record.annotation});
    return all;
}

/// Throws Error(usage) for a tag that no target has.
void check_untags(const std::string& file, const std::vector<db::AnnotationTarget>& targets,
                  const std::vector<std::string>& untags) {
    std::vector<std::string_view> known;
    const auto all = all_annotations(file);
    for (const auto& one : all)
        if (contains(targets, one.id == CaseId{} ? db::AnnotationTarget(one.run) : one.id))
            known.insert(known.end(), one.annotation.tags.begin(), one.annotation.tags.end());
    for (const auto& tag : untags)
        if (!contains(known, tag))
            wrong_request(
                "--untag: what you named has no tag '{}'.{} 'sortscope annotate {}' lists the tags.", tag,
                nearest_sentence(tag, known), shell_word(file));
}

std::vector<present::Annotated> change(const AnnotateOptions& options,
                                       const std::vector<db::AnnotationTarget>& targets,
                                       const db::AnnotationChange& wish) {
    if (!wish.untags.empty()) check_untags(options.file, targets, wish.untags);
    const auto annotations = db::annotate(options.file, targets, wish);
    std::map<CaseId, RunId> runs;
    if (!options.cases.empty())
        for (const auto& record : db::Reader(options.file).cases()) runs.emplace(record.id, record.run);
    std::vector<present::Annotated> all;
    for (size_t i = 0; i < targets.size(); ++i) {
        const auto* const id = std::get_if<CaseId>(&targets[i]);
        all.push_back(id == nullptr ? present::Annotated{std::get<RunId>(targets[i]), {}, annotations[i]}
                                    : present::Annotated{runs[*id], *id, annotations[i]});
    }
    return all;
}

void print_annotations(const AnnotateOptions& options, const std::vector<present::Annotated>& all) {
    print_in(
        options.formats, [&] { return present::annotation_table(all); }, in_object([&](auto& json) {
            json.put("file", options.file);
            json.objects("annotations", all, [&](const auto& one) {
                json.put("run_id", one.run);
                json.put_nonzero("case_id", one.id);
                present::json::members_of(json, one.annotation);
            });
        }),
        [&](TextPage& page) {
            if (all.empty())
                page.line(options.file + " has no name, note or tag.");
            else
                page.table(present::annotation_table(all));
        });
}

void run_annotate(const AnnotateOptions& options) {
    std::vector<db::AnnotationTarget> targets;
    for (const auto id : parse_ids<RunId>("--run", options.runs)) targets.emplace_back(id);
    for (const auto id : parse_ids<CaseId>("--case", options.cases)) targets.emplace_back(id);
    db::AnnotationChange wish;
    if (!options.name.empty()) wish.name = options.name.front();
    if (!options.note.empty()) wish.note = options.note.front();
    wish.tags = all_of("--tag", options.tags);
    wish.untags = all_of("--untag", options.untags);
    const bool wishes = wish != db::AnnotationChange{};
    if (wishes && targets.empty())
        wrong_request("Annotate which? Give --run or --case with numbers that 'sortscope list' shows.");
    if (!wishes && !targets.empty()) wrong_request("Give --name, --note, --tag or --untag.");
    if (!wishes) return print_annotations(options, all_annotations(options.file));
    const auto all = change(options, targets, wish);
    say_after("The annotations themselves are kept: 'sortscope annotate " + shell_word(options.file) +
                  "' lists them.",
              [&] { print_annotations(options, all); });
}
}  // namespace

void add_annotate(Program& program) {
    Command command(program, "annotate", "Name, note and tag runs and cases");
    auto& options = command.run(run_annotate);
    add_file(command, options.file, "Change this SortScope file");
    command.option("--run", options.runs, "LIST", "Annotate these runs: 1,3");
    command.option("--case", options.cases, "LIST", "Annotate these cases: 12,13");
    command.option("--name", options.name, "TEXT", "Set the name; '' removes it",
                   {.each = true, .may_be_empty = true});
    command.option("--note", options.note, "TEXT", "Set the note; '' removes it",
                   {.each = true, .may_be_empty = true});
    command.option("--tag", options.tags, "A,B", "Add tags, by which commands choose cases", {.each = true});
    command.option("--untag", options.untags, "A,B", "Remove tags", {.each = true});
    add_formats(command, options.formats, "the annotations");
    command.notes("Without a change, all annotations are listed. Measurements are never changed.");
    command.examples({"sortscope annotate sweep.db --run 2 --name 'after the fix' --tag fixed",
                      "sortscope annotate sweep.db --case 12,13 --note 'shared GPU' --tag doubtful",
                      "sortscope list sweep.db --tag doubtful"});
}
}
