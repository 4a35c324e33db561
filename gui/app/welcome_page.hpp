// The start page, without an open file: how to open or collect one, recent files and examples.
#pragma once

#include <QAbstractButton>
#include <QPixmap>
#include <QSize>
#include <QStringList>
#include <QWidget>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace sortscope::gui {
/// A file's name, folder, size and age, with a picture of its overview if there is one.
class FileCard : public QAbstractButton {
    Q_OBJECT
 public:
    explicit FileCard(const QString& path);
    QSize sizeHint() const override;
    QString path() const { return path_; }

 protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

 private:
    QString path_, name_, about_;
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
    void resizeEvent(QResizeEvent* event) override;

 private:
    void fill(QGridLayout& grid, QLabel& title, const QStringList& paths);

    QLabel *recent_title_, *examples_title_;
    QGridLayout *recent_, *examples_;
    QStringList shown_;
    int columns_ = 0;
};

/// Existing files, newest first, at most eight.
QStringList recent_files();
void add_recent_file(const QString& path);
/// Installed with the program, or of its sources.
QStringList example_files();
/// In pixels, of save_thumbnail().
inline constexpr QSize thumbnail_size(500, 264);
/// Keeps `picture` of the file for its card.
void save_thumbnail(const QString& path, const QPixmap& picture);
}
