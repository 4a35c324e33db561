#include "present/json/breakdown.hpp"

#include "present/json/case.hpp"

namespace sortscope::present::json {
namespace {

using analyzer::Breakdown;
using analyzer::BreakdownRow;
using analyzer::Grouping;
using analyzer::Weight;

void write_row(Writer& out, const Breakdown& breakdown, const BreakdownRow& row) {
    const auto& sums = row.sums;
    const bool total = &row == &breakdown.total;
    out.object([&] {
        if (breakdown.grouping == Grouping::kernel && !total) {
            out.put("kernel", sums.kernel);
        } else if (!total) {
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
        out.put_known("share", row.share);
        members_of_counters(out, {.counters = sums.counters,
                                  .time_ns = sums.time_ns,
                                  .data_bytes = breakdown.data_bytes,
                                  .bound_bytes = sums.bound_bytes,
                                  .launches = sums.launches});
    });
}

}  // namespace

void write_breakdown(Writer& out, const Breakdown& breakdown) {
    out.object([&] {
        out.put("by", analyzer::name_of(breakdown.grouping));
        if (breakdown.weight != Weight::none)
            out.object("share_of", [&] {
                out.put("what", breakdown.weight == Weight::time ? "time" : "sectors");
                out.put("provenance", name_of(breakdown.weight_provenance));
            });
        if (breakdown.gaps_ns)
            out.object("gaps", [&] {
                out.put("provenance", name_of(Provenance::measured));
                out.put("duration_ns", *breakdown.gaps_ns);
            });
        out.array("rows", [&] {
            for (const auto& row : breakdown.rows) write_row(out, breakdown, row);
        });
        if (breakdown.rows.empty()) return;
        out.member("total", [&] { write_row(out, breakdown, breakdown.total); });
    });
}

void write_curve(Writer& out, const analyzer::Curve& curve) {
    const bool sweep = curve.condition.free_parts().contains(ConditionPart::block);
    out.object([&] {
        members_of_condition(out, curve.condition);
        out.put_nonzero("run_id", static_cast<std::int64_t>(curve.run_id));
        out.put("provenance", name_of(curve.provenance));
        out.array("points", [&] {
            for (const auto& point : curve.points)
                out.object([&] {
                    out.put("case_id", static_cast<std::int64_t>(point.case_id));
                    out.put("run_id", static_cast<std::int64_t>(point.run_id));
                    out.put(sweep ? "block_threads" : "n", static_cast<std::uint64_t>(point.x));
                    out.put("median_ns", point.median_ns);
                    out.put("spread_ratio", point.spread);
                    out.put("rate_mkeys_per_s", point.rate_mkeys_per_s);
                    out.put_nonzero("cases_not_shown", point.alternatives);
                });
        });
    });
}

}  // namespace sortscope::present::json
