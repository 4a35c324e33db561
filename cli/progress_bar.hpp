// A sweep's progress: one line that is redrawn on a terminal, and nothing elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "collector/runner.hpp"

namespace sortscope::cli {

/// One line of at most `width` columns: bar, cases done, current case, time left. Pure.
std::string progress_line(const collector::Progress& progress, int width, bool utf8);

/// Writes to standard error if that is a terminal and `wanted`; redraws at most ten times a second.
class ProgressBar {
 public:
    explicit ProgressBar(bool wanted);
    void show(const collector::Progress& progress);
    /// Clears the line.
    void finish();

 private:
    bool active_;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point last_{};
    std::string last_case_;
};

}  // namespace sortscope::cli
