#include "gui/views/runs_view.hpp"

namespace sortscope::gui {
RunsView::RunsView(Workspace& of)
    : View(of, tr("Runs"), nullptr, new TableView),
      model_(new RunTreeModel(this)),
      filter_(new QLineEdit),
      tree_(new QTreeView),
      count_(new QLabel),
      show_all_(new QPushButton(tr("Clear the filter"))),
      splitter_(splitter_of(Qt::Vertical, {tree_, column_of({count_, show_all_, table_})})),
      typing_(new QTimer(this)) {
    filter_->setPlaceholderText(tr("Find cases: bitonic* n:2^20 block:<256"));
    name_control(
        *filter_, "case_filter", tr("Find cases"),
        tr("Words and fields. All must match; a|b matches either, -word excludes.\n"
           "variant:bitonic*  n:2^20  block:<256  key:u32|f32  device:H200  status:ok  run:2  case:10..20  "
           "max_keys:16\n"
           "Down: go to the cases. Escape: clear."));
    filter_->setClearButtonEnabled(true);
    filter_->setMinimumWidth(60);
    filter_->installEventFilter(this);
    toolbar().addWidget(filter_);

    tree_->setModel(model_);
    name_control(*tree_, "run_tree", tr("Files, runs, devices and variants"));
    tree_->setUniformRowHeights(true);
    tree_->setSelectionBehavior(QAbstractItemView::SelectRows);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(RunTreeModel::name_column, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(RunTreeModel::cases_column, QHeaderView::ResizeToContents);
    name_control(*table_, "case_table", tr("Cases"));
    count_->setObjectName(u"case_count"_s);
    make_text(*count_, {6, 2, 6, 3});
    show_all_->setObjectName(u"clear_filter"_s);
    show_all_->hide();
    connect(show_all_, &QPushButton::clicked, filter_, &QLineEdit::clear);

    splitter_->setStretchFactor(1, 1);
    fill(*this, {splitter_});
    keep("splitter", *splitter_, &divided_);
    keep("cases", *table_);

    connect(tree_, &QTreeView::expanded, this, &RunsView::arrange);
    connect(tree_, &QTreeView::collapsed, this, &RunsView::arrange);

    typing_->setSingleShot(true);
    typing_->setInterval(150);
    connect(typing_, &QTimer::timeout, this, &RunsView::take_filter);
    connect(filter_, &QLineEdit::textEdited, typing_, qOverload<>(&QTimer::start));
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty()) take_filter();
    });
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (shown_files_ != workspace().files()) return;
                node_ = model_->path_of(index);
                list_cases();
                select_current();
            });
    on_context_menu(*tree_, [this](QMenu& menu, const QPoint& position) {
        fill_tree_menu(menu, tree_->indexAt(position));
    });
    connect(table_, &TableView::row_selected, this, [this](int row) {
        if (const auto ref = table_->case_at(row); !ref.is_none()) workspace().show(ref.file, ref.id);
    });
    table_->setDragEnabled(true);
    connect(table_, &TableView::mark_wanted, this, [this](int row) {
        if (const auto ref = table_->case_at(row); !(ref == selection().baseline))
            workspace().toggle_other(ref);
    });
    connect(table_, &TableView::menu_wanted, this, [this](QMenu& menu, int row) {
        const auto ref = table_->case_at(row);
        if (ref.is_none()) return;
        const auto words = selection().others.contains(ref) ? tr("Do not &compare with case %1")
                                                            : tr("&Compare with case %1");
        menu.addAction(words.arg(qlonglong(ref.id)), this, [this, ref] { workspace().toggle_other(ref); })
            ->setEnabled(!(ref == selection().baseline));
        menu.addAction(tr("&Name, tags and note..."), this,
                       [this, ref] { edit_annotation(ref.file, ref.id); });
    });
}

void RunsView::fill_tree_menu(QMenu& menu, const QModelIndex& index) {
    menu.addAction(tr("Show cases of &all files"), this, [this] { tree_->setCurrentIndex({}); });
    if (!index.isValid()) return;
    const QString path = model_->path_of(index).value(0);
    if (const auto* run = model_->run(index))
        menu.addAction(tr("&Name, tags and note..."), this,
                       [this, path, id = run->id] { edit_annotation(path, id); });
    const auto name = action_text(file_name(path));
    menu.addAction(tr("&Reload %1").arg(name), this, [this, path] { workspace().open(path); });
    menu.addAction(tr("&Close %1").arg(name), this, [this, path] { workspace().close(path); });
}

void RunsView::refresh() {
    const bool files = shown_files_ != workspace().files();
    const bool filter = shown_filter_ != selection().filter;
    if (files) {
        show_files();
        arrange();
    }
    if (filter || files) {
        shown_filter_ = selection().filter;
        if (filter_->text().simplified() != shown_filter_) filter_->setText(shown_filter_);
        list_cases();
    }
    select_current();
}

void RunsView::show_files() {
    const auto wanted = node_;
    shown_files_.clear();  // the tree's next signals are not the user's choice
    QList<QStringList> open;
    const auto collect = [&](auto&& self, const QModelIndex& parent) -> void {
        for (int row = 0; row < model_->rowCount(parent); ++row)
            if (const auto index = model_->index(row, 0, parent); tree_->isExpanded(index)) {
                open << model_->path_of(index);
                self(self, index);
            }
    };
    collect(collect, {});
    const bool first = model_->rowCount() == 0;
    model_->set_files(workspace().files());
    for (const auto& path : std::as_const(open))
        if (const auto index = model_->find(path); index.isValid()) tree_->expand(index);
    for (int row = 0; row < model_->rowCount(); ++row)
        if (first || workspace().files().size() <= 2) tree_->expand(model_->index(row, 0));
    const auto again = model_->find(wanted);
    node_ = again.isValid() ? wanted : QStringList();
    tree_->setCurrentIndex(again);
    shown_files_ = workspace().files();
}

