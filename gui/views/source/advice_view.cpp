#include "gui/views/source/advice_view.hpp"

#include <ranges>

#include "gui/views/source/source_pane.hpp"
#include "present/charts/roofline.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/case.hpp"
#include "present/tables/source.hpp"

namespace sortscope::gui {
namespace {
constexpr size_t most_links = 6;  // to stages

QString words(const std::string& text) { return typeset(text).toHtmlEscaped(); }

QString faint(const QString& html, const QPalette& palette) {
    return u"<p><span style=\"color:%1\">%2</span></p>"_s.arg(chart_theme(palette).faint_text.name(), html);
}
}  // namespace

FindingsPane::FindingsPane() {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
}

void FindingsPane::add_offer(const QString& text) {
    append(u"<p><a href=\"offer\">%1</a></p>"_s.arg(text.toHtmlEscaped()));
}

void FindingsPane::show_advice(const AdviceReading& reading) {
    const auto& advice = *reading.advice;
    QString html;
    for (const auto& sentence :
         {present::not_placed_sentence(advice.status), present::limit_sentence(advice)})
        if (!sentence.empty()) html += u"<p><b>%1</b></p>"_s.arg(words(sentence));
    for (size_t i = 0; i < advice.findings.size(); ++i) html += card_of(reading, i);
    auto remarks = present::roofline_table(advice).notes;
    if (!advice.findings.empty()) remarks.insert(remarks.begin(), present::gains_sentence(advice));
    for (const auto& remark : remarks) html += faint(words(remark), palette());
    setHtml(html);
}

QString FindingsPane::card_of(const AdviceReading& reading, size_t at) const {
    const auto& finding = reading.advice->findings[at];
    QString html = u"<p><b>%1</b></p>%2<p><b>%3</b></p>"_s.arg(
        words(present::finding_name(finding)), share_bar(present::finding_share(finding), palette()),
        words(present::finding_gain(finding)));
    html += faint(words(present::finding_evidence(finding)), palette());
    const auto stages = present::finding_stages(finding);
    QStringList links;
    for (const auto& stage : stages | std::views::take(most_links))
        links << u"<a href=\"stage/%1\">%2</a>"_s.arg(stage.first).arg(words(stage.text));
    if (stages.size() > most_links) links << tr("and %1 more").arg(stages.size() - most_links);
    html += u"<p>%1</p><p>%2</p>"_s.arg(links.join(u" \u00b7 "_s), words(present::finding_remedy(finding)));
    for (size_t s = 0; s < finding.sites.size(); ++s) {
        const auto& site = finding.sites[s];
        const auto text = present::source_line_of(reading.lines->sources, site.file, site.line);
        html += u"<p><a href=\"site/%1/%2\">%3:%4</a> <code>%5</code></p>"_s.arg(at)
                    .arg(s)
                    .arg(file_name(to_qstring(site.file)).toHtmlEscaped())
                    .arg(site.line)
                    .arg(to_qstring(text).toHtmlEscaped());
    }
    return card_html(html, palette());
}

using Advices = std::vector<Shared<analyzer::Advice>>;

AdviceView::AdviceView(Workspace& of)
    : View(of, tr("Advice"), new ChartView, new TableView),
      findings_(new FindingsPane),
      source_(new SourcePane),
      pages_(new QTabWidget),
      upper_(splitter_of(Qt::Horizontal, {findings_, chart_}, {440, 460})),
      splitter_(splitter_of(Qt::Vertical, {upper_, pages_}, {400, 360})),
      narrow_(*upper_, *pages_, {{chart_, tr("Roofline")}}),
      reading_(of.loader(), Lane::lengthy, this),
      others_(of.loader(), Lane::lengthy, this) {
    add_overlay(tr("Draw the stages of the compared cases too, as open marks."));
    name_control(*findings_, "findings", tr("Findings and their gains"));
    findings_->setMinimumSize(120, 60);
    table_->setAccessibleName(tr("Stages and the device's limits"));
    pages_->addTab(table_, tr("Limits"));
    pages_->addTab(source_, tr("Source"));
    fill(*this, {splitter_});
    keep("splitter", *splitter_);
    keep("upper", narrow_);
    keep("table", *table_);
    keep("source", *source_);
    const auto choose_stage = [this](int stage) {
        if (stage > 0) select([&](Selection& next) { next.choose_stage(stage); });
    };
    connect(table_, &TableView::row_selected, this, [this, choose_stage](int row) {
        // The last row is the whole sort.
        const auto reading = reading_.fresh();
        if (const auto at = size_t(row); reading && at < reading->advice->stages.size())
            choose_stage(reading->advice->stages[at].stage);
    });
    connect(table_, &TableView::row_activated, this, [this] { emit view_wanted(u"stages"_s); });
    connect(chart_, &ChartView::row_selected, this, choose_stage);  // a mark's row is its stage
    connect(findings_, &QTextBrowser::anchorClicked, this, &AdviceView::follow_link);
    connect(source_, &SourcePane::line_chosen, this,
            [this](const SourceLine& line) { select([&](Selection& next) { next.source = line; }); });
}

void AdviceView::refresh() {
    if (const auto& current = workspace().current(); current != of_ || !of_) {
        of_ = current;
        reading_.forget();
        others_.forget();
        table_->set_rows(nullptr);
        source_->set_lines(nullptr);
        pages_->hide();
        chart_->setVisible(narrow_.are_shown());
        if (!of_) return findings_->show_sentence(waiting_sentence());
        if (of_->record.launch_count == 0) {
            findings_->show_sentence(typeset(present::no_launches_sentence(of_->record)));
            if (of_->record.backend != BackendKind::cpu) findings_->add_offer(tr("Collect its counters..."));
            return;
        }
        findings_->show_sentence(tr("Reading the launches..."));
    }
    if (of_->record.launch_count == 0) return;
    reading_.want(
        {of_},
        [of = of_](Readers& readers, const Stale& stale) {
            return read_advice(readers.of(of->path), *of, stale);
        },
        [this] { show_advice(); }, [this](const QString& sentence) { findings_->show_sentence(sentence); });
    if (overlay().key().isEmpty()) {
        const bool drawn = others_.answer() != nullptr;
        others_.forget();
        if (drawn) show_roofline();
    } else {
        ask_others();
    }
    follow_stage();
    follow_source();
}

void AdviceView::ask_others() {
    others_.want(
        {nullptr, overlay().key()},
        [cases = overlay().cases()](Readers& readers, const Stale& stale) -> Shared<Advices> {
            auto advices = std::make_shared<Advices>();
            for (const auto& one : cases) {
                if (one->record.launch_count == 0) {  // no launches to place against limits
                    advices->push_back(std::make_shared<analyzer::Advice>());
                    continue;
                }
                const auto reading = read_advice(readers.of(one->path), *one, stale);
                if (!reading) return nullptr;
                advices->push_back(reading->advice);
            }
            return advices;
        },
        [this] { show_roofline(); }, told_failure());
}

void AdviceView::show_advice() {
    const auto& reading = *reading_.answer();
    findings_->show_advice(reading);
    if (reading.advice->sort.places.empty()) findings_->add_offer(tr("Collect its counters..."));
    auto table = present::roofline_table(*reading.advice);
    const bool lines = !reading.lines->lines.empty(), limits = !table.empty();
    table_->set_rows(limits ? table_rows(std::move(table)) : nullptr);
    source_->set_lines(lines ? reading.lines : nullptr);
    pages_->setTabVisible(pages_->indexOf(table_), limits);
    pages_->setTabVisible(pages_->indexOf(source_), lines);
    show_roofline();
    follow_source();
}

void AdviceView::show_roofline() {
    const auto reading = reading_.fresh();
    if (!reading) return;
    std::vector<present::RooflineCase> cases{{&of_->record, reading->advice}};
    const auto& overlaid = overlay().cases();
    if (const auto others = others_.fresh(); others && others->size() == overlaid.size())
        for (size_t i = 0; i < overlaid.size(); ++i) cases.push_back({&overlaid[i]->record, (*others)[i]});
    auto chart = present::roofline_overlay_chart(cases);
    const bool any = !chart.empty();
    chart_->set_context(context());
    chart_->set_chart(std::move(chart));
    narrow_.are_shown() ? pages_->setTabVisible(pages_->indexOf(chart_), any) : chart_->setVisible(any);
    bool pages = false;
    for (int i = 0; i < pages_->count(); ++i) pages = pages || pages_->isTabVisible(i);
    pages_->setVisible(pages);
    follow_stage();
}

void AdviceView::follow_link(const QUrl& link) {
    const auto parts = link.toString().split(u'/');
    if (parts[0] == u"offer") return want_case_with("--counters all");
    if (parts[0] == u"site") return show_site(parts.value(1).toULongLong(), parts.value(2).toULongLong());
    select([&](Selection& next) {
        next.choose_stage(parts.value(1).toInt());
        next.grouping = analyzer::Grouping::stage;
    });
    emit view_wanted(u"stages"_s);
}

void AdviceView::show_site(size_t finding, size_t site) {
    const auto reading = reading_.fresh();
    if (!reading || finding >= reading->advice->findings.size() ||
        site >= reading->advice->findings[finding].sites.size())
        return;
    const auto& at = reading->advice->findings[finding].sites[site];
    if (pages_->isTabVisible(pages_->indexOf(source_))) pages_->setCurrentWidget(source_);
    select([&](Selection& next) { next.source = SourceLine{to_qstring(at.file), at.line}; });
    follow_source();
}

void AdviceView::follow_stage() {
    const auto reading = reading_.fresh();
    if (!reading) return;
    const auto& stages = reading->advice->stages;
    const int row = index_of(stages, selection().stage, &analyzer::Placement::stage);
    table_->set_current_row(row);
    if (chart_->has_chart()) chart_->set_current_row(row < 0 ? -1 : *selection().stage);
}

void AdviceView::follow_source() {
    if (reading_.fresh() && selection().source) source_->show_line(*selection().source);
}

void AdviceView::arrange() {
    if (!narrow_.fit(width())) return;
    if (narrow_.are_shown()) {
        below_ = divider_place(*splitter_);
        splitter_->setSizes({height() * 2 / 5, height() * 3 / 5});
    } else {
        restore_divider(*splitter_, below_);
    }
    show_roofline();
}

}
