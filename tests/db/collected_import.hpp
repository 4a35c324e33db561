// Imports texts into memory, with trials and launches.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>

#include "db/import/import.hpp"

namespace sortscope::db::test {
class CollectedCases : public ImportSink {
 public:
    void begin(CaseRecord record) override { cases.push_back(std::move(record)); }
    void add(LaunchRecord launch) override { cases.back().launches.push_back(std::move(launch)); }
    void end() override {}

    std::vector<CaseRecord> cases;
};

/// Unlike import_csv(), returns trials and launches, too.
inline Imported parse_import(const std::string& name, const std::string& text, const ImportOptions& options) {
    CollectedCases collected;
    std::istringstream in(text);
    auto imported = import_csv(name, in, options, collected);
    imported.cases = std::move(collected.cases);
    return imported;
}

inline void store_import(const std::filesystem::path& into, const RunRecord& run, const Imported& imported) {
    ImportDraft draft(into);
    for (const auto& record : imported.cases) {
        draft.begin(record);
        for (const auto& launch : record.launches) draft.add(launch);
        draft.end();
    }
    draft.store(run, imported);
}
}
