// Curves as tables and as charts. What all curves share is said once; what differs names them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "analyzer/curves/throughput.hpp"
#include "present/chart.hpp"
#include "present/table.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {

/// Tables of a device's curves; one without rows is not there. Their titles say what all curves share, their
/// notes which of several cases of one condition are shown.
struct CurveTables {
    Table throughput;    ///< "Throughput by number of keys: u32, uniform; measured, keys / median time"
    Table ranking;       ///< "Fastest first, at 2^24 keys"
    Table block_sweeps;  ///< "Throughput by block size: ..."
};

/// Points that belong to a sweep of block sizes alone are left to that table. `advice`: of repeats_note().
CurveTables curve_tables(const std::vector<analyzer::Curve>& throughput,
                         const std::vector<analyzer::Curve>& block_sweeps, std::string_view advice = {});

/// A row each point, for a spreadsheet: which curve, the whole condition (that of a curve by size with the
/// point's n, of a block sweep with its block), the device's UUID, run and case, and all that is known of the
/// point. The same columns whatever the curves are.
Table curve_points(std::span<const analyzer::Curve> curves);

/// For each fastest curve a table of the others: where they cross, "overtaken at 2^19.4 (between 2^18 and
/// 2^20)", or that they do not. `pairs` as analyzer::against_the_fastest() gives them.
std::vector<Table> crossing_tables(std::span<const analyzer::CurvePair> pairs);

/// "8 points show the newest of 2 cases of one condition; --repeats each-run keeps runs apart." Of merged
/// points it says what they are of. Empty where nothing is hidden or merged. `advice` says what shows the
/// others: a command line has an option for it, a window a box.
std::string repeats_note(std::span<const analyzer::Curve> curves, std::string_view advice = {});

/// The same of a few points, `of_runs` where their curves are of single runs.
std::string repeats_note(std::span<const analyzer::CurvePoint* const> points, bool of_runs,
                         std::string_view advice = {});

/// The words of curves' conditions, devices of one name told apart.
class CurveParts {
 public:
    explicit CurveParts(std::span<const std::reference_wrapper<const analyzer::Curve>> curves);

    /// A part as words within a line: "2^20 keys", "block 256", "L2 flushed".
    std::string words(const analyzer::Curve& curve, std::string_view part) const;
    /// Whether curves of several runs are kept apart.
    bool several_runs() const { return several_runs_; }

 private:
    ConditionWords words_;
    bool several_runs_ = false;
};

}  // namespace sortscope::present
