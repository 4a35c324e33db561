// Breakdowns and curves as JSON.
#pragma once

#include <span>

#include "analyzer/curves/curve.hpp"
#include "analyzer/curves/throughput.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "analyzer/source/lines.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// {"by": "stage", "share_of": {..}, "gaps": {..}, "rest": {..}, "rows": [..], "total": {..}}.
void write_breakdown(Writer& out, const analyzer::Breakdown& breakdown);

/// The same by launch, streamed. `by_stage` describes the whole.
void write_breakdown_by_launch(Writer& out, const analyzer::Breakdown& by_stage, const CaseSource& source,
                               CaseId id, analyzer::Gaps gaps);

/// The curve's condition and its points.
void write_curve(Writer& out, const analyzer::Curve& curve);

/// {"metric": .., "unit": .., "stages": [..], "cells": [{"stage": .., "substage": .., "value": ..,
/// "provenance": ..}, ..]}.
void write_matrix(Writer& out, const analyzer::StageMatrix& matrix);

/// One source line's counts and samples.
void write_line(Writer& out, const analyzer::LineCounts& line);

/// The file and its lines (`spans`: these only) with text, heat and counts.
void write_listing(Writer& out, const analyzer::Listing& listing,
                   std::span<const analyzer::LineSpan> spans = {});

/// Two curves and where they cross.
void write_crossings(Writer& out, const analyzer::CurvePair& pair);

}  // namespace sortscope::present::json
