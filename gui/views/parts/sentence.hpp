// A sentence between parts of a view: in as many lines as it wants, in few of a low view, of which the whole
// is then said where one points.
#pragma once

#include <QLabel>

namespace sortscope::gui {

class Sentence : public QLabel {
    Q_OBJECT

 public:
    /// `few`: lines that it has in a low view.
    explicit Sentence(int few, QWidget* parent = nullptr);
    /// Hides it where there is nothing to say. `hint` is said, too, where one points.
    void say(const QString& text, const QString& hint = {});
    /// All that is said, be it shortened on the screen.
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
