#include "gui/models/workspace.hpp"

namespace sortscope::gui {
namespace {
constexpr int watch_ms = 1000;

QString no_such_case(const QString& path, CaseId id) {
    return Workspace::tr("%1 has no case %2. Its cases are listed on the left.")
        .arg(file_name(path))
        .arg(qlonglong(id));
}

QStringList paths_of(const QList<FilePtr>& files) {
    QStringList paths;
    for (const auto& file : files) paths << file->path;
    return paths;
}

/// A replaced file has none of the old runs.
bool is_replaced(const FileContents& before, const FileContents& now) {
    return !before.runs.empty() && !now.runs.empty() &&
           std::ranges::none_of(now.runs, [&](const RunRecord& run) {
               return std::ranges::find(before.runs, run.uuid, &RunRecord::uuid) != before.runs.end();
           });
}
}  // namespace

Workspace::Workspace()
    : case_query_(loader_, Lane::quick), watch_query_(loader_, Lane::quick), watch_(new QTimer(this)) {
    connect(&selected_, &Selected::changed, this, &Workspace::follow);
    connect(watch_, &QTimer::timeout, this, &Workspace::look);
    watch_->start(watch_ms);
}

FilePtr Workspace::file(const QString& path) const {
    const auto found = std::ranges::find(files_, path, &FileContents::path);
    return found == files_.end() ? nullptr : *found;
}

CaseRef Workspace::ref_of(const FileContents& file, const CaseRecord& record) {
    return {file.path, record.id, condition_key(condition_of(record))};
}

const CaseRecord* Workspace::find(const CaseRef& record) const {
    const auto from = file(record.file);
    return from ? from->find(record.id) : nullptr;
}

std::vector<Condition> Workspace::compared() const {
    std::vector<Condition> conditions;
    for (const auto& ref : QList<CaseRef>{selection().baseline} + selection().others)
        if (const auto* record = find(ref)) conditions.push_back(condition_of(*record));
    return conditions;
}

void Workspace::open(const QString& path, CaseId show_first) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    auto& query = opens_[absolute];
    query = std::make_unique<Query>(loader_, Lane::quick);
    query->ask<FileContents>(
        [absolute](Readers& readers, const Stale&) {
            const auto stamp = stamp_of(absolute);
            readers.close(absolute);
            return read_file(readers.of(absolute), absolute, stamp);
        },
        [this, show_first, failures = watching_ ? -1 : failures_](const FilePtr& contents) {
            take(contents, show_first, failures == failures_);
        },
        [this, absolute](const QString& sentence) {
            opens_.erase(absolute);
            finish_opening({}, {});  // show the files that could be opened
            fail(absolute, sentence);
        });
}

void Workspace::reload() {
    for (const auto& path : paths_of(files_)) open(path);
}

void Workspace::restore(const Selection& saved) {
    saved_ = saved;
    for (const auto& path : saved.files) open(path);
    if (saved.files.isEmpty()) saved_.reset();
}

void Workspace::close(const QString& path) {
    opens_.erase(path);
    files_.removeIf([&](const auto& one) { return one->path == path; });
    emit files_changed();
    settle_selection({}, {});
}

void Workspace::take(const FilePtr& contents, CaseId show_first, bool asked_since) {
    const QString path = contents->path;
    opens_.erase(path);
    const auto known = std::ranges::find(files_, path, &FileContents::path);
    succeed(path, asked_since);
    if (known == files_.end()) {
        files_ << contents;
    } else {
        const auto before = *known;
        *known = contents;
        if (is_replaced(*before, *contents))
            emit said(tr("Another file replaced %1 while it was open. The window read it again and "
                         "shows the case of the same condition.")
                          .arg(file_name(path)));
        if (wanted_.file == path) wanted_ = {};
    }
    if (const auto& out = contents->left_out; !out.empty()) {
        const auto more = tr(", and %1 more. 'sortscope verify' lists all").arg(out.size() - 1);
        emit said(tr("%1 is damaged. Left out: %2%3.")
                      .arg(file_name(path), to_qstring(out.front()), out.size() > 1 ? more : QString()));
    }
    emit files_changed();
    finish_opening(show_first, path);
}

void Workspace::finish_opening(CaseId show_first, const QString& path) {
    if (saved_ && opens_.empty()) {
        auto saved = *std::exchange(saved_, std::nullopt);
        if (show_first == CaseId{}) {
            saved.files = paths_of(files_);
            selected_.correct(saved);
        }
    }
    settle_selection(show_first, path);
}

CaseRef Workspace::found_again(const CaseRef& record) const {
    const auto from = file(record.file);
    if (!from) return {};
    if (const auto* same = from->find(record.id);
        same != nullptr && (record.condition.isEmpty() || ref_of(*from, *same).condition == record.condition))
        return ref_of(*from, *same);
    for (auto at = from->cases.rbegin(); at != from->cases.rend(); ++at)
        if (auto other = ref_of(*from, *at); other.condition == record.condition) return other;
    return {};
}

void Workspace::settle_selection(CaseId show_first, const QString& path) {
    Selection next = selection();
    next.files = paths_of(files_);
    const auto asked = file(path);
    if (show_first != CaseId{} && asked) {
        if (const auto* record = asked->find(show_first)) {
            next.show(ref_of(*asked, *record));
        } else {
            const auto sentence = no_such_case(path, show_first);
            emit failed(sentence);
            emit said(sentence);  // survives the next success
        }
    }
    const auto again = found_again(next.baseline);
    if (!again.is_none()) {
        next.baseline = again;
    } else if (opens_.empty() || !next.baseline.is_none()) {
        const auto from = asked ? asked : files_.isEmpty() ? nullptr : files_.front();
        const auto* first = from ? from->first_case() : nullptr;
        const bool lost = !next.baseline.is_none() && file(next.baseline.file);
        if (lost) emit said(tr("The case shown is no longer in the file."));
        next.show(first != nullptr ? ref_of(*from, *first) : CaseRef{});
    }
    QList<CaseRef> others;
    for (const auto& other : std::as_const(next.others))
        if (auto found = found_again(other); !found.is_none()) others << found;
    next.others = others;
    settling_ = true;
    selected_.correct(next);
    settling_ = false;
    read_current();
}

