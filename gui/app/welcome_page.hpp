// The start page, shown without an open file: actions, recent files and examples.
#pragma once

#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
class FileCard : public QAbstractButton {
    Q_OBJECT
 public:
    explicit FileCard(const QString& path);
    QString path() const { return path_; }

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    QString path_, name_, folder_, about_;
    QPixmap picture_;
};

class WelcomePage : public QWidget {
    Q_OBJECT
 public:
    WelcomePage();
    void set_recent(const QStringList& paths);

 signals:
    void open_requested();
    void collect_requested();
    void file_chosen(const QString& path);

 protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        if (fitting_columns() != columns_) set_recent(shown_);
    }

 private:
    int fitting_columns() const;
    void fill(QGridLayout& grid, QLabel& title, const QStringList& paths);

    QLabel *recent_title_, *examples_title_;
    QGridLayout *recent_, *examples_;
    QStringList shown_;
    int columns_ = 0;
};

/// Existing files, newest first, at most eight.
QStringList recent_files();
void add_recent_file(const QString& path);
/// Examples installed with the program, or from its source tree.
QStringList example_files();
inline constexpr QSize thumbnail_size(500, 264);
void save_thumbnail(const QString& path, const QPixmap& picture);
}
