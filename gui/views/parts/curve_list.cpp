#include "gui/views/parts/curve_list.hpp"

#include <algorithm>
#include <utility>

#include <QJsonArray>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QVBoxLayout>

#include "gui/models/text.hpp"

namespace sortscope::gui {

CurveList::CurveList() : find_(search_line(tr("Find a curve"))), list_(new QListWidget) {
    name_control(*list_, "curve_list", tr("Curves"));
    gui::fill(*this, {find_, list_});
    layout()->setSpacing(-1);
    find_items(*find_, *list_);
    connect(list_, &QListWidget::itemChanged, this, &CurveList::take);
    on_context_menu(*list_, [this](const QPoint& position) { show_menu(position); });
}

void CurveList::show_menu(const QPoint& position) {
    QMenu menu;
    if (const int row = list_->row(list_->itemAt(position)); row >= 0)
        menu.addAction(tr("&Only this"), this, [this, row] { check([row](int i) { return i == row; }); });
    menu.addAction(tr("All that are &listed"), this,
                   [this] { check([this](int i) { return !list_->item(i)->isHidden(); }); });
    auto* sources = menu.addMenu(tr("All of a &source"));
    for (const auto& source : all_sources())
        sources->addAction(to_qstring(source), this, [this, source] {
            if (!choose_source(source)) emit nothing_of(to_qstring(source));
        });
    menu.addAction(tr("Those that go with the &case shown"), this, [this] {
        chosen_.clear();
        chosen_published_.clear();
        fill();
        emit changed();
    });
    menu.exec(list_->viewport()->mapToGlobal(position));
}

void CurveList::check(const std::function<bool(int)>& wanted) {
    filling_ = true;
    for (int i = 0; i < list_->count(); ++i)
        list_->item(i)->setCheckState(wanted(i) ? Qt::Checked : Qt::Unchecked);
    filling_ = false;
    take();
}

bool CurveList::choose_source(const std::string& source) {
    check([&](int i) {
        const auto at = static_cast<std::size_t>(i);
        if (at >= like_.size()) return false;
        const auto sources = sources_of(curves_->all[like_[at]].condition.subject);
        return std::ranges::find(sources, source) != sources.end();
    });
    return !chosen_.empty();
}

void CurveList::clear() {
    curves_ = nullptr;
    like_.clear();
    published_.clear();
    list_->clear();
}

void CurveList::set_curves(std::shared_ptr<const Curves> curves, const CaseRecord* shown) {
    curves_ = std::move(curves);
    like_ = curves_->like(shown);
    published_.clear();
    for (std::size_t i = 0; i < source_curves().size(); ++i)
        if (const auto& key = source_curves()[i].key; !key || shown == nullptr || key == shown->key())
            published_.push_back(i);
    fill();
}

void CurveList::fill() {
    filling_ = true;
    list_->clear();
    const auto add = [&](const QString& text, bool chosen) {
        auto* item = new QListWidgetItem(text, list_);
        item->setToolTip(text);
        item->setCheckState(chosen ? Qt::Checked : Qt::Unchecked);
        item->setHidden(!text.contains(find_->text(), Qt::CaseInsensitive));
    };
    for (const auto i : like_) add(typeset(curves_->labels[i]), chosen_.contains(curves_->labels[i]));
    for (const auto i : published_)
        add(typeset(source_curves()[i].name) + tr(" (published)"), is_published_chosen(i));
    filling_ = false;
}

void CurveList::take() {
    if (filling_) return;
    for (int i = 0; i < list_->count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool of_file = at < like_.size();
        const auto& label =
            of_file ? curves_->labels[like_[at]] : source_curves()[published_[at - like_.size()]].name;
        auto& chosen = of_file ? chosen_ : chosen_published_;
        if (list_->item(i)->checkState() == Qt::Checked)
            chosen.insert(label);
        else
            chosen.erase(label);
    }
    emit changed();
}

std::vector<std::size_t> CurveList::chosen() const {
    std::vector<std::size_t> all;
    for (const auto i : like_)
        if (chosen_.contains(curves_->labels[i])) all.push_back(i);
    return all;
}

QJsonObject CurveList::layout_state() const {
    const auto names = [](const std::set<std::string>& labels) {
        QJsonArray array;
        for (const auto& label : labels) array << to_qstring(label);
        return array;
    };
    return {{u"curves"_s, names(chosen_)}, {u"published"_s, names(chosen_published_)}};
}

void CurveList::restore_layout(const QJsonObject& state) {
    const auto read = [&](const char* name, std::set<std::string>& labels) {
        labels.clear();
        for (const auto& label : state[QLatin1String(name)].toArray())
            labels.insert(label.toString().toStdString());
    };
    read("curves", chosen_);
    read("published", chosen_published_);
}

}  // namespace sortscope::gui
