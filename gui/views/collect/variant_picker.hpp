// The variants that there are, by source: found by words, chosen by a check; what the chosen one takes stands
// below.
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

    /// Another list; what was chosen by name stays chosen.
    void set_offers(std::vector<VariantOffer> offers);
    bool has_offers() const { return !offers_.empty(); }
    /// Chooses these and no others. Names that there are none of are kept in mind for offers to come.
    void choose(const QStringList& names);
    QStringList chosen() const;
    /// What is run where none is chosen: "records: all sorts of records".
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
    QStringList wanted_;  ///< chosen before there was anything to choose from
    QString otherwise_;
    bool filling_ = false;
};

}  // namespace sortscope::gui
