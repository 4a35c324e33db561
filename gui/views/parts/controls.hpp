// Boxes, toggles, labels, splitters and columns as all views have them.
#pragma once

#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include <QJsonValue>
#include <QList>
#include <QStringList>

class QAction;
class QActionGroup;
class QComboBox;
class QLabel;
class QObject;
class QSplitter;
class QToolBar;
class QWidget;

namespace sortscope {
struct Metric;
}

namespace sortscope::gui {

/// Shortens long items in the box, so that toolbars fit a small window; the list shows them whole.
void fit_long_items(QComboBox& box, int letters = 12);
/// Fills `box` with `items`, unless it has them already.
void show_items(QComboBox& box, const QStringList& items);
/// Fills `box` with metrics, unless it has them already, and chooses the one called `wanted`, else the first.
void show_metrics(QComboBox& box, const std::vector<const Metric*>& metrics, const QString& wanted);
/// Adds a checkable action to `bar`.
QAction* add_toggle(QToolBar& bar, const QString& text, const QString& tip, bool on = false);
/// Adds a checkable action for each text and tip; exactly one is checked, at first the first.
QActionGroup* add_choices(QToolBar& bar, const std::vector<std::pair<QString, QString>>& texts_and_tips,
                          const std::function<void(int)>& chosen);
/// Plain text that wraps and can be selected.
void make_text(QLabel& label);

/// Lays `parts` out below each other in `outer`, without margins; the part at `stretched`, else the last,
/// takes the room that is left.
void fill(QWidget& outer, std::initializer_list<QWidget*> parts, int stretched = -1);
/// A widget of `parts` below each other.
QWidget* column_of(std::initializer_list<QWidget*> parts, int stretched = -1);
/// A splitter whose parts do not collapse.
QSplitter* splitter_of(Qt::Orientation orientation, std::initializer_list<QWidget*> parts,
                       const QList<int>& sizes = {});

/// The splitter's sizes, for a saved layout.
QJsonValue divider_place(const QSplitter& splitter);
/// Restores the sizes. Returns false and changes nothing if none were saved, or by a window with other parts.
bool restore_divider(QSplitter& splitter, const QJsonValue& place);

}  // namespace sortscope::gui
