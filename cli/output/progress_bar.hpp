// Progress of a sweep: a redrawn line for each device on a terminal, or lines of JSON.
#pragma once

#include <chrono>
#include <string>

#include "collector/runner.hpp"

namespace sortscope::cli {
enum class ProgressKind { none, bar, json };

/// Writes to standard error, ten times a second at most.
class ProgressBar {
 public:
    explicit ProgressBar(ProgressKind kind);
    void show(const collector::Progress& progress);
    /// Clears the lines.
    void finish();

 private:
    ProgressKind kind_;
    size_t drawn_ = 0;  ///< lines
    std::chrono::steady_clock::time_point last_{};
    std::string last_case_;
};
}
