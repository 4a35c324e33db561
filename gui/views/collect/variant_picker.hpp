// The variants by source: a search line, checkboxes, and a sentence about the chosen one.
#pragma once

#include <vector>

#include <QStringList>
#include <QWidget>

#include "gui/models/collect_request.hpp"

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace sortscope::gui {

class VariantPicker : public QWidget {
    Q_OBJECT

 public:
    explicit VariantPicker(QWidget* parent = nullptr);

    /// Replaces the list; chosen names stay chosen.
    void set_offers(std::vector<VariantOffer> offers);
    bool has_offers() const { return !offers_.empty(); }
    /// Chooses these and no others, also names of offers still to come.
    void choose(const QStringList& names);
    QStringList chosen() const;
    /// Shown if none is chosen: "records: all sorts of records".
    void set_otherwise(const QString& words);
    QString sentence() const;

    QTreeWidget& tree() { return *tree_; }
    QLineEdit& find_line() { return *find_; }

 signals:
    void changed();

 private:
    void find(const QString& text);
    void show_sentence();
    void check(const QStringList& names);

    QLineEdit* find_;
    QTreeWidget* tree_;
    QLabel* taken_;
    std::vector<VariantOffer> offers_;
    QStringList wanted_;  ///< chosen before the offers arrived
    QString otherwise_;
    bool filling_ = false;
};

}  // namespace sortscope::gui
