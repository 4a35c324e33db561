#include "present/json/metrics.hpp"

#include "present/tables/metrics.hpp"

namespace sortscope::present::json {
static void members_of_meaning(Writer& out, const Metric& metric) {
    out.put("title", metric.title);
    out.put_known("unit", metric.unit);
    out.put("meaning", metric.sentence, "adds_up_by", adding_word(metric.adding));
    out.put_known("formula", metric.formula);
}

void members_of(Writer& out, const Metric& metric, const ChipPlan* plan) {
    out.put("id", metric.id);
    members_of_meaning(out, metric);
    out.put("decimals", metric.decimals);
    out.array("provenances", [&] {
        for (const auto provenance : provenance_order())
            if (metric.provenances[provenance]) out.put(provenance);
    });
    if (metric.hardware.pass == PassClass::none) return;
    out.object("hardware", [&] {
        out.put("pass", pass_word(metric.hardware.pass));
        out.put_known("names", metric.hardware.names, "meaning", metric.hardware.sentence);
        if (plan == nullptr || metric.counter == CounterId::none) return;
        const auto found = std::ranges::find(plan->counters, metric.counter, &ChipCounter::id);
        out.put("names_on_chip", found == plan->counters.end() ? std::vector<std::string>() : found->names);
    });
}

void members_of(Writer& out, const NvprofName& name) {
    out.put("nvprof", name.name);
    out.put_known("metric", name.metric, "vendor_metrics", name.vendor, "meaning", name.sentence);
}

void members_of(Writer& out, std::span<const Metric* const> metrics, const ChipPlan& plan) {
    out.put("chip", plan.chip);
    out.objects("passes", plan.passes, [&](const auto& pass) {
        out.put("sets", pass.sets, "class", pass_word(pass.pass), "passes", pass.passes);
        out.put("vendor_metrics", pass.names);
    });
    out.objects("metrics", metrics, [&](const auto* metric) { members_of(out, *metric, &plan); });
    out.array("missing", [&] {
        for (const auto id : plan.missing) out.put(metric_of(id).id);
        for (const auto& name : plan.missing_vendor) out.put(name);
    });
}

void member_legend(Writer& out) {
    out.object("legend", [&] {
        out.object("metrics", [&] {
            for (const auto* metric : metric_catalogue())
                out.object(metric->id, [&] { members_of_meaning(out, *metric); });
        });
        out.object("provenances", [&] {
            for (const auto& row : EnumTable<Provenance>::names()) out.put(row.name, row.description);
        });
    });
}
}
