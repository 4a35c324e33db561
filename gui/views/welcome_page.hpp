// What the window shows before a file is open: how to get one, how to open one, and those opened lately.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace sortscope::gui {

class WelcomePage : public QWidget {
    Q_OBJECT

 public:
    explicit WelcomePage(QWidget* parent = nullptr);

    void set_recent(const QStringList& paths);

 signals:
    void open_requested();
    void collect_requested();
    void file_chosen(const QString& path);

 private:
    QVBoxLayout* recent_;
};

}  // namespace sortscope::gui
