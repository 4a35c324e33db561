// Binding and reading whole rows of typed values.
#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "core/enum_names.hpp"
#include "db/sqlite_error.hpp"

namespace sortscope::db {

/// Enums whose stored numbers have names (and not the typed row numbers, RunId and CaseId).
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires {
    EnumTable<E>::names();
};

template <class T>
void bind(SQLite::Statement& statement, int position, const T& value) {
    if constexpr (std::is_enum_v<T> || std::integral<T>)
        statement.bind(position, static_cast<std::int64_t>(value));  // unsigned 64-bit: the same bits
    else
        statement.bind(position, value);
}

template <class T>
void bind(SQLite::Statement& statement, int position, const std::optional<T>& value) {
    if (value)
        bind(statement, position, *value);
    else
        statement.bind(position);
}

/// Resets a statement at the end of a scope, so that a row that could not be read keeps no state of the file
/// open.
class ResetAtEnd {
 public:
    explicit ResetAtEnd(SQLite::Statement& statement) : statement_(statement) {}
    ~ResetAtEnd() { statement_.tryReset(); }
    ResetAtEnd(const ResetAtEnd&) = delete;
    ResetAtEnd& operator=(const ResetAtEnd&) = delete;

 private:
    SQLite::Statement& statement_;
};

/// Binds `values` to the parameters from the first on, after a reset.
template <class... T>
void bind_row(SQLite::Statement& statement, const T&... values) {
    statement.tryReset();  // reset() would report the error of the step before once more
    int position = 0;
    (bind(statement, ++position, values), ...);
}

/// Binds and executes a statement that returns no rows.
template <class... T>
void execute(SQLite::Statement& statement, const T&... values) {
    const ResetAtEnd reset(statement);
    bind_row(statement, values...);
    statement.exec();
}

/// Reads the columns of the current row from left to right.
class RowReader {
 public:
    explicit RowReader(SQLite::Statement& statement) : statement_(statement) {}

    template <class... T>
    void read(T&... values) {
        (next(values), ...);
    }

 private:
    template <class T>
    void next(T& value) {
        const SQLite::Column column = statement_.getColumn(position_++);
        if constexpr (NamedEnum<T>) {
            try {
                value = enum_from_int<T>(column.getInt64());
            } catch (const Error& error) {
                throw UnknownValue(error.what());
            }
        } else if constexpr (std::same_as<T, bool>) {
            value = column.getInt64() != 0;
        } else if constexpr (std::is_enum_v<T> || std::integral<T>) {
            value = static_cast<T>(column.getInt64());
        } else if constexpr (std::floating_point<T>) {
            value = column.isNull() ? std::numeric_limits<T>::quiet_NaN()
                                    : column.getDouble();  // SQLite stores NaN as NULL
        } else {
            value = column.getString();
        }
    }
    template <class T>
    void next(std::optional<T>& value) {
        if (statement_.getColumn(position_).isNull()) {
            value.reset();
            ++position_;
        } else {
            next(value.emplace());
        }
    }

    SQLite::Statement& statement_;
    int position_ = 0;
};

/// Steps through all rows of a bound statement, calling `each` with a RowReader, and resets it.
template <class Each>
void for_each_row(SQLite::Statement& statement, Each&& each) {
    const ResetAtEnd reset(statement);
    while (statement.executeStep()) {
        RowReader row(statement);
        each(row);
    }
}

}  // namespace sortscope::db
