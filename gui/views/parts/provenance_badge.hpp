// A coloured badge with a provenance. The word carries the meaning, not the colour.
#pragma once

#include <QWidget>

#include "core/vocabulary.hpp"

namespace sortscope::gui {

class ProvenanceBadge : public QWidget {
    Q_OBJECT

 public:
    explicit ProvenanceBadge(Provenance provenance, QWidget* parent = nullptr);

    Provenance provenance() const { return provenance_; }
    QString text() const;
    QSize sizeHint() const override;

 protected:
    void paintEvent(QPaintEvent* event) override;

 private:
    Provenance provenance_;
};

}  // namespace sortscope::gui
