#include "gui/models/annotator.hpp"

#include <filesystem>
#include <memory>

#include <QFile>

namespace sortscope::gui {

QString name_of_target(const db::AnnotationTarget& target) {
    const auto* id = std::get_if<CaseId>(&target);
    return id != nullptr ? QObject::tr("case %1").arg(static_cast<qlonglong>(*id))
                         : QObject::tr("run %1").arg(static_cast<qlonglong>(std::get<RunId>(target)));
}

Annotator::Annotator(Loader& loader, QObject* parent)
    : QObject(parent), query_(loader, Loader::Lane::writing) {}

void Annotator::write(const QString& path, db::AnnotationTarget target, const db::AnnotationChange& change) {
    if (change == db::AnnotationChange{}) return;
    wishes_.push_back({path, target, change});
    if (wishes_.size() == 1) write_next();
}

void Annotator::write_next() {
    if (wishes_.empty()) return;
    struct Written {};
    query_.ask<Written>(
        [wish = wishes_.front()](Readers&, const Stale&) {
            db::annotate(std::filesystem::path(QFile::encodeName(wish.path).toStdString()), {wish.target},
                         wish.change);
            return std::make_shared<const Written>();
        },
        [this](const std::shared_ptr<const Written>&) {
            const auto path = wishes_.front().path;
            wishes_.pop_front();
            write_next();
            emit written(path);
        },
        [this](const QString& sentence) {
            const auto target = wishes_.front().target;
            wishes_.pop_front();
            write_next();
            emit failed(tr("Cannot write the annotation of %1. %2").arg(name_of_target(target), sentence));
        });
}

}  // namespace sortscope::gui
