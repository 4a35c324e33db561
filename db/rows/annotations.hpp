// Names, notes and tags that people give to runs and cases afterwards: for the command line and the window
// alike.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/records.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {

/// What is to become of an annotation: what is not named stays.
struct AnnotationChange {
    std::optional<std::string> name{};  ///< empty: none any more
    std::optional<std::string> note{};
    std::vector<std::string> tags{};    ///< to add
    std::vector<std::string> untags{};  ///< to take away; one that is not there is no mistake
    friend bool operator==(const AnnotationChange&, const AnnotationChange&) = default;
};

/// Runs or cases.
using AnnotationTarget = std::variant<RunId, CaseId>;

/// What `change` makes of `annotation`: tags each once, in alphabetical order. Throws Error(usage) for a tag
/// that is empty, begins or ends with a blank or holds a comma or a character that cannot be shown, and for
/// texts that are longer than 100 (names, tags) or 100,000 bytes (notes) or no UTF-8.
Annotation changed(Annotation annotation, const AnnotationChange& change);

/// Changes the annotation of each target, all in one transaction, and returns the annotations now, in the
/// order of `targets`. Other programs may read or collect into the file meanwhile. Throws as changed(),
/// Error(usage) where the file has no such run or case, Error(data) where it cannot be written; the file
/// stays as it was then.
std::vector<Annotation> annotate(const std::filesystem::path& path,
                                 const std::vector<AnnotationTarget>& targets, const AnnotationChange& change,
                                 std::chrono::milliseconds wait = std::chrono::seconds(10));

/// The annotations of runs or cases, by number from `first` to `last`. Throws BadValue.
std::map<std::int64_t, Annotation> stored_annotations(SQLite::Database& database, AnnotationTarget first,
                                                      AnnotationTarget last);

/// Puts `annotation` in place of what the tables hold; an empty one leaves no rows. Within a transaction
/// only.
void store_annotation(SQLite::Database& database, AnnotationTarget target, const Annotation& annotation);

}  // namespace sortscope::db
