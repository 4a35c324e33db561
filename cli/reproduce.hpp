// What the parts of `sortscope reproduce` share.
#pragma once

#include <string>
#include <vector>

#include "analyzer/reproduce/figure.hpp"
#include "analyzer/reproduce/recorded.hpp"
#include "db/read/reader.hpp"

namespace sortscope::cli {

/// The records of `reader`, which must live as long.
analyzer::reproduce::Recorded recorded_of(const db::Reader& reader);

/// Collects what `figures` lack into `file`, each call of the collector once, on the machine's GPU that
/// `device` names (a part of its name; empty: the one of most cases in the file, else the first). Without a
/// GPU only what needs none is collected, and standard error says how much was left. Throws ExitWith as the
/// collector ended, where it failed as a whole.
void collect_missing(const std::vector<const analyzer::reproduce::Figure*>& figures, const std::string& file,
                     const std::string& device);

}  // namespace sortscope::cli
