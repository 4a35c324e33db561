#include "db/sqlite/statement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <boost/algorithm/string/replace.hpp>

namespace sortscope::db {

std::string pack(std::span<const double> values) {
    std::string bytes;
    bytes.reserve(values.size() * 8);
    for (const double value : values) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(bits >> (8 * i)));
    }
    return bytes;
}

std::optional<std::vector<double>> unpack(std::span<const unsigned char> bytes) {
    if (bytes.size() % 8 != 0) return std::nullopt;
    std::vector<double> values;
    values.reserve(bytes.size() / 8);
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < 8; ++i) bits |= std::uint64_t{bytes[at + i]} << (8 * i);
        const auto value = std::bit_cast<double>(bits);
        if (!std::isfinite(value)) return std::nullopt;
        values.push_back(value);
    }
    return values;
}

Statement::Statement(SQLite::Database& database, const std::string& sql) : database_(database.getHandle()) {
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v3(database_, sql.c_str(), static_cast<int>(sql.size() + 1),
                                        SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
    handle_.reset(handle);
    if (code != SQLITE_OK) fail(code);
}

void Statement::fail(int code) const { throw SQLite::Exception(database_, code); }

std::string insert_sql(const std::string& table, const std::string& columns) {
    std::string marks = "?";
    for (auto count = std::ranges::count(columns, ','); count > 0; --count) marks += ", ?";
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, columns, marks);
}

std::string find_sql(const std::string& table, const std::string& columns) {
    return fmt::format("SELECT id FROM {} WHERE {} IS ?", table,
                       boost::replace_all_copy(columns, ",", " IS ? AND"));
}

namespace {

/// "column 'n' of table 'profiled_case'" for a parameter of "INSERT INTO profiled_case (id, n) VALUES (?, ?)"
/// or "UPDATE profiled_case SET n = ?".
std::string field_of(sqlite3_stmt* statement, int position) {
    const std::string_view sql = sqlite3_sql(statement);
    const auto between = [&](std::string_view begin, std::string_view end) {
        const auto from = sql.find(begin) + begin.size();
        return sql.substr(from, sql.find(end, from) - from);
    };
    const bool inserts = sql.starts_with("INSERT INTO ");
    const auto table = inserts ? between("INSERT INTO ", " (") : between("UPDATE ", " SET ");
    auto columns = inserts ? between(" (", ")") : between(" SET ", " WHERE ");
    for (int i = 1; i < position; ++i)
        columns.remove_prefix(std::min(columns.find(", ") + 2, columns.size()));
    return fmt::format("column '{}' of table '{}'", columns.substr(0, columns.find_first_of(" ,")), table);
}

}  // namespace

void RowWriter::refuse(const std::string& what) const {
    throw Contradiction(fmt::format("{} {}", field_of(statement_.handle(), position_), what));
}

void RowWriter::refuse_range(std::int64_t value, std::int64_t least, std::int64_t most) const {
    refuse(fmt::format("holds {}, which is not within {} to {}", value, least, most));
}

void RowWriter::fraction(double value) {
    if (!(value >= 0 && value <= range::most_fraction) && check_ == Check::all)
        refuse(fmt::format("holds {}, which is not within 0 to {}", value, range::most_fraction));
    check_bound(statement_, sqlite3_bind_double(statement_.handle(), position_++, value));
}

void RowWriter::text(std::string_view value) {
    if (value.size() > static_cast<std::size_t>(longest_text_bytes) && check_ == Check::all)
        refuse(fmt::format("holds a text of {} bytes, but texts have at most {}", value.size(),
                           longest_text_bytes));
    check_bound(statement_, sqlite3_bind_text64(statement_.handle(), position_++, value.data(), value.size(),
                                                SQLITE_TRANSIENT, SQLITE_UTF8));
}

