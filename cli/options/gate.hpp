// --fail-on: commands whose exit code is a verdict.
#pragma once

#include "analyzer/timing/verdict.hpp"
#include "cli/options/command.hpp"

namespace sortscope::cli {
void add_fail_on(Command& command, std::string& fail_on);

/// "slower:2%,unclear"; without an effect, `min_effect`. Throws Error(usage).
std::vector<analyzer::FailOn> parse_fail_on(const std::string& text, double min_effect);

/// Prints `host_warning`, since scripts see the exit code alone. Throws ExitWith{4} unless `count` is 0.
/// `of` is a noun: "pair".
void fail_on_any(size_t count, const char* of, const std::string& host_warning);
}
