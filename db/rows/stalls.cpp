#include "db/rows/stalls.hpp"

#include <algorithm>
#include <tuple>

namespace sortscope::db {

StallWriter::StallWriter(SQLite::Database& database, InternedNames& strings)
    : strings_(strings),
      kernels_(database, "kernel", {"name", "symbol"}),
      instructions_(database, "instruction", {"kernel_id", "pc_offset", "line", "file_id"}),
      stall_(database,
             "INSERT INTO stall (case_id, instruction_id, reason_id, samples) VALUES (?, ?, ?, ?)") {}

void StallWriter::write(CaseId id, std::span<const StallRecord> stalls) {
    const StallRecord* before = nullptr;
    std::int64_t kernel = 0;
    for (const auto& stall : stalls) {
        if (before == nullptr || before->kernel != stall.kernel || before->symbol != stall.symbol)
            kernel = kernels_.id(stall.kernel, stall.symbol);
        before = &stall;
        execute(stall_, id,
                instructions_.id(kernel, range::bytes(stall.pc_offset), stall.line, strings_.id(stall.file)),
                strings_.id(stall.reason), stall.samples);
    }
}

std::vector<StallRecord> read_stalls(SQLite::Database& database, Lookups& lookups, const StoredCase& stored) {
    std::vector<StallRecord> stalls;
    Statement select(database,
                     "SELECT s.instruction_id, s.reason_id, s.samples, i.kernel_id, i.file_id, i.pc_offset, "
                     "i.line FROM stall s "
                     "LEFT JOIN instruction i ON i.id = s.instruction_id WHERE s.case_id = ?");
    bind_row(select, stored.record.id);
    for_each_row(select, "stall", [&](RowReader& row) {
        std::int64_t instruction = 0;
        std::int64_t reason = 0;
        std::optional<std::int64_t> kernel;
        std::int64_t file = 0;
        auto& stall = stalls.emplace_back();
        row.read(range::any(instruction), range::any(reason), stall.samples, range::any(kernel));
        if (!kernel) row.refuse("refers to a row of table 'instruction' which is not there");
        row.read(range::any(file), range::bytes(stall.pc_offset), stall.line);
        stall.reason = lookups.strings.at(reason);
        stall.file = lookups.strings.at(file);
        const auto& names = lookups.kernels.at(*kernel);
        stall.kernel = names.name;
        stall.symbol = names.symbol;
    });
    expect_rows("stall", stored.record.id, stored.counts.stalls, stalls.size());
    const auto place = [](const StallRecord& s) {
        return std::tie(s.kernel, s.symbol, s.pc_offset, s.line, s.file, s.reason);
    };
    std::ranges::sort(stalls,
                      [&](const StallRecord& a, const StallRecord& b) { return place(a) < place(b); });
    return stalls;
}

}  // namespace sortscope::db
