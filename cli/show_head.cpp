#include <algorithm>
#include <map>

#include <fmt/core.h>

#include "cli/cells.hpp"
#include "cli/show.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

constexpr int key_width = 11;

/// "  device     NVIDIA H200 ...", long values wrapped under themselves.
class Lines {
 public:
    explicit Lines(const Screen& screen) : screen_(screen) {}
    void add(std::string_view key, const std::string& value) {
        if (value.empty()) return;
        const int column = 2 + key_width;
        out_ += fmt::format("  {:<{}}{}\n", key, key_width, wrap(value, screen_, column, column));
    }
    const std::string& text() const { return out_; }

 private:
    const Screen& screen_;
    std::string out_;
};

std::string device_line(const Device& device) {
    auto text = device_text(device);
    if (device.cc_major != 0) text += fmt::format(", compute capability {}.{}", device.cc_major, device.cc_minor);
    if (device.multiprocessors != 0)
        text += fmt::format(", {} {}", device.multiprocessors,
                            device.backend == BackendKind::cpu ? "hardware threads" : "SMs");
    if (device.clock_khz != 0) text += fmt::format(", {} MHz", format_grouped(device.clock_khz / 1000));
    if (device.memory_bytes != 0) text += ", " + format_bytes(static_cast<double>(device.memory_bytes));
    return text;
}

std::string software_line(const Device& device) {
    std::string text;
    const auto add = [&](const char* what, const std::string& version) {
        if (!version.empty()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, printable(version));
    };
    add("driver", device.driver_version);
    add("CUDA", device.cuda_version);
    add("CUPTI", device.cupti_version);
    return text;
}

std::string status_line(const CaseRecord& record) {
    auto text = std::string(name_of(record.status));
    if (!record.message.empty()) text += ": " + printable(record.message);
    const auto verified = std::ranges::count_if(record.trials, &TrialRecord::verified);
    const auto trials = static_cast<std::ptrdiff_t>(record.trials.size());
    if (trials > 0 && verified == trials)
        text += fmt::format("; output verified in {}", trials == 1 ? "its one trial" : fmt::format("all {} trials", trials));
    else if (trials > 0)
        text += fmt::format("; output verified in {} of {} trials", verified, trials);
    return text;
}

std::string time_line(const CaseRecord& record) {
    if (!record.time)
        return record.backend == BackendKind::simt ? "none: the host interpreter models counters, not time"
                                                   : "none was measured";
    const auto& time = *record.time;
    auto text = fmt::format("median {}, spread {:.1f} % (interquartile range / median), {} to {}",
                            format_time_ns(static_cast<double>(time.median_ns)), time.spread * 100,
                            format_time_ns(static_cast<double>(time.min_ns)),
                            format_time_ns(static_cast<double>(time.max_ns)));
    if (!record.cache_state.empty()) text += fmt::format(", L2 {} before each trial", printable(record.cache_state));
    return text + "; measured";
}

std::string rate_line(const CaseRecord& record) {
    if (!record.time || record.time->median_ns <= 0 || record.status != CaseStatus::ok) return {};
    const auto median = static_cast<double>(record.time->median_ns);
    return fmt::format("{} Mkey/s (keys / median time)",
                       format_rate(1e3 * static_cast<double>(record.workload.n) / median));
}

