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
    std::optional<std::string> name{};  ///< empty: remove it
    std::optional<std::string> note{};
    std::vector<std::string> tags{};    ///< to add
    std::vector<std::string> untags{};  ///< to remove, if there
    friend bool operator==(const AnnotationChange&, const AnnotationChange&) = default;
};

using AnnotationTarget = std::variant<RunId, CaseId>;

/// Applies `change`; sorts tags, each once. Throws Error(usage) for a tag that is empty, begins or ends with
/// a blank or holds a comma, and for texts that are not printable or too long: names and tags of over 100
/// bytes, notes of over 100,000.
Annotation changed(Annotation annotation, const AnnotationChange& change);

/// Changes the annotations of `targets` in one transaction, and returns the new ones in that order. Other
/// programs may use the file meanwhile. Throws as changed(), Error(usage) for an unknown run or case,
/// Error(data) if the file cannot be written; the file is unchanged then.
std::vector<Annotation> annotate(const std::filesystem::path& path,
                                 const std::vector<AnnotationTarget>& targets, const AnnotationChange& change,
                                 std::chrono::milliseconds wait = std::chrono::seconds(10));

Annotation stored_annotation(Database& database, AnnotationTarget target);

/// Stores an annotation, within a transaction only. An empty annotation leaves no rows.
void store_annotation(Database& database, AnnotationTarget target, const Annotation& annotation);
}
