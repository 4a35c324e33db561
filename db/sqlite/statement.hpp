// Prepared statements, and checks of all values that are stored or read.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include "db/sqlite/errors.hpp"

namespace sortscope::db {
using SQLite::Database;

template <class T>
struct Ranged {
    T& value;
    int64_t least, most;
};

/// Attaches a range to a field: within<0, 64>(record.bits).
template <int64_t least, int64_t most>
struct Within {
    template <class T>
    Ranged<T> operator()(T& value) const {
        return {value, least, most};
    }
};
template <int64_t least, int64_t most>
inline constexpr Within<least, most> within;

inline constexpr auto least_int = std::numeric_limits<int64_t>::min();
inline constexpr auto most_int = std::numeric_limits<int64_t>::max();

namespace range {
/// Limit for fractions: far above ratios and spreads, and low enough for finite sums.
inline constexpr double most_fraction = 1e18;

/// Seeds, parameters of variants, row ids.
inline constexpr auto any = within<least_int, most_int>;
/// Durations up to a year, so that their sums stay within 64 bits.
inline constexpr auto ns = within<0, 1LL << 55>;
/// Bytes and comparators.
inline constexpr auto bytes = within<0, 1LL << 55>;
inline constexpr auto keys = within<0, 1LL << 50>;
inline constexpr auto launches = within<0, 0xffffffff>;
inline constexpr auto stage = within<0, 1 << 30>;
// CUDA's limits: 2^31-1 blocks in x, 65535 in y and z; 1024 threads.
inline constexpr auto grid_x = within<0, 0x7fffffff>;
inline constexpr auto grid_yz = within<0, 65535>;
inline constexpr auto block_extent = within<0, 1024>;
/// Shared memory of a block, local memory of a thread.
inline constexpr auto small_bytes = within<0, 1 << 30>;
inline constexpr auto registers = within<0, 1 << 16>;
/// SMs, bus width in bits, threads of a block, device ordinal.
inline constexpr auto device_count = within<0, 1 << 20>;
inline constexpr auto compute_capability = within<0, 1000>;
}

/// Limit for texts, above the length of any command line.
inline constexpr size_t longest_text_bytes = 4 << 20;
/// Limits for one source file and for all source files of a case.
inline constexpr size_t longest_source_bytes = 1 << 20, most_source_bytes = 16 << 20;
inline constexpr int64_t most_source_lines = 1 << 16;
/// Limit for one series.
inline constexpr size_t most_samples = 4 << 20;

/// Maps columns to members of a record (db/rows/columns.hpp).
template <class Record>
struct Row;
template <class Record>
concept HasRow = requires {
    Row<Record>::columns;
};
template <class Record>
constexpr int column_count = std::tuple_size_v<decltype(Row<Record>::fields(std::declval<Record&>()))>;

/// A prepared statement. SQLiteCpp's class is slower: it counts references at each column.
class Statement {
 public:
    /// Binds `values` to the first parameters. Throws SQLite::Exception if `sql` cannot be prepared.
    template <class... T>
    Statement(Database& database, const std::string& sql, const T&... values)
        : database_(database.getHandle()) {
        prepare(sql);
        bind_row(*this, values...);
    }

    /// Steps to the next row; false at the end.
    bool step() {
        const int code = sqlite3_step(handle_.get());
        if (code == SQLITE_ROW) return true;
        check(code, SQLITE_DONE);
        return false;
    }
    sqlite3_stmt* handle() const { return handle_.get(); }
    /// Throws SQLite::Exception for a code other than `good`.
    void check(int code, int good = SQLITE_OK) const {
        if (code != good) fail(code);
    }

 private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
    };
    void prepare(const std::string& sql);
    [[noreturn]] void fail(int code) const;

    sqlite3* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

struct ResetStatement {
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_reset(statement); }
};
/// Resets a statement at the end of a scope, to release its snapshot of the file.
using ResetAtEnd = std::unique_ptr<sqlite3_stmt, ResetStatement>;

/// Enums with named values, unlike RunId and CaseId.
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires {
    EnumTable<E>::names();
};

/// Range of whole numbers and row ids without a Ranged.
template <class T>
constexpr int64_t least_of = std::is_enum_v<T> ? 1 : 0;
template <class T>
constexpr int64_t most_of = std::integral<T> && sizeof(T) < 8 ? int64_t(std::numeric_limits<T>::max())
                                                              : most_int;

