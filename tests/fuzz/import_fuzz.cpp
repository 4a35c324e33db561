// Fuzzes imports: any bytes are refused with a message, or become cases that the store accepts.
#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdlib>
#include <iostream>

#include "core/error.hpp"
#include "core/printable.hpp"
#include "db/check/verify.hpp"
#include "db/schema/schema.hpp"
#include "db/write/case_writer.hpp"
#include "tests/db/collected_import.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/sample/full.hpp"

namespace {
using namespace sortscope;
using namespace sortscope::db;
using fuzz::require;

/// A store in memory; its transactions are never committed.
struct Store {
    Store() : database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
        create_schema(database);
        store_vocabulary(database);
        run = write_run(database, sample::full_run());
        cases.emplace(database);
    }
    SQLite::Database database;
    RunId run{};
    std::optional<CaseWriter> cases;
};

/// Import options by the first byte of the input.
ImportOptions options_of(unsigned char choice) {
    ImportOptions options;
    options.others = (choice & 1U) != 0;
    if ((choice & 2U) != 0) options.values = {{"variant", "given"}, {"n", "2^10"}};
    if ((choice & 4U) != 0) options.columns = {{"a", "time_us"}, {"b", "gld_requests"}, {"c", ""}};
    if ((choice & 8U) != 0) options.provenance = Provenance::modelled;
    return options;
}

/// Chooses one text of 64 by its hash, because verifying takes 100 times as long as the rest.
bool is_verified(const std::string& text) {
    uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
    for (const char c : text) hash = (hash ^ uint8_t(c)) * 0x100000001b3ULL;
    return (hash >> 32U) % 64 == 0;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    static Store store;
    const std::string text(data + 1, data + size);
    Imported imported;
    try {
        imported = test::parse_import("x.csv", text, options_of(data[0]));
    } catch (const Error& error) {
        require(error.kind() == ErrorKind::data || error.kind() == ErrorKind::usage);
        require(error.what()[0] != '\0');
        return 0;
    }
    require(!imported.cases.empty() && imported.rows >= imported.cases.size());
    SQLite::Transaction never_kept(store.database);
    for (const auto& record : imported.cases) {
        require(!record.subject.name.empty() && record.keys() > 0 &&
                is_printable(record.subject.name, LineEnds::kept));
        for (size_t i = 0; i < record.launches.size(); ++i) require(record.launches[i].index == i);
        store.cases->write(store.run, record);  // must not throw
    }
    if (is_verified(text)) {  // verify must accept what import accepts
        const auto defects = row_defects(store.database);
        for (const auto& defect : defects) std::cerr << defect.check << ": " << defect.sentence << '\n';
        require(defects.empty());
    }
    store.cases->forget();
    return 0;
}
