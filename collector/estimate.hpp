// How long cases will take: from their plans before anything ran, and from what ran before once something
// has.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "collector/backend.hpp"

namespace sortscope::collector {

/// What one run of a sort makes its device do, known before it runs.
struct CaseWork {
    double launches = 0;  ///< kernels; of a library's sort a guess, which `planned` says
    double steps = 0;     ///< over all launches, threads times what each does: its comparators, or accesses
    double depth = 0;     ///< over all launches, what one thread does: steps that wait for each other
    bool planned = true;
};

/// The work of a case, from its plan; of sorts that have none from n log n.
CaseWork work_of(const kernels::Variant& variant, const CaseSpec& spec);

/// Seconds that a GPU is expected to take for it as a graph, by rates of an H200.
double graph_seconds(const CaseWork& work);

/// Expected seconds of a part of a case, in portions that are corrected apart by what other cases took.
struct ExpectedTime {
    double fixed =
        0;  ///< as long for every case: warm-up, trials of a sort that takes no time, the profiler's set-up
    double launches = 0;  ///< with the number of launches
    double steps = 0;     ///< with the steps of their threads, and the bytes of the input
    double total() const { return fixed + launches + steps; }
};

/// What `options.parts` of a case of `work` take on a device of this kind, by rates of one machine (an H200;
/// one core of a server): a first guess. `bytes` are those of the input.
ExpectedTime first_guess(const CaseWork& work, std::uint64_t bytes, const Device& device,
                         const BackendOptions& options);

/// Learns from cases that ended how long the others will take.
class TimeModel {
 public:
    /// Seconds that a part is expected to take. `kind` tells apart what does not scale alike (a device and
    /// what is taken on it), `variant` what a plan does not tell of a sort.
    double seconds(const std::string& kind, const std::string& variant, const ExpectedTime& guess) const;
    /// Notes what it took.
    void observe(const std::string& kind, const std::string& variant, const ExpectedTime& guess,
                 double seconds);

 private:
    struct Seen {
        std::string variant;
        ExpectedTime guess;
        double seconds = 0;
    };
    /// What each portion takes, over its guess.
    using Scale = std::array<double, 3>;
    struct Kind {
        std::vector<Seen> seen;
        Scale scale{1, 1, 1};
        std::map<std::string, double>
            variants;  ///< what one took, over what the scale says, of its longest case
    };
    static Scale fit(const std::vector<Seen>& seen);
    static double scaled(const Scale& scale, const ExpectedTime& guess);

    std::map<std::string, Kind> kinds_;
};

}  // namespace sortscope::collector
