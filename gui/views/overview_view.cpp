#include "gui/views/overview_view.hpp"

#include "present/charts/matrix.hpp"

namespace sortscope::gui {
namespace {
constexpr size_t most_costliest = 20;
}  // namespace

OverviewView::OverviewView(Workspace& of)
    : View(of, tr("Overview"), new ChartView, new TableView),
      sentence_(new Sentence(1)),
      group_(add_box(toolbar(), "group", tr("Sorts compared"),
                     tr("Key type, input and device of the sorts that are compared"), 30)),
      groups_query_(of.loader(), Lane::quick, this) {
    connect(group_, &QComboBox::activated, this, &OverviewView::show_chart);
    connect(chart_, &ChartView::offer_taken, this, [this] { want_case_with(""); });
    sentence_->setObjectName(u"overview_sentence"_s);
    table_->setAccessibleName(tr("Costliest cases"));
    auto* title = new QLabel(tr("Costliest cases"));
    title->setContentsMargins(8, 6, 8, 2);
    title->setFont(text_font(TextSize::body, true));
    auto* splitter = splitter_of(Qt::Vertical, {chart_, column_of({title, table_})}, {520, 180});
    splitter->setStretchFactor(0, 1);
    fill(*this, {sentence_, splitter});
    keep("splitter", *splitter);
    keep("table", *table_);
    connect(chart_, &ChartView::cell_selected, this, [this](int x, int y) {
        const auto& heat = chart_->chart().heat;
        const auto cell = size_t(y) * chart_->chart().x.ticks.size() + size_t(x);
        if (heat && cell < heat->case_ids.size()) open_case(heat->case_ids[cell]);
    });
    connect(table_, &TableView::row_selected, this, [this](int row) {
        if (const auto ref = table_->case_at(row); !ref.is_none()) workspace().show(ref.file, ref.id);
    });
    connect(table_, &TableView::row_activated, this, [this](int row) { open_case(table_->case_at(row).id); });
}

void OverviewView::refresh() {
    const auto from = workspace().current_file();
    if (!from) {
        of_ = nullptr;
        groups_query_.forget();
        group_->clear();
        sentence_->say({});
        table_->parentWidget()->hide();
        return chart_->show_message(waiting_sentence());
    }
    if (from != of_) {
        of_ = from;
        sentence_->say(typeset(present::overview_sentence(from->cases, from->runs.size())));
        show_costliest();
    }
    groups_query_.want(
        {from},
        [from](Readers&, const Stale& stale) -> Shared<Groups> {
            auto groups = std::make_shared<Groups>();
            for (const auto& axis : present::size_axes(from->cases)) {
                const auto curves = analyzer::curves_over(axis, from->cases);
                for (const auto& group : present::overview_groups(curves, axis)) {
                    if (stale()) return nullptr;
                    groups->emplace_back(
                        typeset(group.label() + (axis == "n" ? "" : ", by " + axis)),
                        std::make_shared<BarChart>(present::overview_chart(curves, group, axis)));
                }
            }
            return groups;
        },
        [this] {
            QStringList names;
            for (const auto& [name, chart] : *groups_query_.answer()) names << name;
            const auto before = group_->currentText();
            show_names(*group_, names, 30);
            group_->setCurrentIndex(std::max(0, group_->findText(before)));
            group_->setEnabled(!names.isEmpty());
            show_chart();
        },
        shown_failure());
    mark_current();
}

void OverviewView::show_chart() {
    const auto groups = groups_query_.fresh();
    if (!groups) return;
    if (groups->empty())
        return chart_->show_message(
            tr("No sort with keys has a time, so there are no rates. The interpreter measures no times."),
            tr("Collect times..."));
    chart_->set_context(file_name(of_->path));
    const auto& [name, chart] = (*groups)[size_t(std::max(0, group_->currentIndex()))];
    chart_->set_said_beside(name);  // the box shows the name
    chart_->set_chart(chart);
    mark_current();
}

void OverviewView::mark_row() {
    table_->set_current_row(index_where(
        costliest_, [&](const ListedCase& listed) { return listed.record().id == selection().baseline.id; }));
}

void OverviewView::mark_current() {
    mark_row();
    const auto& heat = chart_->chart().heat;
    if (!heat || !chart_->has_chart()) return;
    const auto found = std::ranges::find(heat->case_ids, selection().baseline.id);
    const auto columns = chart_->chart().x.ticks.size();
    std::optional<std::pair<size_t, size_t>> cell;
    if (found != heat->case_ids.end() && columns > 0) {
        const auto place = size_t(found - heat->case_ids.begin());
        cell = {place % columns, place / columns};
    }
    chart_->set_current_cell(cell);
}

void OverviewView::show_costliest() {
    costliest_.clear();
    for (size_t i = 0; i < of_->cases.size(); ++i)
        if (of_->cases[i].time) costliest_.push_back({of_, i});
    const auto time = [](const ListedCase& listed) { return listed.record().time->median_ns; };
    const auto shown = std::min(most_costliest, costliest_.size());
    std::ranges::partial_sort(costliest_, costliest_.begin() + ptrdiff_t(shown), std::greater{}, time);
    costliest_.resize(shown);
    table_->parentWidget()->setVisible(shown > 0);
    table_->set_rows(shown > 0 ? TableRowsPtr(case_rows(costliest_)) : nullptr);
    mark_row();
    table_->scrollToTop();
}
}
