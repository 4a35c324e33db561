// What the view of sweeps draws: its lines or heat map, with the sweeps of the cases compared with the one
// shown.
#include <algorithm>
#include <functional>

#include "core/condition.hpp"
#include "gui/models/text.hpp"
#include "gui/views/overlay_toggle.hpp"
#include "gui/views/sweep_view.hpp"
#include "present/case.hpp"
#include "present/chart_notes.hpp"
#include "present/charts.hpp"
#include "present/overlay.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t most_lines = 10;

/// Numbers of cases are a file's own: `sweep` is of the file of which the case is.
bool holds_case(const analyzer::Sweep& sweep, CaseId id) {
    return std::ranges::any_of(
        sweep.points, [&](const analyzer::SweepPoint& point) { return point.from.record->id == id; });
}

const analyzer::Sweep* find_sweep(const std::vector<analyzer::Sweep>& sweeps, CaseId id) {
    const auto found =
        std::ranges::find_if(sweeps, [&](const analyzer::Sweep& sweep) { return holds_case(sweep, id); });
    return found == sweeps.end() ? nullptr : &*found;
}

}  // namespace

void SweepView::ask_others() {
    using Read = std::vector<std::shared_ptr<const Sweeps>>;
    const auto from = workspace().current_file();
    std::vector<FileContentsPtr> files;
    for (const auto& other : overlay_->cases())
        if (auto file = workspace().file(other->path);
            file && file != from && std::ranges::find(files, file) == files.end())
            files.push_back(std::move(file));
    auto key = overlay_->key() + to_qstring(wanted_over_);
    if (files.empty()) key.clear();
    if (key == others_asked_) return;
    others_asked_ = key;
    others_ = nullptr;
    if (files.empty()) return others_query_.cancel();
    others_query_.ask<Read>(
        [files, over = wanted_over_](Readers& readers, const Stale& stale) -> std::shared_ptr<const Read> {
            auto read = std::make_shared<Read>();
            for (const auto& file : files) {
                const auto axes = sweep_axes(*file);
                if (std::ranges::find(axes, over) == axes.end()) continue;  // it has no cases to sweep over
                read->push_back(read_sweeps(readers, file, over, least_effect, stale));
                if (!read->back()) return nullptr;
            }
            return read;
        },
        [this](const std::shared_ptr<const Read>& read) {
            others_ = read;
            tabled_of_ = nullptr;  // drawn anew
            show_sweeps();
        },
        [this](const QString& sentence) { emit failed(sentence); });
}

std::vector<const analyzer::Sweep*> SweepView::other_sweeps() const {
    std::vector<const analyzer::Sweep*> found;
    const auto shown = selection().baseline;
    const auto look = [&](const Sweeps& in, CaseId id) {
        // The sweep of the case shown is drawn as it is, whatever else is a point of it.
        for (const auto& sweep : in.all)
            if (holds_case(sweep, id) && !(in.of->path == shown.file && holds_case(sweep, shown.id)) &&
                std::ranges::find(found, &sweep) == found.end())
                found.push_back(&sweep);
    };
    for (const auto& other : overlay_->cases())
        if (const auto* from = sweeps_of(other->path)) look(*from, other->record.id);
    return found;
}

const Sweeps* SweepView::sweeps_of(const QString& path) const {
    if (path == sweeps_->of->path) return sweeps_.get();
    for (std::size_t i = 0; others_ && i < others_->size(); ++i)
        if ((*others_)[i]->of->path == path) return (*others_)[i].get();
    return nullptr;
}

