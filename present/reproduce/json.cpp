#include "present/reproduce/reproduce.hpp"

namespace sortscope::present::json {
namespace {

using namespace analyzer::reproduce;

void write_columns(Writer& out, const Grid& grid) {
    for (const auto& column : grid.columns)
        out.object([&] {
            out.put("name", column.name);
            out.put("device", column.device);
            out.put("unit", column.unit);
            out.put("provenance", sortscope::name_of(column.provenance));
            out.array("values", [&] {
                for (std::size_t row = 0; row < column.values.size(); ++row) {
                    const auto& value = column.values[row];
                    if (!value.number) continue;
                    out.object([&] {
                        out.put("row", grid.rows[row].name);
                        out.put("value", *value.number);
                        if (value.provenance != column.provenance)
                            out.put("provenance", sortscope::name_of(value.provenance));
                        out.put_nonzero("case_id", value.case_id);
                    });
                }
            });
        });
}

void write_judgement(Writer& out, const Judgement& one) {
    out.object([&] {
        out.put("claim", one.claim.id);
        out.put("text", one.claim.text);
        out.put("verdict", analyzer::reproduce::name_of(one.finding.verdict));
        out.put_known("by", one.finding.by);
        out.put("rule", one.rule);
        out.put_known("reason", one.reason);
        out.put_known("device", one.device);
        if (one.modelled) out.put("provenance", sortscope::name_of(Provenance::modelled));
    });
}

}  // namespace

void write_reproduction(Writer& out, const Reproduction& made, const std::string& file) {
    const auto& figure = *made.figure;
    out.object([&] {
        out.put("id", figure.id);
        out.put("source", figure.source);
        out.put("title", figure.title);
        out.put("kind", sortscope::name_of(figure.kind));
        out.put_known("note", figure.note);
        out.array("columns", [&] {
            write_columns(out, made.measured);
            for (const auto& grid : made.predicted) write_columns(out, grid);
            write_columns(out, made.published);
        });
        if (made.network) {
            out.objects("launches", made.network->columns, [&](const auto& column) {
                out.put("stage", column.stage.stage);
                out.put("substage", column.stage.substage);
                out.put("label", column.stage.label);
                out.array("comparators", [&] {
                    for (const auto& one : column.comparators)
                        out.array([&] {
                            out.put(one.descending ? one.high : one.low),
                                out.put(one.descending ? one.low : one.high);
                        });
                });
            });
        }
        if (!made.timeline.empty()) {
            out.objects("timeline", made.timeline, [&](const auto& span) {
                out.put("lane", span.lane);
                out.put("name", span.name);
                out.put("start_ns", span.start_ns);
                out.put("end_ns", span.end_ns);
            });
        }
        out.elements("claims", made.judgements, write_judgement);
        out.values("missing", made.missing, [&](const auto& one) { return one.command(file); });
        out.values("notes", made.notes);
    });
}

void write_figures(Writer& out, std::span<const Figure> figures) {
    out.array([&] {
        for (const auto& figure : figures)
            out.object([&] {
                out.put("id", figure.id);
                out.put("source", figure.source);
                out.put("title", figure.title);
                out.put("kind", sortscope::name_of(figure.kind));
                out.values("claims", figure.claims, [&](const auto& claim) { return claim.id; });
            });
    });
}

}  // namespace sortscope::present::json
