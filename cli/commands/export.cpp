// `sortscope export`: writes records, traces, charts and pages.
#include "cli/commands/export.hpp"

#include "present/picture/picture.hpp"
#include "present/svg/svg.hpp"
#include "present/tables/records.hpp"
#include "present/trace/trace.hpp"

namespace sortscope::cli {
namespace {
struct ExportOptions : CaseRequest {
    std::string chart, metric, theme = "light", style = "screen";
    std::vector<std::string> records;
    ChartRequest drawn;
    std::optional<uint32_t> width, height;
    double scale = 2;
};

const std::vector<std::string> formats{"csv", "json", "trace", "svg", "png", "pdf", "html"};

/// Returns the format of --format, else of the ending of -o FILE.
std::string requested_format(const ExportOptions& options) {
    if (!options.formats.format.empty()) return options.formats.format;
    const auto& file = options.formats.output;
    auto ending = std::filesystem::path(file).extension().string();
    if (!ending.empty()) ending.erase(0, 1);
    if (ending == "htm") ending = "html";
    if (!contains(formats, ending))
        wrong_request("{} Give --format, or name a file such as -o FILE.svg.",
                      file.empty() ? "Which format?" : "The ending of '" + file + "' is no format.");
    return ending;
}

std::vector<CaseRecord> exported_cases(const db::Reader& reader, const RequestedCase& requested,
                                       const CaseOptions& options) {
    if (requested.number) return {reader.read_case(*requested.number, db::Detail::summary)};
    auto cases = chosen_cases(reader, options);
    if (cases.empty() && options.restricts()) no_case_fits(requested.file);
    return cases;
}

void write_csv(StreamOutput& out, const db::Reader& reader, const std::vector<CaseRecord>& cases,
               const std::string& what) {
    constexpr size_t rows_at_once = 512;
    bool headed = false;
    const auto add = [&](Table table) {
        // Omit marks: column names give the provenance, and a column of marks could begin in mid-file.
        for (auto& row : table.rows)
            for (auto& cell : row.cells) cell.provenance.reset();
        const auto text = csv::write(table);
        out.print(headed ? std::string_view(text).substr(text.find('\n') + 1) : std::string_view(text));
        headed = true;
    };
    if (what == "cases") return add(case_records(cases));
    for (const auto& record : cases)
        if (what == "trials")
            add(trial_records(record, reader.trials(record.id)));
        else if (what == "series")
            add(series_records(record, reader.series(record.id)));
    if (what != "launches") return;
    LaunchRecords records;
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

void write_json(json::Writer& out, const db::Reader& reader, const std::string& file,
                const std::vector<CaseRecord>& cases, const std::vector<std::string>& what) {
    out.put("file", file, "runs", reader.runs());
    out.objects("cases", cases, [&](const auto& record) {
        members_of_summary(out, record);
        if (contains(what, "trials") || contains(what, "series")) {
            auto details = reader.read_case(record.id, db::Detail::details);
            if (!contains(what, "trials")) details.trials.clear();
            if (contains(what, "series")) {
                details.series = reader.series(record.id);
                details.sampled_launches = reader.sampled_launches(record.id);
            }
            members_of_details(out, details);
        }
        if (!contains(what, "launches")) return;
        out.array("launches", [&] {
            reader.launches(record.id, {}, [&](const LaunchRecord& launch) {
                write_launch(out, launch, record.device, record.bytes());
                return true;
            });
        });
    });
    member_legend(out);
}

void export_records(const ExportOptions& options, const std::string& format) {
    const auto what = options.records.empty() ? std::vector<std::string>{"cases"} : options.records;
    if (format == "csv" && what.size() > 1)
        wrong_request("A CSV file holds one kind of --records; JSON takes a list.");
    const auto requested = requested_cases(options);
    const auto reader = open_file(requested.file);
    auto cases = exported_cases(reader, requested, options.cases);
    if (contains(what, "trials") || contains(what, "series"))
        std::erase_if(cases, [&](const CaseRecord& record) {
            return !readable(requested.file, record.id, [&] {
                reader.read_case(record.id, db::Detail::details);
                if (contains(what, "series")) reader.series(record.id);
            });
        });
    StreamOutput out(options.formats.output);
    if (format == "csv")
        write_csv(out, reader, cases, what.front());
    else
        out.print_json(in_object([&](auto& json) { write_json(json, reader, requested.file, cases, what); }));
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
    const auto requested = requested_case(options, "export", " --format trace -o case.trace");
    const auto metrics = trace_metrics(options.metric);
    const auto reader = open_file(requested.file);
    const auto id = choose_case(reader, requested, options.cases).id;
    auto details = reader.read_case(id, db::Detail::details);
    if (const auto why = trace::no_trace_sentence(details, details.launch_span); !why.empty())
        fail(ErrorKind::unsupported, "{}", why);
    details.series = reader.series(id);
    details.sampled_launches = reader.sampled_launches(id);
    const auto runs = reader.runs();
    const auto run = std::ranges::find(runs, details.run, &RunRecord::id);
    if (run == runs.end())
        fail(ErrorKind::data, "Run {} of case {} is damaged: the trace cannot name it.", details.run, id);
    constexpr size_t event_depth = 2;  // one line for each event
    print_json([&](auto& json) { trace::write(json, details, *run, reader, metrics); },
               options.formats.output, event_depth);
}

svg::Style requested_style(const ExportOptions& options, const Chart& chart) {
    auto style = options.style == "print" ? svg::print_style() : svg::Style{};
    style.dark = options.theme == "dark";
    style.width = int(options.width.value_or(uint32_t(style.width)));
    style.height = int(options.height.value_or(uint32_t(svg::natural_height(chart, style))));
    if (style.width < 120 || style.width > 20'000 || style.height < 90 || style.height > 20'000)
        wrong_request("A picture is 120 to 20,000 px wide and 90 to 20,000 px high.");
    return style;
}

ChartRequest chart_request(const ExportOptions& options) {
    auto request = options.drawn;
    if (!options.metric.empty()) request.metric = options.metric;
    return request;
}

Chart requested_chart(const ExportOptions& options) {
    auto requested = requested_cases(options);
    const auto& chart = named_chart(!options.chart.empty() ? std::string_view(options.chart)
                                    : requested.number     ? "stages"
                                                           : "throughput");
    const auto request = chart_request(options);
    if (chart.of_case != nullptr) {
        requested = requested_case(options, "export", fmt::format(" --chart {0} -o {0}.svg", chart.name));
        metric(request.metric);
        const auto reader = open_file(requested.file);
        return case_chart(reader, choose_case(reader, requested, options.cases).id, chart, request);
    }
    if (requested.number)
        wrong_request("--chart {} is of several cases. Choose them by --variant, --n and others.",
                      chart.name);
    const auto reader = open_file(requested.file);
    return chart.of_file(case_file(reader, requested.file, options.cases), request);
}

void export_picture(const ExportOptions& options, const std::string& format) {
    if (format != "svg")
        if (const auto why = picture::missing(); !why.empty()) fail(ErrorKind::environment, "{}", why);
    const auto chart = requested_chart(options);
    if (chart.empty()) fail(ErrorKind::unsupported, "There is nothing to draw. {}", chart.empty_text);
    const auto svg = svg::draw(chart, requested_style(options, chart));
    StreamOutput sink(options.formats.output);
    if (format == "svg")
        sink.print(svg);
    else
        sink.write_bytes(format == "png" ? picture::png(svg, options.scale) : picture::pdf(svg, chart.title));
    sink.finish();
    const auto& file = options.formats.output;
    if (!chart.note.empty() && !file.empty() && file != "-") print(wrap(chart.note, stdout_screen()) + "\n");
}

void export_page(const ExportOptions& options) {
    const auto request = chart_request(options);
    const auto requested = requested_cases(options);
    const auto reader = open_file(requested.file);
    const auto page = requested.number ? case_page(reader, requested.file, *requested.number, request)
                                       : file_page(reader, requested.file, options.cases, request);
    StreamOutput sink(options.formats.output);
    html::write(page, [&](std::string_view piece) { sink.print(piece); });
    sink.finish();
}

void run_export(const ExportOptions& options) {
    const auto format = requested_format(options);
    const bool picture = format == "svg" || format == "png" || format == "pdf";
    if (!options.chart.empty() && !picture)
        wrong_request(
            "--chart draws an svg, png or pdf, not {}. Leave out --chart, or write a picture: "
            "-o {}.svg.",
            format, options.chart);
    if (!options.records.empty() && format != "csv" && format != "json")
        wrong_request(
            "--records are written as csv or json, not {}. Leave out --records, or name another "
            "format.",
            format);
    if (format == "csv" || format == "json") return export_records(options, format);
    if (format == "trace") return export_trace(options);
    if (format == "html") return export_page(options);
    export_picture(options, format);
}
}  // namespace

void add_export(Program& program) {
    Command command(program, "export", "Export CSV, JSON, a trace, pictures of charts, or a page");
    auto& options = command.run(run_export);
    add_case_argument(command, options.file_and_case, "Export this case; without it, all cases");
    command.option("--format", options.formats.format, "FORMAT",
                   "Write this format; default: the ending of -o FILE",
                   {.choices = words(formats), .only = true});
    command.parsed("--records", options.records, "WHAT",
                   "Write cases, launches, trials or series; default: cases", split_list,
                   {.choices = words({"cases", "launches", "trials", "series"}), .only = true});
    command.option("--chart", options.chart, "NAME", "Draw this chart (svg, png, pdf)", {.choices = [] {
                       return choices_from(named_charts(), &NamedChart::name, &NamedChart::sentence);
                   }});
    command.option("--metric", options.metric, "METRIC", "Draw this metric; of a trace, a list of them",
                   {.choices = metric_choices});
    command.option("--across", options.drawn.across, "WHAT",
                   "Compare across this: variant=A,B (chart comparison)");
    command.option("--over", options.drawn.over, "WHAT", "Sweep over block or a parameter (chart sweep)");
    add_comparing_options(command, options.drawn.comparing, "the most common");
    command.option("--theme", options.theme, "THEME", "Draw a light or dark picture",
                   {.choices = words({"light", "dark"}), .only = true, .rare = true});
    command.option("--style", options.style, "STYLE", "Draw for the screen, or print at 8 cm",
                   {.choices = words({"screen", "print"}), .only = true, .rare = true});
    command.option("--width", options.width, "PX", "Set the width of a picture", {.rare = true});
    command.option("--height", options.height, "PX", "Set the height of a picture", {.rare = true});
    command.option("--scale", options.scale, "FACTOR", "Set the pixels of a png for each px",
                   {.within = std::pair{0.1, 20}, .rare = true});
    command.option("--output,-o", options.formats.output, "FILE", "Write to FILE");
    add_format_flags(command, options.formats, "Write JSON", "Write the records as CSV");
    command.check([&options] { StreamOutput::check(options.formats.output); });
    add_case_options(command, options.cases);
}
}
