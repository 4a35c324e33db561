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
class QLabel;
class QLineEdit;
class QListWidget;
class QSpinBox;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace sortscope::gui {

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

    QTreeWidget& variant_tree() { return *variants_; }
    QLineEdit& find_line() { return *find_; }
    QLineEdit& size_line() { return *sizes_; }
    QLineEdit& output_line() { return *output_; }
    QComboBox& preset_box() { return *preset_; }
    QListWidget& device_list() { return *devices_; }
    QString taken_sentence() const;

    QJsonObject state() const;
    void restore(const QJsonObject& state);

 signals:
    void changed();

 private:
    QGroupBox* group(const QString& title);
    QLineEdit* line(QFormLayout& form, const QString& label, const QString& placeholder, const QString& tip);
    QToolButton* choices(QFormLayout& form, const QString& label, const QString& none, const QString& tip, const QStringList& names, const QStringList& tips);
    void build_what();
    void build_where();
    void build_how();
    void build_output();
    void find_variants(const QString& text);
    void show_taken();
    static QStringList chosen(const QToolButton& button);
    static void choose(QToolButton& button, const QStringList& names);
    static void name_choices(QToolButton& button);
    QStringList chosen_variants() const;

    QWidget* page_;
    QComboBox* preset_;
    QLineEdit* find_;
    QTreeWidget* variants_;
    QLabel* taken_;
    QLineEdit* sizes_;
    QLineEdit* blocks_;
    QLineEdit* parameters_;
    QToolButton* keys_;
    QToolButton* inputs_;
    QListWidget* devices_;
    QComboBox* model_;
    QToolButton* counters_;
    QComboBox* modes_;
    QSpinBox* rounds_;
    QCheckBox* counting_;
    QCheckBox* flush_;
    QCheckBox* resume_;
    QLineEdit* more_;
    QLineEdit* output_;
    std::vector<VariantOffer> offers_;
    QJsonObject wanted_;  ///< restored before there was anything to choose from
    bool filling_ = false;
};

}  // namespace sortscope::gui
