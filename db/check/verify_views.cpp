#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "db/check/finding_rows.hpp"
#include "db/check/verify_rows.hpp"
#include "db/schema/schema.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {

void check_views(SQLite::Database& database, std::vector<Finding>& findings) {
    for (const auto& [name, sql] : fixed_views()) {
        const auto stored = stored_sql(database, name);
        if (stored == sql) continue;
        findings.push_back({"view", name, std::nullopt, std::nullopt,
                            stored.empty() ? fmt::format("The file lacks the view '{}'.", name)
                                           : fmt::format("The view '{}' is not as SortScope makes it: "
                                                         "it may show other values than were recorded.",
                                                         name),
                            "Trust the other commands, which read the tables alone, or merge the file into a "
                            "new one, which has views of its own"});
    }
}

}  // namespace sortscope::db
