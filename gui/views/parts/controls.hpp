// Boxes, toggles, sentences, splitters and columns as all views have them.
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
class QTableView;
class QTextBrowser;
class QTreeWidget;

namespace sortscope::gui {

/// typeset(), but an empty text stays empty.
QString typeset_if_any(const std::string& text);
/// Names a control for tests, for people who cannot see it, and in its tooltip; empty texts change nothing.
void name_control(QWidget& control, const char* id, const QString& name, const QString& tip = {});
/// Adds a named box to `bar`. `letters`: as fit_long_items(); 0 shortens none.
QComboBox* add_box(QToolBar& bar, const char* id, const QString& name, const QString& tip = {},
                   int letters = 0);
/// Shortens long items in the box; its list shows them whole.
void fit_long_items(QComboBox& box, int letters = 12);
/// An item of a box: its text, data and tooltip; a separator without `id`.
struct BoxItem {
    QString text, id, tip = {};
};
/// Fills `box` with `items`, unless it has them already. `letters`: as add_box().
void show_items(QComboBox& box, const std::vector<BoxItem>& items, int letters = 0);
/// Fills `box` with metrics as show_items(), and chooses `wanted`, else the first.
void show_metrics(QComboBox& box, const std::vector<const Metric*>& metrics, const QString& wanted);
/// Adds a checkable action to `bar`.
QAction* add_toggle(QToolBar& bar, const QString& text, const QString& tip, bool on = false);
/// Adds a checkable action for each text and tip, and a separator. Exactly one is checked, at first the
/// first; `chosen` runs for another one.
QActionGroup* add_choices(QToolBar& bar, const std::vector<std::pair<QString, QString>>& texts_and_tips,
                          const std::function<void()>& chosen);
/// A line that filters a list, with a button that clears it.
QLineEdit* search_line(const QString& hint);
/// Hides the items of `list` that do not contain the text of `line`, now and while it changes.
void find_items(const QLineEdit& line, QListWidget& list);
/// Data of a tree's leaf: the text that find_leaves() looks in.
inline constexpr int search_role = Qt::UserRole + 1;
/// Hides leaves without one of the words of `text`, and branches without a leaf in sight; opens the others.
void find_leaves(QTreeWidget& tree, const QString& text);
/// Calls `open` with the position in `view` where the user asks for a context menu.
void on_context_menu(QWidget& view, const std::function<void(const QPoint&)>& open);
/// Rows are chosen as a whole and have no grid; Tab leaves the table.
void set_up_rows(QTableView& table, int row_height);
/// Plain text that wraps and can be selected.
void make_text(QLabel& label);
/// A page of a view: without frame, its links are followed by the view.
void make_page(QTextBrowser& page, int margin);

/// Lays `parts` out below each other without margins; the part at `stretched`, else the last, stretches.
void fill(QWidget& outer, std::initializer_list<QWidget*> parts, int stretched = -1);
/// A widget of `parts` below each other.
QWidget* column_of(std::initializer_list<QWidget*> parts, int stretched = -1);
/// A splitter; its parts do not collapse.
QSplitter* splitter_of(Qt::Orientation orientation, std::initializer_list<QWidget*> parts,
                       const QList<int>& sizes = {});

/// Asks for a name to write to, and adds `suffix` if it has none; empty if the user cancels.
QString save_name(QWidget& parent, const QString& title, const QString& filter, const QString& suffix);

/// The splitter's sizes, for a saved layout.
QJsonValue divider_place(const QSplitter& splitter);
/// Returns false and changes nothing if none were saved, or by a window with other parts.
bool restore_divider(QSplitter& splitter, const QJsonValue& place);

/// A sentence in a view: whole, or in few lines of a low view with the rest in a tooltip.
class Sentence : public QLabel {
    Q_OBJECT

 public:
    /// `few`: most lines in a low view.
    explicit Sentence(int few, QWidget* parent = nullptr);
    /// An empty text hides it. `hint`: more text for the tooltip.
    void say(const QString& text, const QString& hint = {});
    /// The whole text, even if it is shortened on screen.
    const QString& said() const { return said_; }
    void set_low(bool low);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void fit();

    QString said_, hint_;
    int few_;
    bool low_ = false;
};

/// A button with a menu of names; any can be chosen.
class ChoiceButton : public QToolButton {
    Q_OBJECT

 public:
    /// `none`: the text without a choice.
    explicit ChoiceButton(const QString& none);
    /// `tips` may be shorter than `names`.
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

}  // namespace sortscope::gui
