#include "db/case_query.hpp"

#include <functional>
#include <utility>
#include <vector>

#include "db/annotation_rows.hpp"
#include "db/statement.hpp"

namespace sortscope::db {

Statement summaries(SQLite::Database& database, const std::string& select, const CaseFilter& filter) {
    std::string where;
    std::vector<std::function<void(Statement&, int)>> values;
    const auto require = [&](const std::string& condition) {
        where += (where.empty() ? " WHERE " : " AND ") + condition;
    };
    const auto equal = [&](const char* column, const auto& wanted) {
        if (!wanted) return;
        require(std::string(column) + " = ?");
        values.emplace_back([value = *wanted](Statement& s, int position) { bind(s, position, value); });
    };
    equal("c.run_id", filter.run);
    if (!filter.variants.empty()) {
        std::string marks;
        for (const auto& variant : filter.variants) {
            marks += marks.empty() ? "?" : ", ?";
            values.emplace_back([&variant](Statement& s, int position) { bind(s, position, variant); });
        }
        require("c.variant_id IN (SELECT id FROM variant WHERE name IN (" + marks + "))");
    }
    equal("c.key_id", filter.key);
    equal("c.distribution_id", filter.distribution);
    equal("c.n", filter.n);
    equal("c.block", filter.block);
    equal("c.backend_id", filter.backend);
    equal("c.status_id", filter.status);
    if (!filter.tags.empty()) {
        if (!has_annotations(database)) {
            require("0");  // in a file that knows no tags, nothing has one
        } else {
            std::string marks;
            for (int i = 0; i < 2; ++i)
                for (const auto& tag : filter.tags) {
                    if (i == 0) marks += marks.empty() ? "?" : ", ?";
                    values.emplace_back([&tag](Statement& s, int position) { bind(s, position, tag); });
                }
            require("(c.id IN (SELECT case_id FROM case_tag WHERE tag IN (" + marks +
                    ")) OR c.run_id IN (SELECT run_id FROM run_tag WHERE tag IN (" + marks + ")))");
        }
    }

    Statement statement(database, select + where + " ORDER BY c.id");
    int position = 0;
    for (const auto& value : values) value(statement, ++position);
    return statement;
}

}  // namespace sortscope::db
