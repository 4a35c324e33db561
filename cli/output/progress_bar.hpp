// Progress of a sweep: one redrawn line on a terminal, or lines of JSON for programs.
#pragma once

#include <chrono>
#include <string>

#include "collector/runner.hpp"

namespace sortscope::cli {

/// One line of at most `width` columns: bar, cases done, current case, time left.
std::string progress_line(const collector::Progress& progress, int width, bool utf8);

/// One line of JSON: done, total, fraction, seconds_left (null while unknown), current.
std::string progress_json(const collector::Progress& progress);

enum class ProgressKind { none, bar, json };

/// Writes to standard error at most ten times a second: a bar on a terminal, or JSON anywhere.
class ProgressBar {
 public:
    explicit ProgressBar(ProgressKind kind);
    explicit ProgressBar(bool wanted) : ProgressBar(wanted ? ProgressKind::bar : ProgressKind::none) {}
    void show(const collector::Progress& progress);
    /// Clears the line.
    void finish();

 private:
    bool active_;
    bool json_ = false;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point last_{};
    std::string last_case_;
};

}  // namespace sortscope::cli
