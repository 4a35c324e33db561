// `collect --dry-run`: what would run, and what it would take.
#pragma once

#include <string>
#include <vector>

#include "collector/runner.hpp"
#include "present/json/writer.hpp"

namespace sortscope::cli {

/// Each case with where it would run or why not, and what all of them are expected to take. `skipped` cases
/// are in the file already.
std::string plan_text(const std::vector<collector::Assignment>& assignments,
                      const std::vector<collector::Expectation>& expected,
                      const collector::Schedule& schedule, std::size_t skipped);

/// The same as an object of JSON: cases, launches, counter passes, seconds, bytes of the file; what would be
/// left out, each reason once with its number of cases; and each case.
void write_plan(present::json::Writer& out, const std::vector<collector::Assignment>& assignments,
                const std::vector<collector::Expectation>& expected, const collector::Schedule& schedule,
                std::size_t skipped);

/// Which sorts have more rounds than were asked for of them, and how many, as a sentence for the notes of a
/// run, with a space before it; empty where none have.
std::string short_rounds_text(const std::vector<collector::Expectation>& expected);

/// What should be known before a collection of many hours begins; empty where it takes less.
std::string long_warning(const std::vector<collector::Assignment>& assignments,
                         const std::vector<collector::Expectation>& expected);

}  // namespace sortscope::cli