/// "INSERT INTO table (a, b) VALUES (?, ?)", for one or more lists of columns.
template <class... Columns>
std::string insert_sql(const std::string& table, const Columns&... columns) {
    std::string all;
    ((all += (all.empty() ? "" : ", ") + std::string(columns)), ...);
    std::string marks = "?";
    for (auto count = std::ranges::count(all, ','); count > 0; --count) marks += ", ?";
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, all, marks);
}
/// "SELECT id FROM table WHERE a IS ? AND b IS ?".
std::string find_sql(const std::string& table, const std::string& columns);

/// Binds values, and checks them as RowReader does. Throws Contradiction with column and table.
class RowWriter {
 public:
    /// `position`: the first parameter to bind.
    explicit RowWriter(const Statement& statement, int position = 1, bool checks = true)
        : statement_(statement), position_(position), checks_(checks) {}

    template <class... T>
    void write(const T&... values) {
        (next(values), ...);
    }

 private:
    [[noreturn]] void refuse(const std::string& what) const;
    [[noreturn]] void refuse_range(int64_t value, int64_t least, int64_t most) const;
    void whole(int64_t value, int64_t least = least_int, int64_t most = most_int) {
        if ((value < least || value > most) && checks_) refuse_range(value, least, most);
        statement_.check(sqlite3_bind_int64(statement_.handle(), position_++, value));
    }
    void fraction(double value, double least = 0);
    void text(std::string_view value);
    void samples(const std::vector<double>& values);
    void null() { statement_.check(sqlite3_bind_null(statement_.handle(), position_++)); }

    template <class T>
    void next(const T& value) {
        if constexpr (NamedEnum<T>) {
            const auto number = int64_t(value);
            if (checks_ && std::ranges::find(EnumTable<T>::names(), value, &EnumName<T>::value) ==
                               EnumTable<T>::names().end())
                refuse(fmt::format("holds the number {}, which has no meaning", number));
            whole(number);
        } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
            whole(int64_t(value), least_of<T>, most_of<T>);  // refuses 2^63 and above, now negative
        } else if constexpr (std::floating_point<T>) {
            fraction(value);
        } else if constexpr (std::same_as<T, Number>) {
            value.is_whole() ? whole(value.rounded(), 0) : fraction(value.as_double());
        } else if constexpr (std::same_as<T, AxisValue>) {
            if (const auto integer = value.integer()) return whole(*integer);
            if (const auto* const real = std::get_if<double>(&value.value))
                return fraction(*real, -range::most_fraction);
            text(std::get<std::string>(value.value));
        } else if constexpr (std::same_as<T, std::vector<double>>) {
            samples(value);
        } else {
            text(value);
        }
    }
    template <class T>
    void next(const Ranged<T>& field) {
        if constexpr (requires { field.value.has_value(); }) {
            if (!field.value) return null();
            whole(int64_t(*field.value), field.least, field.most);
        } else {
            whole(int64_t(field.value), field.least, field.most);
        }
    }
    template <class... T>
    void next(const std::tuple<T...>& members) {
        std::apply([&](const auto&... values) { (next(values), ...); }, members);
    }
    template <class T>
    void next(const std::optional<T>& value) {
        if constexpr (HasRow<T>) {  // several columns, all NULL if absent
            if (value) return next(Row<T>::fields(*value));
            for (int i = 0; i < column_count<T>; ++i) null();
        } else {
            value ? next(*value) : null();
        }
    }

    const Statement& statement_;
    int position_;
    bool checks_;
};

/// Resets a statement and binds `values` to its first parameters. Needs no checks: values only select rows.
template <class... T>
void bind_row(Statement& statement, const T&... values) {
    sqlite3_reset(statement.handle());
    RowWriter(statement, 1, false).write(values...);
}

/// Checks and binds `values`, then executes a statement that returns no rows.
template <class S, class... T>
void execute(S&& statement, const T&... values) {
    const ResetAtEnd reset(statement.handle());
    RowWriter(statement).write(values...);
    statement.step();
}

/// The first column of the first row, if any.
template <class S, class... T>
std::optional<int64_t> find_number(S&& statement, const T&... values) {
    const ResetAtEnd reset(statement.handle());
    bind_row(statement, values...);
    if (!statement.step()) return std::nullopt;
    return sqlite3_column_int64(statement.handle(), 0);
}

/// Reads a row id, and copies that row of `rows` to `found`.
template <class Rows, class Record>
struct Reference {
    Rows& rows;
    Record& found;
};
template <class Rows, class Record>
Reference(Rows&, Record&) -> Reference<Rows, Record>;  // clang 16 deduces no aggregates

