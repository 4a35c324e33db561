#include "cli/launches.hpp"

namespace sortscope::cli {

analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id) {
    return {[&reader, id] { return reader.stages(id); }, [&reader, id](const auto& each) { reader.launches(id, {}, each); },
            [&reader, id](const auto& go_on) { return reader.substages(id, go_on); }};
}

}  // namespace sortscope::cli
