// One case, chosen by its number or by its condition.
#pragma once

#include <string>
#include <vector>

#include "cli/filter.hpp"
#include "db/read/reader.hpp"

namespace sortscope::cli {

/// What `show` was asked for.
struct AskedCase {
    std::string file;
    std::optional<CaseId> number;  ///< nothing: by condition
};
/// "12", "sweep.db 12", or "sweep.db" with options that choose. Throws Error(usage) that says how to ask
/// `command`, with `rest` behind the case; Error(data) where the file is what is wrong.
AskedCase asked_case(const std::vector<std::string>& words, const CaseOptions& options,
                     const char* command = "show", const char* rest = "");

struct ChosenCase {
    CaseId id{};
    std::vector<CaseId> older;  ///< of the same condition, in order of collecting
};
/// The case whose condition fits `options`; of several of one condition the newest. Throws Error(usage) where
/// none fits, and where cases of several conditions do: that lists them with what tells them apart.
ChosenCase choose_case(const db::Reader& reader, const AskedCase& asked, const CaseOptions& options);

}  // namespace sortscope::cli
