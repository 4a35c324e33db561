// Names, tags and notes of cases and runs: asked for, and written to their file.
#include <algorithm>

#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "core/text.hpp"
#include "gui/models/text.hpp"
#include "gui/views/runs_view.hpp"

namespace sortscope::gui {
namespace {

/// Of what people wrote: nothing where they wrote nothing.
QString typeset_or_empty(const std::string& text) { return text.empty() ? QString() : to_qstring(text); }

}  // namespace

void RunsView::edit_annotation(const QString& path, const db::AnnotationTarget& target) {
    const auto from = workspace().file(path);
    const Annotation* known = nullptr;
    if (const auto* id = std::get_if<CaseId>(&target); from && id != nullptr) {
        if (const auto* record = from->find(*id)) known = &record->annotation;
    } else if (from) {
        if (const auto run = std::ranges::find(from->runs, std::get<RunId>(target), &RunRecord::id);
            run != from->runs.end())
            known = &run->annotation;
    }
    if (known == nullptr) return;
    const auto before = *known;
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("annotation"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto title = name_of_target(target);
    dialog->setWindowTitle(title.replace(0, 1, title.at(0).toUpper()));
    auto* name = new QLineEdit(typeset_or_empty(before.name));
    name->setObjectName(QStringLiteral("annotation_name"));
    QStringList tags;
    for (const auto& tag : before.tags) tags << to_qstring(tag);
    auto* tag_line = new QLineEdit(tags.join(QStringLiteral(", ")));
    tag_line->setPlaceholderText(tr("baseline, to look at"));
    auto* note = new QPlainTextEdit(typeset_or_empty(before.note));
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
                    if (std::ranges::find(before.tags, tag) == before.tags.end()) change.tags.push_back(tag);
                for (const auto& tag : before.tags)
                    if (std::ranges::find(wanted, tag) == wanted.end()) change.untags.push_back(tag);
                dialog->accept();
                annotate(path, target, change);
            });
    dialog->resize(420, 300);
    dialog->open();
}

void RunsView::annotate(const QString& path, const db::AnnotationTarget& target,
                        const db::AnnotationChange& change) {
    annotator_.write(path, target, change);
}

QString RunsView::unfinished() const {
    if (annotator_.waiting() == 0) return {};
    return tr("Not written yet, for another program may hold the file: %1.")
        .arg(to_qstring(plural(annotator_.waiting(), "annotation")));
}

}  // namespace sortscope::gui
