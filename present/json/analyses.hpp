// Analyses as JSON: members_of() writes into the open object, for Writer::put().
#pragma once

#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/curve.hpp"
#include "analyzer/source/lines.hpp"
#include "analyzer/timing/speedup.hpp"
#include "present/json/writer.hpp"
#include "present/tables/compare.hpp"
#include "present/tables/predict.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present::json {
void members_of(Writer& out, const analyzer::Breakdown& breakdown);

/// Streams the members of a breakdown by launch.
void members_of_launches(Writer& out, const analyzer::Breakdown& by_stage, const CaseSource& source,
                         CaseId id, analyzer::Gaps gaps);

void members_of(Writer& out, const analyzer::Curve& curve);

void members_of(Writer& out, const analyzer::StageMatrix& matrix);

void members_of(Writer& out, const analyzer::LineCounts& line);

/// `spans` selects lines; empty selects all.
void members_of(Writer& out, const analyzer::Listing& listing,
                std::span<const analyzer::LineSpan> spans = {});

void members_of(Writer& out, const analyzer::CurvePair& pair);

/// `differences` explain pairs.
void members_of(Writer& out, const analyzer::Comparison& comparison, const analyzer::Side& base,
                const analyzer::Side& other, std::span<const PairDifference> differences);
void members_of(Writer& out, const analyzer::History& history);
void members_of(Writer& out, const analyzer::Speedups& speedups);
void members_of(Writer& out, const analyzer::Sweep& sweep);
void members_of(Writer& out, const TunedSort& sort, const analyzer::TuneResult& result);
void members_of(Writer& out, const analyzer::RatioEstimate& ratio);
void members_of(Writer& out, const analyzer::TimeEstimate& time);

void members_of(Writer& out, const analyzer::Advice& advice);

void members_of(Writer& out, const analyzer::DeviceModel& device);
void members_of(Writer& out, const PredictedCase& one);
void members_of(Writer& out, const analyzer::PredictedStage& stage);
void members_of(Writer& out, const analyzer::PredictionErrors& errors);
}
