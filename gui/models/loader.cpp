#include "gui/models/loader.hpp"

#include <exception>
#include <filesystem>

#include <QFile>
#include <QPointer>

#include "gui/models/text.hpp"

namespace sortscope::gui {

const db::Reader& Readers::of(const QString& path) {
    const auto stamp = stamp_of(path);
    const auto known = open_.find(path);
    if (known != open_.end() && known->second.stamp.same_file(stamp)) return known->second.reader;
    if (known != open_.end()) open_.erase(known);
    return open_
        .emplace(path, Open{stamp, db::Reader(std::filesystem::path(QFile::encodeName(path).toStdString()))})
        .first->second.reader;
}

struct Loader::Thread {
    explicit Thread(const QString& name) {
        thread.setObjectName(name);
        context.moveToThread(&thread);
        thread.start();
    }
    ~Thread() {
        thread.quit();
        thread.wait();
    }
    Readers readers;  // used only on the thread
    QThread thread;
    QObject context;
};

Loader::Loader(QObject* parent)
    : QObject(parent),
      quick_(std::make_unique<Thread>(u"loader"_s)),
      lengthy_(std::make_unique<Thread>(u"streamer"_s)),
      query_(std::make_unique<Thread>(u"query"_s)),
      writing_(std::make_unique<Thread>(u"writer"_s)) {}

Loader::~Loader() = default;

void Loader::post(Lane lane, Job job) {
    auto& thread = lane == Lane::quick     ? *quick_
                   : lane == Lane::lengthy ? *lengthy_
                   : lane == Lane::query   ? *query_
                                           : *writing_;
    QMetaObject::invokeMethod(
        &thread.context, [&thread, job = std::move(job)] { job(thread.readers); }, Qt::QueuedConnection);
}

void Loader::count(int more) {
    const bool before = busy();
    pending_ += more;
    if (busy() != before) emit busy_changed(busy());
}

Query::Query(Loader& loader, Loader::Lane lane, QObject* parent)
    : QObject(parent), loader_(loader), lane_(lane) {}

Query::~Query() { cancel(); }

void Query::cancel() {
    ++*latest_;
    set_pending(false);
}

void Query::set_pending(bool pending) {
    if (pending == pending_) return;
    pending_ = pending;
    loader_.count(pending ? 1 : -1);
}

void Query::start(Work work, Done done, Failed failed) {
    const quint64 request = ++*latest_;
    set_pending(true);
    // The answer goes to the loader, which outlives its threads; only this thread may look at the query.
    const QPointer<Query> query(this);
    auto* window = &loader_;
    loader_.post(lane_, [work = std::move(work), done = std::move(done), failed = std::move(failed),
                         latest = latest_, request, query, window](Readers& readers) {
        const Stale stale = [&] { return *latest != request; };
        if (stale()) return;
        std::shared_ptr<const void> answer;
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

}  // namespace sortscope::gui
