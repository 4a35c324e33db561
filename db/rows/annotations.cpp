#include "db/rows/annotations.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "db/rows/columns.hpp"
#include "db/schema/connection.hpp"
#include "db/sqlite/file_check.hpp"

namespace sortscope::db {
namespace {
constexpr size_t longest_word = 100;
constexpr size_t longest_note = 100'000;

void check_text(const char* what, const std::string& text, size_t longest, LineEnds ends) {
    if (text.size() > longest)
        throw failure(ErrorKind::usage, "A {} of {} bytes is too long: it may have {}.", what, text.size(),
                      longest);
    if (!is_printable(text, ends))
        throw failure(ErrorKind::usage, "The {} '{}' holds characters that cannot be shown. Leave them out.",
                      what, printable(text));
}

void check_tag(const std::string& tag) {
    check_text("tag", tag, longest_word, LineEnds::blank);
    if (tag.empty() || tag.front() == ' ' || tag.back() == ' ' || tag.find(',') != std::string::npos)
        throw failure(ErrorKind::usage, "'{}' cannot be a tag: a tag is a word, or words, without a comma.",
                      tag);
}

int64_t number_of(AnnotationTarget target) {
    return std::visit([](auto id) { return int64_t(id); }, target);
}

/// The first word in names of annotation tables and columns.
const char* kind_of(AnnotationTarget target) {
    return std::holds_alternative<RunId>(target) ? "run" : "case";
}

void check_target(Database& database, const std::filesystem::path& path, AnnotationTarget target) {
    const auto* const table = std::holds_alternative<RunId>(target) ? "run" : "profiled_case";
    if (!find_number(Statement(database, fmt::format("SELECT 1 FROM {} WHERE id = ?", table)),
                     number_of(target)))
        throw failure(ErrorKind::usage, "'{}' has no {} {}. {}", path.string(), kind_of(target),
                      number_of(target), known_ids(database, table));
}
}  // namespace

Annotation changed(Annotation annotation, const AnnotationChange& change) {
    if (change.name) {
        check_text("name", *change.name, longest_word, LineEnds::blank);
        annotation.name = *change.name;
    }
    if (change.note) {
        check_text("note", *change.note, longest_note, LineEnds::kept);
        annotation.note = *change.note;
    }
    for (const auto& tag : change.tags) {
        check_tag(tag);
        annotation.tags.push_back(tag);
    }
    std::erase_if(annotation.tags, [&](const std::string& tag) { return contains(change.untags, tag); });
    sort_unique(annotation.tags);
    return annotation;
}

std::vector<Annotation> annotate(const std::filesystem::path& path,
                                 const std::vector<AnnotationTarget>& targets,
                                 const AnnotationChange& change) {
    static_cast<void>(changed({}, change));  // throws before the file is opened
    check_readable_file(path);               // throws if open_for_writing() would create it
    auto database = open_for_writing(path);
    const MergeLogAtEnd end(&database);
    return guarded(path, "Storing the annotation failed", [&] {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        std::vector<Annotation> all;
        for (const auto& target : targets) {
            check_target(database, path, target);
            all.push_back(changed(stored_annotation(database, target), change));
            store_annotation(database, target, all.back());
        }
        transaction.commit();
        return all;
    });
}

Annotation stored_annotation(Database& database, AnnotationTarget target) {
    Annotation annotation;
    const auto read = [&](const char* table, const char* columns, auto&& each) {
        const auto sql = fmt::format("SELECT {0}_id, {1} FROM {0}_{2} WHERE {0}_id = ? ORDER BY 2",
                                     kind_of(target), columns, table);
        const auto name = fmt::format("{}_{}", kind_of(target), table);
        for_each_row(Statement(database, sql, number_of(target)), name.c_str(), [&](RowReader& row) {
            row.skip();
            each(row);
        });
    };
    read("annotation", "name, note", [&](RowReader& row) { row.read(annotation.name, annotation.note); });
    read("tag", "tag", [&](RowReader& row) { row.read(annotation.tags.emplace_back()); });
    return annotation;
}

void store_annotation(Database& database, AnnotationTarget target, const Annotation& annotation) {
    const std::string what = kind_of(target);
    const auto id = number_of(target);
    for (const auto* table : {"annotation", "tag"})
        execute(Statement(database, fmt::format("DELETE FROM {0}_{1} WHERE {0}_id = ?", what, table)), id);
    if (!annotation.name.empty() || !annotation.note.empty())
        execute(Statement(database, insert_sql(what + "_annotation", what + "_id", "name, note")), id,
                annotation.name, annotation.note);
    Statement insert(database, insert_sql(what + "_tag", what + "_id, tag"));
    for (const auto& tag : annotation.tags) execute(insert, id, tag);
}
}
