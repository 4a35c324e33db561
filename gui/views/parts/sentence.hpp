// A sentence in a view: whole, or in few lines of a low view with the rest in a tooltip.
#pragma once

#include <QLabel>

namespace sortscope::gui {

class Sentence : public QLabel {
    Q_OBJECT

 public:
    /// `few`: most lines in a low view.
    explicit Sentence(int few, QWidget* parent = nullptr);
    /// An empty text hides it. `hint`: more text for the tooltip.
    void say(const QString& text, const QString& hint = {});
    /// The whole text, even if it is shortened on screen.
    const QString& said() const { return said_; }
    void set_low(bool low);

 protected:
    void resizeEvent(QResizeEvent* event) override;

 private:
    void fit();

    QString said_, hint_;
    int few_;
    bool low_ = false;
};

}  // namespace sortscope::gui
