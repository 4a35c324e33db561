// Work that reads files, away from the window's thread: asked for by queries, each of which wants its last
// question answered alone.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include <QObject>
#include <QString>
#include <QThread>

#include "db/read/reader.hpp"
#include "gui/models/file_stamp.hpp"

namespace sortscope::gui {

/// Whether nobody waits for the answer any more; asked now and then by work that takes its time.
using Stale = std::function<bool()>;

/// The files that one thread has open.
class Readers {
 public:
    /// Opened where it is not yet, and anew where the file is another one by now. Throws as db::Reader.
    const db::Reader& of(const QString& path);
    void close(const QString& path) { open_.erase(path); }

 private:
    struct Open {
        FileStamp stamp;
        db::Reader reader;
    };
    std::map<QString, Open> open_;
};

class Query;

/// A thread a lane: what is quick never waits for what streams through a million launches, nor either for a
/// user's query, nor any of them for what is written into files, which waits for other programs that write
/// there.
class Loader : public QObject {
    Q_OBJECT

 public:
    enum class Lane { quick, lengthy, query, writing };

    explicit Loader(QObject* parent = nullptr);
    ~Loader() override;
    /// Whether any query waits for its answer.
    bool busy() const { return pending_ > 0; }

 signals:
    void busy_changed(bool busy);

 private:
    friend class Query;
    using Job = std::function<void(Readers&)>;
    struct Thread;
    void post(Lane lane, Job job);
    void count(int more);

    std::unique_ptr<Thread> quick_, lengthy_, query_, writing_;
    int pending_ = 0;
};

/// One question at a time: a newer one makes an older void, whose answer never arrives; nor does any after
/// the query is gone. The loader outlives its queries.
class Query : public QObject {
    Q_OBJECT

 public:
    Query(Loader& loader, Loader::Lane lane, QObject* parent = nullptr);
    ~Query() override;

    /// `work` runs on the loader's thread; `done` gets what it returned on this one, unless that is null,
    /// which work that found itself stale returns. Where it throws, `failed` gets the sentence.
    template <class Answer>
    void ask(std::function<std::shared_ptr<const Answer>(Readers&, const Stale&)> work,
             std::function<void(std::shared_ptr<const Answer>)> done,
             std::function<void(const QString&)> failed) {
        start(
            [work = std::move(work)](Readers& readers, const Stale& stale) -> std::shared_ptr<const void> {
                return work(readers, stale);
            },
            [done = std::move(done)](const std::shared_ptr<const void>& answer) {
                done(std::static_pointer_cast<const Answer>(answer));
            },
            std::move(failed));
    }
    /// Forgets the question.
    void cancel();
    bool pending() const { return pending_; }

 private:
    using Work = std::function<std::shared_ptr<const void>(Readers&, const Stale&)>;
    using Done = std::function<void(const std::shared_ptr<const void>&)>;
    using Failed = std::function<void(const QString&)>;
    void start(Work work, Done done, Failed failed);
    void set_pending(bool pending);

    Loader& loader_;
    Loader::Lane lane_;
    std::shared_ptr<std::atomic<quint64>> latest_ = std::make_shared<std::atomic<quint64>>(0);
    bool pending_ = false;
};

}  // namespace sortscope::gui
