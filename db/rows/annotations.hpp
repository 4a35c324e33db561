// Names, notes and tags that people give to runs and cases, for the command line and the window.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/records.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// Changes of an annotation; the rest stays.
struct AnnotationChange {
    std::optional<std::string> name{};  ///< empty: remove it
    std::optional<std::string> note{};
    std::vector<std::string> tags{};    ///< to add
    std::vector<std::string> untags{};  ///< to remove, if there
    friend bool operator==(const AnnotationChange&, const AnnotationChange&) = default;
};

using AnnotationTarget = std::variant<RunId, CaseId>;

/// Applies `change`; tags are sorted, each once. Throws Error(usage) for a tag that is empty, begins or ends
/// with a blank or holds a comma, and for texts that are not printable or longer than 100 (names, tags) or
/// 100,000 bytes (notes).
Annotation changed(Annotation annotation, const AnnotationChange& change);

/// Changes the annotation of each target in one transaction, and returns the new ones in the order of
/// `targets`. Other programs may read or collect into the file meanwhile. Throws as changed(), Error(usage)
/// for an unknown run or case, Error(data) if the file cannot be written; the file is unchanged then.
std::vector<Annotation> annotate(const std::filesystem::path& path,
                                 const std::vector<AnnotationTarget>& targets, const AnnotationChange& change,
                                 std::chrono::milliseconds wait = std::chrono::seconds(10));

/// Throws BadValue.
Annotation stored_annotation(SQLite::Database& database, AnnotationTarget target);

/// Replaces the stored annotation; an empty one leaves no rows. Within a transaction only.
void store_annotation(SQLite::Database& database, AnnotationTarget target, const Annotation& annotation);

}  // namespace sortscope::db
