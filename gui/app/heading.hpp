// The lines above all views: messages, compared cases, the case shown and its main figures.
#pragma once

#include "gui/models/contents.hpp"
#include "gui/views/parts/controls.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
class MessageBar : public QFrame {
    Q_OBJECT
 public:
    MessageBar();

    void show_error(const QString& sentence) { show_sentence(sentence, true); }
    /// The note stays until the user closes the bar.
    void show_note(const QString& sentence) { show_sentence(sentence, false); }
    void clear() {
        label_->clear();
        hide();
    }
    void clear_error() {
        if (error_) clear();
    }
    QString text() const { return label_->text(); }

 protected:
    void changeEvent(QEvent* event) override {
        QFrame::changeEvent(event);
        if (event->type() == QEvent::ParentChange) colour();
    }

 private:
    void colour();
    void show_sentence(const QString& sentence, bool error);

    QLabel* label_;
    QLabel* sign_;
    bool error_ = false;
};

class CaseChips : public QWidget {
    Q_OBJECT
 public:
    CaseChips();

    struct Chip {
        QString name, tip;
        size_t colour = 0;  ///< index in ChartTheme::series
    };
    /// The first chip is the case shown and has no cross. A single chip is hidden.
    void set_chips(const std::vector<Chip>& chips);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

 signals:
    void removed(int place);

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        fit();
    }

 private:
    void fit();

    QHBoxLayout* row_;
    QStringList names_;
};

/// Shows the provenance as a word, since colour alone is not enough.
class ProvenanceBadge : public QWidget {
    Q_OBJECT
 public:
    explicit ProvenanceBadge(Provenance provenance);
    QSize sizeHint() const override {
        const auto metrics = fontMetrics();
        return {metrics.horizontalAdvance(accessibleName()) + metrics.height(), metrics.height() + 6};
    }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    Provenance provenance_;
};

class Heading : public QWidget {
    Q_OBJECT
 public:
    Heading();

    /// Shows `sentence` if `of` is null.
    void show_case(const CasePtr& of, const FileContents* from, const QString& sentence);
    QString text() const { return title_ + u"  "_s + texts_.value(0); }
    QString fitting(int room) const;
    QSize sizeHint() const override { return {500, minimumSizeHint().height()}; }
    QSize minimumSizeHint() const override {
        return {120, QFontMetrics(text_font(TextSize::title, true)).height() + 10};
    }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    CasePtr shown_;
    QString title_, sentence_;
    QStringList texts_;  ///< alternatives after the title, the longest first
    QHBoxLayout* marks_;
};

class CaseCard : public QAbstractButton {
    Q_OBJECT
 public:
    CaseCard();
    void set_card(const present::Card& card);
    const present::Card& card() const { return card_; }
    void set_low(bool low) {
        if (std::exchange(low_, low) == low) return;
        updateGeometry();
        update();
    }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    present::Card card_;
    bool low_ = false;
};

/// Cards with the main figures of the case shown. A click on a card opens the view that explains its figure.
class CaseStrip : public QWidget {
    Q_OBJECT
 public:
    CaseStrip();

    /// Hides the strip if `cards` is empty.
    void set_cards(const std::vector<present::Card>& cards);
    void set_low(bool low) {
        for (auto* card : cards_) card->set_low(low);
    }

 signals:
    void chosen(const sortscope::present::Card& card);

 private:
    std::vector<CaseCard*> cards_;
};
}
