#include "gui/models/loader.hpp"

#include <sys/stat.h>

namespace sortscope::gui {
namespace {
int64_t modified_ns(const struct stat& status) {
    return int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}
}  // namespace

FileStamp stamp_of(const QString& path) {
    FileStamp stamp;
    struct stat status {};
    const auto name = QFile::encodeName(path);
    if (::stat(name.constData(), &status) != 0) return stamp;
    stamp.exists = true;
    stamp.device = status.st_dev;
    stamp.inode = status.st_ino;
    stamp.size = status.st_size;
    stamp.modified_ns = modified_ns(status);
    // Opening a pipe would wait for a writer.
    if (QFile file(path); S_ISREG(status.st_mode) && file.open(QIODevice::ReadOnly))
        stamp.header = file.read(100);
    if (::stat((name + "-wal").constData(), &status) == 0) {
        stamp.log_size = status.st_size;
        stamp.log_modified_ns = status.st_size > 0 ? modified_ns(status) : 0;
    }
    return stamp;
}

const db::Reader& Readers::of(const QString& path) {
    const auto stamp = stamp_of(path);
    const auto known = open_.find(path);
    if (known != open_.end() && known->second.stamp.same_file(stamp)) return known->second.reader;
    if (known != open_.end()) open_.erase(known);
    return open_.emplace(path, Open{stamp, db::Reader(native(path))}).first->second.reader;
}

Loader::Loader() {
    for (auto& lane : lanes_) {
        lane.thread.setMaxThreadCount(1);
        lane.thread.setExpiryTimeout(-1);
    }
}

Query::Query(Loader& loader, Lane lane, QObject* parent) : QObject(parent), loader_(loader), lane_(lane) {}

void Query::start(Work work, Done done, Failed failed) {
    const quint64 request = ++*latest_;
    set_pending(true);
    // The loader outlives its threads; only the query's own thread may look at the query.
    const QPointer<Query> query(this);
    auto* window = &loader_;
    auto& lane = loader_.lanes_[size_t(lane_)];
    lane.thread.start([work = std::move(work), done = std::move(done), failed = std::move(failed),
                       latest = latest_, request, query, window, &readers = lane.readers] {
        const Stale stale = [&] { return *latest != request; };
        if (stale()) return;
        Shared<void> answer;
        QString sentence;
        try {
            answer = work(readers, stale);
        } catch (const std::exception& error) {
            sentence = to_qstring(error.what());
        }
        if (stale()) return;
        QMetaObject::invokeMethod(
            window,
            [query, latest, request, answer, sentence, done, failed] {
                if (!query || *latest != request) return;
                query->set_pending(false);
                if (!sentence.isEmpty())
                    failed(sentence);
                else if (answer)
                    done(answer);
            },
            Qt::QueuedConnection);
    });
}
}
