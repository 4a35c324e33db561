// Boxes, toggles, sentences, splitters and columns as all views have them.
#pragma once

#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include <QJsonValue>
#include <QLabel>
#include <QList>
#include <QPoint>
#include <QStringList>
#include <QToolButton>

class QAction;
class QActionGroup;
class QComboBox;
class QLineEdit;
class QListWidget;
class QSplitter;
class QTableView;
class QToolBar;
class QWidget;

namespace sortscope {
struct Metric;
}

namespace sortscope::gui {

/// Names a control for tests, for people who cannot see it, and in its tooltip; an empty text changes
/// nothing.
void name_control(QWidget& control, const char* id, const QString& name, const QString& tip = {});
/// Shortens long items in the box, so that toolbars fit a small window; the list shows them whole.
void fit_long_items(QComboBox& box, int letters = 12);
/// An item of a box: its text, data and tooltip; a separator without `id`.
struct BoxItem {
    QString text, id, tip = {};
};
/// Fills `box` with `items`, unless it has them already. `letters`: as fit_long_items(); 0 shortens none.
void show_items(QComboBox& box, const std::vector<BoxItem>& items, int letters = 0);
/// Fills `box` with metrics, unless it has them already, and chooses the one called `wanted`, else the first.
void show_metrics(QComboBox& box, const std::vector<const Metric*>& metrics, const QString& wanted);
/// Adds a checkable action to `bar`.
QAction* add_toggle(QToolBar& bar, const QString& text, const QString& tip, bool on = false);
/// Adds a checkable action for each text and tip; exactly one is checked, at first the first.
QActionGroup* add_choices(QToolBar& bar, const std::vector<std::pair<QString, QString>>& texts_and_tips,
                          const std::function<void(int)>& chosen);
/// A line that filters a list, with a button that clears it.
QLineEdit* search_line(const QString& hint);
/// Hides the items of `list` that do not contain the text of `line`, now and while it changes.
void find_items(const QLineEdit& line, QListWidget& list);
/// Calls `open` with the position in `view` where the user asks for a context menu.
void on_context_menu(QWidget& view, const std::function<void(const QPoint&)>& open);
/// Rows that are chosen as a whole, without grid and row numbers; Tab leaves the table, arrows move in it.
void set_up_rows(QTableView& table, int row_height);
/// Plain text that wraps and can be selected.
void make_text(QLabel& label);

/// Lays `parts` out below each other in `outer`, without margins; the part at `stretched`, else the last,
/// takes the room that is left.
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
/// Restores the sizes. Returns false and changes nothing if none were saved, or by a window with other parts.
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
