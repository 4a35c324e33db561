// Rows that are stored once and referred to by number.
#pragma once

#include <unordered_map>

#include "core/ranges.hpp"
#include "db/rows/columns.hpp"

namespace sortscope::db {
/// Finds or inserts rows of `table` by all `columns`.
class InternedRows {
 public:
    InternedRows(Database& database, const std::string& table, const std::string& columns)
        : database_(database),
          find_(database, find_sql(table, columns)),
          insert_(database, insert_sql(table, columns)) {}

    /// The id of the row with `values`. Inserts an absent row, within a transaction only.
    template <class... T>
    int64_t id(const T&... values) {
        if (const auto found = find_number(find_, values...)) return *found;
        execute(insert_, values...);
        return database_.getLastInsertRowid();
    }

 private:
    Database& database_;
    Statement find_, insert_;
};

/// InternedRows with a cache.
template <class Record>
class Interned {
 public:
    explicit Interned(Database& database) : rows_(database, Row<Record>::table, Row<Record>::columns) {}

    /// `record`: a Record, or what compares with one.
    int64_t id(const auto& record) {
        if (last_ != nullptr && last_->first == record) return last_->second;
        auto place = known_.find(record);
        if (place == known_.end())
            place = known_.emplace(record, rows_.id(Row<Record>::fields(record))).first;
        last_ = &*place;
        return place->second;
    }
    /// Clears the cache. Call it after a rollback, which voids new row ids.
    void forget() {
        known_.clear();
        last_ = nullptr;
    }

 private:
    // Hashing pays for labels: cases have thousands of them, and few other records.
    using Known = std::conditional_t<std::is_same_v<Record, std::string>, std::unordered_map<Record, int64_t>,
                                     std::map<Record, int64_t, std::less<>>>;
    InternedRows rows_;
    Known known_;
    const std::pair<const Record, int64_t>* last_ = nullptr;
};

/// The rows of one table, by id. Rows never change, so only an unknown id needs a new read of all rows.
template <class Record>
class Lookup {
 public:
    explicit Lookup(Database& database, std::string table = Row<Record>::table,
                    const std::string& columns = Row<Record>::columns)
        : database_(database), table_(std::move(table)), sql_("SELECT id, " + columns + " FROM " + table_) {}

    /// Throws BadValue if row `id` is missing or damaged.
    const Record& at(int64_t id) {
        if (const auto* found = mapped_or_null(rows_, id)) return *found;
        rows_.clear();
        std::string fault;
        for_each_row(Statement(database_, sql_), table_.c_str(), [&](RowReader& row) {
            int64_t number = 0;
            Record record;
            row.read(range::any(number));
            const auto damage = damage_in([&] {
                row.read(Row<Record>::fields(record));
                rows_.insert_or_assign(number, std::move(record));
            });
            if (damage && number == id) fault = *damage;
        });
        if (const auto* added = mapped_or_null(rows_, id)) return *added;
        if (!fault.empty()) throw BadValue("{}", fault);
        throw BadValue("a row refers to row {} of table '{}', which is not there", id, table_);
    }

 private:
    Database& database_;
    std::string table_, sql_;
    std::unordered_map<int64_t, Record> rows_;
};

/// Lookups of the tables that rows refer to.
struct Lookups {
    explicit Lookups(Database& open) : database(open) {}

    Database& database;
    Lookup<Subject> subjects{database};
    Lookup<std::string> strings{database}, counters{database, "counter", "name"};
    Lookup<KernelName> kernels{database};
    Lookup<Device> devices{database};
    Lookup<Host> hosts{database};
    Lookup<Site> sites{database};
};
}
