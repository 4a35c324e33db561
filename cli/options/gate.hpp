// --fail-on: exit codes by verdict.
#pragma once

#include "analyzer/timing/verdict.hpp"
#include "cli/options/command.hpp"

namespace sortscope::cli {
void add_fail_on(Command& command, std::string& fail_on);

/// Parses "slower:2%,unclear". The default effect is `min_effect`. Throws Error(usage).
std::vector<analyzer::FailOn> parse_fail_on(const std::string& text, double min_effect);

/// Prints `host_warning` on standard error. Throws ExitWith{4} if `count` > 0.
/// `of` is a noun: "pair". `per` names the divisor of times: " per key".
void fail_on_any(size_t count, const char* of, const std::string& host_warning, std::string_view per = {});
}
