#include "sample.hpp"

#include <utility>

#include "analyzer/launches/breakdown.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui::sample {

BreakdownContentsPtr make_breakdown(const CaseRecord& record, analyzer::Grouping grouping) {
    return breakdown_contents(record, analyzer::breakdown(record, grouping));
}

CaseContentsPtr make_contents(CaseRecord record) {
    auto contents = std::make_shared<CaseContents>();
    contents->by_stage = make_breakdown(record, analyzer::Grouping::stage);
    record.launch_count = record.launches.size();
    record.launches.clear();
    contents->record = std::move(record);
    return contents;
}

FileContentsPtr make_file(std::size_t cases) {
    auto contents = std::make_shared<FileContents>();
    contents->path = u"example.db"_s;
    for (int i = 1; i <= 2; ++i) {
        contents->runs.push_back(make_run());
        contents->runs.back().id = RunId{i};
    }
    contents->cases = sortscope::sample::make_summaries(cases);
    contents->compute();
    return contents;
}

}  // namespace sortscope::gui::sample
