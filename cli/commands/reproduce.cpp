// `sortscope reproduce`: recreates the figures, tables and claims of the source documents from a file's
// cases.
#include <array>
#include <cstdio>

#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "collector/catalogue/catalogue.hpp"
#include "db/sqlite/file_check.hpp"
#include "present/picture/picture.hpp"
#include "present/reproduce/figures.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::cli {
namespace {
namespace fs = std::filesystem;
using reproduce::Figure, reproduce::figures, reproduce::MissingCases, reproduce::Needs, reproduce::Recorded,
    reproduce::Reproduction;

/// Runs `sortscope collect ...` with its output on standard error: standard output is for the figures.
void collect(const std::vector<std::string>& words) {
    std::fflush(stdout);
    const int kept = ::dup(STDOUT_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    const int code = run_program(words);
    std::fflush(stdout);
    ::dup2(kept, STDOUT_FILENO);
    ::close(kept);
    // 3: a case was lost or none could run. The figures show what is still missing.
    if (code != 0 && code != exit_code(ErrorKind::unsupported)) throw ExitWith{code};
}

/// Removes cases that need a GPU. Returns their number.
size_t without_gpu_cases(std::vector<MissingCases>& all) {
    const auto catalogue = collector::make_catalogue();
    const auto on_gpu = [&](const auto& value) {
        const auto* found = find_or_null(catalogue.variants.all(), value.second,
                                         [](const auto& variant) { return variant.info.name; });
        return found != nullptr &&
               found->info.kind != kernels::VariantKind::cpu;  // the collector refuses unknown names
    };
    size_t left_out = 0;
    for (auto& one : all) {
        const auto before = one.cases();
        if (one.needed == Needs::time) std::erase_if(one.options.front().values, on_gpu);
        left_out += before - one.cases();
    }
    std::erase_if(all, [](const MissingCases& one) { return one.cases() == 0; });
    return left_out;
}

void collect_missing(const std::vector<const Figure*>& figures, const std::string& file,
                     const std::string& device) {
    std::vector<std::vector<std::string>> calls;
    size_t left_out = 0;
    {
        std::optional<db::Reader> reader;
        if (fs::exists(file)) reader.emplace(file);
        const auto recorded = reader ? Recorded(reader->cases(), &*reader) : Recorded({}, nullptr);
        const auto here = collector::available_devices();
        const auto gpu = collecting_gpu(here, recorded, device);
        const auto gpus = std::ranges::count(here, BackendKind::cupti, &Device::backend);
        for (const auto* figure : figures) {
            auto lacking = reproduce_on(gpu ? gpu->name : "", *figure, recorded).missing;
            if (!gpu) left_out += without_gpu_cases(lacking);
            for (const auto& missing : lacking) {
                auto words = missing.words(file);
                if (gpus > 1) words.insert(words.end(), {"--device", std::to_string(gpu->ordinal)});
                words.emplace_back("--resume");
                if (!contains(calls, words)) calls.push_back(std::move(words));
            }
        }
    }
    for (const auto& call : calls) collect(call);
    end_when_interrupted();
    if (left_out > 0)
        print_error(fmt::format("{} not collected: no GPU can be used here; 'sortscope doctor' shows why.",
                                plural(left_out, "case")));
}

/// Heights in px of a picture 480 px wide. `picture_height` fits a two-line title and the plot. Each curve
/// beyond `most_curves` adds `curve_height`.
constexpr int picture_height = 400, curve_height = 15, most_curves = 6;

struct ReproduceOptions {
    std::string id;
    std::string file = default_file;
    std::string description, device, out, page;
    bool list = false, collect = false, claims = false;
    Formats formats;
};

std::vector<Reproduction> reproduce_all(const std::vector<const Figure*>& figures, const Recorded& recorded,
                                        const ReproduceOptions& options) {
    using reproduce::reproduce;
    std::vector<Reproduction> all;
    for (const auto* figure : figures) {
        const auto first = all.size();
        all.push_back(reproduce(*figure, recorded, options.device));
        for (size_t gpu = 1; options.device.empty() && gpu < recorded.gpus().size(); ++gpu)
            if (auto made = reproduce(*figure, recorded, recorded.gpus()[gpu]); made.has_values())
                all.push_back(std::move(made));
        for (auto i = first; i < all.size(); ++i) all[i].one_of_several = all.size() > first + 1;
    }
    return all;
}

std::string recorded_text(const db::Reader& reader, const Recorded& recorded) {
    const auto runs = reader.runs();
    if (runs.empty()) return {};
    constexpr std::array months{"January", "February", "March",     "April",   "May",      "June",
                                "July",    "August",   "September", "October", "November", "December"};
    std::map<std::string, std::set<int>> days;  // by "2026-11"
    std::map<std::string, std::set<int>> cpus;  // threads
    std::set<std::string> programs, modes;
    for (const auto& run : runs) {
        days[run.started_utc.substr(0, 7)].insert(std::stoi(run.started_utc.substr(8, 2)));
        programs.insert(run.program_version);
        cpus[run.host.cpu].insert(run.host.threads);
    }
    for (const auto& record : reader.cases())
        if (record.backend == BackendKind::cupti) modes.insert(std::string(name_of(record.time_mode)));
    const auto listed = [](const auto& parts) {
        const auto text = fmt::format("{}", fmt::join(parts, ", "));
        const auto last = text.rfind(", ");
        return last == text.npos ? text : text.substr(0, last) + " and " + text.substr(last + 2);
    };
    std::vector<std::string> dates, hosts;
    for (const auto& [cpu, threads] : cpus)
        hosts.push_back(fmt::format("{} ({} threads)", cpu, listed(threads)));
    for (const auto& [month, numbers] : days)
        dates.push_back(fmt::format("{} {} {}", listed(numbers),
                                    months.at(size_t(std::stoi(month.substr(5)) - 1)), month.substr(0, 4)));
    auto text = fmt::format(
        "sortscope {} recorded the file on {}, on {}.", listed(programs),
        recorded.gpus().empty() ? "a machine without a GPU" : "an " + listed(recorded.gpus()), join(dates));
    if (!recorded.gpus().empty()) text += fmt::format(" GPU times are in {} mode.", listed(modes));
    return text + fmt::format(" CPU sorts use one core of {}.", listed(hosts));
}

std::string csv_of(const Reproduction& made) { return join(figure_tables(made), "\r\n", csv::write); }

/// Paths and contents.
using Files = std::vector<std::pair<fs::path, std::string>>;

void add_pictures(Files& files, const Reproduction& made, const fs::path& folder, bool with_png) {
    for (const auto& picture : figure_charts(made)) {
        if (picture.chart.empty()) continue;
        auto style = svg::print_style();
        const auto curves = std::ranges::count_if(
            picture.chart.series, [&](const auto& series) { return picture.chart.is_named(series); });
        style.height = picture_height + curve_height * std::max(0, int(curves) - most_curves);
        style.height = svg::natural_height(picture.chart, style);
        files.emplace_back(folder / (picture.name + ".svg"), svg::draw_for_pages(picture.chart, style));
        if (with_png)
            files.emplace_back(folder / (picture.name + ".png"),
                               picture::png(svg::draw(picture.chart, style)));
    }
}

void add_judgements(TextPage& page, const Reproduction& made) {
    for (const auto& one : made.judgements) {
        const auto verdict = name_of(one.finding.verdict);
        if (one.modelled) {
            page.line(fmt::format("predicted for {}: {}; {}.", one.device, verdict, one.finding.by), 2, 2);
            continue;
        }
        page.line(fmt::format("{}: {}: {}", one.claim.id, verdict, one.claim.text), 2, 2);
        page.line(fmt::format("{}. Rule: {}.", one.finding.by, one.rule), 4);
        if (!one.reason.empty()) page.line(one.reason, 4);
    }
}

/// Adds details of claims that do not hold, then the names of claims that hold.
void add_unheld(TextPage& page, const std::vector<Reproduction>& all) {
    std::vector<std::string> held;
    for (auto one : all) {
        std::erase_if(one.judgements, [&](const auto& each) {
            const bool does = each.finding.verdict <= reproduce::ClaimVerdict::holds_in_shape;
            if (does && !each.modelled) held.push_back(each.claim.id);
            return does;
        });
        if (one.judgements.empty()) continue;
        page.line(figure_heading(*one.figure), 0, 2);
        add_judgements(page, one);
    }
    if (!held.empty()) page.line(fmt::format("Hold, or hold in shape: {}.", join(held)), 0, 2);
}

void add_section(TextPage& page, const Reproduction& made, const std::string& file) {
    page.line(figure_heading(*made.figure) + " [" + made.figure->id + "]", 0, 2);
    if (!made.figure->note.empty()) page.line(made.figure->note, 2);
    if (const auto devices = figure_devices(made); !devices.empty()) page.line("Values " + devices + ".", 2);
    std::set<Provenance> provenances;
    for (const auto& table : figure_tables(made)) {
        provenances.merge(table.terminal_provenances());
        if (!table.empty()) page.drawn(text::draw_in_parts(table, page.screen()));
    }
    add_judgements(page, made);
    for (const auto& note : made.notes) page.line(note, 2, 2);
    // Do not break commands: users paste them.
    for (const auto& missing : missing_lines(made, file)) page.drawn("  " + printable(missing) + '\n');
    const bool modelled = provenances.erase(Provenance::modelled) > 0;
    if (modelled)
        page.line(
            "* modelled: by 'sortscope predict', by the host interpreter, or computed from plan, formula or "
            "advertised bandwidth.",
            2);
    if (!provenances.empty()) page.marks(provenances).legend(modelled);
}

/// The files of --out and --page.
Files files_of(const std::vector<Reproduction>& all, const ReproduceOptions& options,
               const std::string& recorded) {
    Files files;
    if (!options.out.empty()) {
        const fs::path folder = options.out;
        const auto missing = picture::missing();
        if (!missing.empty()) print_error(missing + " SVG is written without it.");
        for (const auto& made : all) {
            add_pictures(files, made, folder, missing.empty());
            files.emplace_back(folder / (figure_charts(made).front().name + ".csv"), csv_of(made));
        }
        files.emplace_back(folder / "claims.csv", csv::write(judgement_table(all)));
    }
    if (options.page.empty()) return files;
    const fs::path page = options.page;
    std::error_code failed;
    if (page.extension() != ".md" || fs::is_directory(page, failed))
        wrong_request("--page takes the name of a Markdown file, such as 'figures.md'. '{}' is none.",
                      options.page);
    for (const auto& made : all) add_pictures(files, made, page.parent_path() / page.stem(), false);
    files.emplace_back(page, reproduction_page(all, page.stem().string(),
                                               fs::path(options.file).filename().string(), recorded));
    return files;
}

/// Writes no file if any file would overwrite profiles.
void write_files(const Files& files) {
    for (const auto& [path, bytes] : files) db::spare_profiles(path);
    for (const auto& [path, bytes] : files) {
        std::error_code failed;
        if (path.has_parent_path()) fs::create_directories(path.parent_path(), failed);
        if (failed)
            fail(ErrorKind::environment, "Cannot make the folder '{}': {}.", path.parent_path().string(),
                 failed.message());
        StreamOutput out(path.string());
        path.extension() == ".png" ? out.write_bytes(bytes) : out.print(bytes);
        out.finish();
    }
}

void run_reproduce(const ReproduceOptions& requested) {
    auto options = requested;
    // `reproduce sweep.db --file mine.json` names the profile first, and means all figures.
    if (!options.description.empty() && options.file == default_file &&
        fs::path(options.id).has_extension() && fs::exists(options.id))
        options.file = std::exchange(options.id, "all");
    const auto all = options.description.empty() ? figures() : reproduce::load_figures(options.description);
    if (options.list)
        return print_in(
            options.formats, [&] { return figures_table(all); }, [&](auto& json) { json.put(all); },
            [&](TextPage& page) { page.table(figures_table(all)); });
    if (options.id.empty() && options.description.empty())
        wrong_request(
            "Which figure? 'sortscope reproduce --list' lists them; 'sortscope reproduce all' makes all.");
    const auto chosen = find_figures(options.id.empty() ? "all" : options.id, all);
    if (options.collect) collect_missing(chosen, options.file, options.device);
    const auto reader = open_file(options.file);
    const Recorded recorded(reader.cases(), &reader);
    const auto made = reproduce_all(chosen, recorded, options);
    write_files(files_of(made, options, recorded_text(reader, recorded)));
    if (options.formats.csv && !options.claims)
        return print(join(made, "\r\n", csv_of), options.formats.output);
    print_in(
        options.formats, [&] { return judgement_table(made); }, in_object([&](auto& json) {
            json.put("file", options.file);
            json.objects("figures", made, [&](const auto& one) { members_of(json, one, options.file); });
            member_legend(json);
        }),
        [&](TextPage& page) {
            if (options.claims) return add_unheld(page, made);
            for (const auto& one : made) {
                if (!page.text().empty()) page.blank();
                add_section(page, one, options.file);
            }
        });
}

Choices figure_choices() {
    Choices all{{"all", {}}};
    for (const auto& figure : figures()) {
        const auto source = figure.id.substr(0, figure.id.find('-'));
        if (!contains(all, source, &Choice::word)) all.push_back({source, {}});
        all.push_back({figure.id, figure.title});
    }
    return all;
}
}  // namespace

void add_reproduce(Program& program) {
    Command command(program, "reproduce", "Recreate the source documents' figures and claims");
    auto& options = command.run(run_reproduce);
    command.option("ID", options.id, "", "Recreate a figure, a source (jan2013), a list of them, or all",
                   {.choices = figure_choices});
    add_file(command, options.file);
    command.flag("--list", options.list, "List the figures");
    command.option("--file", options.description, "JSON",
                   "Use figures of your own document (docs/figures.md)");
    command.option("--device", options.device, "NAME", "Use the GPU with NAME in its name");
    command.flag("--claims", options.claims,
                 "Print the claims that do not hold, and the names of those that do");
    command.flag("--collect", options.collect, "Collect missing cases into FILE first");
    command.option("--out", options.out, "DIR", "Write pictures (SVG, PNG) and tables (CSV) into DIR");
    command.option("--page", options.page, "MD",
                   "Write a Markdown page, and its pictures in a folder of its name");
    add_formats(command, options.formats, "the tables");
}
}
