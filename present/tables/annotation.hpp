// Names, notes and tags of runs and cases.
#pragma once

#include <string>
#include <vector>

#include "core/records.hpp"
#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present {

std::string tags_text(const Annotation& annotation);
/// "'before the fix'; tags: a, b; the note ..." in one line; empty without an annotation.
std::string annotation_text(const Annotation& annotation);
/// Adds name, tags and note as facts.
void add_annotation(Facts& facts, const Annotation& annotation);

struct Annotated {
    RunId run{};
    CaseId id{};  ///< 0: the whole run
    Annotation annotation;
};
/// One row each, also without an annotation.
Table annotation_table(const std::vector<Annotated>& annotated);

}  // namespace sortscope::present
