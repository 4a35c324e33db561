#include "gui/views/source/advice_view.hpp"

#include <qcustomplot.h>

#include <QEvent>
#include <QSplitter>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolBar>
#include <QUrl>
#include <QVBoxLayout>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay_toggle.hpp"
#include "gui/views/parts/theme.hpp"
#include "gui/views/source/source_pane.hpp"
#include "gui/views/table/table_view.hpp"
#include "present/charts/roofline.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/case.hpp"
#include "present/tables/listing.hpp"

namespace sortscope::gui {
namespace {

constexpr int least_to_split = 640;  // of the view, for text and chart beside each other

using Advices = std::vector<std::shared_ptr<const analyzer::Advice>>;

}  // namespace

AdviceView::AdviceView(Workspace& of)
    : View(of, tr("Advice")),
      findings_(new QTextBrowser),
      roofline_(new ChartView),
      roofs_(new TableView),
      source_(new SourcePane),
      pages_(new QTabWidget),
      upper_(new QSplitter(Qt::Horizontal)),
      splitter_(new QSplitter(Qt::Vertical)),
      overlay_(new OverlayToggle(
          workspace(), toolbar(),
          tr("Draw the stages of the cases compared with the one shown beside its own, open."), this)),
      query_(of.loader(), Loader::Lane::lengthy),
      others_query_(of.loader(), Loader::Lane::lengthy) {
    findings_->setObjectName(QStringLiteral("findings"));
    findings_->setAccessibleName(tr("What makes the sort slower, and what its removal would gain"));
    findings_->setFrameShape(QFrame::NoFrame);
    findings_->setOpenLinks(false);
    findings_->document()->setDocumentMargin(10);
    findings_->setMinimumSize(120, 60);
    roofs_->setAccessibleName(tr("Stages against the device's limits"));
    upper_->addWidget(findings_);
    upper_->addWidget(roofline_);
    upper_->setSizes({440, 460});
    upper_->setChildrenCollapsible(false);
    pages_->setDocumentMode(true);
    pages_->addTab(roofs_, tr("Limits"));
    pages_->addTab(source_, tr("Source"));
    splitter_->addWidget(upper_);
    splitter_->addWidget(pages_);
    splitter_->setSizes({400, 360});
    splitter_->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter_);
    connect(overlay_, &OverlayToggle::changed, this, [this] { touch(); });
    const auto choose_stage = [this](int stage) {
        if (stage > 0) workspace().selected().edit([&](Selection& next) { next.stage = stage; });
    };
    connect(roofs_, &TableView::row_selected, this, [this, choose_stage](int row) {
        // The last row is the sort as a whole.
        if (reading_ && row >= 0 && static_cast<std::size_t>(row) < reading_->advice->stages.size())
            choose_stage(reading_->advice->stages[static_cast<std::size_t>(row)].stage);
    });
    connect(roofs_, &TableView::row_activated, this, [this] { emit view_wanted(QStringLiteral("stages")); });
    connect(roofline_, &ChartView::row_selected, this, choose_stage);  // a mark's row is its stage
    connect(findings_, &QTextBrowser::anchorClicked, this, &AdviceView::follow_link);
    connect(source_, &SourcePane::line_chosen, this, [this](const SourceLine& line) {
        workspace().selected().edit([&](Selection& next) { next.source = line; });
    });
}

QWidget* AdviceView::first_focus() { return findings_; }
QString AdviceView::text() const { return findings_->toPlainText(); }
bool AdviceView::is_waiting() const {
    return query_.pending() || others_query_.pending() || overlay_->waiting();
}

void AdviceView::refresh() {
    overlay_->follow();
    if (workspace().current() == of_ && of_) {
        ask_others();
        follow_source();
        return;
    }
    of_ = workspace().current();
    reading_ = nullptr;
    others_ = nullptr;
    others_asked_.clear();
    others_of_.clear();
    query_.cancel();
    others_query_.cancel();
    roofs_->set_rows(nullptr);
    source_->set_lines(nullptr);
    pages_->hide();
    roofline_->setVisible(narrow_);
    if (!of_) {
        findings_->setPlainText(waiting_sentence());
        return;
    }
    if (of_->record.launch_count == 0) {
        findings_->setPlainText(typeset(present::no_launches_sentence(of_->record)));
        return;
    }
    findings_->setPlainText(tr("Looking at the launches..."));
    query_.ask<AdviceReading>(
        [of = of_](Readers& readers, const Stale& stale) {
            return read_advice(readers.of(of->path), *of, stale);
        },
        [this](const std::shared_ptr<const AdviceReading>& reading) {
            reading_ = reading;
            show_advice();
        },
        [this](const QString& sentence) { findings_->setPlainText(sentence); });
    ask_others();
}

