#include "present/tables/annotation.hpp"

#include "present/cells.hpp"

namespace sortscope::present {

std::string tags_text(const Annotation& annotation) {
    return join(std::vector<std::string>(annotation.tags.begin(), annotation.tags.end()));
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
    const auto tags = tags_text(annotation);
    facts.add("name", "Name", annotation.name, annotation.name, "What somebody called it.");
    facts.add("tags", "Tags", tags, tags, "Words by which it is found again: --tag.");
    facts.add("note", "Note", annotation.note, annotation.note, "What somebody noted about it.");
}

Table annotation_table(const std::vector<Annotated>& annotated) {
    return table_of(
        Fields<Annotated>{
            {make_column("run_id", "Run", "run", 1000, "Number of the run in its file.").names(),
             [](const auto& one) { return known(one.run); }},
            {make_column("case_id", "Case", "case", 1000, "Number of the case; absent for the whole run.")
                 .names(),
             [](const auto& one) { return known(one.id); }},
            {text_column("name", "Name", "name", 900, "What somebody called it.").wrap(8),
             [](const auto& one) { return one.annotation.name; }},
            {text_column("tags", "Tags", "tags", 800, "Words by which it is found again.").wrap(8),
             [](const auto& one) { return tags_text(one.annotation); }},
            {text_column("note", "Note", "note", 700, "What somebody noted about it.").wrap(8),
             [](const auto& one) { return one.annotation.note; }}},
        annotated);
}

}  // namespace sortscope::present
