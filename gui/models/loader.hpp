// Reads files on threads other than the window's.
#pragma once

#include "db/read/reader.hpp"
#include "gui/models/text.hpp"

namespace sortscope::gui {
/// Data that never changes, so all threads may use it.
template <class T>
using Shared = std::shared_ptr<const T>;

template <class Range, class Value>
bool has(const Range& range, const Value& value) {
    return std::ranges::find(range, value) != range.end();
}
/// The index of the first element that `is` accepts; -1 if absent.
template <class Range, class Is>
int index_where(const Range& range, Is is) {
    const auto at = std::ranges::find_if(range, is);
    return at == range.end() ? -1 : int(at - range.begin());
}
template <class Range, class Value, class Projection = std::identity>
int index_of(const Range& range, const Value& value, Projection projection = {}) {
    return index_where(range, [&](const auto& one) { return std::invoke(projection, one) == value; });
}

/// State of a SQLite file and its write-ahead log. A changed file has a different stamp.
struct FileStamp {
    bool exists = false;
    uint64_t device = 0, inode = 0;
    int64_t size = 0, modified_ns = 0;
    QByteArray header;  ///< the first 100 bytes, with SQLite's change counter
    int64_t log_size = 0, log_modified_ns = 0;

    bool same_file(const FileStamp& other) const {
        return exists == other.exists && device == other.device && inode == other.inode &&
               size == other.size && header == other.header;
    }
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stamp_of(const QString& path);

/// Returns whether the answer is no longer wanted. Long work calls it often.
using Stale = std::function<bool()>;

class Readers {
 public:
    /// Opens a file once, and again if another file replaces it. Throws as db::Reader.
    const db::Reader& of(const QString& path);
    void close(const QString& path) { open_.erase(path); }

 private:
    struct Open {
        FileStamp stamp;
        db::Reader reader;
    };
    std::map<QString, Open> open_;
};

enum class Lane { quick, lengthy, query, writing };

class Query;

/// One thread per lane, so that quick work does not wait for long reads, SQL or locked files.
class Loader : public QObject {
    Q_OBJECT
 public:
    Loader();
    bool busy() const { return pending_ > 0; }

 signals:
    void busy_changed(bool busy);

 private:
    friend class Query;
    struct OneThread {
        Readers readers;  ///< only `thread` uses them
        QThreadPool thread;
    };
    void count(int more) {
        const bool before = busy();
        pending_ += more;
        if (busy() != before) emit busy_changed(busy());
    }

    std::array<OneThread, 4> lanes_;  ///< by Lane
    int pending_ = 0;
};

/// A new question, cancel() and destruction drop the pending answer. The loader must outlive its queries.
class Query : public QObject {
    Q_OBJECT
 public:
    Query(Loader& loader, Lane lane, QObject* parent = nullptr);
    ~Query() override { cancel(); }

    /// Runs `work` on the lane's thread, then `done` on the window's thread. Skips `done` if `work` returns
    /// null, as stale work does. `failed` gets the text of an exception from `work`.
    template <class Answer>
    void ask(std::function<Shared<Answer>(Readers&, const Stale&)> work,
             std::function<void(Shared<Answer>)> done, std::function<void(const QString&)> failed) {
        start([work = std::move(work)](Readers& readers,
                                       const Stale& stale) -> Shared<void> { return work(readers, stale); },
              [done = std::move(done)](const Shared<void>& answer) {
                  done(std::static_pointer_cast<const Answer>(answer));
              },
              std::move(failed));
    }
    void cancel() {
        ++*latest_;
        set_pending(false);
    }
    bool pending() const { return pending_; }

 private:
    using Work = std::function<Shared<void>(Readers&, const Stale&)>;
    using Done = std::function<void(const Shared<void>&)>;
    using Failed = std::function<void(const QString&)>;
    void start(Work work, Done done, Failed failed);
    void set_pending(bool pending) {
        if (pending == pending_) return;
        pending_ = pending;
        loader_.count(pending ? 1 : -1);
    }

    Loader& loader_;
    Lane lane_;
    std::shared_ptr<std::atomic<quint64>> latest_ = std::make_shared<std::atomic<quint64>>(0);
    bool pending_ = false;
};

/// Identifies a question. Owns `about`, so that no other object gets its address.
struct QueryKey {
    Shared<void> about;
    QString text = {};
    friend bool operator==(const QueryKey&, const QueryKey&) = default;
};

/// Asks each question once and keeps the last answer.
template <class Answer>
class KeyedQuery : public Query {
 public:
    using Query::Query;

    /// Like ask(), unless `key` was asked last. Returns whether it asked.
    bool want(QueryKey key, std::function<Shared<Answer>(Readers&, const Stale&)> work,
              std::function<void()> done, std::function<void(const QString&)> failed) {
        if (asked_ == key) return false;
        asked_ = std::move(key);
        fresh_ = false;
        ask<Answer>(
            std::move(work),
            [this, done = std::move(done)](Shared<Answer> answer) {
                answer_ = std::move(answer);
                fresh_ = true;
                done();
            },
            std::move(failed));
        return true;
    }
    /// The last answer becomes the answer for `key`.
    void rename(QueryKey key) { asked_ = std::move(key); }
    /// Drops the answer, so that want() asks again for the same key.
    void forget() {
        cancel();
        asked_.reset();
        answer_ = nullptr;
        fresh_ = false;
    }
    /// The last answer, even while a new question is pending.
    const Shared<Answer>& answer() const { return answer_; }
    Shared<Answer> fresh() const { return fresh_ ? answer_ : nullptr; }

 private:
    std::optional<QueryKey> asked_;
    Shared<Answer> answer_;
    bool fresh_ = false;
};
}
