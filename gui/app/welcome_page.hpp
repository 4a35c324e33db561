// The page shown while no file is open: how to collect and open one, and recent files.
#pragma once

#include <QStringList>
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

/// At most eight absolute paths of existing files, newest first.
QStringList recent_files();
/// Puts `path` first.
void add_recent_file(const QString& path);

}  // namespace sortscope::gui
