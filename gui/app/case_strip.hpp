// Cards with the first figures of the case shown. A card opens the view that explains the figure.
#pragma once

#include <QAbstractButton>
#include <QWidget>

#include "present/tables/case.hpp"

namespace sortscope::gui {
class CaseCard : public QAbstractButton {
    Q_OBJECT
 public:
    CaseCard();
    void set_card(const present::Card& card);
    const present::Card& card() const { return card_; }
    /// A low card has one line.
    void set_low(bool low);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

 private:
    present::Card card_;
    bool low_ = false;
};

class CaseStrip : public QWidget {
    Q_OBJECT
 public:
    CaseStrip();

    /// Hides the strip if `cards` is empty.
    void set_cards(const std::vector<present::Card>& cards);
    void set_low(bool low);

 signals:
    void chosen(const sortscope::present::Card& card);

 private:
    std::vector<CaseCard*> cards_;
};
}