void Workspace::fail(const QString& path, const QString& sentence) {
    failed_[path] = sentence;
    ++failures_;
    emit failed(failed_sentences());
}

QString Workspace::failed_sentences() const {
    QStringList sentences;
    for (const auto& [path, sentence] : failed_)
        if (!sentences.contains(sentence)) sentences << sentence;
    return sentences.join(u'\n');
}

void Workspace::succeed(const QString& path, bool asked_since) {
    const bool mended = failed_.erase(path) > 0;
    if (!failed_.empty() && !asked_since) {
        if (mended) emit failed(failed_sentences());
        return;
    }
    failed_.clear();
    emit succeeded();
}

QString name_of_target(const db::AnnotationTarget& target) {
    const auto* id = std::get_if<CaseId>(&target);
    return id != nullptr ? QObject::tr("case %1").arg(qlonglong(*id))
                         : QObject::tr("run %1").arg(qlonglong(std::get<RunId>(target)));
}

void Workspace::annotate(const QString& path, db::AnnotationTarget target,
                         const db::AnnotationChange& change) {
    if (change == db::AnnotationChange{}) return;
    // A locked file blocks only this lane.
    writes_.push_back(std::make_unique<Query>(loader_, Lane::writing));
    const auto written = [this, query = writes_.back().get()] {
        std::erase_if(writes_, [&](const auto& one) { return one.get() == query; });
    };
    struct Written {};
    writes_.back()->ask<Written>(
        [path, target, change](Readers&, const Stale&) {
            db::annotate(native(path), {target}, change);
            return std::make_shared<Written>();
        },
        [this, path, written](const auto&) {
            written();
            open(path);
        },
        [this, target, written](const QString& sentence) {
            written();
            emit failed(tr("Cannot write the annotation of %1. %2").arg(name_of_target(target), sentence));
        });
}

void Workspace::show(const QString& path, CaseId id) {
    const auto from = file(path);
    const auto* record = from ? from->find(id) : nullptr;
    if (record == nullptr) return emit failed(no_such_case(path, id));
    selected_.edit([&](Selection& next) { next.show(ref_of(*from, *record)); });
}

void Workspace::toggle_other(const CaseRef& record) {
    const auto from = file(record.file);
    const auto* found = find(record);
    selected_.edit([&](Selection& next) {
        if (!next.others.removeOne(record) && found != nullptr) next.others << ref_of(*from, *found);
    });
}

void Workspace::read_current() {
    const auto& record = selection().baseline;
    if (record == wanted_ && (current_ || case_query_.pending() || record.is_none())) return;
    wanted_ = record;
    failure_.clear();
    if (record.is_none() || find(record) == nullptr) {
        case_query_.cancel();
        current_ = nullptr;
        return emit case_changed();
    }
    ask_case(false);
}

void Workspace::ask_case(bool again) {
    const auto& record = wanted_;
    case_query_.ask<CaseContents>(
        [path = record.file, id = record.id, metric = selection().metric](Readers& readers,
                                                                          const Stale& stale) -> CasePtr {
            if (stale()) return nullptr;
            return read_case(readers.of(path), path, id, metric);
        },
        [this](const CasePtr& contents) {
            // The id may mean another case by now.
            if (condition_key(condition_of(contents->record)) != wanted_.condition)
                return open(contents->path);
            current_ = contents;
            failure_.clear();
            succeed(contents->path, std::exchange(asked_since_, false));
            emit case_changed();
        },
        [this, again](const QString& sentence) {
            if (again && sentence == failure_) return;
            current_ = nullptr;
            failure_ = sentence;
            emit case_changed();
            fail(wanted_.file, sentence);
        });
}

void Workspace::look() {
    if (files_.isEmpty() || !opens_.empty() || watch_query_.pending()) return;
    if (!failure_.isEmpty() && !current_ && !case_query_.pending() && find(wanted_) != nullptr)
        ask_case(true);
    std::vector<std::pair<QString, FileStamp>> known;
    for (const auto& one : files_) known.emplace_back(one->path, one->stamp);
    struct Changed {
        std::vector<QString> paths, gone;
    };
    watch_query_.ask<Changed>(
        [known](Readers&, const Stale&) {
            auto found = std::make_shared<Changed>();
            for (const auto& [path, stamp] : known) {
                const auto now = stamp_of(path);
                if (now == stamp) continue;
                (now.exists ? found->paths : found->gone).push_back(path);
            }
            return found;
        },
        [this](const Shared<Changed>& found) {
            watching_ = true;
            for (const auto& path : found->paths)
                if (file(path)) open(path);
            watching_ = false;
            for (const auto& path : found->gone) {
                const auto from = file(path);
                if (!from || !from->stamp.exists) continue;
                // With an empty stamp, the missing file is reported only once.
                auto missing = std::make_shared<FileContents>(*from);
                missing->stamp = {};
                *std::ranges::find(files_, from) = missing;
                fail(path, tr("%1 is gone. Its cases stay in the window; put the file back to read more.")
                               .arg(file_name(path)));
            }
        },
        [](const QString&) {});
}
}
