#include "present/tables/advice.hpp"

#include <fmt/core.h>

#include "present/cells.hpp"
#include "present/tables/compare.hpp"
#include "present/tables/metrics.hpp"
#include "present/tables/source.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
/// First and last of each run of successive numbers.
std::vector<std::pair<int, int>> runs_of(const std::vector<int>& numbers) {
    std::vector<std::pair<int, int>> runs;
    for (const int number : numbers)
        if (!runs.empty() && runs.back().second + 1 == number)
            runs.back().second = number;
        else
            runs.emplace_back(number, number);
    return runs;
}

/// "3 to 8, 12".
std::string numbers_text(const std::vector<int>& numbers) {
    return join(runs_of(numbers), ", ", [](const auto& run) {
        const auto [first, last] = run;
        if (first == last) return std::to_string(first);
        return fmt::format("{}{}{}", first, last == first + 1 ? ", " : " to ", last);
    });
}

/// Three significant digits; all digits of whole numbers and of numbers from 1000 on.
std::string figure_text(double value) {
    if (value >= 1000) return format_grouped(int64_t(std::llround(value)));
    if (value == std::floor(value)) return format_fixed(value, 0);
    return format_fixed(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

std::string comparison_text(const AdviceFinding& finding) {
    const auto found = figure_text(finding.found), ideal = figure_text(finding.ideal);
    const auto& rule = rule_of(finding.fault);
    switch (finding.fault) {
        case Fault::excess_load_sectors:
        case Fault::excess_store_sectors:
        case Fault::misaligned:
        case Fault::bank_conflicts:
            return fmt::format("{} {}, where {} would do", found, rule.found, ideal);
        case Fault::divergence:
            if (!finding.time_ns)
                return fmt::format("{} % of the branches diverge", figure_text(100 * finding.found));
            return fmt::format("{} {} on average, of {}", found, rule.found, ideal);
        case Fault::few_blocks:
            return fmt::format("{} {} for {} SMs", found, found == "1" ? "block" : "blocks", ideal);
        case Fault::registers:
        case Fault::shared_memory:
            return fmt::format("occupancy {} %, limited by {}; {} % without that", found,
                               limiters_text(finding.limiters), ideal);
        case Fault::small_blocks:
            return fmt::format("{} {}; blocks of {} usually fill an SM", found,
                               found == "1" ? "thread a block" : rule.found, ideal);
        case Fault::tail:
            return fmt::format("{} waves of blocks take the time of {}", found,
                               figure_text(std::ceil(finding.found)));
        case Fault::launch_gaps:
            return fmt::format("{} launches", found);
        case Fault::barriers:
            return fmt::format("{} {} {}", found, found_words(finding),
                               finding.sampled ? "are warps that wait at a barrier" : "in a mean launch");
        case Fault::redundant_traffic:
        case Fault::atomics:
            return fmt::format("{} {}", found, rule.found);
        case Fault::spills:
            return fmt::format("{} {} a launch", found, rule.found);
        case Fault::clocks:
            return fmt::format("{} {} in the trials, of {}", found, rule.found, ideal);
    }
    return {};
}

/// `by_id`: names metrics by id, for programs.
std::string evidence_text(const AdviceFinding& finding, bool by_id) {
    return join(finding.evidence, ", ", [&](const auto& one) {
        const auto& metric = *one.metric;
        const auto& [value, provenance] = one.value;
        return fmt::format("{} {}{}", by_id ? std::string(metric.id) : metric_name(metric),
                           by_id ? format_value(metric, value) : metric_value_text(metric, value),
                           provenance_mark(provenance));
    });
}

std::string sites_text(const AdviceFinding& finding, bool folders) {
    return join(finding.sites, ", ", [&](const auto& site) {
        return fmt::format("{}:{} ({})", folders ? site.file : short_name(site.file), site.line,
                           format_percent(site.part));
    });
}

/// Null if nothing was counted for `roof`.
const RoofPlace* place_at(const Placement& placement, Roof roof) {
    return find_or_null(placement.places, roof, &RoofPlace::roof);
}

/// Keeps the highest parts on narrow terminals.
int part_importance(const Advice& advice, Roof roof) {
    return 800 + int(std::clamp(99 * place_at(advice.sort, roof)->part, 0.0, 99.0));
}

Field<Placement> place_field(Column column, Roof roof, double (*get)(const RoofPlace&)) {
    return {std::move(column), [roof](const Placement& placement) { return place_at(placement, roof); },
            [get](const RoofPlace& place) { return fixed_cell(get(place), 1, place.provenance); }};
}
}  // namespace

std::string roof_rate_text(Roof roof, double per_s) {
    if (roof != Roof::instructions) return format_bandwidth(per_s);
    const int exponent = per_s >= 1e12 ? 12 : per_s >= 1e9 ? 9 : 6;
    return fmt::format("{}e{} warp instructions/s", figure_text(per_s / std::pow(10, exponent)), exponent);
}

Table roofline_table(const Advice& advice) {
    std::vector<Roof> roofs;
    for (const auto& roof : advice.roofs)
        if (place_at(advice.sort, roof.roof) != nullptr) roofs.push_back(roof.roof);
    if (roofs.empty()) return {};
    Fields<Placement> fields{{make_column("Stage", 1000).names(),
                              [&](const auto& placement) {
                                  return &placement == &advice.sort ? text_cell("sort")
                                                                    : count_cell(placement.stage);
                              }},
                             {text_column("label", "Label", "name", 300).wrap(6).names(),
                              [](const auto& placement) {
                                  return placement.stage == 0 ? blank_cell() : text_cell(placement.label);
                              }},
                             {make_column("time_ns", "Time", "time", 900,
                                          "Of the kernels, in the activity trial; of the sort its median.")
                                  .in("ns"),
                              &Placement::time_ns, time_cell}};
    constexpr std::array heads{"memory", "L2", "shared", "instr."};
    for (const auto roof : roofs)
        fields.push_back(
            place_field(make_column(fmt::format("{}_part_pct", id_of(roof)), std::string(name_of(roof)),
                                    heads[size_t(roof)], "% max", "%", part_importance(advice, roof),
                                    "Of what the device reaches."),
                        roof, [](const RoofPlace& place) { return 100 * place.part; }));
    for (const auto roof : roofs) {
        const bool bytes = roof != Roof::instructions;
        fields.push_back(
            place_field(make_column(fmt::format("{}_{}_per_s", id_of(roof), bytes ? "gb" : "g"),
                                    std::string(name_of(roof)), heads[size_t(roof)], 500,
                                    "Over the time of the kernels; of the sort, over its median.")
                            .units(bytes ? "GB/s" : "G/s"),
                        roof, [](const RoofPlace& place) { return place.per_s / 1e9; }));
    }
    // A single row has the kind values: the window shows no totals.
    const bool staged = advice.stages.size() > 1;
    auto table = table_of(fields, staged ? std::span(advice.stages) : std::span(&advice.sort, 1),
                          "Against the limits of the device");
    if (staged) {
        table.rule();
        table.total(cells_of(fields, advice.sort));
    }
    const auto limits = join(advice.roofs, ", ", [](const auto& roof) {
        return fmt::format("{} {}{}", name_of(roof.roof), roof_rate_text(roof.roof, roof.per_s),
                           provenance_mark(roof.provenance));
    });
    const bool published = contains(advice.roofs, Provenance::published, &RoofLimit::provenance);
    table.note("Limits: " + limits +
               (published ? "; ^ published, as the file has none measured." : "; measured on this device."));
    return table;
}

std::string finding_name(const AdviceFinding& finding) {
    std::string text(rule_of(finding.fault).title);
    return finding.kernel.empty() ? text : text + " in " + finding.kernel;
}

std::vector<StageRange> finding_stages(const AdviceFinding& finding) {
    if (finding.kernel.empty()) return {};
    return mapped(runs_of(finding.stages), [](const auto& run) {
        const auto [first, last] = run;
        return StageRange{
            first == last ? fmt::format("stage {}", first) : fmt::format("stages {} to {}", first, last),
            first};
    });
}

double finding_share(const AdviceFinding& finding) {
    return std::clamp(finding.gain_part.value_or(finding.saved_part.value_or(0)), 0.0, 1.0);
}

std::string finding_title(const AdviceFinding& finding) {
    auto text = finding_name(finding);
    if (!finding.kernel.empty() && !finding.stages.empty())
        text += (finding.stages.size() == 1 ? ", stage " : ", stages ") + numbers_text(finding.stages);
    return text;
}

std::string finding_gain(const AdviceFinding& finding) {
    if (finding.gain_ns && finding.gain_part)
        return fmt::format("saves {}*, {} %* of the sort", format_time_ns(*finding.gain_ns),
                           figure_text(std::round(1000 * *finding.gain_part) / 10));
    if (finding.saved_part) {
        const char* of = finding.fault == Fault::bank_conflicts ? "wavefronts"
                         : finding.fault == Fault::divergence   ? "branches"
                                                                : "sectors";
        return fmt::format("{} %* of the {}; modelled cases have no time",
                           figure_text(std::round(1000 * *finding.saved_part) / 10), of);
    }
    return {};
}

std::string finding_evidence(const AdviceFinding& finding) {
    auto text = comparison_text(finding);
    if (const auto evidence = evidence_text(finding, false); !evidence.empty()) text += ": " + evidence;
    text += '.';
    if (finding.time_ns && !finding.kernel.empty())
        text += fmt::format(" {} {} {}.", plural(finding.launches, "launch"),
                            finding.launches == 1 ? "takes" : "take", format_time_ns(*finding.time_ns));
    return text;
}

std::string finding_figures(const AdviceFinding& finding) {
    auto text = finding_evidence(finding);
    if (const auto sites = sites_text(finding, false); !sites.empty())
        text += fmt::format(
            " {}: {}.", finding.sites.front().sampled ? "Lines by samples of stalled warps" : "Lines", sites);
    return text;
}

std::vector<std::string> finding_source(const AdviceFinding& finding, std::span<const SourceText> sources) {
    std::vector<std::string> lines;
    for (const auto& site : finding.sites)
        if (const auto text = source_line_of(sources, site.file, site.line); !text.empty())
            lines.push_back(fmt::format("{}:{}  {}", short_name(site.file), site.line, text));
    return lines;
}

std::string gains_sentence(const Advice& advice) {
    // Modelled cases are modelled throughout.
    const char* what = advice.modelled ? "Each part" : "* modelled. Each gain";
    return fmt::format("{} assumes that nothing else changes, so do not add {}.", what,
                       advice.modelled ? "parts" : "gains");
}

std::vector<std::string> advice_explanations() {
    return {"Gain: measured time less the modelled time without the fault (docs/advice-formulas.md).",
            "Limits: what the device reached in the run's own measurements, else published figures (^).",
            "An example does as many compare-exchanges; only variant, parameters and block differ. It is "
            "faster and has less of the fault.",
            "Lines: by counts of access sites, else by stall samples."};
}

static std::string example_text(const AdviceExample& one) {
    constexpr std::string_view bytes = "bytes ";
    const bool of_bytes = one.words.starts_with(bytes);
    const auto amount = [&](double value) { return of_bytes ? format_bytes(value) : figure_text(value); };
    const auto ratio = one.found > 0 ? fmt::format(" ({}x fewer)", format_fixed(one.own / one.found, 1)) : "";
    const auto steps = one.steps > 0 ? fmt::format(", {} steps a launch instead of {}",
                                                   format_fixed(one.steps, 1), format_fixed(one.own_steps, 1))
                                     : "";
    return fmt::format("Example: {} (case {}): {} {} instead of {}{}{}, {} instead of {}.", one.label, one.id,
                       amount(one.found), one.words.substr(of_bytes ? bytes.size() : 0), amount(one.own),
                       ratio, steps, format_time_ns(one.ns), format_time_ns(one.own_ns));
}

std::string finding_remedy(const AdviceFinding& finding) {
    const auto place =
        finding.sites.empty()
            ? std::string()
            : fmt::format(" at {}:{}", short_name(finding.sites.front().file), finding.sites.front().line);
    return fmt::format("Remedy{}: {}.{}", place, rule_of(finding.fault).remedy,
                       finding.example ? " " + example_text(*finding.example) : "");
}

Table finding_table(const Advice& advice) {
    const auto percent = [](std::optional<double> AdviceFinding::*part) {
        return [part](const AdviceFinding& finding) {
            return percent_cell(finding.*part, 1, Provenance::modelled);
        };
    };
    return table_of(
        Fields<AdviceFinding>{
            {text_column("Fault", 1000).names(),
             [](const auto& finding) { return rule_of(finding.fault).id; }},
            {text_column("Kernel", 900).wrap(12), &AdviceFinding::kernel},
            {text_column("Stages", 500), &AdviceFinding::stages, numbers_text},
            {make_column("gain_ns", "Gain", "gain", 1000,
                         "Time that its removal would take away, by the model of docs/advice-formulas.md.")
                 .in("ns"),
             [](const auto& finding) { return time_cell(finding.gain_ns, Provenance::modelled); }},
            {make_column("gain_part_pct", "Part of the sort", "part", 1000).units("%"),
             percent(&AdviceFinding::gain_part)},
            {make_column("saved_pct", "Saved", "saved", 1000,
                         "Of modelled cases: sectors, wavefronts or branches that would go.")
                 .units("%"),
             percent(&AdviceFinding::saved_part)},
            {make_column("Found", 700), [](const auto& finding) { return fixed_cell(finding.found, 2); }},
            {make_column("ideal", "At best", "at best", 700),
             [](const auto& finding) { return fixed_cell(finding.ideal, 2); }},
            {text_column("unit", "Of", "of", 600), found_words},
            {text_column("Evidence", 100).wrap(20),
             [](const auto& finding) { return evidence_text(finding, true); }},
            {text_column("Lines", 300).wrap(12),
             [](const auto& finding) { return sites_text(finding, true); }}},
        advice.findings, "What makes it slower than it could be, the most valuable first");
}

std::string not_placed_sentence(CaseStatus status) {
    if (status == CaseStatus::ok) return {};
    return fmt::format(
        "The case ended as '{}': its rates are not compared with the limits of the device, since its output "
        "was not verified. Only its launches are analysed.",
        sortscope::name_of(status));
}

/// Reports that one thread does most of the work. No counter shows this.
static std::string one_thread_sentence(const Advice& advice) {
    if (advice.serial_part < 0.5) return {};
    const auto part = advice.modelled
                          ? std::string()
                          : fmt::format(", for {} of the kernels' time", format_percent(advice.serial_part));
    return fmt::format(
        "One thread limits it: {} is launched as one block of one thread{}, and the rest of the device is "
        "idle. Only another algorithm divides that work.",
        advice.serial_kernel, part);
}

/// Names the limit of a stage without a finding.
static std::string stage_limit_text(const Placement& stage, const Advice& advice) {
    const auto* nearest = stage.nearest();
    if (nearest == nullptr)
        return "no counter was recorded that shows why ('sortscope collect --counters all' records them)";
    const auto reached =
        fmt::format("{} reaches {} of its limit", name_of(nearest->roof), format_percent(nearest->part));
    if (nearest->part >= 0.5) return reached;
    return "latency: of the limits, " + reached +
           (advice.stalled_for.empty() ? ""
                                       : fmt::format("; warps stall most for {} ({})", advice.stalled_for,
                                                     format_percent(advice.stalled_part)));
}

std::string longest_stage_sentence(const Advice& advice) {
    const auto longest = longest_stage(advice);
    if (!longest) return {};
    const auto name =
        advice.stages.size() == 1 ? std::string("The stage is long: ")
        : longest->part < LongestStage::least_part
            ? fmt::format("No stage takes {} of the kernels' time: ",
                          format_percent(LongestStage::least_part))
            : fmt::format("Stage {} is the longest ({}, {} of the kernels' time): ", longest->stage.stage,
                          format_time_ns(longest->stage.time_ns), format_percent(longest->part));
    if (advice.serial_part >= 0.5)
        return name + "one thread does the work, and the rest of the device is idle.";
    if (longest->finding == nullptr) return name + stage_limit_text(longest->stage, advice) + ".";
    auto title = std::string(rule_of(longest->finding->fault).title);
    title.front() = char(std::tolower(uint8_t(title.front())));
    return fmt::format("{}{}, {}.", name, title, comparison_text(*longest->finding));
}

std::string limit_sentence(const Advice& advice) {
    const auto one_thread = one_thread_sentence(advice);
    if (!advice.findings.empty()) return one_thread;
    const auto least = format_percent_short(advice.least_part);
    if (advice.modelled)
        return join({fmt::format("No finding: less than {} of the sectors are excess. There are no times: "
                                 "the counters are modelled.",
                                 least),
                     one_thread},
                    " ");
    const auto text = fmt::format("Nothing found that costs {} of the sort or more.", least);
    if (!one_thread.empty()) return text + " " + one_thread;
    if (advice.status != CaseStatus::ok) return text;
    const Placement* longest = &advice.sort;
    for (const auto& stage : advice.stages)
        if (longest == &advice.sort || stage.time_ns > longest->time_ns) longest = &stage;
    const auto* nearest = longest->nearest();
    const auto name = nearest == nullptr ? "" : name_of(nearest->roof);
    const auto part = nearest == nullptr ? "" : format_percent(nearest->part);
    if (nearest != nullptr && nearest->part >= 0.5)
        return text + fmt::format(" Limit: {}, at {}, {} of what the device reaches, in its longest stage.",
                                  name, roof_rate_text(nearest->roof, nearest->per_s), part);
    if (nearest != nullptr && !(place_at(*longest, Roof::dram) && place_at(*longest, Roof::l2)))
        return text +
               fmt::format(
                   " Its limit is unknown: traffic of L2 and device memory was not counted ('sortscope "
                   "collect --counters full' counts it). Of the counted limits {} is nearest, reached "
                   "to {}.",
                   name, part);
    if (!advice.stalled_for.empty())
        return text + fmt::format(
                          " Limit: latency. No limit of the device is reached to half{}, and {} "
                          "of the stall samples are warps that wait for {}.",
                          nearest == nullptr ? "" : fmt::format(" (the nearest is {}, {})", name, part),
                          format_percent(advice.stalled_part), advice.stalled_for);
    if (nearest != nullptr)
        return text + fmt::format(
                          " Limit: latency. Of the device's limits the nearest is {}, "
                          "reached to {}.",
                          name, part);
    return text + " No recorded counter shows its limit ('sortscope collect --counters all' counts all).";
}
}
