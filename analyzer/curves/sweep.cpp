#include "analyzer/curves/sweep.hpp"

#include <ranges>

#include "analyzer/devices.hpp"
#include "analyzer/timing/difference.hpp"
#include "core/failure.hpp"
#include "core/ranges.hpp"
#include "core/times.hpp"

namespace sortscope::analyzer {
namespace {
constexpr double least_factor = 1.05;
constexpr double least_part = 0.1;

/// Returns `asked`, else the mode in which most points have a time. Ties go to the first of timed_modes.
std::optional<TimeMode> mode_of(const std::vector<SweepPoint>& points, std::optional<TimeMode> asked) {
    if (asked) return asked;
    const auto times_in = [&](TimeMode mode) {
        return std::ranges::count_if(
            points, [&](const SweepPoint& point) { return time_in(*point.from.record, mode) != nullptr; });
    };
    const auto most = std::ranges::max(timed_modes, {}, times_in);
    return times_in(most) > 0 ? std::optional(most) : std::nullopt;
}

void read_launches(SweepPoint& point) {
    const auto id = point.from.record->id;
    const auto& source = *point.from.file->source;
    const auto stages = source.stages(id);
    point.total = all_launches(stages);
    const auto* heaviest = heaviest_stage(stages);
    if (heaviest == nullptr) return;
    point.heaviest = find_launch(source, id, heaviest->first_launch);
    if (point.heaviest) point.fill = wave_occupancy(point.from.record->device, *point.heaviest);
}

void judge(Sweep& sweep, double min_effect) {
    std::vector<size_t> timed;
    for (size_t i = 0; i < sweep.points.size(); ++i)
        if (sweep.points[i].time) timed.push_back(i);
    if (timed.empty() || sweep.outputs_differ() || sweep.items_differ()) return;
    std::ranges::stable_sort(timed, {}, [&](size_t i) { return sweep.points[i].time->ns; });
    sweep.best = timed.front();
    if (timed.size() > 1) sweep.runner_up = timed[1];
    const auto& best = sweep.points[*sweep.best];
    const auto n = best.from.record->keys();
    const auto variation = process_variation(best.time->mode, n);
    sweep.flat = timed.size() > 1;
    for (const auto i : timed) {
        auto& point = sweep.points[i];
        if (i == *sweep.best) {
            point.verdict = Verdict::same;
            continue;
        }
        const auto drift =
            same_recording(best.from, point.from) ? 0 : recording_variation(best.time->mode, n);
        point.to_best = ratio_of(*best.time, *point.time, variation, drift);
        point.verdict = verdict_of(*point.to_best, min_effect);
        if (*point.verdict != Verdict::same) sweep.flat = false;
        if (*point.verdict == Verdict::slower)
            point.reasons = reasons(point, best);
        else
            sweep.as_good.push_back(i);
    }
    std::ranges::sort(sweep.as_good);
}

void compare_with_rows(Sweep& sweep) {
    const auto row_of = [&](const SweepPoint& point) { return sweep.axes.size() > 1 ? point.at.front() : 0; };
    std::map<int64_t, double> shortest;
    for (const auto& point : sweep.points)
        if (point.time) {
            const auto [known, added] = shortest.emplace(row_of(point), point.time->ns);
            known->second = std::min(known->second, point.time->ns);
        }
    for (auto& point : sweep.points)
        if (point.time) point.to_row_best = point.time->ns / shortest.at(row_of(point));
}

std::optional<double> value_of(const SweepPoint& point, std::string_view id) {
    const auto value = evaluate(metric(id), point.input());
    return value ? std::optional(value->value.as_double()) : std::nullopt;
}
}  // namespace

std::string_view name_of(SweepReason::Kind kind) {
    return std::array{"sectors",        "conflicts", "divergence",   "occupancy",
                      "too_few_blocks", "tail",      "instructions", "launches"}[size_t(kind)];
}

bool Sweep::timed() const {
    return std::ranges::any_of(points, [](const SweepPoint& point) { return point.time.has_value(); });
}

bool Sweep::outputs_differ() const {
    return std::ranges::any_of(points, [&](const SweepPoint& point) {
        return output_of(*point.from.record) != output_of(*points.front().from.record);
    });
}

bool Sweep::items_differ() const {
    const auto items = [](const SweepPoint& point) {
        const auto& work = point.from.record->work;
        return work ? work->items : 0;
    };
    return std::ranges::any_of(
        points, [&](const SweepPoint& point) { return items(point) != items(points.front()); });
}

std::vector<SweepReason> reasons(const SweepPoint& point, const SweepPoint& best) {
    using Kind = SweepReason::Kind;
    std::vector<std::pair<double, SweepReason>> found;
    const auto more = [&](Kind kind, std::optional<double> value, std::optional<double> of_best,
                          double least = 0) {
        if (!value || !of_best || *value < least || *value < *of_best * least_factor || *value <= *of_best)
            return;
        found.push_back({*of_best > 0 ? *value / *of_best : 1e9, {kind, *value, *of_best}});
    };
    more(Kind::sectors, value_of(point, "global_sectors"), value_of(best, "global_sectors"));
    // Ignores conflicts and divergent branches below 5 % of the instructions.
    const auto instructions = value_of(point, "warp_instructions");
    const double few = instructions.value_or(0) * (least_factor - 1);
    const auto conflicts = [](const SweepPoint& one) {
        const auto loads = value_of(one, "shared_ld_conflicts");
        const auto stores = value_of(one, "shared_st_conflicts");
        return loads && stores ? std::optional(*loads + *stores) : std::nullopt;
    };
    more(Kind::conflicts, conflicts(point), conflicts(best), few);
    const auto* divergence =
        value_of(point, "divergent_branch_targets") ? "divergent_branch_targets" : "divergent_branches";
    more(Kind::divergence, value_of(point, divergence), value_of(best, divergence), few);
    more(Kind::instructions, instructions, value_of(best, "warp_instructions"));
    more(Kind::launches, double(point.total.launches), double(best.total.launches));
    if (point.fill && best.fill && point.heaviest->kernel == best.heaviest->kernel) {
        const auto& own = *point.fill;
        const auto& of_best = *best.fill;
        if (own.part() <= of_best.part() - least_part)
            found.push_back({of_best.part() / own.part(), {Kind::occupancy, own.part(), of_best.part()}});
        if (own.waves < 1 && own.waves <= std::min(1.0, of_best.waves) - least_part)
            found.push_back(
                {std::min(1.0, of_best.waves) / own.waves, {Kind::too_few, own.waves, of_best.waves}});
        const auto idle = [](const WaveOccupancy& one) {
            return one.waves > 1 ? one.idle_tail / (one.waves + one.idle_tail) : 0;
        };
        if (idle(own) >= idle(of_best) + least_part)
            found.push_back({(1 - idle(of_best)) / (1 - idle(own)), {Kind::tail, idle(own), idle(of_best)}});
    }
    std::ranges::stable_sort(found, std::greater{}, &std::pair<double, SweepReason>::first);
    const auto ordered = found | std::views::values;
    return {ordered.begin(), ordered.end()};
}

std::vector<Sweep> sweeps(const CaseFile& file, std::span<const std::string> axes,
                          std::optional<TimeMode> mode, double min_effect) {
    for (const auto& axis : axes) {
        if (axis == "n")
            throw Error(ErrorKind::usage,
                        "A sweep names the best setting for one amount of work, and 'n' changes the work. "
                        "'sortscope report' shows rates against n.");
        if (!is_numeric(axis, file.cases))
            throw failure(
                ErrorKind::usage,
                "A sweep is over an axis with numbers, such as 'block' or a parameter of the variant; '{0}' "
                "has none. 'sortscope compare --across {0}' compares cases that differ in it.",
                axis);
    }
    std::vector<std::string> free(axes.begin(), axes.end());
    free.emplace_back("time-mode");
    if (contains(axes, "block")) free.emplace_back("output");
    std::map<Condition, std::map<std::vector<int64_t>, SweepPoint>> groups;
    std::vector<Condition> order;
    for (const auto& record : file.cases) {
        std::vector<int64_t> at;
        for (const auto& axis : axes)
            if (const auto value = record.axes.integer(axis)) at.push_back(*value);
        if (record.status != CaseStatus::ok || at.size() != axes.size()) continue;
        const auto condition = leaving_free(condition_of(record), free);
        const auto [group, added] = groups.try_emplace(condition);
        if (added) order.push_back(condition);
        auto& point = group->second[at];
        if (point.from.record != nullptr) ++point.from.older;
        point.from.record = &record;  // cases are in order of collecting: the newest remains
        point.from.file = &file;
        point.at = at;
    }
    std::vector<Sweep> found;
    for (const auto& condition : order) {
        auto& group = groups.at(condition);
        if (group.size() < 2) continue;
        auto& sweep = found.emplace_back();
        sweep.condition = condition;
        sweep.axes.assign(axes.begin(), axes.end());
        for (auto& [at, point] : group) sweep.points.push_back(std::move(point));
        const auto timed_by = mode_of(sweep.points, mode);
        if (timed_by) sweep.mode = *timed_by;
        for (auto& point : sweep.points) {
            if (timed_by) point.time = time_of(file, *point.from.record, *timed_by);
            if (file.source != nullptr) read_launches(point);
        }
        judge(sweep, min_effect);
        compare_with_rows(sweep);
    }
    disambiguate_devices(found);
    return found;
}
}
