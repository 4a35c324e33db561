// Prepared statements, and the one place that checks what they store and read.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include "core/axes.hpp"
#include "core/enum_names.hpp"
#include "core/metric/value.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/ranges.hpp"

namespace sortscope::db {

/// Most values of one series.
inline constexpr std::size_t most_samples = std::size_t{4} << 20;

/// The values of a series as they are stored: IEEE 754 doubles, little-endian, one after the other.
std::string pack(std::span<const double> values);
/// Nothing where the size is no multiple of 8, or a value is not finite.
std::optional<std::vector<double>> unpack(std::span<const unsigned char> bytes);

/// Columns of a record and its members in their order (db/rows/columns.hpp).
template <class Record>
struct Row;
template <class Record>
concept HasRow = requires {
    Row<Record>::columns;
};

/// A prepared statement. SQLiteCpp's own counts references at each column that is read, which streaming
/// feels.
class Statement {
 public:
    /// Throws SQLite::Exception where `sql` cannot be prepared.
    Statement(SQLite::Database& database, const std::string& sql);

    /// The next row, or false at the end.
    bool step() {
        const int code = sqlite3_step(handle_.get());
        if (code == SQLITE_ROW) return true;
        if (code != SQLITE_DONE) fail(code);
        return false;
    }
    void reset() noexcept { sqlite3_reset(handle_.get()); }
    sqlite3_stmt* handle() const { return handle_.get(); }
    /// Throws the SQLite::Exception of a result code.
    [[noreturn]] void fail(int code) const;

 private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
    };
    sqlite3* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// Enums with names for their stored numbers (and not the typed row numbers, RunId and CaseId).
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires {
    EnumTable<E>::names();
};

inline void check_bound(const Statement& statement, int code) {
    if (code != SQLITE_OK) statement.fail(code);
}

/// The range of a whole number or an enum without names that no Ranged says otherwise of.
template <class T>
constexpr std::int64_t least_of = std::is_enum_v<T> ? 1 : 0;
template <class T>
constexpr std::int64_t most_of = std::numeric_limits<std::int64_t>::max();
template <class T>
requires(std::integral<T> &&
         (sizeof(T) < 8)) constexpr std::int64_t most_of<T> = std::numeric_limits<T>::max();

/// Resets a statement at the end of a scope, so that a row that could not be read keeps no state of the file
/// open.
class ResetAtEnd {
 public:
    explicit ResetAtEnd(Statement& statement) : statement_(statement) {}
    ~ResetAtEnd() { statement_.reset(); }
    ResetAtEnd(const ResetAtEnd&) = delete;
    ResetAtEnd& operator=(const ResetAtEnd&) = delete;

 private:
    Statement& statement_;
};

/// "INSERT INTO table (a, b) VALUES (?, ?)".
std::string insert_sql(const std::string& table, const std::string& columns);
/// "SELECT id FROM table WHERE a IS ? AND b IS ?".
std::string find_sql(const std::string& table, const std::string& columns);

/// Binds what is stored, and is the one place that checks it: by the rules that RowReader reads it by. Throws
/// Contradiction that names column and table.
class RowWriter {
 public:
    enum class Check { all, nothing };
    /// `position`: of the first parameter that is bound. What is looked for needs no check.
    explicit RowWriter(const Statement& statement, int position = 1, Check check = Check::all)
        : statement_(statement), position_(position), check_(check) {}

    template <class... T>
    void write(const T&... values) {
        (next(values), ...);
    }

 private:
    [[noreturn]] void refuse(const std::string& what) const;
    [[noreturn]] void refuse_range(std::int64_t value, std::int64_t least, std::int64_t most) const;
    void whole(std::int64_t value) {
        check_bound(statement_, sqlite3_bind_int64(statement_.handle(), position_++, value));
    }
    void whole(std::int64_t value, std::int64_t least, std::int64_t most) {
        if ((value < least || value > most) && check_ == Check::all) refuse_range(value, least, most);
        whole(value);
    }
    void fraction(double value);
    void text(std::string_view value);
    void axis_value(const AxisValue& value);
    void samples(const std::vector<double>& values);
    void null() { check_bound(statement_, sqlite3_bind_null(statement_.handle(), position_++)); }

    template <class T>
    void next(const T& value) {
        if constexpr (NamedEnum<T>) {
            if (check_ == Check::nothing) return whole(static_cast<std::int64_t>(value));
            try {
                whole(static_cast<std::int64_t>(enum_from_int<T>(static_cast<long long>(value))));
            } catch (const Error&) {
                refuse("holds the number " + std::to_string(static_cast<long long>(value)) +
                       ", which stands for nothing");
            }
        } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
            whole(static_cast<std::int64_t>(value), least_of<T>, most_of<T>);  // an unsigned one beyond wraps
        } else if constexpr (std::floating_point<T>) {
            fraction(value);
        } else if constexpr (std::same_as<T, Number>) {
            if (value.is_whole())
                whole(value.rounded(), 0, std::numeric_limits<std::int64_t>::max());
            else
                fraction(value.as_double());
        } else if constexpr (std::same_as<T, AxisValue>) {
            axis_value(value);
        } else if constexpr (std::same_as<T, std::vector<double>>) {
            samples(value);
        } else {
            text(value);
        }
    }
    template <class T>
    void next(const Ranged<T>& field) {
        if constexpr (requires { field.value.has_value(); }) {
            if (field.value)
                whole(static_cast<std::int64_t>(*field.value), field.least, field.most);
            else
                null();
        } else {
            whole(static_cast<std::int64_t>(field.value), field.least, field.most);
        }
    }
    template <class... T>
    void next(const std::tuple<T...>& members) {
        std::apply([&](const auto&... values) { (next(values), ...); }, members);
    }
    template <class T>
    void next(const std::optional<T>& value) {
        if constexpr (HasRow<T>) {  // several columns, all NULL if absent
            const auto count = std::tuple_size_v<decltype(Row<T>::fields(*value))>;
            if (value) return next(Row<T>::fields(*value));
            for (std::size_t i = 0; i < count; ++i) null();
        } else {
            if (value) return next(*value);
            null();
        }
    }

