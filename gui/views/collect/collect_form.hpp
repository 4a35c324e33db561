// The Collect form: a field for each option that `sortscope help collect --json` describes.
#pragma once

#include <functional>
#include <vector>

#include <QJsonObject>
#include <QScrollArea>
#include <QStringList>
#include <QWidget>

#include "gui/models/collect.hpp"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QTreeWidget;

namespace sortscope::gui {

/// The variants by source: a search line, checkboxes, and a sentence about the chosen one.
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

class VariantPicker;

/// Item data in the list of devices: backend and GPU number.
inline constexpr int device_choice_role = Qt::UserRole;

class CollectForm : public QScrollArea {
    Q_OBJECT

 public:
    explicit CollectForm(QWidget* parent = nullptr);

    /// Builds the fields; rare options are left to a line for any others.
    void set_options(const std::vector<CollectOption>& options);
    void set_variants(std::vector<VariantOffer> variants);
    void set_devices(const std::vector<DeviceOffer>& devices);
    void set_output(const QString& path);
    CollectRequest request() const;

    VariantPicker& variants() { return *variants_; }
    QLineEdit& output_line() { return *output_; }
    QListWidget& device_list() { return *devices_; }

    QJsonObject layout_state() const;
    void restore_layout(const QJsonObject& state);

 signals:
    void changed();

 protected:
    bool eventFilter(QObject* of, QEvent* event) override;

 private:
    /// An option: its words on the command line, and its state in a layout.
    struct Field {
        QString option;
        std::function<QStringList()> words;
        std::function<QJsonValue()> save;
        std::function<void(const QJsonValue&)> restore;
    };
    /// `value`: the option's argument; no words if it is empty.
    void add_field(const QString& option, std::function<QString()> value, std::function<QJsonValue()> save,
                   std::function<void(const QJsonValue&)> restore);
    void add_option(QFormLayout& form, const CollectOption& option);
    QLineEdit* add_line(QFormLayout& form, const CollectOption& option);
    void add_choices(QFormLayout& form, const CollectOption& option);
    QComboBox* add_box(QFormLayout& form, const CollectOption& option);
    void add_switch(QFormLayout& form, const CollectOption& option);
    void add_preset(QFormLayout& form, const CollectOption& option);
    void add_variants(QFormLayout& form);
    void add_devices(QFormLayout& form);
    void add_output(QFormLayout& form);
    void tell();
    QStringList chosen_devices(int part) const;
    void restore_devices();

    QWidget* page_;
    VariantPicker* variants_;
    QListWidget* devices_;
    QLineEdit* output_;
    std::vector<Field> fields_;
    QJsonObject wanted_;  ///< restored before the program's offers arrived
    bool filling_ = false;
};

}  // namespace sortscope::gui
