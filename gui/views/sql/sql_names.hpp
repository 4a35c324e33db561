// The views of a file and their columns, found by a part of their name: what a query can be written of.
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
    /// Of all views and columns.
    const QStringList& names() const { return names_; }
    QTreeWidget& tree() { return *tree_; }
    QLineEdit& find_line() { return *find_; }

 signals:
    /// A name is to be written.
    void picked(const QString& name);
    /// The rows of a view are to be seen.
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
