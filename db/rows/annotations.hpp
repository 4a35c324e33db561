// Names, notes and tags that people give to runs and cases.
#pragma once

#include <filesystem>

#include "core/records.hpp"

namespace SQLite {
class Database;
}

namespace sortscope::db {
using SQLite::Database;

/// Changes to an annotation. Absent parts stay unchanged.
struct AnnotationChange {
    std::optional<std::string> name{};  ///< empty: remove the name
    std::optional<std::string> note{};
    std::vector<std::string> tags{};    ///< to add
    std::vector<std::string> untags{};  ///< to remove, if present
    friend bool operator==(const AnnotationChange&, const AnnotationChange&) = default;
};

using AnnotationTarget = std::variant<RunId, CaseId>;

/// Applies `change`; sorts tags. Throws Error(usage) for empty tags, commas or outer blanks in tags,
/// unprintable texts, names or tags over 100 bytes, and notes over 100,000 bytes.
Annotation changed(Annotation annotation, const AnnotationChange& change);

/// Changes the annotations of `targets` in one transaction, and returns them. Throws as changed(),
/// Error(usage) for an unknown run or case, and Error(data) if the file cannot be written.
std::vector<Annotation> annotate(const std::filesystem::path& path,
                                 const std::vector<AnnotationTarget>& targets,
                                 const AnnotationChange& change);

Annotation stored_annotation(Database& database, AnnotationTarget target);

/// Stores an annotation, within a transaction only. An empty annotation leaves no rows.
void store_annotation(Database& database, AnnotationTarget target, const Annotation& annotation);
}
