// Progress of a sweep: one redrawn line on a terminal, or lines of JSON for programs.
#pragma once

#include <chrono>
#include <string>

#include "collector/runner.hpp"

namespace sortscope::cli {
enum class ProgressKind { none, bar, json };

/// Draws a bar on a terminal, or lines of JSON, on standard error; ten times a second at most.
class ProgressBar {
 public:
    explicit ProgressBar(ProgressKind kind);
    void show(const collector::Progress& progress);
    /// Clears the line.
    void finish();

 private:
    ProgressKind kind_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point last_{};
    std::string last_case_;
};
}
