// What advice is made from, taken of a file: for command line and window alike. `Reader` is the store's,
// which the analyzer does not know.
#pragma once

#include <utility>
#include <vector>

#include "analyzer/advice.hpp"

namespace sortscope::analyzer {

/// Of the case `record` (with its trials) and its `stages`, by stage and kernel. The input asks `reader` for
/// launches and sites when they are wanted, so it must live as long. Throws what the reader throws.
template <class Reader>
AdviceInput advice_input(const Reader& reader, CaseRecord record, std::vector<LaunchSums> stages) {
    AdviceInput input;
    const auto id = record.id;
    input.limits = limits_of(reader, record);
    input.stalls = reader.stalls(id);
    input.substages = [&reader, id] { return reader.substages(id).value_or(std::vector<LaunchSums>{}); };
    input.launch = [&reader, id](std::uint32_t index) { return one_launch(reader, id, index); };
    input.sites = [&reader, id](std::uint32_t index) { return reader.sites(id, index); };
    input.record = std::move(record);
    input.stages = std::move(stages);
    return input;
}

}  // namespace sortscope::analyzer
