// The common sample records, as the loader hands them to the window.
#pragma once

#include "gui/models/contents.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::gui::sample {

using sortscope::sample::make_case;
using sortscope::sample::make_run;
using sortscope::sample::Options;
using sortscope::sample::write_cases;
using sortscope::sample::write_file;

/// One of the case's breakdowns.
BreakdownContentsPtr make_breakdown(const CaseRecord& record, analyzer::Grouping grouping);

/// The case without its launches and with its breakdown by stage.
CaseContentsPtr make_contents(CaseRecord record);

/// A file's list of cases: `cases` cases of four variants in two runs, at summary detail, with curves.
FileContentsPtr make_file(std::size_t cases);

}  // namespace sortscope::gui::sample
