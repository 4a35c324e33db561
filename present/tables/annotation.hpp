// What people say of runs and cases, for tables and facts.
#pragma once

#include <string>
#include <vector>

#include "core/records.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// "a, b".
std::string tags_text(const Annotation& annotation);
/// "'before the fix'; tags: a, b; the note ...": in one line, for a list. Empty where nothing is said.
std::string annotation_text(const Annotation& annotation);
/// A fact each for name, tags and note; those that say nothing have no text.
void add_annotation(Facts& facts, const Annotation& annotation);

/// A run or a case with what is said of it.
struct Annotated {
    RunId run{};
    CaseId id{};  ///< 0: the whole run
    Annotation annotation;
};
/// One row for each, also where nothing is said.
Table annotation_table(const std::vector<Annotated>& annotated);

}  // namespace sortscope::present
