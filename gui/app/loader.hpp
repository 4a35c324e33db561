// Reads files away from the window's thread and hands back whole results by signal.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QThread>

#include "db/reader.hpp"
#include "gui/models/contents.hpp"

namespace sortscope::gui {

/// What is asked for last; the worker drops everything older.
struct LatestRequest {
    std::atomic<quint64> file{0};
    std::atomic<quint64> record{0};
    std::atomic<quint64> breakdown{0};
};

/// Lives on the loader's thread and owns the file there.
class LoadWorker : public QObject {
    Q_OBJECT

 public:
    explicit LoadWorker(std::shared_ptr<const LatestRequest> latest) : latest_(std::move(latest)) {}

    void open(const QString& path, quint64 request);
    void read_case(CaseId id, const QString& metric_id, quint64 request);
    void read_breakdown(const CaseContentsPtr& of, analyzer::Grouping grouping, const QString& metric_id, quint64 request);

 signals:
    void file_read(quint64 request, sortscope::gui::FileContentsPtr contents);
    void case_read(quint64 request, sortscope::gui::CaseContentsPtr contents);
    void breakdown_read(quint64 request, sortscope::gui::BreakdownContentsPtr contents);
    void file_failed(quint64 request, const QString& sentence);
    void case_failed(quint64 request, const QString& sentence);
    void breakdown_failed(quint64 request, const QString& sentence);

 private:
    FileContentsPtr read_file(const QString& path, quint64 request, std::optional<db::Reader>& reader) const;
    /// The breakdown of `record`; nothing where `stale` says that a newer request came meanwhile.
    std::optional<analyzer::Breakdown> break_down(const CaseRecord& record, analyzer::Grouping grouping,
                                                  const std::function<bool()>& stale) const;

    std::shared_ptr<const LatestRequest> latest_;
    std::optional<db::Reader> reader_;
};

/// The window's side. Every method returns at once; a newer request makes an older one of its kind void, opening a file makes
/// pending cases void, and a case pending breakdowns.
class Loader : public QObject {
    Q_OBJECT

 public:
    explicit Loader(QObject* parent = nullptr);
    ~Loader() override;

    void open(const QString& path);
    /// A case without its launches, and its breakdown by stage, with the chart of the metric called `metric_id` where it has it.
    void read_case(CaseId id, const QString& metric_id = {});
    /// Another breakdown of a case that was read: by substage and by launch its launches are streamed through.
    void read_breakdown(CaseContentsPtr of, analyzer::Grouping grouping, const QString& metric_id = {});
    /// Forgets a breakdown that is under way: what is shown needs it no more.
    void cancel_breakdown();
    /// Forgets requests that are under way; their results never arrive.
    void cancel();
    bool busy() const { return file_pending_ || case_pending_ || breakdown_pending_; }

 signals:
    void file_loaded(sortscope::gui::FileContentsPtr contents);
    void case_loaded(sortscope::gui::CaseContentsPtr contents);
    void breakdown_loaded(sortscope::gui::BreakdownContentsPtr contents);
    /// A file, a case or a breakdown of it could not be read; `sentence` says why and what to do.
    void file_failed(const QString& sentence);
    void case_failed(const QString& sentence);
    void breakdown_failed(const QString& sentence);
    void busy_changed(bool busy);

 private:
    void set_pending(bool file, bool record, bool breakdown);

    std::shared_ptr<LatestRequest> latest_ = std::make_shared<LatestRequest>();
    QThread thread_;
    LoadWorker* worker_;
    bool file_pending_ = false;
    bool case_pending_ = false;
    bool breakdown_pending_ = false;
};

}  // namespace sortscope::gui
