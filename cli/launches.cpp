#include "cli/launches.hpp"

#include "db/reading.hpp"

namespace sortscope::cli {

analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id) {
    return {[&reader, id] { return reader.stages(id); }, [&reader, id](const auto& each) { reader.launches(id, {}, each); },
            [&reader, id](const auto& go_on) { return reader.substages(id, go_on); }};
}

analyzer::SweepSource sweep_source(const db::Reader& reader) {
    return {[&reader](CaseId id) { return reader.stages(id); }, [&reader](CaseId id, std::uint32_t index) { return one_launch(reader, id, index); }};
}

}  // namespace sortscope::cli
