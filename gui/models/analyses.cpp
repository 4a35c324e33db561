#include "gui/models/analyses.hpp"

#include <numeric>

#include "analyzer/reproduce/figure.hpp"
#include "present/charts/compare.hpp"
#include "present/charts/network.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/timeline.hpp"
#include "present/reproduce/figures.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
namespace {
/// Adds device, backend, cache or time mode to equal labels.
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

/// One side per case, named by the parts that differ: "bitonic-c4, max_keys=4".
std::vector<analyzer::Side> single_sides(const ComparisonResult& result, const ComparisonQuery& query) {
    std::vector<analyzer::Side> sides;
    std::vector<const CaseRecord*> records;
    const auto add = [&](const CaseRef& ref) {
        for (size_t i = 0; i < query.files.size(); ++i) {
            if (query.files[i]->path != ref.file) continue;
            const auto record = std::ranges::find(result.files[i].cases, ref.id, &CaseRecord::id);
            if (record == result.files[i].cases.end()) continue;
            analyzer::Side side;
            side.cases.emplace(
                condition_of(*record).leaving_free(PartNames(condition_parts.begin(), condition_parts.end())),
                analyzer::Compared{&result.files[i], &*record, 0});
            sides.push_back(std::move(side));
            records.push_back(&*record);
        }
    };
    add(query.base);
    for (const auto& other : query.others) add(other);
    const auto names = present::overlay_names(records);
    for (size_t i = 0; i < sides.size(); ++i) {
        const auto variant = present::variant_text(*records[i]);
        sides[i].name = names[i].starts_with(variant) ? names[i] : variant + ", " + names[i];
    }
    return sides;
}

/// Default: the side with the case shown, and the side that shares most conditions with it. If none does, the
/// two sides that share most.
void choose_sides(ComparisonResult& result, const ComparisonQuery& query) {
    const auto& sides = result.sides;
    const auto named = [&](const std::string& name) {
        return std::ranges::find(sides, name, &analyzer::Side::name);
    };
    auto base = named(query.base_value), other = named(query.other_value);
    const bool chosen = base != sides.end() || other != sides.end();
    if (base == sides.end())
        base = std::ranges::find_if(sides, [&](const analyzer::Side& side) {
            return std::ranges::any_of(side.cases, [&](const auto& one) {
                // Case ids are unique only within a file.
                return one.second.record->id == query.base.id &&
                       result.path_of(one.second) == query.base.file.toStdString();
            });
        });
    if (base == sides.end()) base = sides.begin();
    const auto in_common = [](const analyzer::Side& one, const analyzer::Side& side) {
        return &one == &side ? -1 : std::ranges::count_if(side.cases, [&](const auto& matched) {
            return one.cases.contains(matched.first);
        });
    };
    const auto nearest_to = [&](const analyzer::Side& one) {
        return std::ranges::max_element(sides, {},
                                        [&](const analyzer::Side& side) { return in_common(one, side); });
    };
    if (other == sides.end()) other = nearest_to(*base);
    if (!chosen && in_common(*base, *other) == 0) {
        base = std::ranges::max_element(
            sides, {}, [&](const analyzer::Side& side) { return in_common(side, *nearest_to(side)); });
        other = nearest_to(*base);
    }
    result.base = size_t(base - sides.begin());
    result.other = size_t(other - sides.begin());
}

present::PairDifference difference_of(Readers& readers, const ComparisonResult& of,
                                      const analyzer::ComparedPair& pair) {
    const auto stages = [&](const analyzer::Compared& one) {
        return readers.of(QString::fromStdString(of.path_of(one))).stages(one.record->id);
    };
    return {&pair, analyzer::difference(pair, stages(pair.base), stages(pair.other))};
}

/// Compares counters, because modelled cases have no times. Returns false if stale.
bool compare_counters(ComparisonResult& result, Readers& readers, const Stale& stale) {
    std::vector<present::PairDifference> differences;
    for (const auto& pair : result.comparison.pairs) {
        if (stale()) return false;
        result.counted.push_back(differences.size());
        differences.push_back(difference_of(readers, result, pair));
    }
    result.sectors = present::sectors_comparison_chart(differences, result.sides[result.base].name,
                                                       result.sides[result.other].name);
    result.table =
        present::counter_table(differences, result.sides[result.base].name, result.sides[result.other].name);
    return true;
}
}  // namespace

Shared<Curves> read_curves(const FilePtr& of, analyzer::Repeats repeats) {
    auto curves = std::make_shared<Curves>();
    curves->of = of;
    curves->repeats = repeats;
    curves->all = analyzer::curves_over("n", of->cases, repeats);
    if (curves->all.empty()) curves->all = analyzer::untimed_curves_over("n", of->cases);
    curves->labels = unique_labels(curves->all);
    return curves;
}

