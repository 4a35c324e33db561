#include "gui/models/other_cases.hpp"

#include <exception>
#include <utility>

#include "gui/models/text.hpp"
#include "gui/models/workspace.hpp"

namespace sortscope::gui {

OtherCases::OtherCases(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace), query_(workspace.loader(), Loader::Lane::quick, this) {}

void OtherCases::follow() {
    QList<CaseRef> refs;
    QString key;
    if (wanted_)
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

std::shared_ptr<const analyzer::Breakdown> read_breakdown(const db::Reader& reader, const CaseRecord& record,
                                                          analyzer::Grouping grouping, const Stale& stale) {
    auto breakdown = analyzer::breakdown(reader, record, grouping, analyzer::Gaps::unread, stale);
    return breakdown ? std::make_shared<const analyzer::Breakdown>(std::move(*breakdown)) : nullptr;
}

std::optional<Overlaid> read_overlay(Readers& readers, const CaseContentsPtr& shown,
                                     const std::vector<CaseContentsPtr>& others, analyzer::Grouping grouping,
                                     const Stale& stale) {
    Overlaid overlaid;
    overlaid.held.push_back(shown);
    overlaid.held.insert(overlaid.held.end(), others.begin(), others.end());
    for (const auto& one : overlaid.held) {
        auto breakdown = grouping == analyzer::Grouping::stage
                             ? one->by_stage->breakdown
                             : read_breakdown(readers.of(one->path), one->record, grouping, stale);
        if (!breakdown || stale()) return std::nullopt;
        overlaid.cases.push_back({&one->record, std::move(breakdown)});
    }
    return overlaid;
}

}  // namespace sortscope::gui
