// A field for each option of `sortscope help collect --json`.
#pragma once

#include "gui/models/collect.hpp"
#include "gui/views/parts/controls.hpp"

namespace sortscope::gui {
/// The variants by source, and a sentence about the chosen variants.
class VariantPicker : public QWidget {
    Q_OBJECT
 public:
    explicit VariantPicker(QWidget* parent);

    /// Chosen names stay chosen.
    void set_offers(std::vector<VariantOffer> offers);
    /// Also accepts variants that set_offers() adds later.
    void choose(const QStringList& names);
    QStringList chosen() const;
    void set_otherwise(const QString& words) {
        otherwise_ = words;
        show_sentence();
    }
    QString sentence() const { return taken_->text(); }

    QTreeWidget& tree() { return *tree_; }
    QLineEdit& find_line() { return *find_; }

 signals:
    void changed();

 private:
    void show_sentence();

    QLineEdit* find_;
    QTreeWidget* tree_;
    QLabel* taken_;
    std::vector<VariantOffer> offers_;
    QStringList wanted_;  ///< chosen before the offers arrived
    QString otherwise_;
    bool filling_ = false;
};

inline constexpr int device_choice_role = Qt::UserRole;

class CollectForm : public QScrollArea {
    Q_OBJECT
 public:
    CollectForm();

    /// Rare options share one line.
    void set_options(const std::vector<CollectOption>& options);
    void set_devices(const std::vector<DeviceOffer>& devices);
    CollectRequest request() const;
    /// Replaces all choices by the options and values in `words`, the words of a command. Options without a
    /// field go to the line of other options. Keeps the output unless `words` has an output.
    void fill(const QStringList& words);

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
    struct Field {
        QString option;
        std::function<QString()> value;
        std::function<void(const QString&)> set;
        std::function<QStringList(const QString&)> words;
    };
    /// `words` turns the value into words of the command. Default: option and value; no words for an empty
    /// value.
    void add_field(const QString& option, std::function<QString()> value,
                   std::function<void(const QString&)> set,
                   std::function<QStringList(const QString&)> words = {});
    void add_option(QFormLayout& form, const CollectOption& option);
    QLineEdit* add_line(QFormLayout& form, const CollectOption& option,
                        std::function<QStringList(const QString&)> words = {});
    void add_choices(QFormLayout& form, const CollectOption& option);
    QComboBox* add_box(QFormLayout& form, const CollectOption& option);
    void add_switch(QFormLayout& form, const CollectOption& option);
    void add_preset(QFormLayout& form, const CollectOption& option);
    void add_output(QFormLayout& form);
    void tell() {
        if (!filling_) emit changed();
    }
    QString chosen_devices() const;
    void choose_devices(const QString& names) {
        for (const auto& name : names.split(u'\n'))
            for (auto* item : devices_->findItems(name, Qt::MatchExactly)) item->setCheckState(Qt::Checked);
    }
    QStringList words_of_devices() const;

    QWidget* page_;
    VariantPicker* variants_;
    QListWidget* devices_;
    QLineEdit* output_;
    std::vector<Field> fields_;
    QStringList words_;   ///< given to fill() before the program's offers arrived
    QJsonObject wanted_;  ///< restored before the program's offers arrived
    bool filling_ = false;
};
}
