#include "db/annotate.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/annotation_rows.hpp"
#include "db/connection.hpp"
#include "db/file_check.hpp"
#include "db/sqlite_error.hpp"
#include "db/statement.hpp"

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
    const auto* table = run ? "run" : "sort_case";
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

}  // namespace sortscope::db
