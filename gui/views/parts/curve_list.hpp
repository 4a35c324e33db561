// The curves that there are, those of the file and those that source documents published: found by words,
// chosen one by one or by source.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <QJsonObject>
#include <QWidget>

#include "gui/models/curves.hpp"

class QLineEdit;
class QListWidget;

namespace sortscope::gui {

class CurveList : public QWidget {
    Q_OBJECT

 public:
    explicit CurveList(QWidget* parent = nullptr);

    /// Lists what can be drawn together with the case `shown` (null: of the first curve). Those chosen
    /// before, by their names, stay so.
    void set_curves(std::shared_ptr<const Curves> curves, const CaseRecord* shown);
    void clear();
    /// Positions in Curves::all of those chosen; none: those that go with the case shown are drawn.
    std::vector<std::size_t> chosen() const;
    /// Positions in source_curves() of those listed, and whether one is chosen.
    const std::vector<std::size_t>& listed_published() const { return published_; }
    bool is_published_chosen(std::size_t at) const {
        return chosen_published_.contains(source_curves()[at].name);
    }
    /// Chooses the curves of all variants that a source document shows; says no where there is none.
    bool choose_source(const std::string& source);

    QListWidget& list() { return *list_; }
    QJsonObject state() const;
    void restore(const QJsonObject& state);

 signals:
    void changed();
    /// A source document was chosen that shows none of the sorts listed.
    void nothing_of(const QString& source);

 private:
    void show_menu(const QPoint& position);
    void fill();
    void take();
    void check(const std::function<bool(int)>& wanted);

    QLineEdit* find_;
    QListWidget* list_;
    std::shared_ptr<const Curves> curves_;
    std::vector<std::size_t> like_;  ///< curves that can be drawn together with the case shown
    std::vector<std::size_t> published_;
    std::set<std::string> chosen_, chosen_published_;  ///< by name
    bool filling_ = false;
};

}  // namespace sortscope::gui
