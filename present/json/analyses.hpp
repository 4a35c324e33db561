// Analyses as JSON: members_of() writes into the open object, for Writer::put().
#pragma once

#include <span>

#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/curve.hpp"
#include "analyzer/curves/sweep.hpp"
#include "analyzer/curves/throughput.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/source/lines.hpp"
#include "analyzer/timing/history.hpp"
#include "present/json/writer.hpp"
#include "present/tables/difference.hpp"
#include "present/tables/predict.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present::json {

/// "by": "stage", "share_of": {..}, "gaps": {..}, "rest": {..}, "rows": [..], "total": {..}.
void members_of(Writer& out, const analyzer::Breakdown& breakdown);

/// The same by launch, streamed. `by_stage` describes the whole.
void members_of_launches(Writer& out, const analyzer::Breakdown& by_stage, const CaseSource& source,
                         CaseId id, analyzer::Gaps gaps);

/// The curve's condition and its points.
void members_of(Writer& out, const analyzer::Curve& curve);

/// "metric": .., "unit": .., "stages": [..], "cells": [{"stage": .., "substage": .., "value": ..,
/// "provenance": ..}, ..].
void members_of(Writer& out, const analyzer::StageMatrix& matrix);

/// One source line's counts and samples.
void members_of(Writer& out, const analyzer::LineCounts& line);

/// The file and its lines (`spans`: these only) with text, heat and counts.
void members_of(Writer& out, const analyzer::Listing& listing,
                std::span<const analyzer::LineSpan> spans = {});

/// Two curves and where they cross.
void members_of(Writer& out, const analyzer::CurvePair& pair);

/// "base", "other", "pairs", "only_base", "only_other". `differences`: of the pairs that have one.
void members_of(Writer& out, const analyzer::Comparison& comparison, const analyzer::Side& base,
                const analyzer::Side& other, std::span<const PairDifference> differences);
/// A series over runs with its changes.
void members_of(Writer& out, const analyzer::History& history);
/// A sweep: its condition, points, best, and what the others lack.
void members_of(Writer& out, const analyzer::Sweep& sweep);
/// "best": .., "next": .., the margin, "certainty", what was saved, "configurations": [..], "rounds": [..].
void members_of(Writer& out, const TunedSort& sort, const analyzer::TuneResult& result);
/// "ratio" with its interval. "between_recordings" is true if both have rounds and the interval is widened.
void members_of(Writer& out, const analyzer::RatioEstimate& ratio);
/// "time_mode", "time_ns", "low_ns", "high_ns", "interval_level", "interval_source", "rounds", "time_trials".
void members_of(Writer& out, const analyzer::TimeEstimate& time);

/// "limits": [..], "sort": {..}, "stages": [..], "findings": [..], "limited_by": a sentence if there is no
/// finding.
void members_of(Writer& out, const analyzer::Advice& advice);

/// "name", "figures", its figures and constants, "source".
void members_of(Writer& out, const analyzer::DeviceModel& device);
/// One case: its condition, "predicted_ns" (modelled), "measured_ns".
void members_of(Writer& out, const PredictedCase& one);
/// A stage and kernel with its parts.
void members_of(Writer& out, const analyzer::PredictedStage& stage);
/// "sorts", "launches" and "by_variant".
void members_of(Writer& out, const analyzer::PredictionErrors& errors);

}  // namespace sortscope::present::json
