// Expected time of cases: from their plans at first, then from the cases that ended.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "collector/backend.hpp"

namespace sortscope::collector {

/// The work of one run of a sort.
struct CaseWork {
    double launches = 0;  ///< kernels
    double steps = 0;     ///< comparators or accesses of all threads
    double depth = 0;     ///< those of one thread, which wait for each other
    bool planned = true;  ///< false: a guess
};

CaseWork work_of(const kernels::Variant& variant, const CaseSpec& spec);

/// Expected seconds as a graph, at an H200's rates.
double graph_seconds(const CaseWork& work);

/// Expected seconds of a phase, by what they grow with. TimeModel corrects each summand by itself.
struct ExpectedTime {
    double fixed = 0;     ///< equal for all cases: warm-up, empty trials, the profiler's set-up
    double launches = 0;  ///< with the number of launches
    double steps = 0;     ///< with the threads' steps and the bytes of the input
    double total() const { return fixed + launches + steps; }
};

/// First guess for `options.phases` of a case, at the rates of one machine (an H200; one core of a server).
/// `bytes`: of the input.
ExpectedTime first_guess(const CaseWork& work, std::uint64_t bytes, const Device& device,
                         const BackendOptions& options);

/// Learns from the cases that ended.
class TimeModel {
 public:
    /// Expected seconds. Each `kind` (device and phases) has its own scale, each `variant` its own ratio to
    /// it.
    double seconds(const std::string& kind, const std::string& variant, const ExpectedTime& guess) const;
    /// Adds a measured time.
    void observe(const std::string& kind, const std::string& variant, const ExpectedTime& guess,
                 double seconds);

 private:
    struct Seen {
        std::string variant;
        ExpectedTime guess;
        double seconds = 0;
    };
    using Scale = std::array<double, 3>;  ///< measured / guessed, by summand of ExpectedTime
    struct Kind {
        std::vector<Seen> seen;
        Scale scale{1, 1, 1};
        std::map<std::string, double> variants;  ///< measured / scaled, for the longest case of each
    };
    static Scale fit(const std::vector<Seen>& seen);
    static double scaled(const Scale& scale, const ExpectedTime& guess);

    std::map<std::string, Kind> kinds_;
};

}  // namespace sortscope::collector
