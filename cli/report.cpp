#include "cli/report.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <tuple>

#include <fmt/core.h>

#include "cli/breakdown_table.hpp"
#include "cli/cells.hpp"
#include "cli/commands.hpp"
#include "cli/filter.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

constexpr std::size_t most_rows = 24;

/// A later case of the same conditions takes the place of an earlier one.
bool same_conditions(const CaseRecord& a, const CaseRecord& b) {
    return a.variant == b.variant && a.workload == b.workload && a.config == b.config &&
           same_device(a.device, b.device) && a.cache_state == b.cache_state;
}

/// Whether `a` stands better for its variant than `b`.
bool better(const CaseRecord& a, const CaseRecord& b) {
    const auto rank = [](const CaseRecord& record) {
        const auto ns = record.time ? record.time->median_ns : std::numeric_limits<std::int64_t>::max();
        return std::tuple(-static_cast<double>(record.workload.n), static_cast<int>(record.workload.distribution), ns,
                          -static_cast<std::int64_t>(record.id));
    };
    return rank(a) < rank(b);
}

struct DeviceGroup {
    Device device;
    std::vector<CaseRecord> cases;
    std::vector<const CaseRecord*> detailed;
};

std::vector<DeviceGroup> by_device(const ReportData& data) {
    std::vector<DeviceGroup> groups;
    const auto group_of = [&](const Device& device) {
        return std::ranges::find_if(groups,
                                    [&](const DeviceGroup& group) { return same_device(group.device, device); });
    };
    for (const auto& record : data.cases) {
        auto group = group_of(record.device);
        if (group == groups.end()) group = groups.insert(groups.end(), DeviceGroup{record.device, {}, {}});
        group->cases.push_back(record);
    }
    for (const auto& record : data.detailed)
        if (const auto group = group_of(record.device); group != groups.end()) group->detailed.push_back(&record);
    return groups;
}

std::string underlined(const std::string& text, const Screen& screen) {
    std::string line;
    for (int i = 0; i < display_width(text); ++i) line += screen.utf8 ? "\u2550" : "=";
    return text + '\n' + line + '\n';
}

std::string device_heading(const DeviceGroup& group, const Screen& screen) {
    auto text = device_text(group.device);
    if (screen.width) text = shorten(text, *screen.width, screen);
    auto out = underlined(text, screen);
    std::string facts = plural(group.cases.size(), "case");
    const auto bad = std::ranges::count_if(group.cases, [](const auto& c) { return c.status != CaseStatus::ok; });
    if (bad > 0) facts += fmt::format(", {} of them not ok ('sortscope list' says why)", bad);
    if (group.device.cc_major != 0)
        facts += fmt::format("; compute capability {}.{}", group.device.cc_major, group.device.cc_minor);
    if (group.device.backend == BackendKind::simt)
        facts += "; counters are modelled by the host interpreter, which has no time to measure";
    return out + wrap(facts, screen) + '\n';
}

/// What the legend below all tables of a device has to say.
struct Remarks {
    std::set<Provenance> provenances;
    std::vector<std::string> left_out;
};

std::string render_remarks(const Remarks& remarks, const Screen& screen) {
    if (remarks.provenances.empty()) return {};
    return "\n" + left_out_sentence(remarks.left_out, screen) + "  " +
           wrap(legend(remarks.provenances), screen, 2, 2) + '\n';
}

std::string breakdown_section(const CaseRecord& record, const Screen& screen, Remarks& remarks) {
    const auto config = config_text(record);
    auto heading = fmt::format("{}: {}{}{}, case {}", printable(record.variant), workload_text(record.workload),
                               config.empty() ? "" : ", ", config, static_cast<std::int64_t>(record.id));
    if (record.time) heading += fmt::format(", {}", format_time_ns(static_cast<double>(record.time->median_ns)));
    const auto breakdown = analyzer::breakdown(record, analyzer::Grouping::stage);
    auto out = wrap(heading, screen, 2) + '\n';
    if (breakdown.rows.empty()) return out + "  No launches were recorded.\n";
    const auto table = breakdown_table(breakdown, record, most_rows);
    remarks.provenances.merge(table.provenances());
    return out + "  " + wrap(breakdown_title(breakdown), screen, 2, 2) + '\n' +
           table.render(screen, remarks.left_out);
}

