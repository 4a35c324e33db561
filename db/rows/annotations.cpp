#include "db/rows/annotations.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/file_check.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

constexpr std::size_t longest_word = 100;
constexpr std::size_t longest_note = 100'000;

void check_text(const char* what, std::string_view text, std::size_t longest, LineEnds ends) {
    if (text.size() > longest)
        throw Error(ErrorKind::usage,
                    fmt::format("A {} of {} bytes is too long: it may have {}.", what, text.size(), longest));
    if (!is_printable(text, ends))
        throw Error(ErrorKind::usage,
                    fmt::format("The {} '{}' holds characters that cannot be shown. Leave them out.", what,
                                printable(text)));
}

void check_tag(const std::string& tag) {
    check_text("tag", tag, longest_word, LineEnds::blank);
    if (tag.empty() || tag.front() == ' ' || tag.back() == ' ' || tag.find(',') != std::string::npos)
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' cannot be a tag: a tag is a word, or words, without a comma.", tag));
}

std::int64_t number_of(AnnotationTarget target) {
    return std::visit([](auto id) { return static_cast<std::int64_t>(id); }, target);
}

/// The word that names of tables and columns begin with.
const char* kind_of(AnnotationTarget target) {
    return std::holds_alternative<RunId>(target) ? "run" : "case";
}

void check_target(SQLite::Database& database, const std::filesystem::path& path, AnnotationTarget target) {
    const auto* const table = std::holds_alternative<RunId>(target) ? "run" : "profiled_case";
    Statement find(database, fmt::format("SELECT count(*), min(id), max(id), total(id = ?) FROM {}", table));
    bind_row(find, number_of(target));
    find.step();
    const auto number = [&](int column) { return sqlite3_column_int64(find.handle(), column); };
    if (number(3) == 0)
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' has no {} {}. {}", path.string(), kind_of(target), number_of(target),
                                number(0) == 0 ? "It has none."
                                               : fmt::format("Its {}s are numbered {} to {}.",
                                                             kind_of(target), number(1), number(2))));
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
    std::erase_if(annotation.tags, [&](const std::string& tag) {
        return std::ranges::find(change.untags, tag) != change.untags.end();
    });
    std::ranges::sort(annotation.tags);
    annotation.tags.erase(std::unique(annotation.tags.begin(), annotation.tags.end()), annotation.tags.end());
    return annotation;
}

std::vector<Annotation> annotate(const std::filesystem::path& path,
                                 const std::vector<AnnotationTarget>& targets, const AnnotationChange& change,
                                 std::chrono::milliseconds wait) {
    static_cast<void>(changed({}, change));  // refuses it before the file is touched
    check_readable_file(path);               // nor is one made
    auto database = open_for_writing(path, wait);
    const MergeLogAtEnd end(database);
    return guarded(path, "Storing the annotation failed", [&] {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        std::vector<Annotation> all;
        for (const auto& target : targets) {
            check_target(database, path, target);
            all.push_back(changed(stored_annotations(database, target, target)[number_of(target)], change));
            store_annotation(database, target, all.back());
        }
        transaction.commit();
        return all;
    });
}

std::map<std::int64_t, Annotation> stored_annotations(SQLite::Database& database, AnnotationTarget first,
                                                      AnnotationTarget last) {
    std::map<std::int64_t, Annotation> all;
    const auto read = [&](const char* table, const char* columns, auto&& each) {
        Statement select(database,
                         fmt::format("SELECT {0}_id, {1} FROM {0}_{2} WHERE {0}_id BETWEEN ? AND ? ORDER BY "
                                     "1, 2",
                                     kind_of(first), columns, table));
        bind_row(select, number_of(first), number_of(last));
        const auto name = fmt::format("{}_{}", kind_of(first), table);
        for_each_row(select, name.c_str(), [&](RowReader& row) {
            std::int64_t id = 0;
            row.read(range::any(id));
            each(row, all[id]);
        });
    };
    read("annotation", "name, note",
         [](RowReader& row, Annotation& annotation) { row.read(annotation.name, annotation.note); });
    read("tag", "tag",
         [](RowReader& row, Annotation& annotation) { row.read(annotation.tags.emplace_back()); });
    return all;
}

void store_annotation(SQLite::Database& database, AnnotationTarget target, const Annotation& annotation) {
    const std::string what = kind_of(target);
    const auto id = number_of(target);
    for (const auto* table : {"annotation", "tag"}) {
        Statement erase(database, fmt::format("DELETE FROM {0}_{1} WHERE {0}_id = ?", what, table));
        execute(erase, id);
    }
    if (!annotation.name.empty() || !annotation.note.empty()) {
        Statement insert(database, insert_sql(what + "_annotation", what + "_id, name, note"));
        execute(insert, id, annotation.name, annotation.note);
    }
    Statement insert(database, insert_sql(what + "_tag", what + "_id, tag"));
    for (const auto& tag : annotation.tags) execute(insert, id, tag);
}

}  // namespace sortscope::db
