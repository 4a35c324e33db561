#include "gui/app/loader.hpp"

#include <exception>
#include <filesystem>
#include <utility>

#include "analyzer/breakdown.hpp"
#include "analyzer/curve.hpp"
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
    contents->throughput = analyzer::throughput_curves(contents->cases);
    contents->block_sweeps = analyzer::block_sweeps(contents->cases);
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

void LoadWorker::read_case(CaseId id, quint64 request) {
    if (latest_->record != request || !reader_) return;
    try {
        auto contents = std::make_shared<CaseContents>();
        contents->record = reader_->read_case(id, db::Detail::launches);
        for (std::size_t i = 0; i < groupings.size(); ++i) {
            if (latest_->record != request) return;
            contents->breakdowns[i] = analyzer::breakdown(contents->record, groupings[i]);
        }
        emit case_read(request, contents);
    } catch (const std::exception& error) {
        emit case_failed(request, to_qstring(error.what()));
    }
}

Loader::Loader(QObject* parent) : QObject(parent), worker_(new LoadWorker(latest_)) {
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    connect(worker_, &LoadWorker::file_read, this, [this](quint64 request, const FileContentsPtr& contents) {
        if (request != latest_->file) return;
        set_pending(false, case_pending_);
        emit file_loaded(contents);
    });
    connect(worker_, &LoadWorker::case_read, this, [this](quint64 request, const CaseContentsPtr& contents) {
        if (request != latest_->record) return;
        set_pending(file_pending_, false);
        emit case_loaded(contents);
    });
    connect(worker_, &LoadWorker::file_failed, this, [this](quint64 request, const QString& sentence) {
        if (request != latest_->file) return;
        set_pending(false, case_pending_);
        emit file_failed(sentence);
    });
    connect(worker_, &LoadWorker::case_failed, this, [this](quint64 request, const QString& sentence) {
        if (request != latest_->record) return;
        set_pending(file_pending_, false);
        emit case_failed(sentence);
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
    set_pending(true, false);
    QMetaObject::invokeMethod(worker_, [worker = worker_, path, request] { worker->open(path, request); });
}

void Loader::read_case(CaseId id) {
    const quint64 request = ++latest_->record;
    set_pending(file_pending_, true);
    QMetaObject::invokeMethod(worker_, [worker = worker_, id, request] { worker->read_case(id, request); });
}

void Loader::cancel() {
    ++latest_->file;
    ++latest_->record;
    set_pending(false, false);
}

void Loader::set_pending(bool file, bool record) {
    const bool before = busy();
    file_pending_ = file;
    case_pending_ = record;
    if (busy() != before) emit busy_changed(busy());
}

}  // namespace sortscope::gui
