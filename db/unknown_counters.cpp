#include "db/unknown_counters.hpp"

#include <fmt/format.h>

#include <map>

#include "core/metric/metric.hpp"
#include "db/counter_cursor.hpp"
#include "db/launch_reader.hpp"
#include "db/wide_tables.hpp"

namespace sortscope::db {

bool is_known_counter(std::int64_t counter) {
    for (const auto* metric : counter_metrics())
        if (static_cast<std::int64_t>(metric->counter) == counter) return true;
    return false;
}

std::vector<Note> LaunchReader::unknown_counters(const CaseKey& key) {
    std::map<std::string, std::uint64_t> unknown;
    if (key.launches == 0) return {};
    const LaunchRange range{key.first_launch, 0, key.launches - 1};
    const auto count_columns = [&](const std::string& table) {
        for (const auto& column : wide_columns(database_, table).unknown) {
            Statement count(
                database_,
                fmt::format("SELECT 0, count({}) FROM {} WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3",
                            quoted(column), quoted(table)));
            bind_row(count, range.key, range.first, range.last);
            for_each_row(count, table.c_str(), [&](RowReader& row) {
                std::uint64_t values = 0;
                row.skip();
                row.read(values);
                if (values > 0) unknown[column] += values;
            });
        }
    };
    if (layout_.wide) {
        for (const auto& set : metric_sets()) count_columns(counter_table(set));
        for (const auto& table : unknown_counter_tables(database_)) count_columns(table);
    }
    // Values that stand one by one know their counter by its number. They are only looked through where the
    // file has unknown ones.
    std::map<std::int64_t, std::string> strange;
    for_each_row(database_, "SELECT id, name FROM counter", "counter", [&](RowReader& row) {
        std::int64_t id = 0;
        std::string name;
        row.read(range::any(id), name);
        if (!is_known_counter(id)) strange.emplace(id, std::move(name));
    });
    if (!strange.empty()) {
        Statement values(database_, layout_.narrow);
        bind_row(values, range.key, range.first, range.last);
        for_each_row(values, "counter", [&](RowReader& row) {
            std::int64_t id = 0;
            row.skip();
            row.read(range::any(id));
            const auto found = strange.find(id);
            if (found != strange.end()) ++unknown[found->second];
        });
    }
    std::vector<Note> notes;
    for (const auto& [counter, values] : unknown)
        notes.push_back(
            {Severity::lost,
             fmt::format(
                 "{} values of the counter '{}' are not shown: a newer SortScope recorded them, and this "
                 "one does not know the counter.",
                 values, counter)});
    return notes;
}

}  // namespace sortscope::db
