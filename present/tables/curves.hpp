// Curves as tables.
#pragma once

#include "analyzer/curves/curve.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
/// Tables of one device. Tables without rows are empty.
struct CurveTables {
    Table throughput;  ///< "Throughput by number of keys: u32, uniform; measured, keys / median time"
    Table ranking;     ///< "Fastest first, at 2^24 keys"
    Table sweeps;      ///< "Throughput by block size: ..."
};

/// `throughput` omits points of block sweeps. `sweeps` vary the axis `over`. `advice`: for repeats_note().
CurveTables curve_tables(const std::vector<analyzer::Curve>& throughput,
                         const std::vector<analyzer::Curve>& sweeps, std::string_view advice = {},
                         const std::string& over = "block");

const Fields<analyzer::CurvePoint>& curve_point_fields();

/// One row for each point, in fixed columns, for spreadsheets.
Table curve_points(std::span<const analyzer::Curve> curves);

/// One table for each fastest curve that other curves cross: "overtaken at 2^19.4 (between 2^18 and 2^20)".
std::vector<Table> crossing_tables(std::span<const analyzer::CurvePair> pairs);

/// "8 points show the newest of 2 cases of one condition; ..."; empty if no case is hidden or merged.
/// `advice` explains how to show hidden cases.
std::string repeats_note(std::span<const analyzer::Curve> curves, std::string_view advice = {});

std::string repeats_note(std::span<const analyzer::CurvePoint* const> points, bool of_runs,
                         std::string_view advice = {});
}
