#include "present/html/page.hpp"

#include <fmt/core.h>

#include "core/version.hpp"
#include "present/axis.hpp"
#include "present/json/writer.hpp"
#include "present/svg/canvas.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::present::html {
namespace {
constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
)";

/// The library's licence goes with every copy.
constexpr std::string_view library_licence =
    R"(/*! Chart.js: Copyright (c) 2014-2022 Chart.js Contributors. @kurkle/color: Copyright (c) 2018-2021 Jukka Kurkela.
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to
deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or
sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above
copyright notice and this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS",
WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
)";

/// Escapes `raw` and raises powers.
std::string text(std::string_view raw) {
    std::string out;
    for (const auto& part : svg::powers_apart(raw))
        out += part.raised ? "<sup>" + svg::escaped(part.text) + "</sup>" : svg::escaped(part.text);
    return out;
}

std::string tooltip(std::string_view sentence) {
    return sentence.empty() ? std::string() : fmt::format(" title=\"{}\"", svg::escaped(sentence));
}

class PageWriter {
 public:
    explicit PageWriter(const std::function<void(std::string_view)>& out) : out_(out) {}

    void write(const Page& page) {
        out_(head);
        print("<title>{}</title>\n<style>\n", svg::escaped(page.title));
        for (const auto piece : page_style()) out_(piece);
        print("</style>\n</head>\n<body>\n<header><div><h1>{}</h1>\n", text(page.title));
        if (!page.subtitle.empty()) print("<p class=\"faint\">{}</p>\n", text(page.subtitle));
        out_("</div></header>\n<main>\n");
        if (page.sections.size() > 1) {
            out_("<nav aria-label=\"Contents\"><ul>\n");
            for (size_t i = 0; i < page.sections.size(); ++i)
                print("<li><a href=\"#s{}\">{}</a></li>\n", i, text(page.sections[i].heading));
            out_("</ul></nav>\n");
        }
        for (size_t i = 0; i < page.sections.size(); ++i) {
            print("<section>\n<h2 id=\"s{}\">{}</h2>\n", i, text(page.sections[i].heading));
            for (const auto& part : page.sections[i].parts) this->part(part);
            out_("</section>\n");
        }
        out_("</main>\n");
        footer();
        scripts();
        out_("</body>\n</html>\n");
    }

 private:
    template <class... Args>
    void print(fmt::format_string<Args...> form, Args&&... args) {
        out_(fmt::format(form, std::forward<Args>(args)...));
    }

    void part(const Part& part) {
        if (part.folded)
            print("<details>\n<summary>{}</summary>\n", text(part.heading));
        else if (!part.heading.empty())
            print("<h3>{}</h3>\n", text(part.heading));
        for (const auto& sentence : part.sentences) paragraph(sentence);
        facts(part.facts);
        chart(part.chart);
        table(part.table);
        if (part.folded) out_("</details>\n");
    }

