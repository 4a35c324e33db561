// The Collect form: a field for each option that `sortscope help collect --json` describes.
#pragma once

#include <functional>
#include <vector>

#include <QJsonObject>
#include <QScrollArea>

#include "gui/models/collect_request.hpp"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QListWidget;

namespace sortscope::gui {

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
