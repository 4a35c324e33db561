// The choices of a result's chart: columns of x and y, a column of series, the kind of marks.
#pragma once

#include <string>
#include <vector>

#include <QWidget>

#include "present/charts/result.hpp"

class QAction;
class QComboBox;
class QToolButton;

namespace sortscope::gui {

class ResultChartBar : public QWidget {
    Q_OBJECT

 public:
    explicit ResultChartBar(QWidget* parent = nullptr);

    /// Sets the columns of a result; numeric ones can be drawn.
    void set_columns(const std::vector<std::string>& columns, const std::vector<bool>& numeric);
    const present::ResultChoice& choice() const { return choice_; }
    /// Emits no signal.
    void set_choice(const present::ResultChoice& choice);
    QComboBox& x_box() { return *x_; }

 signals:
    /// The user chose.
    void chosen();

 private:
    void take(const present::ResultChoice& choice);

    QComboBox* kind_;
    QComboBox* x_;
    QComboBox* by_;
    QToolButton* y_;
    QAction* log_;
    present::ResultChoice choice_;
};

}  // namespace sortscope::gui