    void paragraph(const std::string& sentence, std::string_view kind = {}) {
        if (sentence.empty()) return;
        print("<p{}>{}</p>\n", kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), text(sentence));
    }

    void facts(const Facts& facts) {
        provenances_.insert(facts.provenances.begin(), facts.provenances.end());
        std::string list;
        for (const auto& fact : facts.facts)
            if (!fact.text.empty())
                list += fmt::format("<dt{}>{}</dt><dd>{}</dd>\n", tooltip(fact.sentence), text(fact.name),
                                    text(fact.text));
        if (!list.empty()) out_("<dl>\n" + list + "</dl>\n");
        // Warnings are shown, remarks folded.
        std::vector<const NoteLine*> remarks;
        for (const auto& note : facts.notes)
            if (!note.in_facts && note.severity == Severity::info)
                remarks.push_back(&note);
            else if (!note.in_facts)
                this->note(note);
        if (remarks.empty()) return;
        print("<details>\n<summary>{}</summary>\n", plural(remarks.size(), "remark"));
        for (const auto* remark : remarks) note(*remark);
        out_("</details>\n");
    }
    void note(const NoteLine& note) {
        const auto text = note.about.empty() ? note.text : note.about + ": " + note.text;
        paragraph(
            note.severity == Severity::info ? text : fmt::format("{}: {}", name_of(note.severity), text),
            fmt::format("note-{}", name_of(note.severity)));
    }

    void chart(const Chart& chart) {
        if (chart.empty()) return paragraph(chart.empty_text, "faint");
        const bool reacts = is_drawable(chart) && !chart_script().empty();
        svg::Style style{.tooltips = !reacts, .fluid = true};
        style.height = svg::natural_height(chart, style);
        out_("<figure>\n" + svg::draw(chart, style));
        if (reacts) {
            const auto note = text(chart.note);
            print("<figcaption hidden><b>{}</b>{}{}</figcaption>\n", text(chart.title),
                  text(chart.conditions),
                  note.empty() ? "" : "<br><span class=\"faint\">" + note + "</span>");
            out_("<script type=\"application/json\">" + chart_data(chart) + "</script>\n");
        }
        out_("</figure>\n");
    }

    static bool shown(const Table& table, size_t at) {
        const auto& column = table.columns[at];
        if (column.fit == Fit::bar) return true;
        return column.importance != 0 &&
               (!column.hide_if_empty ||
                std::ranges::any_of(table.rows, [&](const Row& row) { return !row.at(at).text.empty(); }));
    }

    void table(const Table& table) {
        if (table.empty()) return;
        provenances_.merge(table.provenances());
        if (!table.title.empty()) print("<p><b>{}</b></p>\n", text(table.title));
        std::vector<size_t> columns;
        for (size_t i = 0; i < table.columns.size(); ++i)
            if (shown(table, i)) columns.push_back(i);
        print("<div class=\"table{}\" tabindex=\"0\"><table>\n<thead><tr>",
              table.rows.size() > 40 ? " long" : "");
        for (const auto at : columns) {
            const auto& column = table.columns[at];
            const auto& title = column.title.empty() ? column.head : column.title;
            const bool in_cells = column.unit == "ns" && column.unit_ns == 0;  // each time has its own unit
            print("<th{} scope=\"col\"{}><button type=\"button\">{}{}</button></th>",
                  column.align == Align::left ? " class=\"l\"" : "", tooltip(column.sentence), text(title),
                  column.unit.empty() || in_cells ? "" : "<small>" + text(column.unit) + "</small>");
        }
        out_("</tr></thead>\n<tbody>\n");
        for (const auto& row : table.rows) {
            if (row.kind == Row::Kind::rule) continue;
            out_(row.kind == Row::Kind::total ? "<tr class=\"total\">" : "<tr>");
            for (const auto at : columns) cell(table.columns[at], row.at(at));
            out_("</tr>\n");
        }
        out_("</tbody></table></div>\n");
        for (const auto& note : table.notes) paragraph(note, "faint");
    }

    void cell(const Column& column, const Cell& cell) {
        if (column.fit == Fit::bar)
            return out_(
                fmt::format("<td class=\"bar\" data-v=\"{0:.4f}\"><i style=\"width:{1:.1f}%\"></i></td>",
                            cell.fraction, 100 * std::clamp(cell.fraction, 0.0, 1.0)));
        const auto* side = column.is_code                ? " class=\"l code\""
                           : column.align == Align::left ? " class=\"l\""
                                                         : "";
        const auto value =
            cell.number ? fmt::format(" data-v=\"{:.12g}\"", cell.number->as_double()) : std::string();
        const auto mark = cell.provenance ? provenance_mark(*cell.provenance) : std::string_view{};
        const auto sign = mark.empty() ? std::string()
                                       : fmt::format("<sup{}>{}</sup>",
                                                     tooltip(provenance_sentence(*cell.provenance)), mark);
        print("<td{}{}>{}{}</td>", side, value, cell.text.empty() ? "-" : text(cell.text), sign);
    }

    void footer() {
        out_("<footer>\n");
        paragraph(legend(provenances_));
        auto made = fmt::format("Made by sortscope {} on {}.", program_version, utc_now());
        if (const auto library = chart_library(); !library.empty())
            made += fmt::format(
                " Charts react by {} (MIT licence): point at them, click names to hide them, drag over a "
                "stretch to enlarge it, double-click to see all.",
                library);
        else
            made += " Charts are pictures: this sortscope was built without a chart library.";
        paragraph(made);
        out_("</footer>\n");
    }

    void scripts() {
        if (!chart_script().empty()) {
            out_("<script>\n");
            out_(library_licence);
            for (const auto piece : chart_script()) out_(piece);
            out_("\n</script>\n");
        }
        out_("<script>\n");
        for (const auto piece : page_script()) out_(piece);
        out_("</script>\n");
    }

    const std::function<void(std::string_view)>& out_;
    std::set<Provenance> provenances_;
};
}  // namespace

