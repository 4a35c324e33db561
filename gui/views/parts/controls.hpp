// Controls that all views share.
#pragma once

#include <QtWidgets>

#include "gui/views/parts/theme.hpp"

namespace sortscope::gui {
QString typeset_if_any(const std::string& text);
/// Sets the id for tests, the name for screen readers and the tooltip. Empty texts change nothing.
void name_control(QWidget& control, const char* id, const QString& name, const QString& tip = {});
/// `letters`: limit for items in the box; 0: none.
QComboBox* add_box(QToolBar& bar, const char* id, const QString& name, const QString& tip = {},
                   int letters = 0);
/// Shortens items in the box, not in its list.
void fit_long_items(QComboBox& box, int letters = 12);
/// An item without `id` is a separator.
struct BoxItem {
    QString text, id, tip = {};
};
/// Replaces the items of `box`, if they differ.
void show_items(QComboBox& box, const std::vector<BoxItem>& items, int letters = 0);
void show_names(QComboBox& box, const QStringList& names, int letters = 0);
/// Chooses `wanted`, else the first metric.
void show_metrics(QComboBox& box, const std::vector<const Metric*>& metrics, const QString& wanted);
QAction* add_toggle(QToolBar& bar, const QString& text, const QString& tip, bool on = false);
/// Adds checkable actions and a separator; the first action is checked. `chosen` runs after each choice.
QActionGroup* add_choices(QToolBar& bar, const std::vector<std::pair<QString, QString>>& texts_and_tips,
                          const std::function<void()>& chosen);
QLineEdit* search_line(const QString& hint);
/// Hides items that do not contain the text in `line`.
void find_items(const QLineEdit& line, QListWidget& list);
inline constexpr int search_role = Qt::UserRole + 1;
/// Hides leaves that lack a word of `text`, and branches without visible leaves. Opens the visible branches.
void find_leaves(QTreeWidget& tree, const QString& text);
/// Opens a menu at a right-click in `view`, if `fill` adds actions for the place.
void on_context_menu(QWidget& view, const std::function<void(QMenu&, const QPoint&)>& fill);
void make_text(QLabel& label, const QMargins& margins = {8, 4, 8, 4});
/// Fills `area` with `content`. The area itself never takes the keyboard focus.
void make_scrolled(QScrollArea& area, QWidget* content);
QString action_text(QString name);
void copy_text(const QString& text);

/// Deletes the widgets later, because one of them may be handling a click now.
void clear_layout(QLayout& layout);
/// Stacks parts without margins. The part at `stretched` stretches, by default the last part.
void fill(QWidget& outer, std::initializer_list<QWidget*> parts, int stretched = -1);
QWidget* column_of(std::initializer_list<QWidget*> parts, int stretched = -1);
QSplitter* splitter_of(Qt::Orientation orientation, std::initializer_list<QWidget*> parts,
                       const QList<int>& sizes = {});

/// Adds `suffix` to a name without suffix; empty if the user cancels.
QString save_name(QWidget& parent, const QString& title, const QString& filter, const QString& suffix);
QJsonValue divider_place(const QSplitter& splitter);
/// Does nothing if `place` is absent or belongs to other parts.
bool restore_divider(QSplitter& splitter, const QJsonValue& place);

/// Shows a splitter's parts as pages of tabs while they have no room side by side.
class NarrowPages {
 public:
    NarrowPages(QSplitter& splitter, QTabWidget& pages, std::vector<std::pair<QWidget*, QString>> parts);
    bool are_shown() const { return shown_; }
    /// Moves the parts. Returns false if `width` changes nothing.
    bool fit(int width);
    QJsonValue layout_state() const { return shown_ ? place_ : divider_place(splitter_); }
    void restore_layout(const QJsonValue& place);

 private:
    QSplitter& splitter_;
    QTabWidget& pages_;
    std::vector<std::pair<QWidget*, QString>> parts_;
    QJsonValue place_;  ///< divider before the parts became pages
    bool shown_ = false;
};

/// Shows a text's first sentence in semibold, with few lines in a low view. A button opens the whole text.
class Sentence : public QLabel {
    Q_OBJECT
 public:
    explicit Sentence(int few);
    /// An empty text hides the label. `hint`: more text for the panel.
    void say(const QString& text, const QString& hint = {});
    const QString& said() const { return said_; }
    void set_low(bool low) {
        if (std::exchange(low_, low) != low) fit();
    }
    /// Hidden if the panel would show no further text.
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

class ChoiceButton : public QToolButton {
    Q_OBJECT
 public:
    explicit ChoiceButton(const QString& none);
    void set_names(const QStringList& names, const QStringList& tips = {});

    QStringList chosen() const;
    void choose(const QStringList& names);

 signals:
    void changed();

 private:
    void name_chosen();

    QString none_;
};
}
