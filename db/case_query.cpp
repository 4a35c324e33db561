#include "db/case_query.hpp"

#include <functional>
#include <vector>

#include "db/statement.hpp"

namespace sortscope::db {

std::string summary_select() {
    return "SELECT c.id, c.run_id, v.name, c.key_id, c.n, c.distribution_id, c.seed, c.input_file, c.entropy_bits, c.block, "
           "c.device_id, "
           "c.backend_id, c.status_id, c.message, c.padded, c.bound_bytes, cache.text, c.collect_ns, "
           "c.time_median_ns, "
           "c.time_min_ns, c.time_max_ns, c.time_spread, c.time_count, stop.text "
           "FROM sort_case c JOIN variant v ON v.id = c.variant_id JOIN phrase cache ON cache.id = "
           "c.cache_state_id "
           "LEFT JOIN phrase stop ON stop.id = c.time_stop_id";
}

SQLite::Statement summaries(SQLite::Database& database, const CaseFilter& filter) {
    std::string where;
    std::vector<std::function<void(SQLite::Statement&, int)>> values;
    const auto require = [&](const std::string& condition) {
        where += (where.empty() ? " WHERE " : " AND ") + condition;
    };
    const auto equal = [&](const char* column, const auto& wanted) {
        if (!wanted) return;
        require(std::string(column) + " = ?");
        values.emplace_back(
            [value = *wanted](SQLite::Statement& s, int position) { bind(s, position, value); });
    };
    equal("c.run_id", filter.run);
    if (!filter.variants.empty()) {
        std::string marks;
        for (const auto& variant : filter.variants) {
            marks += marks.empty() ? "?" : ", ?";
            values.emplace_back(
                [&variant](SQLite::Statement& s, int position) { bind(s, position, variant); });
        }
        require("c.variant_id IN (SELECT id FROM variant WHERE name IN (" + marks + "))");
    }
    equal("c.key_id", filter.key);
    equal("c.distribution_id", filter.distribution);
    equal("c.n", filter.n);
    equal("c.block", filter.block);
    equal("c.backend_id", filter.backend);
    equal("c.status_id", filter.status);

    SQLite::Statement statement(database, summary_select() + where + " ORDER BY c.id");
    int position = 0;
    for (const auto& value : values) value(statement, ++position);
    return statement;
}

}  // namespace sortscope::db
