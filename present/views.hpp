// The views of a file as SQL sees them, for people who write queries.
#pragma once

#include <string>
#include <vector>

#include "present/facts.hpp"
#include "present/table.hpp"

namespace sortscope::present {

struct ColumnWords {
    std::string name, unit, sentence;
};
struct ViewWords {
    std::string name, sentence;
    std::vector<ColumnWords> columns;
};

/// What one row of each is.
Facts view_facts(const std::vector<ViewWords>& views);
/// "(ns) Median of ..." for each column.
Facts view_facts(const ViewWords& view);
/// One row a view.
Table view_table(const std::vector<ViewWords>& views);
/// One row a column of each.
Table view_column_table(const std::vector<ViewWords>& views);

}  // namespace sortscope::present
