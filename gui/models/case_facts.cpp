#include "gui/models/case_facts.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

Fact device_fact(const Device& device) {
    QString tooltip = to_qstring(device.name);
    if (device.cc_major > 0)
        tooltip += QStringLiteral("\nCompute capability %1.%2").arg(device.cc_major).arg(device.cc_minor);
    if (device.multiprocessors > 0)
        tooltip += (device.backend == BackendKind::cpu ? QStringLiteral("\n%1 hardware threads")
                                                       : QStringLiteral("\n%1 SMs"))
                       .arg(device.multiprocessors);
    if (device.memory_bytes > 0)
        tooltip +=
            QStringLiteral("\nMemory ") + to_qstring(format_bytes(static_cast<double>(device.memory_bytes)));
    if (!device.driver_version.empty())
        tooltip += QStringLiteral("\nDriver ") + to_qstring(device.driver_version);
    if (!device.cuda_version.empty()) tooltip += QStringLiteral("\nCUDA ") + to_qstring(device.cuda_version);
    if (!device.cupti_version.empty())
        tooltip += QStringLiteral("\nCUPTI ") + to_qstring(device.cupti_version);
    return {QStringLiteral("Device"), device.name.empty() ? absent_text() : to_qstring(device.name), tooltip};
}

Fact time_fact(const CaseRecord& record) {
    const QString name = QStringLiteral("Median time");
    if (!record.time)
        return {name, absent_text(),
                record.backend == BackendKind::simt
                    ? QStringLiteral("The host interpreter counts; it has no clock of the GPU.")
                    : QStringLiteral("No time was measured for this case.")};
    const auto& time = *record.time;
    QString tooltip =
        QStringLiteral("Measured without a profiler, between %1 and %2.")
            .arg(time_text(static_cast<double>(time.min_ns)), time_text(static_cast<double>(time.max_ns)));
    if (!time.stopped_by.empty())
        tooltip += QStringLiteral("\nTrials ended by: ") + to_qstring(time.stopped_by);
    if (!record.cache_state.empty())
        tooltip += QStringLiteral("\nL2 cache before each trial: ") + to_qstring(record.cache_state);
    return {name, time_text(static_cast<double>(time.median_ns)), tooltip};
}

Fact spread_fact(const CaseRecord& record) {
    const QString name = QStringLiteral("Spread");
    const QString tooltip = QStringLiteral("Interquartile range over median of the accepted time trials.");
    if (!record.time) return {name, absent_text(), tooltip};
    return {name,
            QStringLiteral("%1 % of %2 trials")
                .arg(decimal_text(100 * record.time->spread, 1))
                .arg(record.time->count),
            tooltip};
}

Fact verified_fact(const CaseRecord& record) {
    const auto good = std::count_if(record.trials.begin(), record.trials.end(),
                                    [](const TrialRecord& trial) { return trial.verified; });
    const auto all = static_cast<std::ptrdiff_t>(record.trials.size());
    const QString tooltip =
        QStringLiteral("A trial is verified when its output is sorted and holds the same keys as the input.");
    QString value = absent_text();
    if (all > 0 && good == all)
        value = all == 1 ? QStringLiteral("yes, 1 trial") : QStringLiteral("yes, all %1 trials").arg(all);
    if (all > 0 && good < all) value = QStringLiteral("%1 of %2 trials").arg(good).arg(all);
    return {QStringLiteral("Verified"), value, tooltip};
}

void add_launches(std::vector<Fact>& facts, const CaseContents& contents) {
    const auto& record = contents.record;
    if (record.launches.empty()) return;
    const auto& breakdown = contents.breakdown(analyzer::Grouping::stage);
    facts.push_back(
        {QStringLiteral("Launches"),
         QStringLiteral("%1 in %2 %3")
             .arg(grouped_text(static_cast<std::int64_t>(record.launches.size())))
             .arg(breakdown.rows.size())
             .arg(breakdown.rows.size() == 1 ? QStringLiteral("stage") : QStringLiteral("stages")),
         QStringLiteral("Kernel launches of one sort.")});
    if (breakdown.gaps_ns)
        facts.push_back(
            {QStringLiteral("Gaps"), time_text(static_cast<double>(*breakdown.gaps_ns)),
             QStringLiteral("Time between launches: last end - first start - sum of durations. Measured.")});
}

void add_traffic(std::vector<Fact>& facts, const CaseRecord& record) {
    if (record.bound_bytes > 0)
        facts.push_back(
            {QStringLiteral("Must move"), to_qstring(format_bytes(static_cast<double>(record.bound_bytes))),
             QStringLiteral("Bytes that the algorithm itself must load and store, from its plan.")});
    if (record.transfers.empty()) return;
    std::uint64_t bytes = 0;
    std::int64_t ns = 0;
    for (const auto& transfer : record.transfers) bytes += transfer.bytes, ns += transfer.duration_ns;
    facts.push_back(
        {QStringLiteral("Transfers"),
         QStringLiteral("%1 in %2")
             .arg(to_qstring(format_bytes(static_cast<double>(bytes))), time_text(static_cast<double>(ns))),
         QStringLiteral("%1 memory copies and fills seen in the activity trial. Measured.")
             .arg(record.transfers.size())});
}

std::vector<Provenance> all_provenances(const CaseRecord& record) {
    std::vector<Provenance> found;
    const auto add = [&](Provenance provenance) {
        if (std::find(found.begin(), found.end(), provenance) == found.end()) found.push_back(provenance);
    };
    if (record.time) add(Provenance::measured);
    for (const auto& launch : record.launches) {
        if (launch.duration_ns) add(Provenance::measured);
        for (const auto& value : launch.counters) add(value.provenance);
    }
    // A case without any figure (refused, failed) has no source to name.
    if (found.empty() && record.status == CaseStatus::ok) add(case_provenance(record));
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

CaseFacts case_facts(const CaseContents& contents) {
    const auto& record = contents.record;
    CaseFacts facts;
    facts.title = to_qstring(record.variant);
    facts.subtitle = case_text(record);
    facts.provenances = all_provenances(record);
    facts.facts = {device_fact(record.device), time_fact(record), spread_fact(record)};
    const auto rate = rate_mkeys_per_s(record);
    facts.facts.push_back({QStringLiteral("Rate"), rate ? rate_text(*rate) : absent_text(),
                           QStringLiteral("1e-6 N / median time. Measured.")});
    facts.facts.push_back(verified_fact(record));
    add_launches(facts.facts, contents);
    add_traffic(facts.facts, record);

    if (record.status != CaseStatus::ok)
        facts.notes.push_back(
            {Severity::lost, QStringLiteral("This case ended as \u201c%1\u201d. %2")
                                 .arg(to_qstring(name_of(record.status)), to_qstring(record.message))});
    if (record.padded)
        facts.notes.push_back(
            {Severity::info,
             QStringLiteral("Keys were added to reach a power of two; the sort moved more than N keys.")});
    for (const auto& note : record.notes) facts.notes.push_back({note.severity, to_qstring(note.text)});
    std::stable_sort(facts.notes.begin(), facts.notes.end(),
                     [](const NoteLine& a, const NoteLine& b) { return a.severity > b.severity; });
    return facts;
}

}  // namespace sortscope::gui
