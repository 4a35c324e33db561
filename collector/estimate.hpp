// Expected time of cases: by their plans, then by the cases that ended.
#pragma once

#include <map>

#include "collector/backend.hpp"

namespace sortscope::collector {
/// Work of one execution of a sort.
struct CaseWork {
    double launches = 0;
    double steps = 0;     ///< comparators or accesses of all threads
    double depth = 0;     ///< those of one thread, which wait for each other
    bool planned = true;  ///< false: a guess
};

CaseWork work_of(const Variant& variant, const CaseSpec& spec);

/// Expected seconds as a graph, at an H200's rates.
double graph_seconds(const CaseWork& work);

/// Seconds of `options.phases`, at the rates of one machine. `bytes`: of the input.
double first_guess(const CaseWork& work, uint64_t bytes, const Device& device, const BackendOptions& options);

/// Learns from the cases that ended.
class TimeModel {
 public:
    /// `guess` * measured / guessed seconds of the variant's longest case so far; of all cases of this `kind`
    /// (device and phases) for a new variant.
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
