// Reads files away from the window's thread: a query answers its last question only.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QThread>

#include "db/read/reader.hpp"

namespace sortscope::gui {

/// Identity, size, change counter and times of a SQLite file and its write-ahead log.
struct FileStamp {
    bool exists = false;
    std::uint64_t device = 0, inode = 0;
    std::int64_t size = 0, modified_ns = 0;
    QByteArray header;  ///< the first 100 bytes, with SQLite's change counter
    std::int64_t log_size = 0, log_modified_ns = 0;

    /// Whether the main file is the same, ignoring its log.
    bool same_file(const FileStamp& other) const {
        return exists == other.exists && device == other.device && inode == other.inode &&
               size == other.size && header == other.header;
    }
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stamp_of(const QString& path);

/// Whether nobody waits for the answer; long work asks it now and then.
using Stale = std::function<bool()>;

/// The files that one thread has open.
class Readers {
 public:
    /// Opens the file unless it is open; again if another file has its path. Throws as db::Reader.
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

/// One thread a lane: quick work waits for no million launches, no user's SQL and no locked file.
class Loader : public QObject {
    Q_OBJECT

 public:
    enum class Lane { quick, lengthy, query, writing };

    explicit Loader(QObject* parent = nullptr);
    ~Loader() override;
    bool busy() const { return pending_ > 0; }

 signals:
    void busy_changed(bool busy);

 private:
    friend class Query;
    using Job = std::function<void(Readers&)>;
    struct Thread;
    void post(Lane lane, Job job);
    void count(int more);

    std::vector<std::unique_ptr<Thread>> threads_;  ///< by lane
    int pending_ = 0;
};

/// Asks one question at a time: a new one drops the answer to the old. No answer arrives after the query is
/// gone. The loader outlives its queries.
class Query : public QObject {
    Q_OBJECT

 public:
    Query(Loader& loader, Loader::Lane lane, QObject* parent = nullptr);
    ~Query() override;

    /// Runs `work` on the loader's thread and `done` with its result on this one. Stale work returns null: no
    /// `done`. If `work` throws, `failed` gets the sentence.
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

/// Distinguishes questions. It owns the object that a question is about, so no other gets its address.
struct QueryKey {
    std::shared_ptr<const void> about;
    QString text = {};
    friend bool operator==(const QueryKey&, const QueryKey&) = default;
};

/// A query that asks each question once and keeps the last answer.
template <class Answer>
class KeyedQuery : public Query {
 public:
    using Query::Query;

    /// As Query::ask(), unless `key` was asked last. Returns whether it asked.
    bool want(QueryKey key, std::function<std::shared_ptr<const Answer>(Readers&, const Stale&)> work,
              std::function<void()> done, std::function<void(const QString&)> failed) {
        if (asked_ == key) return false;
        asked_ = std::move(key);
        fresh_ = false;
        ask<Answer>(
            std::move(work),
            [this, done = std::move(done)](std::shared_ptr<const Answer> answer) {
                answer_ = std::move(answer);
                fresh_ = true;
                done();
            },
            std::move(failed));
        return true;
    }
    /// The last answer is that to `key`, too.
    void rename(QueryKey key) { asked_ = std::move(key); }
    /// Drops question and answer: the same key is asked again.
    void forget() {
        cancel();
        asked_.reset();
        answer_ = nullptr;
        fresh_ = false;
    }
    /// The last answer, even while the next is on its way; null if there was none.
    const std::shared_ptr<const Answer>& answer() const { return answer_; }
    /// The answer to the last question; null while it is on its way.
    std::shared_ptr<const Answer> fresh() const { return fresh_ ? answer_ : nullptr; }

 private:
    std::optional<QueryKey> asked_;
    std::shared_ptr<const Answer> answer_;
    bool fresh_ = false;
};

}  // namespace sortscope::gui
