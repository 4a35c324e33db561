// What every view of the window is: a widget with a toolbar of its own that follows the open files and the
// selection.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include <QJsonObject>
#include <QPointer>
#include <QWidget>

#include "gui/models/workspace.hpp"

class QLabel;
class QSplitter;
class QToolBar;

namespace sortscope::gui {

class ChartView;
class TableView;

class View : public QWidget {
    Q_OBJECT

 public:
    View(Workspace& workspace, const QString& title);
    ~View() override;

    /// Stands in the place of the dock's title: a title and the view's own controls.
    QToolBar& toolbar() { return *toolbar_; }
    /// The chart to export and print; null where the view has none.
    virtual ChartView* chart() { return nullptr; }
    /// The table to copy and export; null where the view has none.
    virtual TableView* table() { return nullptr; }
    /// Where the keys go when the view is chosen.
    virtual QWidget* first_focus() { return this; }
    /// Whether any of it is on the window: not where another view's tab is in front of its own.
    bool is_in_sight() const;
    /// It is in front again: draws what changed meanwhile.
    void come_into_sight();
    /// Whether what it shows is still being read.
    virtual bool is_waiting() const { return false; }
    /// What would be lost if the program ended now, as a sentence; empty where nothing would.
    virtual QString unfinished() const;
    /// Whether it is not, what has changed is drawn where it is in sight, and no rows in sight are being
    /// sorted either.
    bool is_settled() const;
    /// What of the view survives a restart.
    virtual QJsonObject layout_state() const { return {}; }
    virtual void restore_layout(const QJsonObject&) {}
    /// Small enough for a window of 800x600; what then has no room folds or scrolls.
    QSize minimumSizeHint() const override;
    /// Sentences that want more lines in a narrow view take them from what stands below, not from the screen.
    bool hasHeightForWidth() const override { return false; }
    /// Draws what is to be drawn at once; else it is done once for many changes, and when the view is in
    /// sight.
    void update_now();
    /// Writes the table that is shown to a file as CSV, all of its rows, away from the window's thread;
    /// said() or failed() tells of it.
    void export_table(const QString& path);

 signals:
    void said(const QString& sentence);
    void failed(const QString& sentence);
    /// Another view, by its id, is to be shown.
    void view_wanted(const QString& id);

 protected:
    /// Draws what the workspace and its selection say.
    virtual void refresh() = 0;
    /// Asks for a refresh().
    void touch();
    Workspace& workspace() { return workspace_; }
    const Workspace& workspace() const { return workspace_; }
    const Selection& selection() const { return workspace_.selection(); }
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// What `splitter` has side by side stands below each other while the view is narrower than `below`
    /// pixels.
    void fold(QSplitter& splitter, int below);
    /// The sentence for a view that has nothing to show as yet: no file, no case, still reading, or why
    /// reading failed. Empty where there is a case.
    QString waiting_sentence() const;
    /// "bitonic-b2, 2^20 u32 uniform keys, block 256, NVIDIA H200": what pictures of the case shown are of.
    QString context() const;

 private:
    void fold_all();
    void shorten_sentences();

    Workspace& workspace_;
    QToolBar* toolbar_;
    Query export_query_;
    QPointer<QObject> alive_;  ///< the tool bar, which is the dock's once there is one, and goes with it
    std::vector<std::pair<QSplitter*, int>> folding_;
    bool stale_ = true;
    bool queued_ = false;
};

/// A view that the window offers.
struct ViewKind {
    const char* id;  ///< in layouts and on the command line: "stages"
    const char* title;
    const char* needs;  ///< one sentence: what it shows, and of what
    View* (*make)(Workspace& workspace);
};
/// All views, in the order of their tabs; the first stands at the side.
std::span<const ViewKind> view_kinds();

}  // namespace sortscope::gui
