#include "gui/views/parts/overlay.hpp"

#include <exception>
#include <utility>

#include "gui/models/workspace.hpp"
#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {

Overlay::Overlay(Workspace& workspace, QToolBar& bar, const QString& what, QObject* parent)
    : QObject(parent),
      workspace_(workspace),
      action_(add_toggle(bar, tr("Overlay"), {}, true)),
      what_(what),
      query_(workspace.loader(), Loader::Lane::quick, this) {
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
            key += u"%1/%2/%3;"_s.arg(from->reading).arg(static_cast<qlonglong>(ref.id)).arg(ref.file);
        }
    if (key == asked_) return;
    asked_ = key;
    if (refs.isEmpty()) {
        query_.cancel();
        cases_.clear();
        key_ = key;
        return;
    }
    using Read = std::vector<CaseContentsPtr>;
    query_.ask<Read>(
        [refs, metric = workspace_.selection().metric](Readers& readers,
                                                       const Stale& stale) -> std::shared_ptr<const Read> {
            auto read = std::make_shared<Read>();
            for (const auto& ref : refs) {
                if (stale()) return nullptr;
                try {
                    read->push_back(read_case(readers.of(ref.file), ref.file, ref.id, metric));
                } catch (const std::exception&) {
                    // The list reports unreadable files; draw the others.
                }
            }
            return read;
        },
        [this, key,
         expected = static_cast<std::size_t>(refs.size())](const std::shared_ptr<const Read>& read) {
            if (read->size() < expected) asked_.clear();  // ask again for unreadable ones
            cases_ = *read;
            key_ = key;
            emit changed();
        },
        [this](const QString&) { asked_.clear(); });
}

void Overlay::show_state() {
    const auto count = workspace_.selection().others.size();
    action_->setEnabled(count > 0);
    action_->setToolTip(count > 0 ? what_
                                  : tr("%1 No case is compared with the one shown: right-click one in the "
                                       "list and choose \u201cCompare\u201d.")
                                        .arg(what_));
}

std::vector<CaseContentsPtr> Overlay::with(const CaseContentsPtr& shown) const {
    std::vector<CaseContentsPtr> all{shown};
    all.insert(all.end(), cases_.begin(), cases_.end());
    return all;
}

}  // namespace sortscope::gui