Shared<CurveExtras> read_extras(Readers& readers, const ExtrasQuery& query, const Stale& stale) {
    auto extras = std::make_shared<CurveExtras>();
    const auto& of = *query.curves->of;
    const auto& reader = readers.of(of.path);
    const auto* shown = query.shown.file == of.path ? of.find(query.shown.id) : nullptr;
    if (shown != nullptr)
        extras->copy_bytes_per_s = analyzer::limit_value(limits_of(reader, *shown), "copy_bandwidth");
    // Returns false if stale.
    const auto read_values = [&](const analyzer::Curve& curve) {
        for (const auto& point : curve.points) {
            const auto* record = of.find(point.case_id);
            if (query.metric == nullptr || record == nullptr || extras->values.contains(point.case_id))
                continue;
            const auto breakdown = read_breakdown(reader, *record, analyzer::Grouping::stage, stale);
            if (!breakdown) return false;
            if (const auto value = breakdown->value(*query.metric, breakdown->total))
                extras->values.emplace(point.case_id, *value);
        }
        return !stale();
    };
    for (const auto at : present::curves_like(query.curves->all, shown))
        if (!read_values(query.curves->all[at])) return nullptr;
    if (shown == nullptr) return extras;
    std::vector<const CaseRecord*> records{shown};
    for (const auto& [file, id] : query.others)
        if (const auto* record = file->find(id); record != nullptr) records.push_back(record);
    const auto names = present::overlay_names(records);
    size_t at = 0;
    for (const auto& [file, id] : query.others) {
        const auto* record = file->find(id);
        if (record == nullptr) continue;
        ++at;
        extras->held.push_back(file);
        const bool same_file = file == query.curves->of;
        const auto curves = same_file ? query.curves : read_curves(file, query.curves->repeats);
        const auto curve = std::ranges::find_if(
            curves->all, [&](const analyzer::Curve& one) { return analyzer::covers(one, *record); });
        if (curve == curves->all.end()) continue;
        // Keys of values are case ids, unique only within a file.
        if (query.metric != nullptr && !same_file) {
            extras->left_out.push_back(names[at]);
            continue;
        }
        extras->others.push_back({record, *curve, names[at], same_file});
        if (same_file && !read_values(*curve)) return nullptr;
    }
    return stale() ? nullptr : extras;
}

const std::vector<present::PublishedCurve>& source_curves() {
    static const auto curves = present::published_curves(analyzer::reproduce::figures());
    return curves;
}

std::vector<std::string> sources_of(const std::string& variant) {
    std::vector<std::string> sources;
    for (const auto& figure : analyzer::reproduce::figures()) {
        const bool shows = variant.empty() || std::ranges::any_of(figure.columns, [&](const auto& column) {
                               return figure.query.with(column.query).variant == variant;
                           });
        if (shows && !has(sources, figure.source)) sources.push_back(figure.source);
    }
    return sources;
}

std::vector<std::string> sweep_axes(const FileContents& of) {
    std::map<std::string, std::set<double>> values;
    for (const auto& record : of.cases)
        for (const auto& [name, value] : record.axes.parameters())
            if (value.number()) values[name].insert(*value.number());
    std::vector<std::string> axes{"block"};
    for (const auto& [name, found] : values)
        if (found.size() > 1) axes.push_back(name);
    return axes;
}

Shared<Sweeps> read_sweeps(Readers& readers, const FilePtr& of, const std::string& over, double min_effect,
                           const Stale& stale) {
    auto result = std::make_shared<Sweeps>();
    result->of = of;
    result->file = *of;
    result->file.source = &readers.of(of->path);
    const std::vector axes{analyzer::parse_axis(over, result->file.cases)};
    result->all = analyzer::sweeps(result->file, axes, std::nullopt, min_effect);
    result->file.source = nullptr;
    return stale() ? nullptr : result;
}

Shared<ComparisonResult> read_comparison(Readers& readers, const ComparisonQuery& query, const Stale& stale) {
    auto result = std::make_shared<ComparisonResult>();
    result->min_effect = query.min_effect;
    result->files.reserve(query.files.size());  // sides point into `files`
    for (const auto& of : query.files) {
        result->paths.push_back(of->path.toStdString());
        result->files.push_back(*of);
        result->files.back().source = &readers.of(of->path);
    }
    analyzer::CompareOptions options;
    options.min_effect = query.min_effect;
    try {
        if (query.across == "file") {
            result->sides = analyzer::comparison_sides(result->files, options);
        } else if (query.across.empty()) {
            result->sides = single_sides(*result, query);
        } else {
            options.across = {analyzer::parse_axis(query.across, result->files.front().cases)};
            result->sides = analyzer::comparison_sides(std::span(&result->files.front(), 1), options);
        }
    } catch (const Error& error) {
        result->problem = error.what();
        return result;
    }
    if (result->sides.size() < 2) {
        result->problem = present::one_side_alone;
        return result;
    }
    choose_sides(*result, query);
    if (result->base == result->other) {
        result->problem = present::same_sides;
        return result;
    }
    // Block and parameters may differ if the sides share none. Keys must be equal.
    if (!options.across.empty()) {
        auto parts =
            analyzer::compare(result->sides[result->base], result->sides[result->other], options).in_the_way;
        std::erase_if(parts, [](const std::string& part) { return part != "block" && part != "parameters"; });
        options.across.insert(options.across.end(), parts.begin(), parts.end());
        result->freed = present::join(parts);
        if (!parts.empty())
            result->sides = analyzer::comparison_sides(std::span(&result->files.front(), 1), options);
    }
    const auto& base = result->sides[result->base];
    const auto& other = result->sides[result->other];
    if (stale()) return nullptr;
    result->comparison = analyzer::compare(base, other, options);
    if (result->comparison.pairs.empty())
        result->problem = present::nothing_comparable(
            result->comparison, base, other, "choose \u201c{0}\u201d above, or tick two cases in the list");
    result->table =
        present::comparison_table(result->comparison, base.name, other.name, query.min_effect, query.all);
    // Orders the first rows by effect: they are the pairs with a ratio.
    result->timed = analyzer::by_effect(result->comparison);
    const auto rows = result->table.rows;
    auto in_order = result->timed;
    std::ranges::sort(in_order);
    for (size_t i = 0; i < in_order.size(); ++i)
        result->table.rows[i] =
            rows[size_t(std::ranges::find(in_order, result->timed[i]) - in_order.begin())];
    if (result->timed.empty() && !result->comparison.pairs.empty() &&
        !compare_counters(*result, readers, stale))
        return nullptr;
    for (auto& file : result->files) file.source = nullptr;  // readers stay on their thread
    return result;
}

