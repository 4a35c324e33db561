// The common sample records, as the loader hands them to the window.
#pragma once

#include <utility>

#include "gui/models/contents.hpp"
#include "gui/models/text.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::gui::sample {

using sortscope::sample::make_case;
using sortscope::sample::make_run;
using sortscope::sample::Options;
using sortscope::sample::write_cases;
using sortscope::sample::write_file;

inline BreakdownContentsPtr make_breakdown(const CaseRecord& record, analyzer::Grouping grouping) {
    return breakdown_contents(record, analyzer::breakdown(record, grouping));
}

/// The case without its launches and with its breakdown by stage.
inline CaseContentsPtr make_contents(CaseRecord record) {
    auto contents = std::make_shared<CaseContents>();
    contents->by_stage = make_breakdown(record, analyzer::Grouping::stage);
    record.launch_count = record.launches.size();
    record.launches.clear();
    contents->record = std::move(record);
    return contents;
}

/// A file's list of `cases` cases of four variants in two runs, at summary detail.
inline std::shared_ptr<FileContents> make_file(std::size_t cases) {
    auto contents = std::make_shared<FileContents>();
    contents->path = u"example.db"_s;
    contents->runs = {make_run(), make_run()};
    contents->runs[0].id = RunId{1};
    contents->runs[1].id = RunId{2};
    contents->cases = sortscope::sample::make_summaries(cases);
    contents->compute();
    return contents;
}

}  // namespace sortscope::gui::sample
