#include "db/rows/interned.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sortscope::db {
namespace {

std::string find_sql(const std::string& table, std::initializer_list<const char*> columns) {
    return fmt::format("SELECT id FROM {} WHERE {} IS ?", table, fmt::join(columns, " IS ? AND "));
}

std::string insert_sql(const std::string& table, std::initializer_list<const char*> columns) {
    const std::vector<const char*> marks(columns.size(), "?");
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, fmt::join(columns, ", "),
                       fmt::join(marks, ", "));
}

}  // namespace

InternedRows::InternedRows(SQLite::Database& database, const std::string& table,
                           std::initializer_list<const char*> columns)
    : database_(database),
      find_(database, find_sql(table, columns)),
      insert_(database, insert_sql(table, columns)) {}

InternedNames::InternedNames(SQLite::Database& database, const std::string& table, const char* column)
    : rows_(database, table, {column}) {}

std::int64_t InternedNames::id(const std::string& name) {
    const auto found = known_.find(name);
    if (found != known_.end()) return found->second;
    return known_.emplace(name, rows_.id(name)).first->second;
}

std::string axes_text(const Axes& axes) {
    std::string text;
    for (const auto& [name, value] : axes) text += (text.empty() ? "" : ", ") + name + "=" + value.text();
    return text;
}

std::string axis_fault(std::string_view axis, const AxisValue& value) {
    const std::int64_t most = axis == "n"       ? std::int64_t{1} << 50
                              : axis == "block" ? std::int64_t{1} << 20
                                                : -1;
    if (most < 0) return {};
    const auto number = value.integer();
    if (number && *number >= 0 && *number <= most) return {};
    return "holds " + value.text() + " on axis " + std::string(axis) + ", which is not within 0 to " +
           std::to_string(most);
}

Lookups::Lookups(SQLite::Database& database)
    : subjects(database, "subject", "SELECT id, kind, name, family, promise_id FROM subject",
               [](RowReader& row, Subject& subject) {
                   row.read(subject.kind, subject.name, subject.family, subject.promise);
                   if (subject.kind != Subject::Kind::variant && subject.kind != Subject::Kind::program)
                       row.refuse("holds a kind that there is not");
               }),
      strings(database, "string", "SELECT id, text FROM string",
              [](RowReader& row, std::string& text) { row.read(text); }),
      counters(database, "counter", "SELECT id, name FROM counter",
               [](RowReader& row, std::string& name) { row.read(name); }),
      kernels(database, "kernel", "SELECT id, name, symbol FROM kernel",
              [](RowReader& row, KernelName& kernel) { row.read(kernel.name, kernel.symbol); }),
      devices(database, "device",
              "SELECT id, backend_id, ordinal, name, uuid, cc_major, cc_minor, multiprocessors, warp_size, "
              "clock_khz, memory_clock_khz, "
              "memory_bus_bits, memory_bytes, l2_bytes, shared_per_block_bytes, max_threads_per_block, "
              "driver_version, cuda_version, "
              "cupti_version FROM device",
              [](RowReader& row, Device& d) {
                  row.read(d.backend, range::device_count(d.ordinal), d.name, d.uuid,
                           range::compute_capability(d.cc_major), range::compute_capability(d.cc_minor),
                           range::device_count(d.multiprocessors), range::warp_threads(d.warp_size),
                           d.clock_khz, d.memory_clock_khz, range::device_count(d.memory_bus_bits),
                           range::bytes(d.memory_bytes), range::bytes(d.l2_bytes),
                           range::bytes(d.shared_per_block_bytes),
                           range::device_count(d.max_threads_per_block), d.driver_version, d.cuda_version,
                           d.cupti_version);
              }),
      hosts(database, "host", "SELECT id, name, os, kernel, cpu, threads, memory_bytes FROM host",
            [](RowReader& row, Host& h) {
                row.read(h.name, h.os, h.kernel, h.cpu, range::host_threads(h.threads),
                         range::bytes(h.memory_bytes));
            }),
      sites(database, "site", "SELECT id, kind_id, file, line, col, function FROM site",
            [](RowReader& row, Site& site) {
                row.read(site.kind, site.file, site.line, site.column, site.function);
            }) {}

}  // namespace sortscope::db
