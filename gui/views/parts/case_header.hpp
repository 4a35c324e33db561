// The head of a case's page: variant, workload, marks of provenance, facts in columns, notes.
#pragma once

#include <vector>

#include <QFrame>

#include "present/facts.hpp"

class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace sortscope::gui {

class CaseHeader : public QFrame {
    Q_OBJECT

 public:
    enum class Title { shown, hidden };  ///< hidden where the window says already what is shown

    explicit CaseHeader(Title title = Title::shown, QWidget* parent = nullptr);

    /// Shows the facts that have a brief figure.
    void set_facts(const present::Facts& facts);
    /// All that is shown, as plain text.
    QString text() const;

 protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

 private:
    void show_marks();
    /// How many facts fit side by side.
    int fitting_facts() const;
    void show_facts();
    void show_notes();

    present::Facts facts_;
    std::vector<present::NoteLine> trials_;  ///< notes on single trials
    int facts_a_row_ = 0;
    QLabel* title_;
    QLabel* subtitle_;
    QHBoxLayout* marks_;
    QGridLayout* grid_;
    QLabel* notes_;
};

}  // namespace sortscope::gui
