#include "db/lookup.hpp"

namespace sortscope::db {

Lookups::Lookups(SQLite::Database& database, const std::string& kernels_sql)
    : variants(database, "variant", "SELECT id, name FROM variant",
               [](RowReader& row, std::string& name) { row.read(name); }),
      phrases(database, "phrase", "SELECT id, text FROM phrase",
              [](RowReader& row, std::string& text) { row.read(text); }),
      counters(database, "counter", "SELECT id, name FROM counter",
               [](RowReader& row, std::string& name) { row.read(name); }),
      kernels(database, "kernel", kernels_sql,
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
