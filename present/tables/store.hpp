// Contents, views, checks and merges of files, as tables and sentences.
#pragma once

#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {
struct ColumnWords {
    std::string name, unit, sentence;
};
struct ViewWords {
    std::string name, sentence;
    std::vector<ColumnWords> columns;
};

Facts view_facts(const std::vector<ViewWords>& views);
Facts view_facts(const ViewWords& view);
Table view_table(const std::vector<ViewWords>& views);
Table view_column_table(const std::vector<ViewWords>& views);

/// A finding of db/check/verify.hpp.
struct FindingRow {
    std::string check, table;
    std::optional<int64_t> row, in_case;
    std::string sentence, remedy;
};

Table finding_table(const std::vector<FindingRow>& findings);
/// "table launch, row 17, case 3: It took no time at all."
std::string finding_sentence(const FindingRow& finding);

struct MergedRow {
    std::string file;
    RunId from{}, into{};
    std::string uuid;
    std::string outcome;  ///< "taken", "continued", "known"
    uint64_t cases = 0, renewed = 0, launches = 0;
};

Table merge_table(const std::vector<MergedRow>& rows);
/// "all.db: 2 runs taken with 12 cases, 1 run was there already."
std::string merge_sentence(const std::string& into, const std::vector<MergedRow>& rows);

Facts overview_facts(const std::string& file, std::span<const RunRecord> runs,
                     const std::vector<CaseRecord>& cases);

/// Questions with their commands, quoted for a shell.
std::vector<std::pair<std::string, std::string>> next_questions(const std::string& file,
                                                                const std::vector<CaseRecord>& cases);
}
