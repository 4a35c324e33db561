// The cases of the open files as a table. Columns that differ are shown.
#pragma once

#include <cstddef>
#include <vector>

#include "gui/models/contents.hpp"
#include "gui/models/table_rows.hpp"

namespace sortscope::gui {

/// A case of an open file.
struct ListedCase {
    FileContentsPtr file;
    std::size_t at = 0;  ///< position in its cases
    const CaseRecord& record() const { return file->cases[at]; }
};

/// The columns of `sortscope list`. Columns with equal values are hidden at first.
TableRowsPtr case_rows(std::vector<ListedCase> cases);

}  // namespace sortscope::gui
