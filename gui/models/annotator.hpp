// Writes the user's annotations of runs and cases into their files, one after another.
#pragma once

#include <deque>

#include <QObject>
#include <QString>

#include "db/rows/annotations.hpp"
#include "gui/models/loader.hpp"

namespace sortscope::gui {

/// Writes in a lane of its own: a file that another program holds locked is waited for, which nothing that is
/// read has to wait for as well.
class Annotator : public QObject {
    Q_OBJECT

 public:
    explicit Annotator(Loader& loader, QObject* parent = nullptr);

    /// Writes after all earlier changes; an empty change does nothing.
    void write(const QString& path, db::AnnotationTarget target, const db::AnnotationChange& change);
    /// Number of changes not written yet.
    std::size_t waiting() const { return wishes_.size(); }

 signals:
    void written(const QString& path);
    void failed(const QString& sentence);

 private:
    struct Wish {
        QString path;
        db::AnnotationTarget target;
        db::AnnotationChange change;
    };
    void write_next();

    std::deque<Wish> wishes_;  ///< the first is being written
    Query query_;
};

/// "case 3", "run 1".
QString name_of_target(const db::AnnotationTarget& target);

}  // namespace sortscope::gui
