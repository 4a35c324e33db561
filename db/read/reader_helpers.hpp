// What several who read a file ask of it alike.
#pragma once

#include <string>

#include "db/read/reader.hpp"

namespace sortscope::db {

/// Throws as Reader::read_case(); where `file` has no such case, with the command that lists those there are.
void check_case(const Reader& reader, const std::string& file, CaseId id);

}  // namespace sortscope::db