struct Options {
    std::string file = default_file;
    CaseOptions cases;
    bool json = false;
};

void run_report(const Options& options) {
    const CaseChoice checked(options.cases);
    const db::Reader reader(options.file);
    ReportData data{options.file, chosen_cases(reader, options.cases), {}};
    for (const auto id : representative_cases(data.cases)) data.detailed.push_back(reader.read_case(id));
    print(options.json ? dump(report_json(data)) : render_report(data, stdout_screen()));
}

}  // namespace

std::vector<CaseId> representative_cases(const std::vector<CaseRecord>& cases) {
    std::vector<const CaseRecord*> latest;
    for (const auto& record : cases) {
        if (record.status != CaseStatus::ok || record.backend == BackendKind::cpu) continue;
        const auto same =
            std::ranges::find_if(latest, [&](const CaseRecord* other) { return same_conditions(*other, record); });
        if (same == latest.end())
            latest.push_back(&record);
        else if (record.id > (*same)->id)
            *same = &record;
    }
    std::vector<const CaseRecord*> chosen;
    for (const auto* record : latest) {
        const auto rival = std::ranges::find_if(chosen, [&](const CaseRecord* other) {
            return other->variant == record->variant && same_device(other->device, record->device);
        });
        if (rival == chosen.end())
            chosen.push_back(record);
        else if (better(*record, **rival))
            *rival = record;
    }
    std::vector<CaseId> ids;
    for (const auto* record : chosen) ids.push_back(record->id);
    std::ranges::sort(ids);
    return ids;
}

std::string render_report(const ReportData& data, const Screen& screen) {
    const auto groups = by_device(data);
    auto out = wrap(fmt::format("{}: {} on {}", printable(data.file), plural(data.cases.size(), "case"),
                                plural(groups.size(), "device")),
                    screen) + '\n';
    if (groups.empty())
        return out + "\nThere is nothing to report: no case fits. 'sortscope list' shows what the file has.\n";
    for (const auto& group : groups) {
        out += '\n' + device_heading(group, screen);
        Remarks remarks;
        for (const auto* record : group.detailed) out += '\n' + breakdown_section(*record, screen, remarks);
        out += render_remarks(remarks, screen);
        const auto curves = render_throughput(analyzer::throughput_curves(group.cases), screen);
        if (!curves.empty()) out += '\n' + curves;
        const auto sweeps = render_block_sweeps(analyzer::block_sweeps(group.cases), screen);
        if (!sweeps.empty()) out += '\n' + sweeps;
    }
    return out;
}

Json report_json(const ReportData& data) {
    Json out{{"file", data.file}, {"devices", Json::array()}};
    for (const auto& group : by_device(data)) {
        Json device{{"device", to_json(group.device)}, {"cases", group.cases.size()}};
        for (const auto* key : {"breakdowns", "throughput", "block_sweeps"}) device[key] = Json::array();
        for (const auto* record : group.detailed) {
            auto summary = summary_json(*record);
            summary.erase("device");
            summary["breakdown"] = to_json(analyzer::breakdown(*record, analyzer::Grouping::stage));
            device["breakdowns"].push_back(std::move(summary));
        }
        for (const auto& curve : analyzer::throughput_curves(group.cases)) device["throughput"].push_back(to_json(curve));
        for (const auto& sweep : analyzer::block_sweeps(group.cases)) device["block_sweeps"].push_back(to_json(sweep));
        out["devices"].push_back(std::move(device));
    }
    out["legend"] = units_json();
    return out;
}

void add_report(CLI::App& app) {
    auto& command = *app.add_subcommand("report", "A whole file: stage breakdowns, throughput, block sweeps");
    const auto options = std::make_shared<Options>();
    command.add_option("FILE", options->file, "SortScope file to read")->capture_default_str()->type_name("");
    add_case_options(command, options->cases);
    command.add_flag("--json", options->json, "print JSON: every number's unit is in its name");
    command.footer("For each device: the stages of each variant's largest case (of several the fastest with uniform\n"
                   "keys), throughput by number of keys, and throughput by block size where several were collected.\n\n"
                   "Examples:\n"
                   "  sortscope report\n"
                   "  sortscope report sweep.db --variant bitonic-b2,cub-radix --key u32\n");
    command.callback([options] { run_report(*options); });
}

}  // namespace sortscope::cli
