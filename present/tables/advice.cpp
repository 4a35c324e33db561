#include "present/tables/advice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/provenance.hpp"
#include "present/tables/metrics.hpp"
#include "present/tables/source.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;

/// "3 to 8, 12".
std::string numbers_text(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i;
        while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (end == i + 1)
            text += ", " + std::to_string(numbers[end]);
        else if (end > i)
            text += " to " + std::to_string(numbers[end]);
        i = end + 1;
    }
    return text;
}

/// Three significant digits.
std::string figure_text(double value) {
    if (value >= 1000) return format_grouped(static_cast<std::int64_t>(std::llround(value)));
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
            return fmt::format("{} {} for {} multiprocessors", found, found == "1" ? "block" : "blocks",
                               ideal);
        case Fault::registers:
        case Fault::shared_memory:
            return fmt::format("occupancy {} %, limited by {}; {} % without that", found,
                               limiters_text(finding.limiters), ideal);
        case Fault::small_blocks:
            return fmt::format("{} {}; {} as a rule fill a multiprocessor", found,
                               found == "1" ? "thread a block" : rule.found, ideal);
        case Fault::tail:
            return fmt::format("{} waves of blocks take the time of {}", found,
                               figure_text(std::ceil(finding.found)));
        case Fault::launch_gaps:
            return fmt::format("{} launches", found);
        case Fault::barriers:
            return finding.sampled
                       ? fmt::format("{} {} are warps that wait at a barrier", found, found_words(finding))
                       : fmt::format("{} {} in a mean launch", found, found_words(finding));
        case Fault::redundant_traffic:
            return fmt::format("{} {}", found, rule.found);
        case Fault::atomics:
            return fmt::format("{} {}", found, rule.found);
        case Fault::spills:
            return fmt::format("{} {} a launch", found, rule.found);
        case Fault::clocks:
            return fmt::format("{} {} in the trials, of {}", found, rule.found, ideal);
    }
    return {};
}

std::string evidence_text(const AdviceFinding& finding) {
    std::string text;
    for (const auto& one : finding.evidence)
        text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", metric_name(*one.metric),
                            metric_value_text(*one.metric, one.value.value),
                            provenance_mark(one.value.provenance));
    return text;
}

/// By ids, for programs.
std::string evidence_by_id(const AdviceFinding& finding) {
    std::string text;
    for (const auto& one : finding.evidence)
        text +=
            fmt::format("{}{} {}{}", text.empty() ? "" : ", ", one.metric->id,
                        format_value(*one.metric, one.value.value), provenance_mark(one.value.provenance));
    return text;
}

std::string file_name(const std::string& file) { return file.substr(file.rfind('/') + 1); }

/// `folders`: print file names with folders.
std::string sites_text(const AdviceFinding& finding, bool folders) {
    std::string text;
    for (const auto& site : finding.sites)
        text += fmt::format("{}{}:{} ({})", text.empty() ? "" : ", ",
                            folders ? site.file : file_name(site.file), site.line, format_percent(site.part));
    return text;
}

/// Highest parts stay on narrow terminals.
int part_importance(const Advice& advice, Roof roof) {
    const auto place = std::ranges::find(advice.sort.places, roof, &RoofPlace::roof);
    return 800 + static_cast<int>(std::clamp(99 * place->part, 0.0, 99.0));
}

Column part_column(const Advice& advice, Roof roof) {
    const std::array heads{"memory", "L2", "shared", "instr."};
    return make_column(fmt::format("{}_part_pct", id_of(roof)),
                       fmt::format("{}, part of the limit", analyzer::name_of(roof)),
                       heads[static_cast<std::size_t>(roof)], part_importance(advice, roof),
                       "Of what the device reaches.")
        .under("% max")
        .in("%");
}

Column rate_column(Roof roof) {
    const std::array heads{"memory", "L2", "shared", "instr."};
    const bool bytes = roof != Roof::instructions;
    return make_column(fmt::format("{}_{}_per_s", id_of(roof), bytes ? "gb" : "g"),
                       std::string(analyzer::name_of(roof)), heads[static_cast<std::size_t>(roof)], 500,
                       "Over the time of the kernels; of the sort, over its median.")
        .units(bytes ? "GB/s" : "G/s");
}

}  // namespace

std::string roof_rate_text(Roof roof, double per_s) {
    if (roof != Roof::instructions) return format_bandwidth(per_s);
    const bool large = per_s >= 1e12, middle = per_s >= 1e9;
    return fmt::format("{}{} warp instructions/s",
                       figure_text(per_s / (large    ? 1e12
                                            : middle ? 1e9
                                                     : 1e6)),
                       large    ? "e12"
                       : middle ? "e9"
                                : "e6");
}

