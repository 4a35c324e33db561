// Stages against the device's limits, and findings with gains and source lines.
#pragma once

#include "gui/models/analyses.hpp"
#include "gui/views/view.hpp"

namespace sortscope::gui {
class SourcePane;

/// Findings as cards: gain, evidence, and links to stages (stage/1) and source lines (site/finding/site).
class FindingsPane : public QTextBrowser {
    Q_OBJECT
 public:
    FindingsPane();

    void show_sentence(const QString& sentence) { setPlainText(sentence); }
    void show_advice(const AdviceReading& reading);
    void add_offer(const QString& text);

 private:
    QString card_of(const AdviceReading& reading, size_t finding) const;
};

class AdviceView : public View {
    Q_OBJECT
 public:
    explicit AdviceView(Workspace& workspace);

    QWidget* first_focus() override { return findings_; }
    QString text() const { return findings_->toPlainText(); }
    SourcePane& source() { return *source_; }
    void show_site(size_t finding, size_t site);

 protected:
    void refresh() override;
    void recolour() override {
        if (reading_.fresh()) show_advice();
    }
    void arrange() override;

 private:
    void follow_link(const QUrl& link);
    void ask_others();
    void show_advice();
    void show_roofline();
    void follow_stage();
    void follow_source();

    FindingsPane* findings_;
    SourcePane* source_;
    QTabWidget* pages_;
    QSplitter* upper_;
    QSplitter* splitter_;
    NarrowPages narrow_;
    QJsonValue below_;  ///< place of splitter_ before the view became narrow
    KeyedQuery<AdviceReading> reading_;
    KeyedQuery<std::vector<Shared<analyzer::Advice>>> others_;
    CasePtr of_;
};
}