void AdviceView::ask_others() {
    const auto& key = overlay_->key();
    if (key == others_asked_) return;
    others_asked_ = key;
    if (key.isEmpty()) {
        others_query_.cancel();
        others_ = nullptr;
        others_of_.clear();
        return show_roofline();
    }
    others_query_.ask<Advices>(
        [cases = overlay_->cases()](Readers& readers, const Stale& stale) -> std::shared_ptr<const Advices> {
            auto advices = std::make_shared<Advices>();
            for (const auto& one : cases) {
                // A case without launches has no place against any limit.
                if (one->record.launch_count == 0) {
                    advices->push_back(std::make_shared<const analyzer::Advice>());
                    continue;
                }
                const auto reading = read_advice(readers.of(one->path), *one, stale);
                if (!reading) return nullptr;
                advices->push_back(reading->advice);
            }
            return advices;
        },
        [this, key](const std::shared_ptr<const Advices>& advices) {
            others_ = advices;
            others_of_ = key;
            show_roofline();
        },
        [this](const QString& sentence) { emit failed(sentence); });
}

QString AdviceView::findings_html() const {
    const auto escaped = [](const std::string& text) { return typeset(text).toHtmlEscaped(); };
    const auto& advice = *reading_->advice;
    QString html;
    if (const auto why = present::not_placed_sentence(advice.status); !why.empty())
        html += QStringLiteral("<p>%1</p>").arg(escaped(why));
    if (const auto limit = present::limit_sentence(advice); !limit.empty())
        html += QStringLiteral("<p>%1</p>").arg(escaped(limit));
    const auto accent = chart_theme(palette()).series.front().name();
    const auto link = [&](const QString& to, const QString& words) {
        return QStringLiteral("<a style=\"color:%1\" href=\"%2\">%3</a>")
            .arg(accent, to, words.toHtmlEscaped());
    };
    for (std::size_t i = 0; i < advice.findings.size(); ++i) {
        const auto& finding = advice.findings[i];
        html += QStringLiteral(
                    "<p style=\"margin-bottom:2px\"><b>%1. %2</b>: <span style=\"color:%3\">%4</span></p><p "
                    "style=\"margin-top:0; margin-left:16px\">%5<br>%6")
                    .arg(i + 1)
                    .arg(escaped(present::finding_title(finding)), accent,
                         escaped(present::finding_gain(finding)), escaped(present::finding_figures(finding)),
                         escaped(present::finding_remedy(finding)));
        if (!finding.stages.empty())
            html += u' ' + link(QStringLiteral("stage:%1").arg(finding.stages.front()),
                                tr("Show stage %1").arg(finding.stages.front()));
        for (std::size_t s = 0; s < finding.sites.size(); ++s) {
            const auto& site = finding.sites[s];
            const auto name = QStringLiteral("%1:%2")
                                  .arg(to_qstring(site.file.substr(site.file.rfind('/') + 1)))
                                  .arg(site.line);
            const auto text = present::source_line_of(reading_->lines->sources, site.file, site.line);
            html += QStringLiteral("<br>") + link(QStringLiteral("line:%1:%2").arg(i).arg(s), name) +
                    QStringLiteral(" <code>%1</code>").arg(to_qstring(text).toHtmlEscaped());
        }
        html += QStringLiteral("</p>");
    }
    if (!advice.findings.empty())
        html += QStringLiteral("<p><small>%1</small></p>").arg(escaped(present::gains_sentence(advice)));
    for (const auto& note : present::roofline_table(advice).notes)
        html += QStringLiteral("<p><small>%1</small></p>").arg(escaped(note));
    return html;
}

