// A case's key figures: facts in columns, provenance badges, notes.
#pragma once

#include <vector>

#include <QFrame>
#include <QWidget>

#include "core/vocabulary.hpp"
#include "present/facts.hpp"

class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace sortscope::gui {

/// A coloured badge with a provenance. The word carries the meaning, not the colour.
class ProvenanceBadge : public QWidget {
    Q_OBJECT

 public:
    explicit ProvenanceBadge(Provenance provenance, QWidget* parent = nullptr);

    Provenance provenance() const { return provenance_; }
    QString text() const;
    QSize sizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    Provenance provenance_;
};

/// A note with what it is about.
QString note_text(const present::NoteLine& note);

class CaseHeader : public QFrame {
    Q_OBJECT

 public:
    explicit CaseHeader(QWidget* parent = nullptr);

    /// Shows the facts that have a brief figure.
    void set_facts(const present::Facts& facts);
    /// The whole content as plain text.
    QString text() const;

 protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    /// The number of facts that fit side by side.
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

}  // namespace sortscope::gui
