#include "present/json/advice.hpp"

#include "present/function_name.hpp"
#include "present/tables/advice.hpp"

namespace sortscope::present::json {
namespace {

using namespace analyzer;

void members_of_placement(Writer& out, const Placement& placement) {
    out.put("time_ns", placement.time_ns);
    out.objects("places", placement.places, [&](const auto& place) {
        out.put("limit", id_of(place.roof));
        out.put(place.roof == Roof::instructions ? "instructions_per_s" : "bytes_per_s", place.per_s);
        out.put("provenance", sortscope::name_of(place.provenance));
        out.put("part_ratio", place.part);
    });
}

void write_finding(Writer& out, const AdviceFinding& finding) {
    const auto& rule = rule_of(finding.fault);
    out.object([&] {
        out.put("fault", rule.id);
        out.put("title", rule.title);
        out.put_known("kernel", finding.kernel);
        out.values("stages", finding.stages);
        out.put("launches", finding.launches);
        out.put("found", finding.found);
        out.put("at_best", finding.ideal);
        out.put("unit", found_words(finding));
        out.put_known("time_ns", finding.time_ns);
        if (finding.gain_ns || finding.saved_part) out.put("gain_provenance", "modelled");
        out.put_known("gain_ns", finding.gain_ns);
        out.put_known("gain_part_ratio", finding.gain_part);
        out.put_known("saved_part_ratio", finding.saved_part);
        if (!finding.limiters.empty())
            out.values("limiters", finding.limiters,
                       [&](const auto limiter) { return sortscope::name_of(limiter); });
        out.objects("evidence", finding.evidence, [&](const auto& one) {
            out.put("metric", one.metric->id);
            out.put("value", one.value.value);
            out.put("provenance", sortscope::name_of(one.value.provenance));
        });
        out.objects("lines", finding.sites, [&](const auto& site) {
            out.put("file", site.file);
            out.put("line", site.line);
            out.put_known("function", function_name(site.function));
            out.put("part_ratio", site.part);
            out.put("by", site.sampled ? "stall samples" : "counts");
        });
        out.put("remedy", rule.remedy);
    });
}

}  // namespace

void members_of_advice(Writer& out, const Advice& advice) {
    out.objects("limits", advice.roofs, [&](const auto& roof) {
        out.put("limit", id_of(roof.roof));
        out.put(roof.roof == Roof::instructions ? "instructions_per_s" : "bytes_per_s", roof.per_s);
        out.put("provenance", sortscope::name_of(roof.provenance));
    });
    out.object("sort", [&] { members_of_placement(out, advice.sort); });
    out.objects("stages", advice.stages, [&](const auto& stage) {
        out.put("stage", stage.stage);
        out.put_known("label", stage.label);
        members_of_placement(out, stage);
    });
    out.put_known("not_placed", not_placed_sentence(advice.status));
    out.put("least_part_ratio", advice.least_part);
    out.elements("findings", advice.findings, write_finding);
    out.put_known("limited_by", limit_sentence(advice));
}

}  // namespace sortscope::present::json