Table roofline_table(const Advice& advice) {
    Table table;
    std::vector<Roof> roofs;
    for (const auto& roof : advice.roofs)
        if (std::ranges::any_of(advice.sort.places,
                                [&](const RoofPlace& place) { return place.roof == roof.roof; }))
            roofs.push_back(roof.roof);
    if (roofs.empty()) return table;
    table.title = "Against the limits of the device";
    table.columns = {make_column("stage", "Stage", "stage", 1000).names(),
                     make_column("label", "Label", "name", 300).left().wrap(6).names(),
                     make_column("time_ns", "Time", "time", 900,
                                 "Of the kernels, in the activity trial; of the sort its median.")
                         .in("ns")};
    for (const auto roof : roofs) table.columns.push_back(part_column(advice, roof));
    for (const auto roof : roofs) table.columns.push_back(rate_column(roof));
    const auto cells = [&](const Placement& placement, Cell name) {
        std::vector<Cell> row{std::move(name),
                              placement.stage == 0 ? blank_cell() : text_cell(placement.label),
                              time_cell(placement.time_ns)};
        const auto place_of = [&](Roof roof) -> const RoofPlace* {
            const auto found = std::ranges::find(placement.places, roof, &RoofPlace::roof);
            return found == placement.places.end() ? nullptr : &*found;
        };
        for (const auto roof : roofs) {
            const auto* place = place_of(roof);
            row.push_back(place == nullptr ? Cell{} : fixed_cell(100 * place->part, 1, place->provenance));
        }
        for (const auto roof : roofs) {
            const auto* place = place_of(roof);
            row.push_back(place == nullptr ? Cell{} : fixed_cell(place->per_s / 1e9, 1, place->provenance));
        }
        return row;
    };
    if (advice.stages.size() > 1) {
        for (const auto& stage : advice.stages) table.row(cells(stage, count_cell(stage.stage)));
        table.rule();
        table.total(cells(advice.sort, text_cell("sort")));
    } else {
        table.row(
            cells(advice.sort, text_cell("sort")));  // not below others: the window has rows of values alone
    }
    std::string limits;
    for (const auto& roof : advice.roofs)
        limits += fmt::format("{}{} {}{}", limits.empty() ? "" : ", ", analyzer::name_of(roof.roof),
                              roof_rate_text(roof.roof, roof.per_s), provenance_mark(roof.provenance));
    const bool published = std::ranges::any_of(
        advice.roofs, [](const RoofLimit& roof) { return roof.provenance == Provenance::published; });
    table.notes.push_back(
        "Limits: " + limits +
        (published ? "; ^ published, as the file has none measured." : "; measured on this device."));
    return table;
}

std::string finding_title(const AdviceFinding& finding) {
    std::string text(rule_of(finding.fault).title);
    if (finding.kernel.empty()) return text;
    text += " in " + finding.kernel;
    if (!finding.stages.empty())
        text += (finding.stages.size() == 1 ? ", stage " : ", stages ") + numbers_text(finding.stages);
    return text;
}

std::string finding_gain(const AdviceFinding& finding) {
    if (finding.gain_ns && finding.gain_part)
        return fmt::format("{}* less, {} %* of the sort", format_time_ns(*finding.gain_ns),
                           figure_text(std::round(1000 * *finding.gain_part) / 10));
    if (finding.saved_part) {
        const char* of = finding.fault == Fault::bank_conflicts ? "wavefronts"
                         : finding.fault == Fault::divergence   ? "branches"
                                                                : "sectors";
        return fmt::format("{} %* of the {}; what that is in time is not known without a clock",
                           figure_text(std::round(1000 * *finding.saved_part) / 10), of);
    }
    return {};
}

std::string finding_figures(const AdviceFinding& finding) {
    auto text = comparison_text(finding);
    if (const auto evidence = evidence_text(finding); !evidence.empty()) text += ": " + evidence;
    text += '.';
    if (finding.time_ns && !finding.kernel.empty())
        text += fmt::format(" {} in {}.",
                            finding.launches == 1
                                ? "1 launch"
                                : format_grouped(static_cast<std::int64_t>(finding.launches)) + " launches",
                            format_time_ns(*finding.time_ns));
    if (const auto sites = sites_text(finding, false); !sites.empty())
        text += fmt::format(
            " {}: {}.", finding.sites.front().sampled ? "Lines by samples of stalled warps" : "Lines", sites);
    return text;
}

std::vector<std::string> finding_source(const AdviceFinding& finding, std::span<const SourceText> sources) {
    std::vector<std::string> lines;
    for (const auto& site : finding.sites)
        if (const auto text = source_line_of(sources, site.file, site.line); !text.empty())
            lines.push_back(fmt::format("{}:{}  {}", file_name(site.file), site.line, text));
    return lines;
}

std::string gains_sentence(const Advice& advice) {
    // Modelled cases are modelled throughout.
    const char* what = advice.modelled ? "Each part" : "* modelled: each gain";
    return fmt::format("{} assumes that nothing else changes (docs/advice.md): do not add {} up.", what,
                       advice.modelled ? "parts" : "gains");
}

std::string finding_remedy(const AdviceFinding& finding) {
    return fmt::format("Remedy: {}.", rule_of(finding.fault).remedy);
}

