// The lines above all views: messages, and the case shown.
#pragma once

#include <QFrame>
#include <QStringList>
#include <QWidget>

#include "gui/models/contents.hpp"
#include "gui/models/text.hpp"

class QHBoxLayout;
class QLabel;

namespace sortscope::gui {
class MessageBar : public QFrame {
    Q_OBJECT
 public:
    MessageBar();

    void show_error(const QString& sentence) { show_sentence(sentence, true); }
    /// The note stays until the user closes the bar.
    void show_note(const QString& sentence) { show_sentence(sentence, false); }
    void clear();
    void clear_error();
    QString text() const;

 protected:
    void changeEvent(QEvent* event) override;

 private:
    void colour();
    void show_sentence(const QString& sentence, bool error);

    QLabel* label_;
    QLabel* sign_;
    bool error_ = false;
};

/// The compared cases below the heading, in the colours of their series; each can be removed.
class CaseChips : public QWidget {
    Q_OBJECT
 public:
    CaseChips();

    struct Chip {
        QString name, tip;
        size_t colour = 0;  ///< place in the theme's series
    };
    /// The first chip is the case shown and has no cross. A single chip is hidden.
    void set_chips(const std::vector<Chip>& chips);

 signals:
    /// `place`: index in set_chips().
    void removed(int place);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    /// Shortens names so that all chips fit.
    void fit();

    QHBoxLayout* row_;
    QStringList names_;
};

class Heading : public QWidget {
    Q_OBJECT
 public:
    Heading();

    /// Shows `sentence` if `of` is null.
    void show_case(const CasePtr& of, const FileContents* from, const QString& sentence);
    QString text() const { return title_ + u"  "_s + texts_.value(0); }
    /// The text after the title that fits `room` pixels.
    QString fitting(int room) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    QFont title_font() const;

    CasePtr shown_;
    QString title_, sentence_;
    QStringList texts_;  ///< alternatives after the title, the longest first
    QHBoxLayout* marks_;
};
}
