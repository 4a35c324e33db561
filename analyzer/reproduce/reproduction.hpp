// Recreates a figure from recorded cases: predicted and published values, judged claims, missing cases.
#pragma once

#include "analyzer/launches/network.hpp"
#include "analyzer/reproduce/claims.hpp"
#include "analyzer/reproduce/recorded.hpp"

namespace sortscope::analyzer::reproduce {
/// A claim judged on one device.
struct Judgement {
    Claim claim;
    std::string device;
    bool modelled = false;  ///< judged by predicted times
    Finding finding;
    std::string rule;    ///< rule_text()
    std::string reason;  ///< reason from counters if the claim does not hold; may be empty
    std::optional<ClaimVerdict> published = {};  ///< verdict by the document's own values
};

/// One launch or transfer of a timeline.
struct TimelineSpan {
    static constexpr const char* transfers = "transfers";
    std::string lane;  ///< `transfers`, "stage 1"
    std::string name;  ///< "P=2 mirror", "host to device, 64 bytes"
    double start_ns = 0, end_ns = 0;
};

struct Reproduction {
    const Figure* figure = nullptr;
    std::string gpu = {};                   ///< empty if the file has none
    std::vector<std::string> devices = {};  ///< devices of the measured values, the GPU first
    Grid measured = {};
    std::vector<Grid> predicted = {};  ///< one for each device of Figure::predicted that has values
    Grid published = {};               ///< published values, in columns named as in `measured`
    std::optional<Network> network = {};
    std::vector<TimelineSpan> timeline = {};
    std::vector<Judgement> judgements = {};
    std::vector<MissingCases> missing = {};
    bool one_of_several = false;          ///< other GPUs of the file have cases of the figure, too
    std::vector<std::string> notes = {};  ///< sentences about missing data and mixed GPUs

    /// Published values to show with a column of `grid`; null if absent. Compares predicted values only with
    /// published values of their device.
    const GridColumn* published_with(const Grid& grid, std::string_view column) const;
    /// Divides each value of `grid` by its published value; without one, the value becomes absent.
    Grid over_published(Grid grid) const;
    /// Returns whether the file has any of the figure's cases.
    bool has_values() const { return !devices.empty() || network; }
};

/// Nanoseconds per `unit`; 0 if `unit` is not a time unit.
double unit_ns(std::string_view unit);
/// The figure's unit for times, else the quantity's unit; empty for counts.
std::string unit_of(const Column& column, const Figure& figure);

/// `figure` must outlive the result. `device` is a part of a GPU's name; empty: the GPU with most cases.
/// Throws Error(usage) if no GPU of the file fits, and Error(data) if a published table cannot be read.
Reproduction reproduce(const Figure& figure, const Recorded& recorded, const std::string& device = {});

/// Uses cases of the GPU named `gpu` (empty: any). The file may lack this GPU.
Reproduction reproduce_on(const std::string& gpu, const Figure& figure, const Recorded& recorded);

/// Explains the worst contrasts of at most two pairs of columns, by counters and by ratios to published
/// times: "At 2^20: a takes 0.5x the published time; b: 47 launches; each takes 2.1 us of the sort." Prefers
/// contrasts with counters. May be empty.
std::string reasons_for(std::vector<Contrast> contrasts, const Reproduction& made, const Recorded& recorded);
}
