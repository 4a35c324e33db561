// The views of a file and their columns, with a search line.
#pragma once

#include <vector>

#include <QStringList>
#include <QWidget>

#include "db/query/view_texts.hpp"

class QLineEdit;
class QTreeWidget;

namespace sortscope::gui {

class SqlNames : public QWidget {
    Q_OBJECT

 public:
    explicit SqlNames(QWidget* parent = nullptr);

    void set_views(const std::vector<db::ViewText>& views);
    void clear();
    /// Names of all views and columns.
    const QStringList& names() const { return names_; }
    QTreeWidget& tree() { return *tree_; }
    QLineEdit& find_line() { return *find_; }

 signals:
    /// Insert a name.
    void picked(const QString& name);
    /// Show the rows of a view.
    void rows_wanted(const QString& view);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void find(const QString& text);
    void share_width();

    QLineEdit* find_;
    QTreeWidget* tree_;
    QStringList names_;
};

}  // namespace sortscope::gui
