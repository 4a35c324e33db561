#include "gui/app/welcome_page.hpp"

#include <QCommandLinkButton>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QVBoxLayout>

#include "gui/models/text.hpp"

namespace sortscope::gui {
WelcomePage::WelcomePage() : recent_(new QVBoxLayout) {
    auto* title = new QLabel(u"SortScope"_s);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 2.2);
    large.setBold(true);
    title->setFont(large);
    auto* sentence =
        new QLabel(tr("Open a file that \u201csortscope collect\u201d has recorded, or drop one here."));
    auto* open = new QPushButton(tr("&Open file..."));
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &WelcomePage::open_requested);
    auto* collect = new QPushButton(tr("&Collect..."));
    collect->setToolTip(tr("Choose sorts and run them: what they take is recorded to a file"));
    connect(collect, &QPushButton::clicked, this, &WelcomePage::collect_requested);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(collect);
    buttons->addStretch(1);
    recent_->setSpacing(0);
    auto* column = new QVBoxLayout;
    column->setSpacing(12);
    column->addStretch(2);
    column->addWidget(title);
    column->addWidget(sentence);
    column->addLayout(buttons);
    column->addSpacing(12);
    column->addLayout(recent_);
    column->addStretch(3);
    // Many recent files need more height than a small window has.
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->addStretch(1);
    row->addLayout(column);
    row->addStretch(1);
    auto* scrolled = new QScrollArea;
    scrolled->setWidget(page);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setFocusPolicy(Qt::NoFocus);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled);
}

void WelcomePage::set_recent(const QStringList& paths) {
    while (auto* item = recent_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto& path : paths) {
        const QFileInfo file(path);
        auto* button = new QCommandLinkButton(file.fileName(), QDir::toNativeSeparators(file.absolutePath()));
        connect(button, &QCommandLinkButton::clicked, this, [this, path] { emit file_chosen(path); });
        recent_->addWidget(button);
    }
}

namespace {
constexpr qsizetype most_files = 8;

QString settings_key() { return u"recent_files"_s; }
}  // namespace

QStringList recent_files() {
    QStringList present;
    for (const auto& path : QSettings().value(settings_key()).toStringList())
        if (QFileInfo::exists(path)) present << path;
    return present.mid(0, most_files);
}

void add_recent_file(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recent_files();
    files.removeAll(absolute);
    files.prepend(absolute);
    QSettings().setValue(settings_key(), files.mid(0, most_files));
}
}

#include "moc_welcome_page.cpp"
