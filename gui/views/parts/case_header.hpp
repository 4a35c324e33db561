#pragma once

#include <QFrame>
#include <QWidget>

#include "present/table.hpp"

class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace sortscope::gui {
/// The word carries the meaning, not the colour.
class ProvenanceBadge : public QWidget {
    Q_OBJECT
 public:
    explicit ProvenanceBadge(Provenance provenance);

    QString text() const;
    QSize sizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    Provenance provenance_;
};

QString note_text(const present::NoteLine& note);

class CaseHeader : public QFrame {
    Q_OBJECT
 public:
    CaseHeader();

    /// Shows the facts that have a brief figure.
    void set_facts(const present::Facts& facts);
    QString text() const;

 protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    /// Number of facts that fit side by side.
    int fitting_facts() const;
    void show_facts();
    void show_notes();

    present::Facts facts_;
    std::vector<present::NoteLine> trials_;  ///< notes on single trials
    int facts_a_row_ = 0;
    QHBoxLayout* marks_;
    QGridLayout* grid_;
    QLabel* notes_;
};
}
