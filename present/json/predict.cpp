#include "present/json/predict.hpp"

#include "present/function_name.hpp"
#include "present/json/case.hpp"
#include "present/tables/advice.hpp"

namespace sortscope::present::json {
namespace {

using namespace analyzer;

void write_error(Writer& out, const PredictionError& error) {
    out.object([&] {
        out.put("cases", error.cases);
        if (error.cases == 0) return;
        out.put("median_ratio", error.median);
        out.put("mean_ratio", error.mean);
        out.put("worst_ratio", error.worst);
        out.put("worst_case_id", error.worst_case);
        out.put("bias_ratio", error.bias);
    });
}

/// "device memory" -> "device_memory_ns".
std::string part_key(LaunchPart part) {
    std::string key(analyzer::name_of(part));
    for (auto& c : key)
        if (c == ' ' || c == '-')
            c = '_';
        else if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return key + "_ns";
}

}  // namespace

void members_of_device_model(Writer& out, const DeviceModel& device) {
    out.put("name", device.name);
    out.put("figures", sortscope::name_of(device.provenance));
    out.values("measured_figures", device.measured);
    out.put_known("calibrated", device.calibrated);
    out.put("multiprocessors", device.multiprocessors);
    out.put("clock_mhz", device.clock_mhz);
    out.put("warp_instructions_per_cycle", device.issue_per_cycle);
    out.put("shared_bytes_per_cycle", device.shared_bytes_per_cycle);
    out.put("dram_gb_per_s", device.dram_gb_per_s);
    out.put("l2_gb_per_s", device.l2_gb_per_s);
    out.put("l2_kib", device.l2_kib);
    out.put("memory_latency_ns", device.memory_latency_ns);
    out.put("launch_ns", device.launch_ns);
    out.put("sort_ns", device.sort_ns);
    out.object("constants", [&] {
        for (const auto& field : constant_fields()) out.put(field.name, device.constants.*field.value);
    });
    out.values("source", device.source);
}

void members_of_prediction(Writer& out, const PredictedCase& one) {
    out.put("case_id", one.record->id);
    members_of_condition(out, condition_of(*one.record));
    out.put_known("predicted_ns", one.ns);
    out.put_known("predicted_at_least_ns", one.least_ns);
    out.put("provenance", "modelled");
    out.put_known("measured_ns", one.measured_ns);
    if (one.moves > 0) {
        out.put("sets_and_copies", one.moves);
        out.put("sets_and_copies_ns", one.moves_ns);
    }
    out.put("instructions_estimated", one.instructions_estimated);
    out.put("traffic_counted", one.complete);
}

void write_predicted_stage(Writer& out, const PredictedStage& stage) {
    out.object([&] {
        out.put("stage", stage.stage);
        out.put("kernel", stage.kernel);
        out.put("launches", stage.launches);
        if (stage.known) out.put(stage.complete ? "predicted_ns" : "predicted_at_least_ns", stage.ns);
        out.put_known("measured_ns", stage.measured_ns);
        if (!stage.known || !stage.complete) return;
        out.put("limit", analyzer::name_of(stage.limit()));
        for (std::size_t i = 0; i < launch_parts; ++i)
            out.put(part_key(static_cast<LaunchPart>(i)), stage.part_ns[i]);
    });
}

void write_prediction_errors(Writer& out, const PredictionErrors& errors) {
    out.object([&] {
        out.put_nonzero("cases_left_out", errors.uncounted_cases);  // their traffic was not counted
        out.member("sorts", [&] { write_error(out, errors.sorts); });
        out.member("launches", [&] { write_error(out, errors.launches); });
        out.object("by_variant", [&] {
            for (const auto& [variant, error] : errors.by_variant)
                out.member(variant, [&] { write_error(out, error); });
        });
    });
}
namespace {

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
