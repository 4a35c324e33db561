#include "present/json/breakdown.hpp"

#include <algorithm>
#include <functional>

#include "present/function_name.hpp"
#include "present/json/case.hpp"
#include "present/tables/curves.hpp"

namespace sortscope::present::json {
namespace {

using analyzer::Breakdown;
using analyzer::Grouping;
using analyzer::Weight;

struct RowOf {
    const LaunchSums& sums;
    std::optional<double> share;
    Grouping grouping{};
    bool total = false;
    std::optional<std::int64_t> gap_ns = {};
};

void write_row(Writer& out, const RowOf& row, std::uint64_t data_bytes) {
    const auto& sums = row.sums;
    out.object([&] {
        if (row.grouping == Grouping::kernel && !row.total) {
            out.put("kernel", sums.kernel);
        } else if (!row.total) {
            out.put("stage", sums.stage);
            out.put_nonzero("substage", sums.substage);
            out.put_known("label", sums.label);
        }
        out.put("first_launch", sums.first_launch);
        out.put("launches", sums.launches);
        if (sums.time_ns)
            out.object("time", [&] {
                out.put("provenance", name_of(Provenance::measured));
                out.put("time_ns", *sums.time_ns);
            });
        out.put_known("share_ratio", row.share);
        out.put_known("gap_ns", row.gap_ns);
        members_of_counters(out, {.counters = sums.counters,
                                  .time_ns = sums.time_ns,
                                  .data_bytes = data_bytes,
                                  .required_bytes = sums.required_bytes,
                                  .launches = sums.launches});
    });
}

/// `whole` describes the case; `rows` writes the rows.
void write_object(Writer& out, const Breakdown& whole, Grouping grouping, const std::function<void()>& rows) {
    out.object([&] {
        out.put("by", analyzer::name_of(grouping));
        if (whole.weight != Weight::none)
            out.object("share_of", [&] {
                out.put("what", whole.weight == Weight::time ? "time" : "sectors");
                out.put("provenance", name_of(whole.weight_provenance));
            });
        if (whole.gaps_ns)
            out.object("gaps", [&] {
                out.put("provenance", name_of(Provenance::measured));
                out.put("duration_ns", *whole.gaps_ns);
            });
        if (const auto rest_ns = whole.rest_ns())
            out.object("rest", [&] {
                out.put("provenance", name_of(Provenance::measured));
                out.put("sort_median_ns", *whole.sort_ns);
                out.put("duration_ns", *rest_ns);
            });
        out.array("rows", rows);
        if (whole.rows.empty()) return;
        out.member("total", [&] {
            write_row(out, {whole.total.sums, whole.total.share, grouping, true, whole.total.gap_ns},
                      whole.data_bytes);
        });
    });
}

}  // namespace

void write_breakdown(Writer& out, const Breakdown& breakdown) {
    write_object(out, breakdown, breakdown.grouping, [&] {
        for (const auto& row : breakdown.rows)
            write_row(out, {row.sums, row.share, breakdown.grouping, false, row.gap_ns},
                      breakdown.data_bytes);
    });
}

void write_breakdown_by_launch(Writer& out, const Breakdown& by_stage, const CaseSource& source, CaseId id,
                               analyzer::Gaps gaps) {
    write_object(out, by_stage, Grouping::launch, [&] {
        analyzer::GapFinder finder;
        source.launches(id, {}, [&](const LaunchRecord& launch) {
            const auto sums = sums_of(launch);
            write_row(out,
                      {sums, by_stage.share_of(sums), Grouping::launch, false,
                       gaps == analyzer::Gaps::read ? finder.add(launch.start_ns, launch.duration_ns)
                                                    : std::nullopt},
                      by_stage.data_bytes);
            return true;
        });
    });
}

void write_curve(Writer& out, const analyzer::Curve& curve) {
    const bool sweep = curve.condition.free_parts().contains("block");
    out.object([&] {
        members_of_condition(out, curve.condition);
        out.put_nonzero("run_id", curve.run_id);
        out.put("provenance", name_of(curve.provenance));
        out.objects("points", curve.points, [&](const auto& point) {
            out.put(sweep ? "block_threads" : "n", static_cast<std::uint64_t>(point.x));
            members_of(out, curve_point_fields(), point);
        });
    });
}

void write_matrix(Writer& out, const analyzer::StageMatrix& matrix) {
    const auto value = [&](const MetricValue& one) {
        out.put("value", one.value);
        out.put("provenance", name_of(one.provenance));
    };
    out.object([&] {
        out.put("metric", matrix.metric->id);
        out.put("unit", matrix.metric->unit);
        out.array("stages", [&] {
            for (const auto& [stage, one] : matrix.stages)
                out.object([&, stage = stage, &one = one] {
                    out.put("stage", stage);
                    value(one);
                });
        });
        out.array("cells", [&] {
            for (const auto& [place, one] : matrix.cells)
                out.object([&, place = place, &one = one] {
                    out.put("stage", place.first);
                    out.put("substage", place.second);
                    value(one);
                });
        });
    });
}

void write_line(Writer& out, const analyzer::LineCounts& line) {
    out.object([&] {
        out.put("file", line.file);
        out.put("line", line.line);
        out.put_known("function", function_name(line.function));
        if (line.provenance) {
            out.put("provenance", name_of(*line.provenance));
            out.put("global_requests", line.requests);
            out.put("global_loads", line.loads);
            out.put("global_stores", line.stores);
            out.put("global_bytes", line.bytes);
            out.put("sectors", line.sectors);
            out.put_known("sector_share_ratio", line.sector_share);
            out.put("extra_wavefronts", line.extra_wavefronts);
            out.put("branch_warps", line.branch_warps);
            out.put("divergent_warps", line.divergent_warps);
        }
        if (!line.sample_share) return;
        out.put("stall_samples", line.samples);
        out.put("sample_share_ratio", *line.sample_share);
        out.put("most_for", line.reason);
    });
}

void write_crossings(Writer& out, const analyzer::CurvePair& pair) {
    out.object([&] {
        out.object("fastest", [&] { members_of_condition(out, pair.first->condition); });
        out.object("other", [&] { members_of_condition(out, pair.second->condition); });
        out.put("sizes_shared", pair.shared);
        out.put("sizes_told_apart", pair.clear);
        out.put_known("fastest_wins_last", pair.first_wins_last);
        out.objects("crossings", pair.crossings, [&](const auto& crossing) {
            out.put("log2_n", crossing.log2_n);
            out.put("faster_from_here", crossing.first_wins ? "fastest" : "other");
            out.put("told_apart_below_log2_n", crossing.clear_below);
            out.put("told_apart_above_log2_n", crossing.clear_above);
        });
    });
}

void write_listing(Writer& out, const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans) {
    const auto asked_for = [&](std::uint32_t number) {
        return spans.empty() || std::ranges::any_of(spans, [&](const auto& span) {
                   return number >= span.first && number <= span.second;
               });
    };
    out.object([&] {
        out.put("file", listing.file);
        out.put("has_text", listing.has_text);
        out.put("heat_of", listing.heat);
        out.array("lines", [&] {
            for (const auto& line : listing.lines) {
                if (!asked_for(line.number)) continue;
                out.object([&] {
                    out.put("line", line.number);
                    if (listing.has_text) out.put("text", line.text);
                    if (line.counts.empty()) return;
                    out.put("heat", line.heat);
                    out.elements("counts", line.counts, write_line);
                });
            }
        });
    });
}

}  // namespace sortscope::present::json
