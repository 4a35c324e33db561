#include "gui/app/welcome_page.hpp"

namespace sortscope::gui {
namespace {
constexpr int card_width = 250, picture_height = 132, card_height = picture_height + 56, cards_apart = 14;

QString thumbnail_of(const QString& path) {
    const auto name =
        QCryptographicHash::hash(QFileInfo(path).absoluteFilePath().toUtf8(), QCryptographicHash::Sha1);
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + u"/thumbnails/"_s +
           QString::fromLatin1(name.toHex()) + u".png"_s;
}
}  // namespace

FileCard::FileCard(const QString& path) : path_(path) {
    const QFileInfo file(path);
    name_ = file_name(path);
    folder_ = within_home(file.absolutePath());
    about_ = u" \u00b7 %1 \u00b7 %2"_s.arg(QLocale::c().formattedDataSize(file.size()),
                                           file.lastModified().date().toString(Qt::ISODate));
    if (QFileInfo::exists(thumbnail_of(path))) picture_.load(thumbnail_of(path));
    setObjectName(u"file_card"_s);
    setAccessibleName(name_);
    setAccessibleDescription(folder_ + about_);
    setToolTip(shown_path(path));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setFixedSize(card_width, card_height);
}

void FileCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const auto accent = palette().color(QPalette::Highlight);
    const auto line = hasFocus() || underMouse() ? accent : border_colour(palette());
    draw_panel(painter, rect(), palette().color(QPalette::Base), line);
    const QRect top(1, 1, width() - 2, picture_height);
    if (picture_.isNull()) {
        icon_of(u"file"_s, palette()).paint(&painter, QRect(top.center() - QPoint(16, 16), QSize(32, 32)));
    } else {
        QPainterPath shape;
        shape.addRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), corner_radius, corner_radius);
        painter.setClipPath(shape);
        const auto part = picture_.size().scaled(top.size(), Qt::KeepAspectRatioByExpanding);
        painter.drawPixmap(
            QRect(top.topLeft(), part).intersected(top), picture_,
            QRect(0, 0, picture_.width(), int(double(picture_.height()) * top.height() / part.height())));
        painter.setClipping(false);
    }
    painter.setPen(border_colour(palette()));
    painter.drawLine(1, picture_height + 1, width() - 2, picture_height + 1);
    /// Writes a line. Shortens the middle of `name`, but never `facts`.
    const auto write = [&](int base, TextSize size, bool strong, const QColor& colour, const QString& name,
                           const QString& facts = {}) {
        const auto font = text_font(size, strong);
        painter.setFont(font);
        painter.setPen(colour);
        const QFontMetrics metrics(font);
        const int room = width() - 24 - metrics.horizontalAdvance(facts);
        painter.drawText(12, base, metrics.elidedText(name, Qt::ElideMiddle, room) + facts);
    };
    write(picture_height + 23, TextSize::body, true, palette().color(QPalette::Text), name_);
    write(picture_height + 43, TextSize::note, false, chart_theme(palette()).faint_text, folder_, about_);
}

WelcomePage::WelcomePage()
    : recent_title_(new QLabel(tr("Recent files"))),
      examples_title_(new QLabel(tr("Examples"))),
      recent_(new QGridLayout),
      examples_(new QGridLayout) {
    auto* sign = new QLabel;
    sign->setPixmap(application_icon().pixmap(48, 48));
    auto* title = new QLabel(u"SortScope"_s);
    title->setFont(text_font(TextSize::title, true));
    auto* sentence =
        new QLabel(tr("Open a file that \u201csortscope collect\u201d has recorded, or drop one here."));
    sentence->setWordWrap(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(title);
    words->addWidget(sentence);
    auto* head = new QHBoxLayout;
    head->setSpacing(14);
    head->addWidget(sign, 0, Qt::AlignTop);
    head->addLayout(words, 1);
    auto* open = new QPushButton(tr("&Open file..."));
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &WelcomePage::open_requested);
    auto* collect = new QPushButton(tr("&Collect..."));
    collect->setToolTip(tr("Choose sorts, run them and record them to a file"));
    connect(collect, &QPushButton::clicked, this, &WelcomePage::collect_requested);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(collect);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout;
    column->setSpacing(12);
    column->addSpacing(24);
    column->addLayout(head);
    column->addLayout(buttons);
    for (const auto& [label, grid] : {std::pair(recent_title_, recent_), {examples_title_, examples_}}) {
        label->setFont(text_font(TextSize::body, true));
        grid->setSpacing(cards_apart);
        grid->setAlignment(Qt::AlignLeft);
        column->addSpacing(8);
        column->addWidget(label);
        column->addLayout(grid);
    }
    column->addStretch(1);
    // In a small window, many files scroll.
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->addStretch(1);
    row->addLayout(column);
    row->addStretch(1);
    auto* scrolled = new QScrollArea;
    make_scrolled(*scrolled, page);
    gui::fill(*this, {scrolled});
}

int WelcomePage::fitting_columns() const {
    return std::clamp((width() - 40 + cards_apart) / (card_width + cards_apart), 1, 4);
}

void WelcomePage::set_recent(const QStringList& paths) {
    shown_ = paths;
    columns_ = fitting_columns();
    fill(*recent_, *recent_title_, paths);
    auto examples = example_files();
    examples.removeIf([&](const QString& path) { return paths.contains(path); });
    fill(*examples_, *examples_title_, examples);
}

void WelcomePage::fill(QGridLayout& grid, QLabel& title, const QStringList& paths) {
    clear_layout(grid);
    title.setVisible(!paths.isEmpty());
    for (int i = 0; i < paths.size(); ++i) {
        auto* card = new FileCard(paths[i]);
        connect(card, &FileCard::clicked, this, [this, path = paths[i]] { emit file_chosen(path); });
        grid.addWidget(card, i / columns_, i % columns_);
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

QStringList example_files() {
    const QDir program(QCoreApplication::applicationDirPath());
    for (const auto& folder :
         {u"../share/doc/sortscope/examples"_s, u"../../../examples"_s, u"../examples"_s}) {
        const QDir examples(program.absoluteFilePath(folder));
        QStringList files;
        for (const auto& file : examples.entryInfoList({u"*.db"_s}, QDir::Files, QDir::Name))
            files << file.canonicalFilePath();
        if (!files.isEmpty()) return files;
    }
    return {};
}

void save_thumbnail(const QString& path, const QPixmap& picture) {
    const auto to = thumbnail_of(path);
    if (!QDir().mkpath(QFileInfo(to).absolutePath())) return;
    picture.save(to, "PNG");
}
}
