// A button whose menu has names to choose any of, such as types of keys.
#pragma once

#include <QStringList>
#include <QToolButton>

namespace sortscope::gui {

class ChoiceButton : public QToolButton {
    Q_OBJECT

 public:
    /// `none` is what it says where nothing is chosen. `tips` are those of the names, as far as there are
    /// any.
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