std::string chart_library() {
    if (chart_script().empty()) return {};
    const auto beginning = chart_script().front().substr(0, 200);
    const auto at = beginning.find("Chart.js v");
    if (at == std::string_view::npos) return "Chart.js";
    const auto version = beginning.substr(at + 10);
    return "Chart.js " + std::string(version.substr(0, version.find_first_not_of("0123456789.")));
}

void write(const Page& page, const std::function<void(std::string_view)>& out) {
    PageWriter(out).write(page);
}

namespace {
using Kind = Series::Kind;

constexpr size_t most_points = 20'000;

std::string_view name_of(Scale scale) {
    constexpr std::string_view names[] = {"linear", "logarithmic", "log2", "categories"};
    return names[size_t(scale)];
}

/// Name for the page's script. It never gets spans or links.
std::string_view name_of(Kind kind) {
    constexpr std::string_view names[] = {"bars", "line", "steps", "points", "line", "line"};
    return names[size_t(kind)];
}

void write_axis(json::Writer& out, std::string_view name, const Axis& axis, Range range) {
    out.object(name, [&] {
        out.put("title", axis.title, "scale", name_of(axis.scale), "powers", axis.powers);
        out.put("names", axis.names, "min", range.least, "max", range.largest);
        out.values("ticks", axis.ticks);
    });
}

void write_series(json::Writer& out, const Chart& chart, size_t at) {
    const auto& series = chart.series[at];
    out.put("name", series.name, "kind", name_of(series.kind), "colour", series.colour.value_or(at));
    out.put("dashed", series.dashed, "hollow", series.is_estimate(), "emphasised", series.emphasised);
    out.put("intervals", series.intervals, "marked", series.marked);
    out.array("points", [&] {
        for (const auto& point : series.points)
            out.array([&] {
                out.put(point.x);
                if (point.y && (chart.y.scale != Scale::logarithmic || *point.y > 0))
                    out.put(*point.y);
                else
                    out.put(nullptr);
                if (series.intervals && point.low < point.high) out.put(point.low), out.put(point.high);
            });
    });
    out.array("hints", [&] {
        for (size_t i = 0; i < series.points.size(); ++i) out.put(chart.hint(at, i));
    });
}
}  // namespace

bool is_drawable(const Chart& chart) {
    if (chart.empty() || chart.heat || chart.y.scale == Scale::categories || chart.has(Kind::spans) ||
        chart.has(Kind::links) || (chart.x.scale == Scale::logarithmic && chart.has(Kind::bars)))
        return false;
    size_t points = 0;
    for (const auto& series : chart.series) points += series.points.size();
    return points <= most_points;
}

std::string chart_data(const Chart& chart) {
    std::string text;
    json::Writer out([&](std::string_view piece) { text += piece; }, 0);
    out.object([&] {
        out.put("title", chart.title);
        write_axis(out, "x", chart.x, x_range(chart));
        write_axis(out, "y", chart.y, y_range(chart));
        out.put("stacked", chart.stacked, "sideways", chart.sideways);
        out.put("legend",
                chart.series.size() > 1 || (!chart.series.empty() && chart.series[0].kind != Kind::bars));
        out.put("height", chart.sideways ? std::max<size_t>(300, 140 + 22 * chart.x.ticks.size()) : 0);
        out.array("colours", [&] {
            for (const bool dark : {false, true})
                out.array([&] {
                    for (const auto& colour : palette(dark).series) out.put(hex(colour));
                });
        });
        out.array("bands", [&] {
            for (const auto& band : chart.bands)
                out.array([&] { out.put(band.from), out.put(band.to), out.put(band.of_y); });
        });
        out.objects("marks", chart.marks, [&](const Mark& mark) {
            out.put("across", mark.across == Mark::Across::x ? "x" : "y", "at", mark.at);
            out.put("text", mark.label());
        });
        out.array("series", [&] {
            for (size_t i = 0; i < chart.series.size(); ++i) out.object([&] { write_series(out, chart, i); });
        });
    });
    out.finish();
    // These characters occur in JSON texts only, where escapes are valid.
    std::string safe;
    for (const char c : text)
        safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
    return safe;
}
}