    const Statement& statement_;
    int position_;
    Check check_;
};

/// Binds `values` to the parameters from the first on, after a reset: what is looked for.
template <class... T>
void bind_row(Statement& statement, const T&... values) {
    statement.reset();
    RowWriter(statement, 1, RowWriter::Check::nothing).write(values...);
}

/// Checks, binds and executes a statement that returns no rows.
template <class... T>
void execute(Statement& statement, const T&... values) {
    const ResetAtEnd reset(statement);
    RowWriter(statement).write(values...);
    statement.step();
}

/// Reads the columns of the current row from left to right, and is the one place that checks what they hold:
/// a number of the right kind within its range (whole numbers: 0 to what the type holds, unless it says
/// otherwise; fractions: finite, from 0 on), a text of a size that makes sense, a value where one must be.
/// Throws BadValue that names table, column and row.
class RowReader {
 public:
    /// `table` is named in errors; the first column that is read is the row's own number.
    RowReader(const Statement& statement, const char* table)
        : statement_(statement.handle()), table_(table) {}

    template <class... T>
    void read(T&&... values) {
        (next(values), ...);
    }
    void skip() { ++position_; }
    bool is_null() const { return sqlite3_column_type(statement_, position_) == SQLITE_NULL; }
    /// Throws BadValue for the column before: "table 'launch', row 17: column 'stage' `what`."
    [[noreturn]] void refuse(const std::string& what) const;

 private:
    [[noreturn]] void refuse_this(const std::string& what) const;
    [[noreturn]] void refuse_column(int position, const std::string& what) const;
    std::int64_t whole(std::int64_t least, std::int64_t most) {
        if (sqlite3_column_type(statement_, position_) != SQLITE_INTEGER) refuse_kind("a whole number");
        const std::int64_t value = sqlite3_column_int64(statement_, position_);
        if (value < least || value > most) refuse_range(value, least, most);
        return value;
    }
    [[noreturn]] void refuse_kind(const char* wanted);
    [[noreturn]] void refuse_range(std::int64_t value, std::int64_t least, std::int64_t most);
    double fraction(double least);
    std::string text();
    AxisValue axis_value();
    std::vector<double> samples();

    template <class T>
    void next(T& value) {
        if constexpr (NamedEnum<T>) {
            const auto number =
                whole(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
            try {
                value = enum_from_int<T>(number);
            } catch (const Error& error) {
                throw UnknownValue(error.what());
            }
        } else if constexpr (std::integral<T> || std::is_enum_v<T>) {
            value = static_cast<T>(whole(least_of<T>, most_of<T>));
        } else if constexpr (std::floating_point<T>) {
            value = fraction(0);
        } else if constexpr (std::same_as<T, Number>) {
            value = number();
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
            field.value = static_cast<T>(whole(field.least, field.most));
        }
        ++position_;
    }
    template <class... T>
    void next(std::tuple<T...>& members) {
        std::apply([&](auto&... values) { (next(values), ...); }, members);
    }
    template <class T>
    void next(std::optional<T>& value) {
        if (take_null(value)) {
            if constexpr (HasRow<T>)
                position_ += static_cast<int>(std::tuple_size_v<decltype(Row<T>::fields(*value))>) - 1;
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
    Number number() {
        if (sqlite3_column_type(statement_, position_) == SQLITE_INTEGER)
            return Number(whole(0, std::numeric_limits<std::int64_t>::max()));
        return Number(fraction(0));
    }

    sqlite3_stmt* statement_;
    const char* table_;
    int position_ = 0;
};

/// Steps through all rows of a bound statement, calling `each` with a RowReader, and resets it.
template <class Each>
void for_each_row(Statement& statement, const char* table, Each&& each) {
    const ResetAtEnd reset(statement);
    while (statement.step()) {
        RowReader row(statement, table);
        each(row);
    }
}

/// The same of a query that has no parameters.
template <class Each>
void for_each_row(SQLite::Database& database, const std::string& sql, const char* table, Each&& each) {
    Statement statement(database, sql);
    for_each_row(statement, table, each);
}

/// The texts of a query with one column.
template <class... T>
std::vector<std::string> read_texts(SQLite::Database& database, const std::string& sql, const T&... values) {
    std::vector<std::string> texts;
    Statement statement(database, sql);
    bind_row(statement, values...);
    for_each_row(statement, "sqlite_master", [&](RowReader& row) { row.read(texts.emplace_back()); });
    return texts;
}

}  // namespace sortscope::db
