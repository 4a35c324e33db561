// A sentence across the window: what failed and what to do. It stays until it is closed or a file opens.
#pragma once

#include <QFrame>

class QLabel;

namespace sortscope::gui {

class MessageBar : public QFrame {
    Q_OBJECT

 public:
    explicit MessageBar(QWidget* parent = nullptr);

    void show_error(const QString& sentence);
    /// Not an error; it stays until the user closes it.
    void show_note(const QString& sentence);
    void clear();
    /// Removes an error after a success. A note stays.
    void clear_error();
    /// Empty while the bar is hidden.
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
