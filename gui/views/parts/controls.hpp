// Controls as all views have them.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QJsonValue>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QPoint>
#include <QSplitter>
#include <QStringList>
#include <QToolBar>
#include <QToolButton>

#include "gui/models/text.hpp"

class QListWidget;
class QMenu;
class QTableView;
class QTextBrowser;
class QTreeWidget;

namespace sortscope::gui {
QString typeset_if_any(const std::string& text);
/// For tests, screen readers and tooltips; empty texts change nothing.
void name_control(QWidget& control, const char* id, const QString& name, const QString& tip = {});
/// `letters`: as fit_long_items(); 0 shortens none.
QComboBox* add_box(QToolBar& bar, const char* id, const QString& name, const QString& tip = {},
                   int letters = 0);
/// Shortens items in the box, not in its list.
void fit_long_items(QComboBox& box, int letters = 12);
/// Without `id`, a separator.
struct BoxItem {
    QString text, id, tip = {};
};
/// Unless it has these items already.
void show_items(QComboBox& box, const std::vector<BoxItem>& items, int letters = 0);
/// Chooses `wanted`, else the first.
void show_metrics(QComboBox& box, const std::vector<const Metric*>& metrics, const QString& wanted);
QAction* add_toggle(QToolBar& bar, const QString& text, const QString& tip, bool on = false);
/// Checkable actions and a separator; the first is checked. `chosen` runs for another one.
QActionGroup* add_choices(QToolBar& bar, const std::vector<std::pair<QString, QString>>& texts_and_tips,
                          const std::function<void()>& chosen);
QLineEdit* search_line(const QString& hint);
/// Hides items without the text of `line`.
void find_items(const QLineEdit& line, QListWidget& list);
/// Text of a leaf for find_leaves().
inline constexpr int search_role = Qt::UserRole + 1;
/// Hides leaves without one of the words, and branches without leaves; opens others.
void find_leaves(QTreeWidget& tree, const QString& text);
/// `fill` adds actions for a place in `view`; without any, no menu opens.
void on_context_menu(QWidget& view, const std::function<void(QMenu&, const QPoint&)>& fill);
/// Whole rows without grid; Tab leaves the table.
void set_up_rows(QTableView& table, int row_height);
/// Wraps and can be selected.
void make_text(QLabel& label);
/// Without frame; the view follows its links.
void make_page(QTextBrowser& page, int margin);

/// Below each other without margins; the part at `stretched`, else the last, stretches.
void fill(QWidget& outer, std::initializer_list<QWidget*> parts, int stretched = -1);
QWidget* column_of(std::initializer_list<QWidget*> parts, int stretched = -1);
QSplitter* splitter_of(Qt::Orientation orientation, std::initializer_list<QWidget*> parts,
                       const QList<int>& sizes = {});

/// Adds `suffix` if the name has none; empty if the user cancels.
QString save_name(QWidget& parent, const QString& title, const QString& filter, const QString& suffix);

QJsonValue divider_place(const QSplitter& splitter);
/// Changes nothing if the place is absent, or of other parts.
bool restore_divider(QSplitter& splitter, const QJsonValue& place);

/// Shows its first sentence, semibold, in few lines if the view is low. A button opens a panel with all of
/// it.
class Sentence : public QLabel {
    Q_OBJECT
 public:
    explicit Sentence(int few);
    /// Empty: hidden. `hint`: more text for the panel.
    void say(const QString& text, const QString& hint = {});
    const QString& said() const { return said_; }
    void set_low(bool low);
    /// Hidden if the sentence is all there is.
    QToolButton& more() { return *more_; }
    void open_panel();

 protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void fit();

    QToolButton* more_;
    QString said_, hint_;
    int few_;
    bool low_ = false;
};

/// A menu of names; any can be chosen.
class ChoiceButton : public QToolButton {
    Q_OBJECT
 public:
    explicit ChoiceButton(const QString& none);
    void set_names(const QStringList& names, const QStringList& tips = {});

    QStringList chosen() const;
    /// Emits no signal.
    void choose(const QStringList& names);

 signals:
    void changed();

 private:
    void name_chosen();

    QString none_;
};
}
