// The choices of a collection as controls: what to sort with which sizes, where, and what to count.
#pragma once

#include <vector>

#include <QJsonObject>
#include <QScrollArea>

#include "gui/models/collect_request.hpp"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QGroupBox;
class QLineEdit;
class QListWidget;
class QSpinBox;

namespace sortscope::gui {

class ChoiceButton;
class VariantPicker;

/// Of an item of the list of devices: its backend, and the number of a GPU.
inline constexpr int device_choice_role = Qt::UserRole;

class CollectForm : public QScrollArea {
    Q_OBJECT

 public:
    explicit CollectForm(QWidget* parent = nullptr);

    void set_variants(std::vector<VariantOffer> variants);
    void set_devices(const std::vector<DeviceOffer>& devices);
    void set_presets(const std::vector<PresetOffer>& presets);
    void set_output(const QString& path);
    /// What is chosen.
    CollectRequest request() const;
    /// Chooses variants by name, and nothing else.
    void choose_variants(const QStringList& names);

    VariantPicker& variants() { return *variants_; }
    QLineEdit& size_line() { return *sizes_; }
    QLineEdit& output_line() { return *output_; }
    QListWidget& device_list() { return *devices_; }
    QString taken_sentence() const;

    QJsonObject state() const;
    void restore(const QJsonObject& state);

 signals:
    void changed();

 protected:
    bool eventFilter(QObject* of, QEvent* event) override;

 private:
    QGroupBox* group(const QString& title);
    QLineEdit* line(QFormLayout& form, const QString& label, const QString& placeholder, const QString& tip);
    ChoiceButton* choices(QFormLayout& form, const QString& label, const QString& tip,
                          const QStringList& names, const QStringList& tips = {});
    void tell();
    void build_what();
    void build_where();
    void build_how();
    void build_output();
    /// What the preset runs is said where no variant is chosen.
    void name_preset();

    QWidget* page_;
    QComboBox* preset_;
    VariantPicker* variants_;
    QLineEdit* sizes_;
    QLineEdit* blocks_;
    QLineEdit* parameters_;
    ChoiceButton* keys_;
    ChoiceButton* inputs_;
    QListWidget* devices_;
    QComboBox* model_;
    ChoiceButton* counters_;
    QComboBox* modes_;
    QSpinBox* rounds_;
    QCheckBox* counting_;
    QCheckBox* flush_;
    QCheckBox* resume_;
    QLineEdit* more_;
    QLineEdit* output_;
    QJsonObject wanted_;  ///< restored before there was anything to choose from
    bool filling_ = false;
};

}  // namespace sortscope::gui
