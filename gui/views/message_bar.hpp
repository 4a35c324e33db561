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
    void clear();
    /// The sentence shown; empty while the bar is hidden.
    QString text() const;

 protected:
    void changeEvent(QEvent* event) override;

 private:
    void colour();

    QLabel* label_;
};

}  // namespace sortscope::gui
