// `sortscope collect --watch`: collects again each time a source changes.
#pragma once

#include <functional>
#include <string>

namespace sortscope::cli {
/// Calls `collect` now and after each change of a source file in `folder`. Compares each new run of `file`
/// with the previous run of this watch. Prints errors of `collect`; throws only Error(usage). Ctrl-C
/// throws ExitWith{130}.
[[noreturn]] void watch(const std::string& folder, const std::string& file,
                        const std::function<void()>& collect);
}
