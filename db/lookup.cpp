#include "db/lookup.hpp"

namespace sortscope::db {

Lookups::Lookups(SQLite::Database& database, const std::string& kernels_sql)
    : variants(database, "variant", "SELECT id, name FROM variant", [](RowReader& row, std::string& name) { row.read(name); }),
      phrases(database, "phrase", "SELECT id, text FROM phrase", [](RowReader& row, std::string& text) { row.read(text); }),
      counters(database, "counter", "SELECT id, name FROM counter", [](RowReader& row, std::string& name) { row.read(name); }),
      kernels(database, "kernel", kernels_sql, [](RowReader& row, KernelName& kernel) { row.read(kernel.name, kernel.symbol); }),
      devices(database, "device",
              "SELECT id, backend_id, ordinal, name, uuid, cc_major, cc_minor, multiprocessors, warp_size, clock_khz, memory_clock_khz, "
              "memory_bus_bits, memory_bytes, l2_bytes, shared_per_block_bytes, max_threads_per_block, driver_version, cuda_version, "
              "cupti_version FROM device",
              [](RowReader& row, Device& d) {
                  constexpr std::int64_t most = 1 << 20;
                  constexpr std::int64_t most_bytes = std::int64_t{1} << 55;
                  row.read(d.backend, within(d.ordinal, 0, most), d.name, d.uuid, within(d.cc_major, 0, 1000), within(d.cc_minor, 0, 1000),
                           within(d.multiprocessors, 0, most), within(d.warp_size, 0, 1024), d.clock_khz, d.memory_clock_khz,
                           within(d.memory_bus_bits, 0, most), within(d.memory_bytes, 0, most_bytes), within(d.l2_bytes, 0, most_bytes),
                           within(d.shared_per_block_bytes, 0, most_bytes), within(d.max_threads_per_block, 0, most), d.driver_version,
                           d.cuda_version, d.cupti_version);
              }),
      hosts(database, "host", "SELECT id, name, os, kernel, cpu, threads, memory_bytes FROM host",
            [](RowReader& row, Host& h) {
                row.read(h.name, h.os, h.kernel, h.cpu, within(h.threads, 0, 1 << 24), within(h.memory_bytes, 0, std::int64_t{1} << 55));
            }),
      sites(database, "site", "SELECT id, kind_id, file, line, col, function FROM site", [](RowReader& row, Site& site) {
          row.read(site.kind, site.file, site.line, site.column, site.function);
      }) {}

}  // namespace sortscope::db