/// Reads the columns of the current row from left to right. Throws BadValue for a wrong type, an unexpected
/// NULL, a number out of range (without a Ranged: 0 to the type's maximum) or a text too long.
class RowReader {
 public:
    /// Errors name `table`, and the row by its first column.
    RowReader(const Statement& statement, const char* table)
        : statement_(statement.handle()), table_(table) {}

    template <class... T>
    void read(T&&... values) {
        (next(values), ...);
    }
    void skip() { ++position_; }
    bool is_null() const { return type() == SQLITE_NULL; }
    /// Throws BadValue for the last column read: "column 'stage' of table 'launch', row 17, `what`".
    [[noreturn]] void refuse(const std::string& what) const { refuse_at(position_ - 1, what); }

 private:
    [[noreturn]] void refuse_at(int position, const std::string& what) const;
    [[noreturn]] void refuse_kind(const char* wanted) const;
    [[noreturn]] void refuse_range(int64_t value, int64_t least, int64_t most) const;
    int type() const { return sqlite3_column_type(statement_, position_); }
    int64_t whole(int64_t least = least_int, int64_t most = most_int) const {
        if (type() != SQLITE_INTEGER) refuse_kind("a whole number");
        return in_range(least, most);
    }
    int64_t in_range(int64_t least, int64_t most) const {
        const int64_t value = sqlite3_column_int64(statement_, position_);
        if (value < least || value > most) refuse_range(value, least, most);
        return value;
    }
    double fraction(double least = 0) const;
    std::string text() const;
    AxisValue axis_value() const;
    std::vector<double> samples() const;
    Number number(int type) const {
        return type == SQLITE_INTEGER ? Number(in_range(0, most_int)) : Number(fraction());
    }

    template <class T>
    void next(T& value) {
        if constexpr (NamedEnum<T>) {
            try {
                value = enum_from_int<T>(whole());
            } catch (const Error& error) {
                throw UnknownValue("{}", error.what());
            }
        } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
            value = T(whole(least_of<T>, most_of<T>));
        } else if constexpr (std::floating_point<T>) {
            value = fraction();
        } else if constexpr (std::same_as<T, Number>) {
            value = number(type());
        } else if constexpr (std::same_as<T, AxisValue>) {
            value = axis_value();
        } else if constexpr (std::same_as<T, std::vector<double>>) {
            value = samples();
        } else {
            value = text();
        }
        ++position_;
    }
    template <class T>
    void next(Ranged<T>& field) {
        if constexpr (requires { field.value.reset(); }) {
            if (take_null(field.value)) return;
            field.value = static_cast<typename T::value_type>(whole(field.least, field.most));
        } else {
            field.value = T(whole(field.least, field.most));
        }
        ++position_;
    }
    template <class Rows, class Record>
    void next(Reference<Rows, Record>& reference) {
        reference.found = reference.rows.at(whole());
        ++position_;
    }
    template <class... T>
    void next(std::tuple<T...>& members) {
        std::apply([&](auto&... values) { (next(values), ...); }, members);
    }
    /// Asks SQLite for the type only once, for speed: most columns of a stream are counters.
    void next(std::optional<Number>& value) {
        const int kind = type();
        value.reset();
        if (kind != SQLITE_NULL) value = number(kind);
        ++position_;
    }
    template <class T>
    void next(std::optional<T>& value) {
        if (take_null(value)) {
            if constexpr (HasRow<T>) position_ += column_count<T> - 1;
        } else if constexpr (HasRow<T>) {
            auto members = Row<T>::fields(value.emplace());
            next(members);
        } else {
            next(value.emplace());
        }
    }
    template <class T>
    bool take_null(std::optional<T>& value) {
        if (!is_null()) return false;
        value.reset();
        ++position_;
        return true;
    }

    sqlite3_stmt* statement_;
    const char* table_;
    int position_ = 0;
};

/// Calls `each` with a RowReader for each row of a bound statement. Resets the statement.
template <class S, class Each>
void for_each_row(S&& statement, const char* table, Each&& each) {
    const ResetAtEnd reset(statement.handle());
    while (statement.step()) {
        RowReader row(statement, table);
        each(row);
    }
}

/// The texts of a query with one column.
template <class... T>
std::vector<std::string> read_texts(Database& database, const std::string& sql, const T&... values) {
    std::vector<std::string> texts;
    for_each_row(Statement(database, sql, values...), "sqlite_master",
                 [&](RowReader& row) { row.read(texts.emplace_back()); });
    return texts;
}
}
