// What the user says of runs and cases, on its way into their files: one write after the other, none in place
// of another.
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

    /// Once all that was wanted before is written; nothing where `change` changes nothing.
    void write(const QString& path, db::AnnotationTarget target, const db::AnnotationChange& change);
    /// How many changes are not in their files yet.
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
