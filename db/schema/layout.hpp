// What differs between the schemas that are read: the SELECTs that give the same columns from the tables of
// each.
#pragma once

#include <string>

namespace sortscope::db {

/// The queries of one schema version. Files of schema 1 and 2 are read as they are; what they did not keep is
/// empty or NULL. Queries below a case take the case's key as ?1: its id in schema 1 and 2, the id of its
/// first launch in schema 3; and the first and last index of the launches as ?2 and ?3.
struct Layout {
    bool wide = true;      ///< counters are in wide tables, and sums by stage were stored with the case
    std::string runs;      ///< id, uuid, started, ended, command, program version, planned cases, host
    std::string cases;     ///< FROM sort_case c; columns: see CaseReader::read_summary()
    std::string trials;    ///< of case ?1
    std::string kernels;   ///< id, name, symbol
    std::string launches;  ///< see LaunchReader
    std::string times;     ///< launch index, origin, start, duration; of the launches as `launches`
    std::string narrow;    ///< launch index, counter, provenance, value, pass (0 in schema 1 and 2)
    std::string sites;     ///< launch index, site, provenance, counts
};

/// Of a file of schema `version`.
Layout layout(int version);

}  // namespace sortscope::db
