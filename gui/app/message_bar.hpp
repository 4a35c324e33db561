// A sentence across the window: what failed, on what, and what to do. It stays until it is closed or a file
// opens.
#pragma once

#include <QFrame>

class QLabel;

namespace sortscope::gui {

class MessageBar : public QFrame {
    Q_OBJECT

 public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show_error(const QString& sentence);
    /// Something to know that is no failure; it stays until it is closed.
    void show_note(const QString& sentence);
    void clear();
    /// Takes an error away: what failed has succeeded since. A note stays.
    void clear_error();
    /// The sentence shown; empty while the bar is hidden.
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

}  // namespace sortscope::gui
