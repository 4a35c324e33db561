// A run with the machine and the file that it is of: for places where runs of several files stand beside each
// other.
#pragma once

#include <cstddef>
#include <string>

#include "core/records.hpp"
#include "present/facts.hpp"

namespace sortscope::present {

/// run_facts() of a run with `cases` cases, then the machine (name, processor, system) and the file's path,
/// as it was opened.
Facts run_facts_with_place(const RunRecord& run, std::size_t cases, const std::string& path);

}  // namespace sortscope::present