Shared<PairStages> read_pair(Readers& readers, Shared<ComparisonResult> of, size_t pair) {
    auto difference = difference_of(readers, *of, of->comparison.pairs.at(pair));
    return std::make_shared<PairStages>(PairStages{std::move(of), std::move(difference)});
}

Shared<Lines> read_lines(const db::Reader& reader, CaseId id) {
    return std::make_shared<Lines>(
        Lines{analyzer::by_line(reader.sites(id), reader.stalls(id)), reader.sources(id)});
}

Shared<AdviceReading> read_advice(const db::Reader& reader, const CaseContents& of, const Stale& stale) {
    auto reading = std::make_shared<AdviceReading>();
    reading->advice = std::make_shared<analyzer::Advice>(analyzer::advise(reader, of.record));
    const bool sites = std::ranges::any_of(reading->advice->findings,
                                           [](const auto& finding) { return !finding.sites.empty(); });
    if (stale()) return nullptr;
    reading->lines = sites ? read_lines(reader, of.record.id) : std::make_shared<Lines>();
    return reading;
}

Shared<NetworkDrawing> read_network(const db::Reader& reader, const CaseContents& of, const Metric* metric) {
    constexpr uint64_t most_wires = 64;  // as analyzer::network_of()
    auto drawing = std::make_shared<NetworkDrawing>();
    present::Chart chart;
    const auto n = of.record.keys();
    if (n > most_wires || n == 0) {
        chart.empty_text =
            present::network_too_large(n, most_wires) +
            " Choose a smaller one: \u201cn:..64\u201d in the line above the cases finds them.";
    } else if (const auto launches = read_launches(reader, of.record.id);
               const auto network = analyzer::network_of(n, launches)) {
        std::map<uint32_t, double> values;
        present::Axis axis;
        if (metric != nullptr) axis = present::heat_axis(*metric, launches, *of.by_stage->breakdown, values);
        auto links = present::links_of(*network);
        for (auto& link : links)
            if (const auto value = values.find(link.launch); value != values.end()) link.heat = value->second;
        for (const auto& column : network->columns) drawing->launches.push_back(column.stage);
        chart = present::network_chart(uint32_t(n), links, axis);
    } else {
        chart.empty_text = present::network_unnamed;
    }
    drawing->chart = std::make_shared<BarChart>(std::move(chart));
    return drawing;
}

std::vector<std::string> figure_headings() {
    std::vector<std::string> headings;
    for (const auto& figure : analyzer::reproduce::figures())
        headings.push_back(present::figure_heading(figure));
    return headings;
}

Shared<FigureDrawing> read_figure(const db::Reader& reader, const FileContents& of,
                                  std::optional<size_t> figure) {
    using namespace analyzer::reproduce;
    const Recorded recorded(of.cases, &reader);
    // The default is the first figure with values, preferably with published values.
    std::vector<size_t> order(figures().size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_partition(order, [](size_t at) {
        return std::ranges::any_of(figures()[at].columns,
                                   [](const Column& column) { return column.published.given(); });
    });
    if (figure) order = {*figure};
    auto drawing = std::make_shared<FigureDrawing>();
    Reproduction made;
    for (const auto at : order) {
        drawing->figure = at;
        made = reproduce(figures().at(at), recorded);
        if (made.has_values()) break;
    }
    drawing->heading = present::figure_heading(*made.figure);
    drawing->devices = present::figure_devices(made);
    for (auto& one : present::figure_charts(made))
        drawing->charts.emplace_back(one.title, std::make_shared<BarChart>(std::move(one.chart)));
    drawing->values = present::figure_tables(made).front();
    drawing->claims = present::judgement_table(std::span(&made, 1));
    drawing->missing = present::missing_lines(made, of.name);
    return drawing;
}
}
