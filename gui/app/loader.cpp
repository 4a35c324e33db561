#include "gui/app/loader.hpp"

#include <exception>
#include <filesystem>
#include <utility>

#include "gui/models/text.hpp"

namespace sortscope::gui {

FileContentsPtr LoadWorker::read_file(const QString& path, quint64 request,
                                      std::optional<db::Reader>& reader) const {
    // Between the steps, a newer request ends this one.
    const auto stale = [&] { return latest_->file != request; };
    auto contents = std::make_shared<FileContents>();
    contents->path = path;
    reader.emplace(std::filesystem::path(path.toStdString()));
    contents->schema_version = reader->schema_version();
    if (stale()) return nullptr;
    contents->runs = reader->runs();
    if (stale()) return nullptr;
    contents->cases = reader->cases();
    if (stale()) return nullptr;
    contents->compute();
    return stale() ? nullptr : contents;
}

void LoadWorker::open(const QString& path, quint64 request) {
    if (latest_->file != request) return;
    try {
        std::optional<db::Reader> reader;
        const auto contents = read_file(path, request, reader);
        if (!contents) return;
        reader_ = std::move(reader);
        emit file_read(request, contents);
    } catch (const std::exception& error) {
        // The file that was open before stays open.
        emit file_failed(request, to_qstring(error.what()));
    }
}

std::optional<analyzer::Breakdown> LoadWorker::break_down(const CaseRecord& record, analyzer::Grouping grouping,
                                                          const std::function<bool()>& stale) const {
    analyzer::BreakdownBuilder builder(record, grouping);
    if (analyzer::from_stages(grouping)) {
        for (const auto& sums : reader_->stages(record.id)) builder.add(sums);
    } else {
        reader_->launches(record.id, {}, [&](const LaunchRecord& launch) {
            if (stale()) return false;
            builder.add(launch);
            return true;
        });
    }
    if (stale()) return std::nullopt;
    return builder.take();
}

void LoadWorker::read_case(CaseId id, const QString& metric_id, quint64 request) {
    const auto stale = [&] { return latest_->record != request; };
    if (stale() || !reader_) return;
    try {
        auto contents = std::make_shared<CaseContents>();
        contents->record = reader_->read_case(id, db::Detail::details);
        auto breakdown = break_down(contents->record, analyzer::Grouping::stage, stale);
        if (!breakdown) return;
        contents->by_stage = breakdown_contents(contents->record, std::move(*breakdown), metric_id);
        emit case_read(request, contents);
    } catch (const std::exception& error) {
        emit case_failed(request, to_qstring(error.what()));
    }
}

void LoadWorker::read_breakdown(const CaseContentsPtr& of, analyzer::Grouping grouping, const QString& metric_id, quint64 request) {
    const auto stale = [&] { return latest_->breakdown != request; };
    if (stale() || !reader_) return;
    try {
        auto breakdown = break_down(of->record, grouping, stale);
        if (!breakdown) return;
        const auto contents = breakdown_contents(of->record, std::move(*breakdown), metric_id);
        if (!stale()) emit breakdown_read(request, contents);
    } catch (const std::exception& error) {
        emit breakdown_failed(request, to_qstring(error.what()));
    }
}

Loader::Loader(QObject* parent) : QObject(parent), worker_(new LoadWorker(latest_)) {
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    connect(worker_, &LoadWorker::file_read, this, [this](quint64 request, const FileContentsPtr& contents) {
        if (request != latest_->file) return;
        set_pending(false, case_pending_, breakdown_pending_);
        emit file_loaded(contents);
    });
    connect(worker_, &LoadWorker::case_read, this, [this](quint64 request, const CaseContentsPtr& contents) {
        if (request != latest_->record) return;
        set_pending(file_pending_, false, breakdown_pending_);
        emit case_loaded(contents);
    });
    connect(worker_, &LoadWorker::breakdown_read, this, [this](quint64 request, const BreakdownContentsPtr& contents) {
        if (request != latest_->breakdown) return;
        set_pending(file_pending_, case_pending_, false);
        emit breakdown_loaded(contents);
    });
    connect(worker_, &LoadWorker::file_failed, this, [this](quint64 request, const QString& sentence) {
        if (request != latest_->file) return;
        set_pending(false, case_pending_, breakdown_pending_);
        emit file_failed(sentence);
    });
    connect(worker_, &LoadWorker::case_failed, this, [this](quint64 request, const QString& sentence) {
        if (request != latest_->record) return;
        set_pending(file_pending_, false, breakdown_pending_);
        emit case_failed(sentence);
    });
    connect(worker_, &LoadWorker::breakdown_failed, this, [this](quint64 request, const QString& sentence) {
        if (request != latest_->breakdown) return;
        set_pending(file_pending_, case_pending_, false);
        emit breakdown_failed(sentence);
    });
    thread_.setObjectName(QStringLiteral("loader"));
    thread_.start();
}

Loader::~Loader() {
    cancel();
    thread_.quit();
    thread_.wait();
}

void Loader::open(const QString& path) {
    const quint64 request = ++latest_->file;
    ++latest_->record;
    ++latest_->breakdown;
    set_pending(true, false, false);
    QMetaObject::invokeMethod(worker_, [worker = worker_, path, request] { worker->open(path, request); });
}

void Loader::read_case(CaseId id, const QString& metric_id) {
    const quint64 request = ++latest_->record;
    ++latest_->breakdown;
    set_pending(file_pending_, true, false);
    QMetaObject::invokeMethod(worker_, [worker = worker_, id, metric_id, request] { worker->read_case(id, metric_id, request); });
}

void Loader::read_breakdown(CaseContentsPtr of, analyzer::Grouping grouping, const QString& metric_id) {
    const quint64 request = ++latest_->breakdown;
    set_pending(file_pending_, case_pending_, true);
    QMetaObject::invokeMethod(worker_, [worker = worker_, of = std::move(of), grouping, metric_id, request] {
        worker->read_breakdown(of, grouping, metric_id, request);
    });
}

void Loader::cancel_breakdown() {
    ++latest_->breakdown;
    set_pending(file_pending_, case_pending_, false);
}

void Loader::cancel() {
    ++latest_->file;
    ++latest_->record;
    ++latest_->breakdown;
    set_pending(false, false, false);
}

void Loader::set_pending(bool file, bool record, bool breakdown) {
    const bool before = busy();
    file_pending_ = file;
    case_pending_ = record;
    breakdown_pending_ = breakdown;
    if (busy() != before) emit busy_changed(busy());
}

}  // namespace sortscope::gui
