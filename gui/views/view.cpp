#include "gui/views/view.hpp"

#include "gui/models/output.hpp"
#include "present/tables/case.hpp"

namespace sortscope::gui {
Overlay::Overlay(Workspace& workspace, QToolBar& bar, const QString& what, QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      action_(add_toggle(bar, tr("Overlay"), {}, true)),
      what_(what),
      query_(workspace.loader(), Lane::quick, this) {
    action_->setObjectName(u"overlay"_s);
    connect(action_, &QAction::toggled, this, &Overlay::changed);
    connect(&workspace.selected(), &Selected::changed, action_, [this] { show_state(); });
    show_state();
}

void Overlay::follow() {
    QList<CaseRef> refs;
    QString key;
    if (action_->isChecked())
        for (const auto& ref : workspace_.selection().others) {
            const auto from = workspace_.file(ref.file);
            if (!from || from->find(ref.id) == nullptr || ref == workspace_.selection().baseline) continue;
            refs << ref;
            key += u"%1/%2/%3;"_s.arg(from->reading).arg(qlonglong(ref.id)).arg(ref.file);
        }
    if (key == asked_) return;
    asked_ = key;
    if (refs.isEmpty()) {
        query_.cancel();
        cases_.clear();
        key_ = key;
        return;
    }
    using Read = std::vector<CasePtr>;
    query_.ask<Read>(
        [refs, metric = workspace_.selection().metric](Readers& readers, const Stale& stale) -> Shared<Read> {
            auto read = std::make_shared<Read>();
            for (const auto& ref : refs) {
                if (stale()) return nullptr;
                try {
                    read->push_back(read_case(readers.of(ref.file), ref.file, ref.id, metric));
                } catch (const std::exception&) {
                    // The list reports unreadable files; the view draws the other cases.
                }
            }
            return read;
        },
        [this, key, expected = size_t(refs.size())](const Shared<Read>& read) {
            if (read->size() < expected) asked_.clear();  // ask again for unreadable cases
            cases_ = *read;
            key_ = key;
            emit changed();
        },
        [this](const QString&) { asked_.clear(); });
}

void Overlay::show_state() {
    const auto count = workspace_.selection().others.size();
    action_->setEnabled(count > 0);
    action_->setToolTip(count > 0 ? what_ : tr("%1 To compare a case, tick its box in the list.").arg(what_));
}

View::View(Workspace& workspace, const QString& title, ChartView* chart, TableView* table)
    : chart_(chart),
      table_(table),
      workspace_(workspace),
      toolbar_(new QToolBar(title)),
      export_query_(workspace.loader(), Lane::lengthy),
      alive_(toolbar_) {
    toolbar_->setMovable(false);
    toolbar_->setIconSize({16, 16});
    toolbar_->setAccessibleName(title);
    connect(&workspace, &Workspace::files_changed, this, &View::touch);
    connect(&workspace, &Workspace::case_changed, this, &View::touch);
    connect(&workspace.selected(), &Selected::changed, this, &View::touch);
}

View::~View() {
    if (!alive_.isNull() && toolbar_->parent() == nullptr) delete toolbar_;
}

void View::touch() {
    stale_ = true;
    if (queued_ || !is_in_sight()) return;
    queued_ = true;
    QTimer::singleShot(0, this, [this] {
        queued_ = false;
        if (is_in_sight()) update_now();
    });
}

/// Qt reports docks behind a tab as visible, beyond their window's edge.
bool View::is_in_sight() const {
    if (!isVisible()) return false;
    auto seen = rect();
    for (const QWidget* inner = this; !inner->isWindow(); inner = inner->parentWidget())
        seen = seen.translated(inner->pos()) & inner->parentWidget()->rect();
    return !seen.isEmpty();
}

void View::update_now() {
    if (!stale_) return;
    stale_ = false;
    if (overlay_ != nullptr) overlay_->follow();
    refresh();
}

void View::want_case_with(const std::string& options) {
    const auto& shown = workspace_.current();
    // The form collects no programs.
    if (!shown || shown->record.is_program()) return emit view_wanted(u"collect"_s);
    emit collect_wanted(
        to_qstring(present::collect_command(shown->record, native(shown->path).string(), options)));
}

void View::choose_metrics_by(QComboBox& box) {
    connect(&box, &QComboBox::activated, this,
            [this, &box] { select([&](Selection& next) { next.metric = box.currentData().toString(); }); });
}

void View::keep(const char* name, QSplitter& splitter, bool* divided) {
    if (divided != nullptr)
        connect(&splitter, &QSplitter::splitterMoved, this, [divided] { *divided = true; });
    keep(
        name,
        [&splitter, divided] {
            return divided == nullptr || *divided ? divider_place(splitter) : QJsonValue();
        },
        [&splitter, divided](const QJsonValue& state) {
            if (restore_divider(splitter, state) && divided != nullptr) *divided = true;
        });
}

void View::keep(const char* name, QAction& toggle, bool otherwise) {
    keep(
        name, [&toggle] { return toggle.isChecked(); },
        [&toggle, otherwise](const QJsonValue& state) { toggle.setChecked(state.toBool(otherwise)); });
}

void View::keep(const char* name, QActionGroup& choices) {
    keep(
        name, [&choices] { return choices.actions().indexOf(choices.checkedAction()); },
        [&choices](const QJsonValue& state) {
            choices.actions().value(state.toInt(), choices.actions().front())->setChecked(true);
        });
}

void View::keep(const char* name, QString& text) {
    keep(
        name, [&text] { return text; },
        [this, &text](const QJsonValue& state) {
            if (const auto kept = state.toString(); !kept.isEmpty() && kept != std::exchange(text, kept))
                touch();
        });
}

void View::keep(const char* name, QComboBox& box) {
    keep(
        name, [&box] { return box.currentIndex(); },
        [this, &box](const QJsonValue& state) {
            const int index = state.toInt();
            if (index == box.currentIndex()) return;
            box.setCurrentIndex(index);
            touch();
        });
}

void View::export_table(const QString& path) {
    if (table() == nullptr || table()->table().rowCount() == 0) return;
    // A new export would cancel the pending export.
    if (export_query_.pending())
        return emit failed(
            tr("A table of this view is still being written: export to %1 once that is done.").arg(path));
    emit said(tr("Writing %1...").arg(path));
    export_query_.ask<size_t>(
        [table = table_export(table()->table(), table()->shown_columns()), path](
            Readers& readers, const Stale& stale) { return write_csv(readers, table, path, stale); },
        [this, path](const Shared<size_t>& rows) {
            emit said(tr("Wrote %1 to %2").arg(typeset(plural(*rows, "row")), path));
        },
        told_failure());
}

bool View::is_settled() const {
    const auto tables = findChildren<TableView*>();
    return !(stale_ && is_in_sight()) && !is_waiting() &&
           std::ranges::none_of(tables, [](const TableView* table) {
               return table->isVisible() && table->table().is_sorting();
           });
}

void View::fit() {
    for (const auto& [splitter, least] : folding_)
        splitter->setOrientation(width() < least ? Qt::Vertical : Qt::Horizontal);
    for (auto* sentence : findChildren<Sentence*>()) sentence->set_low(height() < 520);
    come_into_sight();  // a view without room is not in sight
    arrange();
}

void View::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fit();  // a restored layout may be of another width
}

QString View::waiting_sentence() const {
    if (workspace_.files().isEmpty())
        return workspace_.opening() ? tr("Opening the file...")
                                    : tr("Open a file that \u201csortscope collect\u201d has recorded: "
                                         "Ctrl+O, or drop one here.");
    if (workspace_.current()) return {};
    if (workspace_.reading()) return tr("Reading the case...");
    if (!workspace_.failure().isEmpty()) return workspace_.failure();
    return selection().baseline.is_none()
               ? tr("The file has no cases yet. \u201csortscope collect\u201d adds them.")
               : tr("Choose a case on the left.");
}

QString View::context() const {
    const auto& shown = workspace_.current();
    if (!shown) return {};
    const auto from = workspace_.current_file();
    QStringList words{typeset(present::variant_text(shown->record))};
    for (const auto& text : {present::workload_text(shown->record), present::config_text(shown->record)})
        if (!text.empty()) words << typeset(text);
    words << (from ? from->device_name(shown->record) : typeset(shown->record.device.name));
    words << tr("case %1").arg(qlonglong(shown->record.id));
    return words.join(u", "_s);
}
}