present::Chart SweepView::lines_chart() const {
    const auto others = other_sweeps();
    std::vector<analyzer::Sweep> drawn;
    for (const auto at : shown_) {
        const bool other = std::ranges::find(others, &sweeps_->all[at]) != others.end();
        if (!other && drawn.size() + others.size() < most_lines) drawn.push_back(sweeps_->all[at]);
    }
    const auto own = drawn.size();
    for (const auto* other : others) drawn.push_back(*other);
    auto chart = present::sweep_chart(drawn);
    // Lines are in the order of the sweeps, without those that are none.
    std::size_t line = 0;
    for (std::size_t i = 0; i < drawn.size() && line < chart.series.size() && !others.empty(); ++i) {
        if (!drawn[i].best || drawn[i].axes.size() != 1 ||
            drawn[i].axes.front() != drawn.front().axes.front())
            continue;
        auto& series = chart.series[line++];
        if (i < own) continue;
        series.dashed = true;
        series.name = present::compared_name(series.name);
        // Numbers of cases are a file's own: a click on a point of another file opens none of this one.
        const auto* other = others[i - own];
        if (std::ranges::none_of(sweeps_->all, [&](const analyzer::Sweep& one) { return &one == other; }))
            for (auto& point : series.points) point.case_id = {};
    }
    // Counted is what belongs together here: the sweeps in the box and those of the cases compared, of
    // whatever file.
    const auto in_box = [&](const analyzer::Sweep* other) {
        return std::ranges::any_of(shown_, [&](std::size_t at) { return other == &sweeps_->all[at]; });
    };
    const auto beside = static_cast<std::size_t>(std::ranges::count_if(others, std::not_fn(in_box)));
    present::add_sentence(chart.note, present::sweeps_drawn(drawn.size(), shown_.size() + beside));
    const auto has_line = [&](const CaseContents& one) {
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            const auto* from = i < own ? sweeps_.get() : sweeps_of(one.path);
            const bool of_its_file =
                from != nullptr && from->of->path == one.path &&
                (i < own || std::ranges::any_of(from->all, [&](const analyzer::Sweep& sweep) {
                     return &sweep == others[i - own];
                 }));
            if (of_its_file && drawn[i].best && holds_case(drawn[i], one.record.id))
                return true;  // without times there is no line
        }
        return false;
    };
    std::vector<std::string> without;
    for (const auto& other : overlay_->cases())
        if (const auto name = present::variant_text(other->record);
            !has_line(*other) && std::ranges::find(without, name) == without.end())
            without.push_back(name);
    present::add_sentence(chart.note, present::without_sweep(wanted_over_, without));
    return chart;
}

present::Chart SweepView::heat_chart() const {
    std::vector<analyzer::Sweep> own;
    for (const auto at : shown_) own.push_back(sweeps_->all[at]);
    // Numbers of keys are the rows: a map is of all sweeps that are alike in the rest.
    const auto rest = [](const analyzer::Sweep& sweep) {
        return sweep.condition.leaving_free({ConditionPart::n});
    };
    struct Drawn {
        const Sweeps* from;
        Condition of;
    };
    std::vector<Drawn> drawn;
    std::vector<present::Chart> charts;
    std::vector<const CaseRecord*> records;
    const auto add = [&](const CaseRecord& record, const Sweeps* from) {
        const auto its = from == nullptr ? nullptr : find_sweep(from->all, record.id);
        std::vector<analyzer::Sweep> alike;
        if (its != nullptr) {
            const Drawn one{from, rest(*its)};
            // Two cases may be points of one map, which is drawn once.
            if (std::ranges::any_of(drawn, [&](const Drawn& before) {
                    return before.from == one.from && before.of == one.of;
                }))
                return;
            drawn.push_back(one);
            alike.push_back(*its);  // the first decides the time mode
            for (const auto& sweep : from->all)
                if (&sweep != its && rest(sweep) == one.of) alike.push_back(sweep);
        }
        charts.push_back(present::sweep_heat_chart(alike));
        records.push_back(&record);
    };
    const auto* shown = workspace().find(selection().baseline);
    // The map of the case shown comes before those of other inputs, devices or cache states.
    if (const auto* its = shown == nullptr ? nullptr : find_sweep(own, shown->id)) {
        std::rotate(own.begin(), own.begin() + (its - own.data()), own.begin() + (its - own.data()) + 1);
        std::ranges::stable_partition(
            own, [&, of = rest(own.front())](const analyzer::Sweep& sweep) { return rest(sweep) == of; });
    }
    if (shown != nullptr && overlay_->is_on()) {
        add(*shown, sweeps_.get());
        for (const auto& other : overlay_->cases()) add(other->record, sweeps_of(other->path));
    }
    if (charts.size() < 2 || std::ranges::all_of(charts, &present::Chart::empty))
        return present::sweep_heat_chart(own);
    return present::heat_charts_beside(std::move(charts), present::overlay_names(records));
}

}  // namespace sortscope::gui
