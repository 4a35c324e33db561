// The launches of a case as a table that holds a few pages: a case may have ten million.
#pragma once

#include <cstddef>

#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/table_rows.hpp"

namespace sortscope::gui {

/// The first launches of a case as a breakdown by launch, with the total of all of them: what the columns of
/// the whole follow from. To be called on the loader's thread.
std::shared_ptr<const analyzer::Breakdown> first_launches(const db::Reader& reader, const CaseContents& of);

/// Rows of all launches of a case. A cell of a page that is not there is absent; asking for it asks for the
/// page, and `arrivals` tells when it has come. `sample` is first_launches() of the case. `loader` must
/// outlive the rows.
TableRowsPtr launch_rows(Loader& loader, const CaseContentsPtr& of,
                         std::shared_ptr<const analyzer::Breakdown> sample);

}  // namespace sortscope::gui