Table finding_table(const Advice& advice) {
    Table table;
    table.title = "What makes it slower than it could be, the most valuable first";
    table.columns = {make_column("fault", "Fault", "fault", 1000).left().names(),
                     make_column("kernel", "Kernel", "kernel", 900).left().wrap(12),
                     make_column("stages", "Stages", "stages", 500).left(),
                     make_column("gain_ns", "Gain", "gain", 1000,
                                 "Time that its removal would take away, by the model of docs/advice.md.")
                         .in("ns"),
                     make_column("gain_part_pct", "Part of the sort", "part", 1000).units("%"),
                     make_column("saved_pct", "Saved", "saved", 1000,
                                 "Of modelled cases: sectors, wavefronts or branches that would go.")
                         .units("%"),
                     make_column("found", "Found", "found", 700),
                     make_column("ideal", "At best", "at best", 700),
                     make_column("unit", "Of", "of", 600).left(),
                     make_column("evidence", "Evidence", "evidence", 100).left().wrap(20),
                     make_column("lines", "Lines", "lines", 300).left().wrap(12)};
    for (const auto& finding : advice.findings) {
        const auto& rule = rule_of(finding.fault);
        const auto percent = [](std::optional<double> part) {
            return fixed_cell(part ? std::optional(100 * *part) : std::nullopt, 1, Provenance::modelled);
        };
        table.row({text_cell(rule.id), text_cell(finding.kernel), text_cell(numbers_text(finding.stages)),
                   time_cell(finding.gain_ns, Provenance::modelled), percent(finding.gain_part),
                   percent(finding.saved_part), fixed_cell(finding.found, 2), fixed_cell(finding.ideal, 2),
                   text_cell(found_words(finding)), text_cell(evidence_by_id(finding)),
                   text_cell(sites_text(finding, true))});
    }
    return table;
}

std::string not_placed_sentence(CaseStatus status) {
    if (status == CaseStatus::ok) return {};
    return fmt::format(
        "The case ended as '{}': its rates are not compared with the limits of the device, since its output "
        "was not verified. Only its launches are analysed.",
        sortscope::name_of(status));
}

namespace {

/// One thread does most of the work, which no counter shows; else empty.
std::string one_thread_sentence(const Advice& advice) {
    if (advice.serial_part < 0.5) return {};
    const auto part = advice.modelled
                          ? std::string()
                          : fmt::format(", for {} of the kernels' time", format_percent(advice.serial_part));
    return fmt::format(
        "One thread limits it: {} is launched as one block of one thread{}, and the rest of the device is "
        "idle. Only another algorithm divides that work.",
        advice.serial_kernel, part);
}

}  // namespace

std::string limit_sentence(const Advice& advice) {
    auto one_thread = one_thread_sentence(advice);
    if (!advice.findings.empty()) return one_thread;
    if (!one_thread.empty()) one_thread.insert(0, 1, ' ');
    const auto least = format_percent_short(advice.least_part);
    if (advice.modelled)
        return fmt::format(
                   "Nothing found that moves {} of the sectors for nothing. There are no times: the counters "
                   "are modelled.",
                   least) +
               one_thread;
    std::string text = fmt::format("Nothing found that costs {} of the sort or more.", least);
    if (!one_thread.empty()) return text + one_thread;
    if (advice.status != CaseStatus::ok) return text;
    const Placement* longest = &advice.sort;
    for (const auto& stage : advice.stages)
        if (longest == &advice.sort || stage.time_ns > longest->time_ns) longest = &stage;
    const auto* nearest = longest->nearest();
    if (nearest != nullptr && nearest->part >= 0.5)
        return text +
               fmt::format(" What limits it is {}: {}, {} of what the device reaches, in its longest stage.",
                           analyzer::name_of(nearest->roof), roof_rate_text(nearest->roof, nearest->per_s),
                           format_percent(nearest->part));
    const auto counted = [&](Roof roof) {
        return std::ranges::any_of(longest->places,
                                   [&](const RoofPlace& place) { return place.roof == roof; });
    };
    if (nearest != nullptr && !(counted(Roof::dram) && counted(Roof::l2)))
        return text + fmt::format(
                          " What limits it cannot be told: of what was counted the nearest limit is {}, "
                          "reached to {}, and the traffic of L2 and device memory was not counted "
                          "('sortscope collect --counters full' does).",
                          analyzer::name_of(nearest->roof), format_percent(nearest->part));
    if (!advice.stalled_for.empty())
        return text + fmt::format(
                          " What limits it is latency: no limit of the device is reached to half{}, and {} "
                          "of the stall samples are warps that wait for {}.",
                          nearest == nullptr
                              ? ""
                              : fmt::format(" (the nearest is {}, {})", analyzer::name_of(nearest->roof),
                                            format_percent(nearest->part)),
                          format_percent(advice.stalled_part), advice.stalled_for);
    if (nearest != nullptr)
        return text +
               fmt::format(
                   " What limits it is latency: of the device's limits the nearest is {}, reached to {}.",
                   analyzer::name_of(nearest->roof), format_percent(nearest->part));
    return text +
           " No counter was taken that could tell what limits it ('sortscope collect --counters all' takes "
           "them).";
}

}  // namespace sortscope::present
