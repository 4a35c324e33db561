// Expected time of cases: from plans, then from times of finished cases.
#pragma once

#include "collector/backend.hpp"

namespace sortscope::collector {
/// Work of one execution of a sort.
struct CaseWork {
    double launches = 0;
    double steps = 0;     ///< comparators or accesses of all threads
    double depth = 0;     ///< dependent steps of one thread, executed one after the other
    bool planned = true;  ///< false: no plan, so all numbers are guesses
};

CaseWork work_of(const Variant& variant, const CaseSpec& spec);

/// Expected seconds of one sort as a graph, on an H200.
double graph_seconds(const CaseWork& work);

/// Expected seconds of `options.phases`, with fixed rates. `bytes`: size of the input.
double first_guess(const CaseWork& work, uint64_t bytes, const Device& device, const BackendOptions& options);

/// Corrects guesses by the times of finished cases.
class TimeModel {
 public:
    /// `guess` * measured / guessed seconds of the variant's longest case so far. A new variant gets the
    /// ratio of all cases of this `kind` (device and phases).
    double seconds(const std::string& kind, const std::string& variant, double guess) const;
    void observe(const std::string& kind, const std::string& variant, double guess, double seconds);

 private:
    struct Seen {
        double guess = 0, seconds = 0;
    };
    struct Kind {
        Seen all;
        std::map<std::string, Seen> longest;  ///< by variant
    };
    std::map<std::string, Kind> kinds_;
};
}