void AdviceView::show_advice() {
    findings_->setHtml(findings_html());
    findings_->moveCursor(QTextCursor::Start);
    auto table = present::roofline_table(*reading_->advice);
    const bool lines = !reading_->lines->lines.empty(), limits = !table.empty();
    roofs_->set_rows(limits ? table_rows(std::move(table)) : nullptr);
    source_->set_lines(lines ? reading_->lines : nullptr);
    pages_->setTabVisible(pages_->indexOf(roofs_), limits);
    pages_->setTabVisible(pages_->indexOf(source_), lines);
    show_roofline();
    follow_source();
}

void AdviceView::show_roofline() {
    if (!reading_) return;
    std::vector<present::RooflineCase> cases{{&of_->record, reading_->advice}};
    if (others_ && others_of_ == overlay_->key() && others_->size() == overlay_->cases().size())
        for (std::size_t i = 0; i < others_->size(); ++i)
            cases.push_back({&overlay_->cases()[i]->record, (*others_)[i]});
    auto chart = present::roofline_overlay_chart(cases);
    const bool any = !chart.empty();
    roofline_->set_context(context());
    roofline_->set_chart(std::move(chart));
    if (narrow_)
        pages_->setTabVisible(pages_->indexOf(roofline_), any);
    else
        roofline_->setVisible(any);
    bool pages = false;
    for (int i = 0; i < pages_->count(); ++i) pages = pages || pages_->isTabVisible(i);
    pages_->setVisible(pages);
}

void AdviceView::follow_link(const QUrl& link) {
    const auto words = link.toString().split(u':');
    if (words.value(0) == u"line")
        return show_site(words.value(1).toULongLong(), words.value(2).toULongLong());
    workspace().selected().edit([&](Selection& next) {
        next.stage = words.value(1).toInt();
        next.substage.reset();
        next.launches.reset();
        next.grouping = analyzer::Grouping::stage;
    });
    emit view_wanted(QStringLiteral("stages"));
}

void AdviceView::show_site(std::size_t finding, std::size_t site) {
    if (!reading_ || finding >= reading_->advice->findings.size() ||
        site >= reading_->advice->findings[finding].sites.size())
        return;
    const auto& at = reading_->advice->findings[finding].sites[site];
    if (pages_->isTabVisible(pages_->indexOf(source_))) pages_->setCurrentWidget(source_);
    workspace().selected().edit([&](Selection& next) {
        next.source = SourceLine{to_qstring(at.file), at.line};
    });
    follow_source();
}

/// The line that is selected is current in the source.
void AdviceView::follow_source() {
    if (reading_ && selection().source) source_->show_line(*selection().source);
}

void AdviceView::arrange() {
    const bool narrow = width() < least_to_split;
    if (narrow == narrow_) return;
    narrow_ = narrow;
    if (narrow) {
        beside_ = divider_place(*upper_);
        below_ = divider_place(*splitter_);
        pages_->insertTab(0, roofline_, tr("Roofline"));
        pages_->setCurrentIndex(0);
        splitter_->setSizes({height() * 2 / 5, height() * 3 / 5});
    } else {
        pages_->removeTab(pages_->indexOf(roofline_));
        upper_->addWidget(roofline_);
        roofline_->show();
        restore_divider(*upper_, beside_);
        restore_divider(*splitter_, below_);
    }
    show_roofline();
}

void AdviceView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    arrange();
}

void AdviceView::changeEvent(QEvent* event) {
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && reading_) findings_->setHtml(findings_html());
}

QJsonObject AdviceView::layout_state() const {
    return {{QStringLiteral("splitter"), narrow_ ? below_ : divider_place(*splitter_)},
            {QStringLiteral("upper"), narrow_ ? beside_ : divider_place(*upper_)},
            {QStringLiteral("overlay"), overlay_->is_wanted()},
            {QStringLiteral("table"), roofs_->layout_state()},
            {QStringLiteral("source"), source_->layout_state()}};
}

void AdviceView::restore_layout(const QJsonObject& state) {
    restore_divider(*splitter_, state[QStringLiteral("splitter")]);
    if (!narrow_) restore_divider(*upper_, state[QStringLiteral("upper")]);
    overlay_->set_wanted(state[QStringLiteral("overlay")].toBool(true));
    roofs_->restore_layout(state[QStringLiteral("table")].toObject());
    source_->restore_layout(state[QStringLiteral("source")].toObject());
}

}  // namespace sortscope::gui
