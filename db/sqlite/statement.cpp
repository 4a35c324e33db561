#include "db/sqlite/statement.hpp"

#include <bit>
#include <cstring>

#include <SQLiteCpp/Exception.h>
#include <boost/algorithm/string/replace.hpp>

namespace sortscope::db {
void Statement::prepare(const std::string& sql) {
    sqlite3_stmt* handle = nullptr;
    const int code = sqlite3_prepare_v3(database_, sql.c_str(), int(sql.size() + 1),
                                        SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
    handle_.reset(handle);
    check(code);
}

void Statement::fail(int code) const { throw SQLite::Exception(database_, code); }

std::string find_sql(const std::string& table, const std::string& columns) {
    return fmt::format("SELECT id FROM {} WHERE {} IS ?", table,
                       boost::replace_all_copy(columns, ",", " IS ? AND"));
}

namespace {
/// "column 'n' of table 'profiled_case'" for a parameter of an INSERT or UPDATE.
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

template <class T>
std::string not_within(T value, T least, T most) {
    return fmt::format("holds {}, which is not within {} to {}", value, least, most);
}

std::string too_long(size_t bytes) {
    return fmt::format("holds a text of {} bytes, but texts have at most {}", bytes, longest_text_bytes);
}

// Series are stored as in memory: little-endian IEEE 754 doubles.
static_assert(std::endian::native == std::endian::little && std::numeric_limits<double>::is_iec559);

bool all_finite(const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}
}  // namespace

void RowWriter::refuse(const std::string& what) const {
    throw Contradiction("{} {}", field_of(statement_.handle(), position_), what);
}

void RowWriter::refuse_range(int64_t value, int64_t least, int64_t most) const {
    refuse(not_within(value, least, most));
}

void RowWriter::fraction(double value, double least) {
    if (!(value >= least && value <= range::most_fraction) && checks_)
        refuse(not_within(value, least, range::most_fraction));
    statement_.check(sqlite3_bind_double(statement_.handle(), position_++, value));
}

void RowWriter::text(std::string_view value) {
    if (value.size() > longest_text_bytes && checks_) refuse(too_long(value.size()));
    statement_.check(sqlite3_bind_text64(statement_.handle(), position_++, value.data(), value.size(),
                                         SQLITE_TRANSIENT, SQLITE_UTF8));
}

void RowWriter::samples(const std::vector<double>& values) {
    if (values.size() > most_samples)
        refuse(fmt::format("holds {} values, but a series has at most {}", values.size(), most_samples));
    if (!all_finite(values)) refuse("holds a value that is not finite");
    const void* const bytes = values.empty() ? static_cast<const void*>("") : values.data();  // never NULL
    statement_.check(
        sqlite3_bind_blob64(statement_.handle(), position_++, bytes, values.size() * 8, SQLITE_TRANSIENT));
}

void RowReader::refuse_at(int position, const std::string& what) const {
    const auto* column = sqlite3_column_name(statement_, position);
    const auto row = sqlite3_column_type(statement_, 0) == SQLITE_INTEGER
                         ? std::to_string(sqlite3_column_int64(statement_, 0))
                         : std::string("without a number");
    throw BadValue("column '{}' of table '{}', row {}, {}", column == nullptr ? "" : column, table_, row,
                   what);
}

void RowReader::refuse_kind(const char* wanted) const {
    const auto type = sqlite3_column_type(statement_, position_);
    const auto* const held = type == SQLITE_NULL      ? "is empty"
                             : type == SQLITE_INTEGER ? "holds a whole number"
                             : type == SQLITE_FLOAT   ? "holds a fraction"
                             : type == SQLITE_TEXT    ? "holds a text"
                                                      : "holds bytes";
    refuse_at(position_, fmt::format("{}, but must hold {}", held, wanted));
}

void RowReader::refuse_range(int64_t value, int64_t least, int64_t most) const {
    refuse_at(position_, not_within(value, least, most));
}

double RowReader::fraction(double least) const {
    const int type = sqlite3_column_type(statement_, position_);
    if (type != SQLITE_FLOAT && type != SQLITE_INTEGER) refuse_kind("a finite number");
    const double value = sqlite3_column_double(statement_, position_);
    if (!(value >= least && value <= range::most_fraction))
        refuse_at(position_, not_within(value, least, range::most_fraction));
    return value;
}

std::string RowReader::text() const {
    if (sqlite3_column_type(statement_, position_) != SQLITE_TEXT) refuse_kind("a text");
    const auto* bytes = sqlite3_column_text(statement_, position_);
    const auto size = size_t(sqlite3_column_bytes(statement_, position_));
    if (bytes == nullptr) throw SQLite::Exception(sqlite3_db_handle(statement_), SQLITE_NOMEM);
    if (size > longest_text_bytes) refuse_at(position_, too_long(size));
    return {reinterpret_cast<const char*>(bytes), size};
}

AxisValue RowReader::axis_value() const {
    const int type = sqlite3_column_type(statement_, position_);
    if (type == SQLITE_INTEGER) return whole();
    if (type == SQLITE_FLOAT) return fraction(-range::most_fraction);
    return text();
}

std::vector<double> RowReader::samples() const {
    if (sqlite3_column_type(statement_, position_) != SQLITE_BLOB) refuse_kind("packed values");
    const auto* bytes = sqlite3_column_blob(statement_, position_);
    const auto size = size_t(sqlite3_column_bytes(statement_, position_));
    if (size / 8 > most_samples)
        refuse_at(position_,
                  fmt::format("holds {} bytes, but a series has at most {} values", size, most_samples));
    std::vector<double> values(bytes == nullptr ? 0 : size / 8);
    if (!values.empty()) std::memcpy(values.data(), bytes, values.size() * 8);
    if (values.size() * 8 != size || !all_finite(values))
        refuse_at(position_, "does not hold finite doubles of 8 bytes each");
    return values;
}
}
