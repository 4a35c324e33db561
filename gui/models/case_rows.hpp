// Cases of the open files as a table: what tells them apart has columns of its own.
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

/// The columns of `sortscope list` over `cases`, in their order. Columns in which all are alike are hidden at
/// first, the file's is there where there are several.
TableRowsPtr case_rows(std::vector<ListedCase> cases);

}  // namespace sortscope::gui
