#include "gui/models/curves.hpp"

#include <algorithm>

#include "analyzer/curves/throughput.hpp"
#include "analyzer/reproduce/figure.hpp"
#include "core/condition.hpp"
#include "core/error.hpp"
#include "present/reproduce/reproduce.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::gui {

std::vector<std::size_t> Curves::like(const CaseRecord* record) const {
    const PartNames free{"variant", "parameters", "block", "device", "backend", "cache", "time-mode", "n"};
    std::vector<std::size_t> found;
    if (all.empty()) return found;
    const auto wanted =
        (record != nullptr ? condition_of(*record) : all.front().condition).leaving_free(free);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].condition.leaving_free(free) == wanted) found.push_back(i);
    return found;
}

namespace {

/// Adds device, backend, cache or time mode to labels that would be equal.
std::vector<std::string> unique_labels(const std::vector<analyzer::Curve>& curves) {
    std::map<std::string, std::vector<const analyzer::Curve*>> named;
    for (const auto& curve : curves) named[curve.label()].push_back(&curve);
    std::vector<std::string> labels;
    std::map<std::string, int> said;
    for (const auto& curve : curves) {
        auto label = curve.label();
        const auto& alike = named[label];
        const auto add = [&](const auto& text_of) {
            if (std::ranges::any_of(alike, [&](const auto* other) {
                    return text_of(other->condition) != text_of(curve.condition);
                }))
                label += ", " + text_of(curve.condition);
        };
        add([](const Condition& condition) { return condition.device.id; });
        for (const auto* part : {"backend", "cache", "time-mode"})
            add([part](const Condition& condition) { return condition.text(part); });
        if (const int times = ++said[label]; times > 1) label += " (" + std::to_string(times) + ")";
        labels.push_back(std::move(label));
    }
    return labels;
}

}  // namespace

std::shared_ptr<const Curves> read_curves(const FileContentsPtr& of, analyzer::Repeats repeats) {
    auto curves = std::make_shared<Curves>();
    curves->of = of;
    curves->repeats = repeats;
    curves->all = analyzer::curves_over("n", of->cases, repeats);
    curves->labels = unique_labels(curves->all);
    return curves;
}

std::shared_ptr<const CurveExtras> read_extras(Readers& readers, const ExtrasQuery& query,
                                               const Stale& stale) {
    auto extras = std::make_shared<CurveExtras>();
    const auto& of = *query.curves->of;
    const auto& reader = readers.of(of.path);
    const auto* shown = query.shown.file == of.path ? of.find(query.shown.id) : nullptr;
    if (shown != nullptr) extras->copy_bytes_per_s = analyzer::copy_bandwidth(limits_of(reader, *shown));
    if (query.metric != nullptr) {
        for (const auto at : query.curves->like(shown))
            for (const auto& point : query.curves->all[at].points) {
                const auto* record = of.find(point.case_id);
                if (record == nullptr) continue;
                const auto breakdown = read_breakdown(reader, *record, analyzer::Grouping::stage, stale);
                if (!breakdown || stale()) return nullptr;
                if (const auto value = breakdown->value(*query.metric, breakdown->total))
                    extras->values.emplace(point.case_id, *value);
            }
    }
    if (shown == nullptr) return extras;
    std::vector<const CaseRecord*> records{shown};
    for (const auto& [file, id] : query.others)
        if (const auto* record = file->find(id); record != nullptr) records.push_back(record);
    const auto names = present::overlay_names(records);
    std::size_t at = 0;
    for (const auto& [file, id] : query.others) {
        const auto* record = file->find(id);
        if (record == nullptr || stale()) continue;
        ++at;
        extras->held.push_back(file);
        const auto curves =
            file == query.curves->of ? query.curves : read_curves(file, query.curves->repeats);
        const auto curve = std::ranges::find_if(
            curves->all, [&](const analyzer::Curve& one) { return analyzer::covers(one, *record); });
        if (curve == curves->all.end()) continue;
        // A case id belongs to its file, so metrics of other files' cases are left out.
        if (query.metric != nullptr && file != query.curves->of) {
            extras->left_out.push_back(names[at]);
            continue;
        }
        extras->others.push_back({record, *curve, names[at], file == query.curves->of});
        if (query.metric == nullptr) continue;
        for (const auto& point : curve->points) {
            const auto* one = of.find(point.case_id);
            if (one == nullptr || extras->values.contains(point.case_id)) continue;
            const auto breakdown = read_breakdown(reader, *one, analyzer::Grouping::stage, stale);
            if (!breakdown) return nullptr;
            if (const auto value = breakdown->value(*query.metric, breakdown->total))
                extras->values.emplace(point.case_id, *value);
        }
    }
    return stale() ? nullptr : extras;
}

const std::vector<present::PublishedCurve>& source_curves() {
    static const auto curves = [] {
        try {
            return present::published_curves(analyzer::reproduce::figures());
        } catch (const Error&) {
            return std::vector<present::PublishedCurve>{};  // a chart without them is still useful
        }
    }();
    return curves;
}

std::vector<std::string> sources_of(const std::string& variant) {
    std::vector<std::string> sources;
    for (const auto& figure : analyzer::reproduce::figures()) {
        const bool shows = std::ranges::any_of(figure.columns, [&](const auto& column) {
            return figure.query.with(column.query).variant == variant;
        });
        if (shows && std::ranges::find(sources, figure.source) == sources.end())
            sources.push_back(figure.source);
    }
    return sources;
}

std::vector<std::string> all_sources() {
    std::vector<std::string> sources;
    for (const auto& figure : analyzer::reproduce::figures())
        if (std::ranges::find(sources, figure.source) == sources.end()) sources.push_back(figure.source);
    return sources;
}

}  // namespace sortscope::gui
