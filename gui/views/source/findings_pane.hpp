// Findings as cards: gain, evidence, stages, remedy and source lines.
#pragma once

#include <QScrollArea>

#include "gui/models/analyses.hpp"

class QPushButton;
class QVBoxLayout;

namespace sortscope::gui {
/// A share of a whole.
class ShareBar : public QWidget {
    Q_OBJECT
 public:
    explicit ShareBar(double share);
    double share() const { return share_; }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    double share_;
};

class FindingsPane : public QScrollArea {
    Q_OBJECT
 public:
    FindingsPane();

    void show_sentence(const QString& sentence);
    void show_advice(const AdviceReading& reading);
    /// Sets the button below the sentences; an empty text hides the button.
    void set_offer(const QString& text);
    /// All words of sentences and cards.
    QString text() const;

 signals:
    void stage_chosen(int stage);
    /// `finding` and `site` are indices.
    void site_chosen(qulonglong finding, qulonglong site);
    void offer_taken();

 private:
    void clear();
    QWidget* card_of(const AdviceReading& reading, size_t finding);

    QVBoxLayout* column_;
    QPushButton* offer_;
};
}
