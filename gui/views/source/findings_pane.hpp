// Findings as cards: gain, evidence, stages, remedy and source lines.
#pragma once

#include <QTextBrowser>

#include "gui/models/analyses.hpp"

namespace sortscope::gui {
class FindingsPane : public QTextBrowser {
    Q_OBJECT
 public:
    FindingsPane();

    void show_sentence(const QString& sentence);
    void show_advice(const AdviceReading& reading);
    /// Adds a link below the text.
    void add_offer(const QString& text);

 signals:
    void stage_chosen(int stage);
    /// `finding` and `site` are indices.
    void site_chosen(qulonglong finding, qulonglong site);
    void offer_taken();

 private:
    QString card_of(const AdviceReading& reading, size_t finding) const;
};
}
