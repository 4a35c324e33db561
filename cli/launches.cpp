#include "cli/launches.hpp"

#include "analyzer/advice/advice.hpp"
#include "db/read/reader_helpers.hpp"

namespace sortscope::cli {

analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id) {
    return {[&reader, id] { return reader.stages(id); },
            [&reader, id](const auto& each) { reader.launches(id, {}, each); },
            [&reader, id](const auto& go_on) { return reader.substages(id, go_on); }};
}

analyzer::LaunchSource launches_with_gaps(const db::Reader& reader, CaseId id) {
    auto source = launches_of(reader, id);
    source.timed = [&reader, id](const auto& each) {
        db::LaunchQuery query;
        query.counters = false;
        reader.launches(id, query, each);
    };
    return source;
}

analyzer::SweepSource sweep_source(const db::Reader& reader) {
    return {[&reader](CaseId id) { return reader.stages(id); },
            [&reader](CaseId id, std::uint32_t index) { return one_launch(reader, id, index); }};
}

analyzer::AdviceInput advice_input(const db::Reader& reader, CaseId id) {
    return analyzer::advice_input(reader, reader.read_case(id, db::Detail::details), reader.stages(id));
}

}  // namespace sortscope::cli