void RowWriter::axis_value(const AxisValue& value) {
    if (const auto integer = value.integer()) return whole(*integer);
    const auto* const real = std::get_if<double>(&value.value);
    if (real == nullptr) return text(std::get<std::string>(value.value));
    if (!(std::abs(*real) <= range::most_fraction)) refuse("holds a number beyond 1e18");
    check_bound(statement_, sqlite3_bind_double(statement_.handle(), position_++, *real));
}

void RowWriter::samples(const std::vector<double>& values) {
    if (values.size() > most_samples)
        refuse(fmt::format("holds {} values, but a series has at most {}", values.size(), most_samples));
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); }))
        refuse("holds a value that is not finite");
    const auto bytes = pack(values);
    check_bound(statement_, sqlite3_bind_blob64(statement_.handle(), position_++, bytes.data(), bytes.size(),
                                                SQLITE_TRANSIENT));
}

void RowReader::refuse(const std::string& what) const { refuse_column(position_ - 1, what); }
void RowReader::refuse_this(const std::string& what) const { refuse_column(position_, what); }

void RowReader::refuse_column(int position, const std::string& what) const {
    const auto* column = sqlite3_column_name(statement_, position);
    const auto row = sqlite3_column_type(statement_, 0) == SQLITE_INTEGER
                         ? std::to_string(sqlite3_column_int64(statement_, 0))
                         : std::string("without a number");
    throw BadValue(fmt::format("column '{}' of table '{}', row {}, {}", column == nullptr ? "" : column,
                               table_, row, what));
}

void RowReader::refuse_kind(const char* wanted) {
    const auto type = sqlite3_column_type(statement_, position_);
    const auto* const held = type == SQLITE_NULL      ? "is empty"
                             : type == SQLITE_INTEGER ? "holds a whole number"
                             : type == SQLITE_FLOAT   ? "holds a fraction"
                             : type == SQLITE_TEXT    ? "holds a text"
                                                      : "holds bytes";
    refuse_this(fmt::format("{}, but must hold {}", held, wanted));
}

void RowReader::refuse_range(std::int64_t value, std::int64_t least, std::int64_t most) {
    refuse_this(fmt::format("holds {}, which is not within {} to {}", value, least, most));
}

double RowReader::fraction(double least) {
    const int type = sqlite3_column_type(statement_, position_);
    if (type != SQLITE_FLOAT && type != SQLITE_INTEGER) refuse_kind("a finite number");
    const double value = sqlite3_column_double(statement_, position_);
    if (!(value >= least && value <= range::most_fraction))
        refuse_this(
            fmt::format("holds {}, which is not within {} to {}", value, least, range::most_fraction));
    return value;
}

std::string RowReader::text() {
    if (sqlite3_column_type(statement_, position_) != SQLITE_TEXT) refuse_kind("a text");
    const auto* bytes = sqlite3_column_text(statement_, position_);
    const int size = sqlite3_column_bytes(statement_, position_);
    if (bytes == nullptr) throw SQLite::Exception(sqlite3_db_handle(statement_), SQLITE_NOMEM);
    if (size > longest_text_bytes)
        refuse_this(
            fmt::format("holds a text of {} bytes, but texts have at most {}", size, longest_text_bytes));
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

AxisValue RowReader::axis_value() {
    switch (sqlite3_column_type(statement_, position_)) {
        case SQLITE_INTEGER:
            return sqlite3_column_int64(statement_, position_);
        case SQLITE_FLOAT:
            return fraction(-range::most_fraction);
        default:
            return text();
    }
}

std::vector<double> RowReader::samples() {
    if (sqlite3_column_type(statement_, position_) != SQLITE_BLOB) refuse_kind("packed values");
    const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(statement_, position_));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, position_));
    if (size / 8 > most_samples)
        refuse_this(fmt::format("holds {} bytes, but a series has at most {} values", size, most_samples));
    auto values =
        bytes == nullptr ? std::vector<double>() : unpack({bytes, size}).value_or(std::vector<double>());
    if (values.size() * 8 != size) refuse_this("does not hold finite doubles of 8 bytes each");
    return values;
}

}  // namespace sortscope::db
