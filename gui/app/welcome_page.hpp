// The page without an open file: how to open or collect one, and recent files.
#pragma once

#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace sortscope::gui {
class WelcomePage : public QWidget {
    Q_OBJECT
 public:
    WelcomePage();

    void set_recent(const QStringList& paths);

 signals:
    void open_requested();
    void collect_requested();
    void file_chosen(const QString& path);

 private:
    QVBoxLayout* recent_;
};

/// Existing files, newest first, at most eight.
QStringList recent_files();
void add_recent_file(const QString& path);
}
