// The reference page of all metrics, written from the catalogue: docs/metrics.md.
#pragma once

#include <string>

namespace sortscope::present {

/// The whole page, in Markdown.
std::string metrics_page();

}  // namespace sortscope::present
