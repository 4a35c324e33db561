// A view: a widget that follows the open files and the selection, and has its own toolbar.
#pragma once

#include "gui/models/workspace.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/table/table_view.hpp"

namespace sortscope::gui {
/// The compared cases that the last follow() could read, and the toolbar's toggle that shows them.
class Overlay : public QObject {
    Q_OBJECT
 public:
    Overlay(Workspace& workspace, QToolBar& bar, const QString& what, QObject* parent);

    /// Reads the compared cases, then emits changed().
    void follow();
    bool is_on() const { return !cases_.empty(); }
    const std::vector<CasePtr>& cases() const { return cases_; }
    std::vector<CasePtr> with(const CasePtr& shown) const {
        std::vector<CasePtr> all{shown};
        all.insert(all.end(), cases_.begin(), cases_.end());
        return all;
    }
    const QString& key() const { return key_; }
    QAction& action() { return *action_; }

 signals:
    void changed();

 private:
    void show_state();

    Workspace& workspace_;
    QAction* action_;
    QString what_;
    Query query_;
    std::vector<CasePtr> cases_;
    QString key_, asked_;
};

class View : public QWidget {
    Q_OBJECT
 public:
    View(Workspace& workspace, const QString& title, ChartView* chart = nullptr, TableView* table = nullptr);
    ~View() override;

    QToolBar& toolbar() { return *toolbar_; }
    virtual ChartView* chart() { return chart_; }
    virtual TableView* table() { return table_; }
    virtual QWidget* first_focus() {
        return chart_ == nullptr ? static_cast<QWidget*>(this) : &chart_->plot();
    }
    /// False if the view is behind another view's tab.
    bool is_in_sight() const;
    void come_into_sight() {
        if (stale_) touch();
    }
    virtual bool is_waiting() const {
        return std::ranges::any_of(findChildren<const Query*>(),
                                   [](const Query* query) { return query->pending(); });
    }
    /// Names work that would be lost if the program ended now; else empty.
    virtual QString unfinished() const {
        return export_query_.pending() ? tr("A table is still being written.") : QString();
    }
    /// Returns whether the view waits for nothing, shows all changes in sight, and sorts no table.
    bool is_settled() const;
    QJsonObject layout_state() const {
        QJsonObject state;
        for (const auto& kept : kept_) state[QLatin1String(kept.name)] = kept.save();
        return state;
    }
    void restore_layout(const QJsonObject& state) {
        for (const auto& kept : kept_) kept.restore(state[QLatin1String(kept.name)]);
    }
    /// Small enough for a window of 800x600.
    QSize minimumSizeHint() const override { return QWidget::minimumSizeHint().boundedTo({360, 240}); }
    /// False, because long sentences would otherwise take height from the parts below.
    bool hasHeightForWidth() const override { return false; }
    /// Draws changes now, instead of once for many changes.
    void update_now();
    /// Writes the table as CSV on a loader's thread, then emits said() or failed().
    void export_table(const QString& path);

 signals:
    void said(const QString& sentence);
    void failed(const QString& sentence);
    void view_wanted(const QString& id);
    /// `command`: command line of `sortscope collect`, for the form of Collect.
    void collect_wanted(const QString& command);

 protected:
    virtual void refresh() = 0;
    void touch();
    Workspace& workspace() { return workspace_; }
    const Workspace& workspace() const { return workspace_; }
    const Selection& selection() const { return workspace_.selection(); }
    template <class Edit>
    void select(Edit&& edit) {
        workspace_.selected().edit(std::forward<Edit>(edit));
    }
    virtual void arrange() {}
    virtual void recolour() {}
    /// Returns an error handler that shows the sentence in place of the chart.
    auto shown_failure() {
        return [this](const QString& sentence) { chart_->show_message(sentence); };
    }
    auto told_failure() {
        return [this](const QString& sentence) { emit failed(sentence); };
    }
    void choose_metrics_by(QComboBox& box);
    void want_case_with(const std::string& options);
    /// Turns `splitter` vertical while the view is narrower than `below` pixels.
    void fold(QSplitter& splitter, int below) { folding_.emplace_back(&splitter, below); }
    void add_overlay(const QString& tip) {
        overlay_ = new Overlay(workspace_, *toolbar_, tip, this);
        connect(overlay_, &Overlay::changed, this, &View::touch);
        keep("overlay", overlay_->action(), true);
    }
    Overlay& overlay() const { return *overlay_; }

    using Save = std::function<QJsonValue()>;
    using Restore = std::function<void(const QJsonValue&)>;
    void keep(const char* name, Save save, Restore restore) {
        kept_.push_back({name, std::move(save), std::move(restore)});
    }
    /// Sets `divided` once the user moves the splitter. Until then, `divided` prevents saving.
    void keep(const char* name, QSplitter& splitter, bool* divided = nullptr);
    void keep(const char* name, QAction& toggle, bool otherwise = false);
    void keep(const char* name, QActionGroup& choices);
    /// Keeps a choice; an empty text is not restored.
    void keep(const char* name, QString& text);
    void keep(const char* name, QComboBox& box);
    template <class Part>
    void keep(const char* name, Part& part) {
        keep(
            name, [&part] { return QJsonValue(part.layout_state()); },
            [&part](const QJsonValue& state) {
                if constexpr (requires { part.restore_layout(state); })
                    part.restore_layout(state);
                else
                    part.restore_layout(state.toObject());
            });
    }

    /// Empty while a case is shown.
    QString waiting_sentence() const;
    QString context() const;

    ChartView* const chart_;
    TableView* const table_;

 private:
    struct Kept {
        const char* name;
        Save save;
        Restore restore;
    };
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        fit();
    }
    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::PaletteChange) recolour();
    }
    void fit();

    Workspace& workspace_;
    QToolBar* toolbar_;
    Overlay* overlay_ = nullptr;
    Query export_query_;
    QPointer<QObject> alive_;  ///< the toolbar; its dock may delete it first
    std::vector<std::pair<QSplitter*, int>> folding_;
    std::vector<Kept> kept_;
    bool stale_ = true;
    bool queued_ = false;
};

inline constexpr char this_case_group[] = "This case";

struct ViewKind {
    const char* id;  ///< in layouts and on the command line: "stages"
    const char* title;
    const char* needs;  ///< sentence: what the view shows
    const char* group;  ///< in the rail: "This case"; empty: outside the rail
    View* (*make)(Workspace& workspace);
};
/// All views, in the order of the rail; the first view is at the side.
std::span<const ViewKind> view_kinds();
}
