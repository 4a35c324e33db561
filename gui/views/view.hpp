// The base of all views: a widget with its own toolbar that follows the open files and the selection.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <QJsonObject>
#include <QPointer>
#include <QWidget>

#include "gui/models/workspace.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/parts/controls.hpp"
#include "gui/views/parts/overlay.hpp"
#include "gui/views/table/table_view.hpp"

namespace sortscope::gui {

class View : public QWidget {
    Q_OBJECT

 public:
    /// `chart` and `table`: the main ones of the view, if it has them.
    View(Workspace& workspace, const QString& title, ChartView* chart = nullptr, TableView* table = nullptr);
    ~View() override;

    /// Replaces the dock's title bar: the view's own controls.
    QToolBar& toolbar() { return *toolbar_; }
    /// The chart to export and print; null if the view has none.
    virtual ChartView* chart() { return chart_; }
    /// The table to copy and export; null if the view has none.
    virtual TableView* table() { return table_; }
    /// Gets the keys when the view is chosen.
    virtual QWidget* first_focus();
    /// Whether any part of it is visible: false behind another view's tab.
    bool is_in_sight() const;
    /// Draws what changed while it was out of sight.
    void come_into_sight();
    /// Whether a query of the view or of a part has no answer yet.
    virtual bool is_waiting() const;
    /// Work that would be lost if the program ended now, as a sentence; else empty.
    virtual QString unfinished() const;
    /// Whether it waits for nothing, shows all changes in sight, and sorts no table.
    bool is_settled() const;
    /// The state of all kept parts: it survives a restart.
    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);
    /// Small enough for a window of 800x600; parts without room fold or scroll.
    QSize minimumSizeHint() const override;
    /// Sentences take more lines from the parts below.
    bool hasHeightForWidth() const override { return false; }
    /// Draws pending changes now, not once for many changes when it is in sight.
    void update_now();
    /// Writes all rows of the table as CSV on a loader's thread, then emits said() or failed().
    void export_table(const QString& path);

 signals:
    void said(const QString& sentence);
    void failed(const QString& sentence);
    /// Another view, by its id, is to be shown.
    void view_wanted(const QString& id);

 protected:
    /// Draws what the workspace and its selection contain.
    virtual void refresh() = 0;
    /// Asks for a refresh().
    void touch();
    Workspace& workspace() { return workspace_; }
    const Workspace& workspace() const { return workspace_; }
    const Selection& selection() const { return workspace_.selection(); }
    /// Changes the selection.
    template <class Edit>
    void select(Edit&& edit) {
        workspace_.selected().edit(std::forward<Edit>(edit));
    }
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// For failed queries: a sentence in place of the chart, or failed().
    auto shown_failure() {
        return [this](const QString& sentence) { chart_->show_message(sentence); };
    }
    auto told_failure() {
        return [this](const QString& sentence) { emit failed(sentence); };
    }
    /// Chooses the selection's metric by the data of `box`.
    void choose_metrics_by(QComboBox& box);
    /// Turns `splitter` vertical while the view is narrower than `below` pixels.
    void fold(QSplitter& splitter, int below);
    /// Adds the toggle that overlays the compared cases. The view refreshes when they change.
    void add_overlay(const QString& tip);
    Overlay& overlay() const { return *overlay_; }

    /// Keep a part's state in the layout under `name`.
    using Save = std::function<QJsonValue()>;
    using Restore = std::function<void(const QJsonValue&)>;
    void keep(const char* name, Save save, Restore restore) {
        kept_.push_back({name, std::move(save), std::move(restore)});
    }
    /// `divided`: set once the user moved the splitter; until then its place is not kept.
    void keep(const char* name, QSplitter& splitter, bool* divided = nullptr);
    void keep(const char* name, QAction& toggle, bool otherwise = false);
    void keep(const char* name, QActionGroup& choices);
    template <class Part>
    void keep(const char* name, Part& part) {
        keep(
            name, [&part] { return QJsonValue(part.layout_state()); },
            [&part](const QJsonValue& state) { part.restore_layout(state.toObject()); });
    }

    /// Why the view is empty; nothing if there is a case.
    QString waiting_sentence() const;
    /// The case shown, for exported pictures.
    QString context() const;

    ChartView* const chart_;
    TableView* const table_;

 private:
    struct Kept {
        const char* name;
        Save save;
        Restore restore;
    };
    void fold_all();
    void shorten_sentences();

    Workspace& workspace_;
    QToolBar* toolbar_;
    Overlay* overlay_ = nullptr;
    Query export_query_;
    QPointer<QObject> alive_;  ///< the toolbar: its dock may delete it
    std::vector<std::pair<QSplitter*, int>> folding_;
    std::vector<Kept> kept_;
    bool stale_ = true;
    bool queued_ = false;
};

/// A view that the window offers.
struct ViewKind {
    const char* id;  ///< in layouts and on the command line: "stages"
    const char* title;
    const char* needs;  ///< a sentence: what it shows
    View* (*make)(Workspace& workspace);
};
/// All views in the order of their tabs; the first is at the side.
std::span<const ViewKind> view_kinds();

}  // namespace sortscope::gui
