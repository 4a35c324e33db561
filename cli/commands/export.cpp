// `sortscope export`: records, charts and pages for other programs and for people without this one.
#include "cli/commands/export.hpp"

#include <algorithm>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "cli/options/formats.hpp"
#include "present/csv/csv.hpp"
#include "present/json/case.hpp"
#include "present/json/metrics.hpp"
#include "present/picture/picture.hpp"
#include "present/svg/svg.hpp"
#include "present/tables/records.hpp"
#include "present/trace/trace.hpp"

namespace sortscope::cli {
namespace {

struct ExportOptions {
    std::vector<std::string> file_and_case;
    CaseOptions cases;
    std::string format, records = "cases", chart, metric, across, over = "block", min_effect = "2%",
                        time_mode, theme = "light", style = "screen";
    std::optional<std::uint32_t> width, height;
    double scale = 2;
    Formats formats;
};

const std::vector<std::string> formats{"csv", "json", "trace", "svg", "png", "pdf", "html"};

/// --format, else what -o FILE ends in.
std::string asked_format(const ExportOptions& options) {
    check_one_format(options.formats);
    const bool flag = options.formats.json || options.formats.csv;
    if (flag && !options.format.empty())
        wrong_request("--json and --csv are short for --format json and --format csv. Ask for one format.");
    if (flag) return options.formats.json ? "json" : "csv";
    if (!options.format.empty()) return options.format;
    const auto& file = options.formats.output;
    auto ending = file.substr(file.rfind('.') == std::string::npos ? file.size() : file.rfind('.') + 1);
    if (ending == "htm") ending = "html";
    if (std::ranges::find(formats, ending) == formats.end())
        wrong_request("{} Give --format, or name a file such as -o FILE.svg.",
                      file.empty() ? "Which format?" : "The ending of '" + file + "' is no format.");
    return ending;
}

/// FILE alone means all of its cases.
AskedCase asked_file(const ExportOptions& options) {
    const auto& words = options.file_and_case;
    if (words.empty() ||
        (words.size() == 1 && words.front().find_first_not_of("0123456789") != std::string::npos))
        return {words.empty() ? default_file : words.front(), {}};
    return asked_case(words, options.cases);
}

/// The named case, or those that the options choose.
std::vector<CaseRecord> asked_cases(const db::Reader& reader, const AskedCase& asked,
                                    const CaseOptions& options) {
    if (asked.number) return {reader.read_case(*asked.number, db::Detail::summary)};
    auto cases = chosen_cases(reader, options);
    if (cases.empty() && options.restricts()) wrong_request("{}", no_case_fits(asked.file));
    return cases;
}

void write_csv(StreamOutput& out, const db::Reader& reader, const std::vector<CaseRecord>& cases,
               const std::string& what) {
    constexpr std::size_t rows_at_once = 512;
    bool headed = false;
    const auto add = [&](present::Table table) {
        // Column names give the provenance: a column of marks could begin in the middle of a file.
        for (auto& row : table.rows)
            for (auto& cell : row.cells) cell.provenance.reset();
        const auto text = present::csv::write(table);
        out.print(headed ? std::string_view(text).substr(text.find('\n') + 1) : std::string_view(text));
        headed = true;
    };
    if (what == "cases") return add(present::case_records(cases));
    if (what != "launches") {
        for (const auto& record : cases)
            add(what == "trials" ? present::trial_records(record, reader.trials(record.id))
                                 : present::series_records(record, reader.series(record.id)));
        return;
    }
    present::LaunchRecords records;
    const auto each = [&](const auto& take) {
        for (const auto& record : cases)
            reader.launches(record.id, {}, [&](const LaunchRecord& launch) {
                take(record, launch);
                return true;
            });
    };
    each([&](const CaseRecord& record, const LaunchRecord& launch) { records.look_at(record, launch); });
    auto table = records.table();
    table.rows.clear();
    add(table);
    each([&](const CaseRecord& record, const LaunchRecord& launch) {
        table.rows.push_back(records.row(record, launch));
        if (table.rows.size() < rows_at_once) return;
        add(table);
        table.rows.clear();
    });
    add(table);
}

void write_json(present::json::Writer& out, const db::Reader& reader, const std::string& file,
                const std::vector<CaseRecord>& cases, const std::vector<std::string>& what) {
    const auto wanted = [&](const char* records) { return std::ranges::find(what, records) != what.end(); };
    out.object([&] {
        out.put("file", file);
        out.elements("runs", reader.runs(), present::json::write_run);
        out.objects("cases", cases, [&](const auto& record) {
            present::json::members_of_summary(out, record);
            if (wanted("trials") || wanted("series")) {
                auto details = reader.read_case(record.id, db::Detail::details);
                if (!wanted("trials")) details.trials.clear();
                if (wanted("series")) details.series = reader.series(record.id);
                present::json::members_of_details(out, details);
            }
            if (!wanted("launches")) return;
            out.array("launches", [&] {
                reader.launches(record.id, {}, [&](const LaunchRecord& launch) {
                    present::json::write_launch(out, launch, record.device, record.bytes());
                    return true;
                });
            });
        });
        present::json::member_legend(out);
    });
}

void export_records(const ExportOptions& options, const std::string& format) {
    const auto what = split_list(options.records);
    if (format == "csv" && what.size() > 1)
        wrong_request(
            "A CSV file holds one kind of records. Ask for --records cases, launches, trials or "
            "series; JSON takes a list.");
    const auto asked = asked_file(options);
    const db::Reader reader(asked.file);
    const auto cases = asked_cases(reader, asked, options.cases);
    StreamOutput out(options.formats.output);
    if (format == "csv")
        write_csv(out, reader, cases, what.front());
    else
        out.print_json([&](auto& json) { write_json(json, reader, asked.file, cases, what); });
    out.finish();
}

std::vector<const Metric*> trace_metrics(const std::string& list) {
    std::vector<const Metric*> metrics;
    if (!list.empty()) {
        for (const auto& id : split_list(list)) metrics.push_back(&metric(id));
        return metrics;
    }
    for (const auto* one : metric_catalogue())
        if (one->charted && one != &time_metric()) metrics.push_back(one);
    return metrics;
}

void export_trace(const ExportOptions& options) {
    const auto asked =
        asked_case(options.file_and_case, options.cases, "export", " --format trace -o case.trace");
    const auto metrics = trace_metrics(options.metric);
    const db::Reader reader(asked.file);
    const auto id = choose_case(reader, asked, options.cases).id;
    auto details = reader.read_case(id, db::Detail::details);
    if (const auto why = present::trace::no_trace_sentence(details, details.launch_span); !why.empty())
        throw Error(ErrorKind::unsupported, why);
    details.series = reader.series(id);
    RunRecord run;
    for (auto& one : reader.runs())
        if (one.id == details.run) run = std::move(one);
    constexpr std::size_t event_depth = 2;  // a line each
    print_json([&](auto& json) { present::trace::write(json, details, run, reader, metrics); },
               options.formats.output, event_depth);
}

present::svg::Style asked_style(const ExportOptions& options, const present::Chart& chart) {
    auto style = options.style == "print" ? present::svg::print_style() : present::svg::Style{};
    style.dark = options.theme == "dark";
    style.width = static_cast<int>(options.width.value_or(static_cast<std::uint32_t>(style.width)));
    style.height = static_cast<int>(
        options.height.value_or(static_cast<std::uint32_t>(present::svg::natural_height(chart, style))));
    if (style.width < 120 || style.width > 20'000 || style.height < 90 || style.height > 20'000)
        wrong_request("A picture is 120 to 20,000 px wide and 90 to 20,000 px high.");
    return style;
}

present::Chart asked_chart(const ExportOptions& options) {
    ChartRequest request;
    auto asked = asked_file(options);
    const auto& chart = named_chart(!options.chart.empty() ? options.chart
                                    : asked.number         ? "stages"
                                                           : "throughput");
    if (!options.metric.empty()) request.metric = options.metric;
    request.across = options.across;
    request.over = options.over;
    request.min_effect = parse_part(options.min_effect, "--min-effect");
    request.time_mode = parse_time_mode(options.time_mode);
    if (chart.of_case != nullptr) {
        const auto picture = fmt::format(" --chart {0} -o {0}.svg", chart.name);
        asked = asked_case(options.file_and_case, options.cases, "export", picture.c_str());
        metric(request.metric);
        const db::Reader reader(asked.file);
        return case_chart(reader, choose_case(reader, asked, options.cases).id, chart, request);
    }
    if (asked.number)
        wrong_request(
            "--chart {} is of several cases. Choose them by --variant, "
            "--size and others instead of by a number.",
            chart.name);
    const db::Reader reader(asked.file);
    return chart.of_file(case_file(reader, asked.file, options.cases), request);
}

void export_picture(const ExportOptions& options, const std::string& format) {
    if (format != "svg")
        if (const auto why = present::picture::missing(); !why.empty())
            throw Error(ErrorKind::environment, why);
    const auto chart = asked_chart(options);
    if (chart.empty())
        throw Error(ErrorKind::unsupported, fmt::format("There is nothing to draw. {}", chart.empty_text));
    const auto svg = present::svg::draw(chart, asked_style(options, chart));
    StreamOutput sink(options.formats.output);
    if (format == "svg")
        sink.print(svg);
    else
        sink.write_bytes(format == "png" ? present::picture::png(svg, options.scale)
                                         : present::picture::pdf(svg, chart.title));
    sink.finish();
}

void export_page(const ExportOptions& options) {
    ChartRequest request;
    request.min_effect = parse_part(options.min_effect, "--min-effect");
    request.time_mode = parse_time_mode(options.time_mode);
    const auto asked = asked_file(options);
    const db::Reader reader(asked.file);
    const auto page = asked.number ? case_page(reader, asked.file, *asked.number, request)
                                   : file_page(reader, asked.file, options.cases, request);
    StreamOutput sink(options.formats.output);
    present::html::write(page, [&](std::string_view piece) { sink.print(piece); });
    sink.finish();
}

void run_export(const ExportOptions& options) {
    const auto format = asked_format(options);
    if (format == "csv" || format == "json") return export_records(options, format);
    if (format == "trace") return export_trace(options);
    if (format == "html") return export_page(options);
    export_picture(options, format);
}

}  // namespace

void add_export(Program& program) {
    Command command(program, "export", "Export CSV, JSON, a trace, pictures of charts, or a page");
    const auto options = std::make_shared<ExportOptions>();
    add_case_argument(command, options->file_and_case, "Export this case; without it, all cases");
    command.option("--format", options->format, "FORMAT", "Write this format; default: the ending of -o FILE")
        .only(formats);
    command.option("--records", options->records, "WHAT", "Write cases, launches, trials or series")
        .only({"cases", "launches", "trials", "series"});
    command.option("--chart", options->chart, "NAME", "Draw this chart (svg, png, pdf)").choices([] {
        Choices all;
        for (const auto& chart : named_charts())
            all.push_back({std::string(chart.name), std::string(chart.sentence)});
        return all;
    });
    command.option("--metric", options->metric, "METRIC", "Draw this metric; of a trace, a list of them")
        .choices(metric_choices);
    command.option("--across", options->across, "WHAT",
                   "Compare across this: variant=A,B (chart comparison)");
    command.option("--over", options->over, "WHAT", "Sweep over block or a parameter (chart sweep)");
    add_comparing_options(command, options->min_effect, options->time_mode);
    command.option("--theme", options->theme, "THEME", "Draw a light or dark picture")
        .only({"light", "dark"})
        .rare();
    command.option("--style", options->style, "STYLE", "Draw for the screen, or print at 8 cm")
        .only({"screen", "print"})
        .rare();
    command.option("--width", options->width, "PX", "Set the width of a picture").rare();
    command.option("--height", options->height, "PX", "Set the height of a picture").rare();
    command.option("--scale", options->scale, "FACTOR", "Set the pixels of a png for each px")
        .within(0.1, 20)
        .rare();
    add_formats(command, options->formats, "the records");
    add_case_options(command, options->cases);
    command.notes(
        "A trace opens in https://ui.perfetto.dev and chrome://tracing. A page holds tables and interactive "
        "charts, and needs no network.");
    command.examples({"sortscope export sweep.db -o report.html",
                      "sortscope export sweep.db 12 -o case.trace --format trace",
                      "sortscope export sweep.db 12 --chart matrix -o matrix.svg",
                      "sortscope export sweep.db --chart throughput --style print -o curve.pdf",
                      "sortscope export sweep.db --records launches -o launches.csv"});
    command.run([options] { run_export(*options); });
}

}  // namespace sortscope::cli
