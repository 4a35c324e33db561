// How help is laid out: 80 columns, whatever the terminal.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace sortscope::cli {

/// Breaks summaries, options and footers into lines of at most 80 columns, continued under their own
/// beginning.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace sortscope::cli
