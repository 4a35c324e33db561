// A button with a menu of names, any of which can be chosen.
#pragma once

#include <QStringList>
#include <QToolButton>

namespace sortscope::gui {

class ChoiceButton : public QToolButton {
    Q_OBJECT

 public:
    /// `none`: the text if nothing is chosen. `tips` may be shorter than `names`.
    ChoiceButton(const QString& none, const QStringList& names, const QStringList& tips = {},
                 QWidget* parent = nullptr);

    QStringList chosen() const;
    void choose(const QStringList& names);

 signals:
    void changed();

 private:
    void name_chosen();

    QString none_;
};

}  // namespace sortscope::gui