void RunsView::arrange() {
    const int row = std::max(tree_->sizeHintForRow(0), tree_->fontMetrics().height() + 2);
    const int around = tree_->header()->sizeHint().height() + 2 * tree_->frameWidth();
    const int least = around + 2 * row;
    tree_->setMinimumHeight(least);
    const int all = splitter_->height() - splitter_->handleWidth();
    if (divided_ || all <= 0) return;
    int rows = 0;
    for (auto index = model_->index(0, 0); index.isValid() && rows * row < all;
         index = tree_->indexBelow(index))
        ++rows;
    const int height = std::max(least, std::min(around + rows * row, all / 4));
    splitter_->setSizes({height, all - height});
}

void RunsView::list_cases() {
    auto all = model_->cases(model_->find(node_));
    const auto total = all.size();
    std::set<const FileContents*> hidden;  // files without a listed case
    for (const auto& listed : all) hidden.insert(&*listed.file);
    const CaseFilterLine line(selection().filter);
    if (!line.empty()) std::erase_if(all, [&](const ListedCase& listed) { return !line.accepts(listed); });
    const auto place = [](const ListedCase& listed) {
        const auto& record = listed.record();
        using Place = std::tuple<std::string_view, uint64_t, std::optional<KeyType>, uint32_t, const Axes&>;
        return Place(record.subject.name, record.keys(), record.key(), record.block(), record.axes);
    };
    std::ranges::stable_sort(all, {}, place);
    std::ranges::stable_partition(all, [&](const ListedCase& listed) { return line.names(listed); });
    listed_ = std::move(all);
    for (const auto& listed : listed_) hidden.erase(&*listed.file);
    QStringList names;
    for (const auto* file : hidden) names << file_name(file->path);
    show_all_->setVisible(!names.isEmpty());
    auto rows = case_rows(listed_);
    rows->is_marked = [this](size_t row) { return selection().others.contains(table_->case_at(int(row))); };
    table_->set_rows(std::move(rows));
    QString text = to_qstring(plural(listed_.size(), "case"));
    if (listed_.size() != total)
        text =
            tr("%1 of %2")
                .arg(to_qstring(format_grouped(int64_t(listed_.size()))), to_qstring(plural(total, "case")));
    if (!line.error().isEmpty()) text += u". "_s + line.error();
    if (!names.isEmpty()) text += tr(". The filter hides all cases of %1.").arg(names.join(u", "_s));
    count_->setText(text);
}

void RunsView::select_current() {
    const auto& shown = selection().baseline;
    table_->set_current_row(index_where(listed_, [&](const ListedCase& listed) {
        return listed.file->path == shown.file && listed.record().id == shown.id;
    }));
    table_->refresh_marks();
}

bool RunsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != filter_ || event->type() != QEvent::KeyPress) return View::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
        filter_->clear();
        take_filter();
        return true;
    }
    if (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Down) return false;
    take_filter();
    update_now();
    if (listed_.empty()) return true;
    if (table_->current_row() < 0) table_->setCurrentIndex(table_->model()->index(0, 0));
    table_->setFocus();
    return true;
}

void RunsView::edit_annotation(const QString& path, const db::AnnotationTarget& target) {
    const auto from = workspace().file(path);
    const Annotation* known = nullptr;
    if (!from) return;
    if (const auto* id = std::get_if<CaseId>(&target)) {
        if (const auto* record = from->find(*id)) known = &record->annotation;
    } else if (const auto run = std::ranges::find(from->runs, std::get<RunId>(target), &RunRecord::id);
               run != from->runs.end()) {
        known = &run->annotation;
    }
    if (known == nullptr) return;
    const auto before = *known;
    auto* dialog = new QDialog(this);
    dialog->setObjectName(u"annotation"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto title = name_of_target(target);
    dialog->setWindowTitle(title.replace(0, 1, title.at(0).toUpper()));
    auto* name = new QLineEdit(to_qstring(before.name));
    name->setObjectName(u"annotation_name"_s);
    QStringList tags;
    for (const auto& tag : before.tags) tags << to_qstring(tag);
    auto* tag_line = new QLineEdit(tags.join(u", "_s));
    tag_line->setPlaceholderText(tr("baseline, to look at"));
    auto* note = new QPlainTextEdit(to_qstring(before.note));
    auto* form = new QFormLayout(dialog);
    form->addRow(tr("&Name"), name);
    form->addRow(tr("&Tags"), tag_line);
    form->addRow(tr("N&ote"), note);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, dialog,
            [this, dialog, path, target, before, name, tag_line, note] {
                db::AnnotationChange change;
                if (const auto text = name->text().toStdString(); text != before.name) change.name = text;
                if (const auto text = note->toPlainText().toStdString(); text != before.note)
                    change.note = text;
                std::vector<std::string> wanted;
                for (const auto& tag : tag_line->text().split(u',', Qt::SkipEmptyParts))
                    if (!tag.trimmed().isEmpty()) wanted.push_back(tag.trimmed().toStdString());
                for (const auto& tag : wanted)
                    if (!has(before.tags, tag)) change.tags.push_back(tag);
                for (const auto& tag : before.tags)
                    if (!has(wanted, tag)) change.untags.push_back(tag);
                dialog->accept();
                workspace().annotate(path, target, change);
            });
    dialog->resize(420, 300);
    dialog->open();
}

}
