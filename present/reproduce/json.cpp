#include "present/reproduce/figures.hpp"

#include <array>

namespace sortscope::present::json {
using namespace analyzer::reproduce;

static void write_columns(Writer& out, const Grid& grid) {
    for (const auto& column : grid.columns)
        out.object([&] {
            out.put("name", column.name, "device", column.device, "unit", column.unit, "provenance",
                    column.provenance);
            out.array("values", [&] {
                for (size_t row = 0; row < column.values.size(); ++row)
                    if (const auto& value = column.values[row]; value.number)
                        out.object([&] {
                            out.put("row", grid.rows[row].name, "value", *value.number);
                            if (value.provenance != column.provenance)
                                out.put("provenance", value.provenance);
                            out.put_nonzero("case_id", value.case_id);
                        });
            });
        });
}

static void members_of(Writer& out, const Judgement& one) {
    out.put("claim", one.claim.id, "text", one.claim.text, "verdict", one.finding.verdict);
    out.put_known("by", one.finding.by);
    out.put("rule", one.rule);
    out.put_known("reason", one.reason, "device", one.device);
    if (one.published) out.put("published_verdict", *one.published);
    if (one.modelled) out.put("provenance", Provenance::modelled);
}

static void members_of(Writer& out, const analyzer::NetworkColumn& column) {
    out.put("stage", column.stage.stage, "substage", column.stage.substage, "label", column.stage.label);
    out.values("comparators", column.comparators, [](const auto& one) {
        return one.descending ? std::array{one.high, one.low} : std::array{one.low, one.high};
    });
}

void members_of(Writer& out, const Reproduction& made, const std::string& file) {
    const auto& figure = *made.figure;
    out.put("id", figure.id, "source", figure.source, "title", figure.title, "kind", figure.kind);
    out.put_known("note", figure.note, "insight", figure.insight);
    out.array("columns", [&] {
        write_columns(out, made.measured);
        for (const auto& grid : made.predicted) write_columns(out, grid);
        write_columns(out, made.published);
    });
    if (made.network) out.put("launches", made.network->columns);
    if (!made.timeline.empty())
        out.objects("timeline", made.timeline, [&](const auto& span) {
            out.put("lane", span.lane, "name", span.name, "start_ns", span.start_ns, "end_ns", span.end_ns);
        });
    out.put("claims", made.judgements);
    out.values("missing", made.missing, [&](const auto& one) { return one.command(file); });
    out.put("notes", made.notes);
}

void members_of(Writer& out, const Figure& figure) {
    out.put("id", figure.id, "source", figure.source, "title", figure.title, "kind", figure.kind);
    out.values("claims", figure.claims, [](const auto& claim) { return claim.id; });
}
}
