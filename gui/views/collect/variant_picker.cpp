#include "gui/views/collect/variant_picker.hpp"

#include <algorithm>
#include <utility>

#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gui/models/text.hpp"

namespace sortscope::gui {
namespace {

constexpr int variant_name_role = Qt::UserRole;
constexpr int least_tree_height = 170;

}  // namespace

VariantPicker::VariantPicker(QWidget* parent)
    : QWidget(parent), find_(new QLineEdit), tree_(new QTreeWidget), taken_(new QLabel) {
    find_->setPlaceholderText(tr("Find variants: bitonic, jan, records ..."));
    find_->setAccessibleName(tr("Find variants"));
    find_->setClearButtonEnabled(true);
    tree_->setObjectName(u"collect_variants"_s);
    tree_->setAccessibleName(tr("Variants"));
    tree_->setHeaderHidden(true);
    tree_->setColumnCount(1);
    tree_->setMinimumHeight(least_tree_height);
    taken_->setObjectName(u"taken"_s);
    taken_->setWordWrap(true);
    taken_->setTextFormat(Qt::PlainText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(find_);
    column->addWidget(tree_, 1);
    column->addWidget(taken_);
    connect(find_, &QLineEdit::textChanged, this, &VariantPicker::find);
    connect(tree_, &QTreeWidget::itemChanged, this, [this] {
        if (filling_) return;
        show_sentence();
        emit changed();
    });
    connect(tree_, &QTreeWidget::currentItemChanged, this, &VariantPicker::show_sentence);
    show_sentence();
}

void VariantPicker::set_offers(std::vector<VariantOffer> offers) {
    const auto before = chosen();
    offers_ = std::move(offers);
    {
        const QScopedValueRollback guard(filling_, true);
        tree_->clear();
        for (const auto& offer : offers_) {
            const auto source = offer.source.isEmpty() ? tr("Others") : offer.source;
            const auto known = tree_->findItems(source, Qt::MatchExactly);
            auto* top = known.isEmpty() ? new QTreeWidgetItem(tree_, {source}) : known.front();
            if (known.isEmpty()) {
                top->setFlags(top->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
                top->setCheckState(0, Qt::Unchecked);
            }
            auto* item = new QTreeWidgetItem(top, {offer.name});
            item->setData(0, variant_name_role, offer.name);
            item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
            item->setCheckState(0, Qt::Unchecked);
            item->setToolTip(0, offer.summary + u"\n"_s + offer.takes());
        }
    }
    check(before);
    find(find_->text());
    emit changed();
}

void VariantPicker::choose(const QStringList& names) {
    wanted_ = names;
    check(names);
    emit changed();
}

void VariantPicker::check(const QStringList& names) {
    {
        const QScopedValueRollback guard(filling_, true);
        for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
            auto* top = tree_->topLevelItem(i);
            bool any = false;
            for (int j = 0; j < top->childCount(); ++j) {
                const bool wanted = names.contains(top->child(j)->text(0));
                top->child(j)->setCheckState(0, wanted ? Qt::Checked : Qt::Unchecked);
                any = any || wanted;
            }
            top->setExpanded(top->isExpanded() || any);
        }
    }
    show_sentence();
}

void VariantPicker::find(const QString& text) {
    const auto words = text.split(u' ', Qt::SkipEmptyParts);
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        auto* top = tree_->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < top->childCount(); ++j) {
            const auto name = top->child(j)->data(0, variant_name_role).toString();
            const auto offer = std::ranges::find(offers_, name, &VariantOffer::name);
            const auto all = offer == offers_.end() ? name
                                                    : QStringList{name, offer->source, offer->also.join(u' '),
                                                                  offer->summary, offer->keys.join(u' ')}
                                                          .join(u' ');
            const bool found = std::ranges::all_of(
                words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
            top->child(j)->setHidden(!found);
            any = any || found;
        }
        top->setHidden(!any);
        if (!words.isEmpty()) top->setExpanded(any);
    }
}

QStringList VariantPicker::chosen() const {
    if (!has_offers()) return wanted_;
    QStringList names;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i)
        for (int j = 0; j < tree_->topLevelItem(i)->childCount(); ++j)
            if (const auto* item = tree_->topLevelItem(i)->child(j); item->checkState(0) == Qt::Checked)
                names << item->text(0);
    return names;
}

void VariantPicker::set_otherwise(const QString& words) {
    otherwise_ = words;
    show_sentence();
}

void VariantPicker::show_sentence() {
    const auto names = chosen();
    const auto* current = tree_->currentItem();
    const auto shown = current != nullptr && current->parent() != nullptr ? current->text(0)
                       : names.size() == 1                                ? names.front()
                                                                          : QString();
    auto text = names.isEmpty()     ? tr("None chosen: those of the preset.")
                : names.size() == 1 ? tr("1 variant is chosen.")
                                    : tr("%1 variants are chosen.").arg(names.size());
    if (const auto offer = std::ranges::find(offers_, shown, &VariantOffer::name); offer != offers_.end())
        text += tr("\n%1 takes %2.").arg(offer->name, offer->takes());
    else if (names.isEmpty() && !otherwise_.isEmpty())
        text += u"\n"_s + otherwise_;
    taken_->setText(text);
}

QString VariantPicker::sentence() const { return taken_->text(); }

}  // namespace sortscope::gui
