#include "present/json/metrics.hpp"

#include "present/metric_texts.hpp"

namespace sortscope::present::json {
namespace {

void members_of_meaning(Writer& out, const Metric& metric) {
    out.put("title", metric.title);
    out.put_known("unit", metric.unit);
    out.put("meaning", metric.sentence);
    out.put("adds_up_by", adding_word(metric.adding));
    out.put_known("formula", metric.formula);
}

}  // namespace

void write_metric(Writer& out, const Metric& metric) {
    out.object([&] {
        out.put("id", metric.id);
        members_of_meaning(out, metric);
        out.put("decimals", metric.decimals);
        out.array("provenances", [&] {
            for (const auto provenance : provenance_order())
                if (metric.provenances[provenance]) out.put(name_of(provenance));
        });
        if (metric.hardware.pass != PassClass::none)
            out.object("hardware", [&] {
                out.put("pass", pass_word(metric.hardware.pass));
                out.put_known("names", metric.hardware.names);
                out.put_known("meaning", metric.hardware.sentence);
            });
    });
}

void member_legend(Writer& out) {
    out.object("legend", [&] {
        out.object("metrics", [&] {
            for (const auto* metric : metric_catalogue()) out.object(metric->id, [&] { members_of_meaning(out, *metric); });
        });
        out.object("provenances", [&] {
            for (const auto& row : EnumTable<Provenance>::names()) out.put(row.name, row.description);
        });
    });
}

}  // namespace sortscope::present::json
