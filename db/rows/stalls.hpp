// Samples of stalled warps: what is stored of a case, and read of it.
#pragma once

#include <SQLiteCpp/Database.h>

#include <span>
#include <vector>

#include "core/records.hpp"
#include "db/rows/interned.hpp"
#include "db/rows/stored_case.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {

/// The prepared statements of stalls. One for each connection; within transactions only.
class StallWriter {
 public:
    StallWriter(SQLite::Database& database, InternedNames& strings);
    void write(CaseId id, std::span<const StallRecord> stalls);

 private:
    InternedNames& strings_;
    InternedRows kernels_, instructions_;
    Statement stall_;
};

/// The stalls of a case, by kernel, symbol, place in the machine code and reason. Throws
/// BadValue.
std::vector<StallRecord> read_stalls(SQLite::Database& database, Lookups& lookups, const StoredCase& stored);

}  // namespace sortscope::db
