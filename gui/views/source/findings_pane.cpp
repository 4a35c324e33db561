#include "gui/views/source/findings_pane.hpp"

#include <ranges>

#include "gui/models/text.hpp"
#include "gui/views/parts/theme.hpp"
#include "present/tables/advice.hpp"
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
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        const auto parts = link.toString().split(u'/');
        if (parts.front() == u"stage")
            emit stage_chosen(parts.value(1).toInt());
        else if (parts.front() == u"site")
            emit site_chosen(parts.value(1).toULongLong(), parts.value(2).toULongLong());
        else
            emit offer_taken();
    });
}

void FindingsPane::add_offer(const QString& text) {
    append(u"<p><a href=\"offer\">%1</a></p>"_s.arg(text.toHtmlEscaped()));
}

void FindingsPane::show_sentence(const QString& sentence) { setPlainText(sentence); }

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
}
