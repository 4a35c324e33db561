// The line above all views: the case shown, its provenance and its time.
#pragma once

#include <QList>
#include <QWidget>

#include "gui/models/contents.hpp"
#include "gui/models/text.hpp"

class QHBoxLayout;

namespace sortscope::gui {

class Heading : public QWidget {
    Q_OBJECT

 public:
    explicit Heading(QWidget* parent = nullptr);

    /// Null shows `sentence` instead.
    void show_case(const CaseContentsPtr& of, const FileContents* from, const QString& sentence);
    QString text() const { return title_ + u"  "_s + rest_; }
    /// The text after the title that fits `room` pixels.
    QString fitting(int room) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    enum class Part { workload, bytes, configuration, device, other };
    struct Word {
        Part part;
        QString text;
    };
    static QString joined(const QList<Word>& words);
    QFont title_font() const;
    CaseContentsPtr shown_;
    QString title_, rest_, sentence_;
    QList<Word> words_;  ///< of rest_
    QHBoxLayout* marks_;
};

}  // namespace sortscope::gui
