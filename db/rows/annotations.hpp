// Names, notes and tags that people give to runs and cases.
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

/// Applies `change`. Sorts tags and removes repeated tags. Throws Error(usage) for tags that are empty, or
/// have a comma or an outer blank. Throws Error(usage) for unprintable texts, names and tags over 100 bytes,
/// and notes over 100,000 bytes.
Annotation changed(Annotation annotation, const AnnotationChange& change);

/// Changes the annotations of `targets` in one transaction, and returns them in order. Other programs may use
/// the file meanwhile. Throws as changed(), Error(usage) for an unknown run or case, and Error(data) if the
/// file cannot be written. The file is unchanged then.
std::vector<Annotation> annotate(const std::filesystem::path& path,
                                 const std::vector<AnnotationTarget>& targets, const AnnotationChange& change,
                                 std::chrono::milliseconds wait = std::chrono::seconds(10));

Annotation stored_annotation(Database& database, AnnotationTarget target);

/// Stores an annotation, within a transaction only. An empty annotation leaves no rows.
void store_annotation(Database& database, AnnotationTarget target, const Annotation& annotation);
}
