#include "db/rows/annotations.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/rows/stored_case.hpp"
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

bool is_there(SQLite::Database& database, const char* table, std::int64_t id) {
    Statement find(database, fmt::format("SELECT 1 FROM {} WHERE id = ?", table));
    bind_row(find, id);
    return find.step();
}

std::string numbers_there(SQLite::Database& database, const char* table) {
    const auto count = database.execAndGet(fmt::format("SELECT count(*) FROM {}", table)).getInt64();
    if (count == 0) return "It has none.";
    return fmt::format("Its {} are numbered {} to {}.", std::string_view(table) == "run" ? "runs" : "cases",
                       database.execAndGet(fmt::format("SELECT min(id) FROM {}", table)).getInt64(),
                       database.execAndGet(fmt::format("SELECT max(id) FROM {}", table)).getInt64());
}

template <class Id>
Annotation annotate_one(SQLite::Database& database, const std::filesystem::path& path, Id id,
                        const AnnotationChange& change) {
    constexpr bool run = std::is_same_v<Id, RunId>;
    const auto* table = run ? "run" : "profiled_case";
    if (!is_there(database, table, static_cast<std::int64_t>(id)))
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' has no {} {}. {}", path.string(), run ? "run" : "case",
                                static_cast<std::int64_t>(id), numbers_there(database, table)));
    auto annotation = changed(stored_annotation(database, id), change);
    store_annotation(database, id, annotation);
    return annotation;
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
    static_cast<void>(changed({}, change));  // what is wrong with it is said before the file is touched
    check_readable_file(path);               // nor is one made
    auto database = open_for_writing(path, wait);
    const MergeLogAtEnd end(database);
    return guarded(path, "Storing the annotation failed", [&] {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        std::vector<Annotation> all;
        for (const auto& target : targets)
            all.push_back(
                std::visit([&](auto id) { return annotate_one(database, path, id, change); }, target));
        transaction.commit();
        return all;
    });
}

namespace {

/// "run" or "profiled_case" by the words that its tables and columns begin with.
constexpr const char* of_run = "run";
constexpr const char* of_case = "case";

/// Calls `name_and_note` and `tag` with the number of what is spoken of and a row; those of `from` to `to`
/// alone.
template <class NameAndNote, class Tag>
void for_each_annotation(SQLite::Database& database, const std::string& what, std::int64_t from,
                         std::int64_t to, NameAndNote&& name_and_note, Tag&& tag) {
    const auto walk = [&](const std::string& table, const std::string& columns, auto&& each) {
        Statement select(database,
                         fmt::format("SELECT {0}_id, {1} FROM {2} WHERE {0}_id BETWEEN ? AND ? ORDER BY 1, 2",
                                     what, columns, table));
        bind_row(select, from, to);
        for_each_row(select, table.c_str(), [&](RowReader& row) {
            std::int64_t id = 0;
            row.read(range::any(id));
            each(id, row);
        });
    };
    walk(what + "_annotation", "name, note", name_and_note);
    walk(what + "_tag", "tag", tag);
}

template <class Find>
void read_into(SQLite::Database& database, const char* what, std::int64_t from, std::int64_t to,
               Find&& find) {
    for_each_annotation(
        database, what, from, to,
        [&](std::int64_t id, RowReader& row) {
            if (auto* found = find(id)) row.read(found->name, found->note);
        },
        [&](std::int64_t id, RowReader& row) {
            if (auto* found = find(id)) row.read(found->tags.emplace_back());
        });
}

Annotation stored(SQLite::Database& database, const char* what, std::int64_t id) {
    Annotation annotation;
    read_into(database, what, id, id, [&](std::int64_t) { return &annotation; });
    return annotation;
}

void store(SQLite::Database& database, const std::string& what, std::int64_t id,
           const Annotation& annotation) {
    for (const auto* table : {"annotation", "tag"}) {
        Statement erase(database, fmt::format("DELETE FROM {0}_{1} WHERE {0}_id = ?", what, table));
        bind_row(erase, id);
        erase.step();
    }
    if (!annotation.name.empty() || !annotation.note.empty()) {
        Statement insert(
            database, fmt::format("INSERT INTO {0}_annotation ({0}_id, name, note) VALUES (?, ?, ?)", what));
        execute(insert, id, annotation.name, annotation.note);
    }
    Statement insert(database, fmt::format("INSERT INTO {0}_tag ({0}_id, tag) VALUES (?, ?)", what));
    for (const auto& tag : annotation.tags) execute(insert, id, tag);
}

}  // namespace

void read_annotations(SQLite::Database& database, std::vector<RunRecord>& runs) {
    if (runs.empty()) return;
    auto at = std::map<std::int64_t, Annotation*>();
    for (auto& run : runs) at.emplace(static_cast<std::int64_t>(run.id), &run.annotation);
    read_into(database, of_run, at.begin()->first, at.rbegin()->first, [&](std::int64_t id) {
        const auto found = at.find(id);
        return found == at.end() ? nullptr : found->second;
    });
}

void read_annotations(SQLite::Database& database, std::vector<StoredCase>& cases) {
    if (cases.empty()) return;
    const auto first = static_cast<std::int64_t>(cases.front().record.id);
    const auto last = static_cast<std::int64_t>(cases.back().record.id);
    // Few cases have any: it is looked for where rows are, not where cases are.
    read_into(database, of_case, first, last, [&](std::int64_t id) -> Annotation* {
        const auto found = std::ranges::lower_bound(cases, CaseId{id}, {},
                                                    [](const StoredCase& one) { return one.record.id; });
        return found != cases.end() && found->record.id == CaseId{id} ? &found->record.annotation : nullptr;
    });
}

Annotation stored_annotation(SQLite::Database& database, RunId run) {
    return stored(database, of_run, static_cast<std::int64_t>(run));
}
Annotation stored_annotation(SQLite::Database& database, CaseId id) {
    return stored(database, of_case, static_cast<std::int64_t>(id));
}

void store_annotation(SQLite::Database& database, RunId run, const Annotation& annotation) {
    store(database, of_run, static_cast<std::int64_t>(run), annotation);
}
void store_annotation(SQLite::Database& database, CaseId id, const Annotation& annotation) {
    store(database, of_case, static_cast<std::int64_t>(id), annotation);
}

}  // namespace sortscope::db