std::string trials_line(const CaseRecord& record) {
    std::string text;
    for (const auto& row : EnumTable<TrialKind>::names()) {
        const auto of_kind = std::ranges::count(record.trials, row.value, &TrialRecord::kind);
        if (of_kind > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", of_kind, row.name);
    }
    const auto rejected = std::ranges::count(record.trials, false, &TrialRecord::accepted);
    if (rejected > 0) text += fmt::format("; {} left out of the summary", rejected);
    if (record.time && !record.time->stopped_by.empty())
        text += fmt::format("; stopped by {}", printable(record.time->stopped_by));
    return text;
}

/// The algorithm's own traffic, and what that means at the median time.
std::string bound_line(const CaseRecord& record) {
    if (record.bound_bytes == 0) return {};
    const auto bytes = static_cast<double>(record.bound_bytes);
    auto text = format_bytes(bytes) + " must be moved, by the plan of the launches";
    if (record.time && record.time->median_ns > 0)
        text += fmt::format(": {} GB/s at the median time",
                            grouped_fixed(bytes / static_cast<double>(record.time->median_ns), 1));
    return text;
}

std::string launches_line(const CaseRecord& record, const analyzer::Breakdown& breakdown) {
    if (record.launches.empty()) return {};
    auto text = fmt::format("{}", format_grouped(static_cast<std::int64_t>(record.launches.size())));
    const auto& time = breakdown.total.time_ns;
    if (time) text += fmt::format(", together {}", format_time_ns(static_cast<double>(*time)));
    if (breakdown.gaps_ns)
        text += fmt::format(", {} between them", format_time_ns(static_cast<double>(*breakdown.gaps_ns)));
    return time ? text + "; measured in the activity trial" : text;
}

/// Jan et al. give rho as a mean over the launches, in percent.
std::string rho_line(const CaseRecord& record, const analyzer::Breakdown& breakdown) {
    const auto& total = breakdown.total;
    std::string text;
    const auto add = [&](const char* what, std::optional<double> analyzer::Derived::*member) {
        const auto provenance = analyzer::provenance_of(member, total.counters);
        if (!(total.derived.*member) || !provenance || record.launches.empty()) return;
        text += fmt::format("{}{} {:.1f} %{}", text.empty() ? "" : ", ", what,
                            100 * *(total.derived.*member) / static_cast<double>(record.launches.size()),
                            mark(*provenance));
    };
    add("loads", &analyzer::Derived::rho_l);
    add("stores", &analyzer::Derived::rho_s);
    return text.empty() ? text : text + " of the data in a mean launch (rho, compute capability 1.3 rule)";
}

std::string transfers_line(const CaseRecord& record) {
    struct Sum {
        std::uint64_t count = 0;
        double bytes = 0, ns = 0;
    };
    std::map<TransferKind, Sum> sums;
    for (const auto& transfer : record.transfers) {
        auto& sum = sums[transfer.kind];
        ++sum.count;
        sum.bytes += static_cast<double>(transfer.bytes);
        sum.ns += static_cast<double>(transfer.duration_ns);
    }
    std::string text;
    for (const auto& [kind, sum] : sums) {
        auto name = std::string(name_of(kind));
        std::ranges::replace(name, '_', ' ');
        text += fmt::format("{}{} {}: {} in {}", text.empty() ? "" : "; ", sum.count, name, format_bytes(sum.bytes),
                            format_time_ns(sum.ns));
    }
    return text.empty() ? text : text + "; measured";
}

std::string notes_text(const CaseRecord& record, const Screen& screen) {
    std::string out;
    for (const auto& note : record.notes)
        out += "  " + wrap(fmt::format("{}: {}", name_of(note.severity), printable(note.text)), screen, 4, 2) + '\n';
    for (const auto& trial : record.trials)
        if (!trial.note.empty())
            out += "  " + wrap(fmt::format("{} trial {}{}: {}", name_of(trial.kind), trial.index,
                                           trial.accepted ? "" : " left out", printable(trial.note)),
                               screen, 4, 2) + '\n';
    return out.empty() ? out : "\nNotes\n" + out;
}

}  // namespace

std::string render_head(const CaseRecord& record, const analyzer::Breakdown& breakdown, const Screen& screen) {
    const auto config = config_text(record);
    auto title = fmt::format("Case {}: {}, {}{}{}", static_cast<std::int64_t>(record.id), printable(record.variant),
                             workload_text(record.workload), config.empty() ? "" : ", ", config);
    Lines lines(screen);
    lines.add("device", device_line(record.device));
    lines.add("software", software_line(record.device));
    lines.add("status", status_line(record));
    if (record.padded) lines.add("padded", "keys were added to reach a power of two; they are part of the work measured");
    lines.add("time", time_line(record));
    lines.add("rate", rate_line(record));
    lines.add("trials", trials_line(record));
    lines.add("traffic", bound_line(record));
    lines.add("launches", launches_line(record, breakdown));
    lines.add("rho", rho_line(record, breakdown));
    lines.add("transfers", transfers_line(record));
    if (record.collect_ns > 0)
        lines.add("collected", fmt::format("in {}, run {}", format_time_ns(static_cast<double>(record.collect_ns)),
                                           static_cast<std::int64_t>(record.run)));
    return wrap(title, screen, 2) + '\n' + lines.text() + notes_text(record, screen);
}

}  // namespace sortscope::cli
