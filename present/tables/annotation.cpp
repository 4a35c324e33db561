#include "present/tables/annotation.hpp"

#include "present/cells.hpp"

namespace sortscope::present {

std::string tags_text(const Annotation& annotation) {
    std::string text;
    for (const auto& tag : annotation.tags) text += (text.empty() ? "" : ", ") + tag;
    return text;
}

std::string annotation_text(const Annotation& annotation) {
    std::string text;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
    };
    add(annotation.name);
    if (!annotation.tags.empty()) add("tags: " + tags_text(annotation));
    add(annotation.note);
    return text;
}

void add_annotation(Facts& facts, const Annotation& annotation) {
    const auto add = [&](const char* id, const char* title, const std::string& text, const char* sentence) {
        if (!text.empty())
            facts.facts.push_back(
                {.id = id, .name = id, .title = title, .text = text, .brief = text, .sentence = sentence});
    };
    add("name", "Name", annotation.name, "What somebody called it.");
    add("tags", "Tags", tags_text(annotation), "Words by which it is found again: --tag.");
    add("note", "Note", annotation.note, "What somebody noted about it.");
}

Table annotation_table(const std::vector<Annotated>& annotated) {
    Table table;
    const auto text = [](const char* id, const char* title, int importance, const char* sentence) {
        return make_column(id, title, id, importance, sentence).left().wrap(8);
    };
    table.columns = {
        make_column("run_id", "Run", "run", 1000, "Number of the run in its file.").names(),
        make_column("case_id", "Case", "case", 1000, "Number of the case; absent for the whole run.").names(),
        text("name", "Name", 900, "What somebody called it."),
        text("tags", "Tags", 800, "Words by which it is found again."),
        text("note", "Note", 700, "What somebody noted about it.")};
    for (const auto& one : annotated)
        table.row({one.run == RunId{} ? Cell{} : count_cell(static_cast<std::int64_t>(one.run)),
                   one.id == CaseId{} ? Cell{} : count_cell(static_cast<std::int64_t>(one.id)),
                   text_cell(one.annotation.name), text_cell(tags_text(one.annotation)),
                   text_cell(one.annotation.note)});
    return table;
}

}  // namespace sortscope::present
